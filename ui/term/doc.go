// Package term is the terminal front-end: the full screen, films of it, and typing lines.
//
// The screen: input.go reads events, loop.go decides when to draw, layout.go places everything from 40 columns by 16 rows up, with frames by
// box.go, canvas.go draws sentences, and rows.go writes only cells that have changed, through output.go, which holds the modes of the terminal.
// page.go lays out the blocks of pages, panel.go what stands beside the board and the last row. The other files are named after what they draw.
//
// sight.go shows boards as pictures where the terminal can, by the protocols of graphics.go. kind.go tells which terminals get the full screen,
// giveback.go restores the terminal when the program ends. film.go plays keys from a file by a simulated clock. editor.go
// reads typed lines, with history and completion.
package term
