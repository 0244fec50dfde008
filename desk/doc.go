// Package desk handles everything that one person does in the program, independent of the front-end: the menu, the cursor on a board, keys and
// buttons, a typed line, looking back, help. A front-end turns the input of its device into calls of a Desk and draws what the Desk returns, so all
// front-ends have the same keys.
//
// A key or a click goes through these files, in this order:
//
//   - keys.go finds its meaning; form.go, ask.go and pages.go come first where a form, a question, a typed line or a page is open,
//   - cursor.go moves over the spots of the board, ahead.go keeps premoves, pointer.go touches them and follows a dragged piece,
//   - controls.go has the controls of a game, their order, and when they are off,
//   - act.go turns the meaning into a request, has it carried out by package command, and opens the page of the answer,
//   - play.go takes the events of the table, and leave.go ends a game, offers what can follow, and reports what is not saved.
//
// The pages: menu.go (the menu and its settings), files.go (saving, and the games to open), review.go with retry.go, insights.go,
// learn.go (lessons, puzzles, today), join.go and remote.go (a game with another machine), moves.go, help.go, and reader.go for long
// texts. say.go writes the sentences of the page, including those on what packages advice and coach find.
package desk
