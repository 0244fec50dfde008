// Package check holds the rules of this repository as functions, and tests that apply them to its source. A rule takes a [Tree] and returns
// its findings, each a sentence that begins with the file and line. If there are no findings, the source follows the rule.
package check
