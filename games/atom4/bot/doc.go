// Package bot plays Atom-4: alpha-beta over the positions of package rules, with the pieces of the goal
// colours and how near they are to a row as the value of a position.
package bot
