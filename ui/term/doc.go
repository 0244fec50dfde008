// Package term is the terminal front-end: the full screen, films of the screen, and a line editor.
//
// The screen: input.go reads keys, loop.go decides when to draw, layout.go places everything on screens of at least 40 columns by 16 rows,
// box.go adds frames, canvas.go draws sentences, and rows.go writes only the cells that have changed, through output.go, which sets the modes
// of the terminal. page.go lays out the blocks of pages, panel.go the panel beside the board and the last row. The other files are named after
// their subjects.
//
// sight.go shows boards as pictures on terminals that support a protocol of graphics.go. ability.go decides which terminals get the full
// screen; giveback.go restores the terminal when the program ends. film.go plays keys from a file with a simulated clock. editor.go reads typed
// lines, with history and completion. line.go shows progress on one line.
package term
