// Package compose draws the pages of a desk as scenes, and turns input from a pointer and keys into calls of the desk. It does not depend on a device, so a
// window on an X server and a page in a browser can show the same scenes. It contains nothing specific to a game.
//
// pages.go turns input into calls of the desk, page.go, blocks.go and game.go lay a page out, and the other files are named after their subjects: board.go
// draws the board with its wood or ink, panel.go and controls.go the panel and controls beside it, form.go, reader.go and review.go the pages of the desk.
// sketch.go has the arrows and rings drawn with the right button of a mouse, laid.go the text and fields that a browser lays out itself, spoken.go the text
// for screen readers.
package compose
