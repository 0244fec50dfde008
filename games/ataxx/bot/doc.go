// Package bot plays Ataxx: alpha-beta over the positions of package rules, with the number of pieces
// as the main thing and safe pieces and free neighbours as the small ones.
//
// Its moves are those that rules.Position lists: an extension does not name its source.
package bot
