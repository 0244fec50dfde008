package ataxx

import (
	"context"
	_ "embed"

	"attic/game"
)

//go:embed lessons.txt
var lessonsText string

//go:embed puzzles.txt
var puzzlesText string

// Lessons returns the lessons of lessons.txt.
func (Game) Lessons() string { return lessonsText }

// Puzzles returns the puzzles of puzzles.txt.
func (Game) Puzzles() string { return puzzlesText }

// Themes lists the kinds of puzzles.
func (Game) Themes() []game.Theme { return themes }

// Try judges a move by a goal of the lessons or of the puzzles.
func (Game) Try(ctx context.Context, s game.State, goal, move string) (game.Tried, error) {
	if t, known, err := tryLesson(ctx, s, goal, move); known || err != nil {
		return t, err
	}
	return tryPuzzle(ctx, s.(state), goal, move)
}
