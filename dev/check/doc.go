// Package check holds the rules of this repository as functions over its source, and tests that apply them to it. Each rule takes a [Tree]
// and returns its findings, one sentence each, beginning with the file and line; no findings means that the rule is kept.
package check
