package rules

import (
	"errors"
	"fmt"
	"math/bits"
)

// Color is the colour of a piece: the sum of its red (1), green (2) and blue (4) light.
type Color uint8

// The eight colours, and Empty, which is not a colour, for a vertex without a piece.
const (
	Black Color = iota
	Red
	Green
	Yellow
	Blue
	Purple
	Cyan
	White
	Empty
)

// ErrColor is wrapped by the errors of ParseColor.
var ErrColor = errors.New("not a colour")

const letters = "KrgybpcW."

var colorNames = [...]string{"black", "red", "green", "yellow", "blue", "purple", "cyan", "white", "empty"}

// Letter returns the letter of c in board texts: K r g y b p c W, and '.' for Empty.
func (c Color) Letter() byte { return letters[c] }

// String returns the name in lower case, "red", or "empty".
func (c Color) String() string { return colorNames[c] }

// ParseColor reads a letter (case matters: K r g y b p c W) or a name ("red"). Empty is neither. Errors wrap ErrColor.
func ParseColor(text string) (Color, error) {
	for c := Black; c < Empty; c++ {
		if text == letters[c:c+1] || text == colorNames[c] {
			return c, nil
		}
	}
	return Empty, fmt.Errorf("%w: %.12q; the colours are K (black), r (red), g (green), y (yellow), b (blue), p (purple), c (cyan) and W (white)", ErrColor, text)
}

// Next returns the next colour in playing order: red, yellow, green, cyan, blue, purple, red. Black and white, in the
// middle of the wheel, swap; see Position.Rotate.
func (c Color) Next() Color { return (c>>1|c<<2)&White ^ White }

// Prev undoes Next.
func (c Color) Prev() Color { return (c<<1|c>>2)&White ^ White }

// Opposite returns the colour on the other side of the wheel, with exactly the light that c lacks. It is the only
// colour that a piece of colour c turns into its owner's goal.
func (c Color) Opposite() Color { return c ^ White }

// OnWheel reports whether c is a colour that is played: any except black and white.
func (c Color) OnWheel() bool { return Black < c && c < White }

// Additive reports whether c is red, green or blue, the colours of player 1.
func (c Color) Additive() bool { return c == Red || c == Green || c == Blue }

// Owner returns the player who plays c or, for white and black, has it as the goal. Empty has no owner.
func (c Color) Owner() Player { return Player(bits.OnesCount8(uint8(c))&1 ^ 1) }

// Mixed returns the colour of a piece of colour c after a newly placed piece has changed it, whose colour is on the
// wheel (rules "Colour change": a bitwise or for additive colours, a bitwise and for subtractive ones). For a
// propagator, which passes the change on and keeps its colour, it returns c.
func (c Color) Mixed(placed Color) Color {
	if placed.Additive() {
		return c | placed
	}
	return c & placed
}

// Player is one of the two players: the number of a seat, from 0.
type Player uint8

// The two players. Player 1 plays the additive colours, player 2 the subtractive ones.
const (
	Player1 Player = iota
	Player2
)

// Goal returns White for player 1 and Black for player 2.
func (p Player) Goal() Color { return White * Color(1-p) }

// Other returns the opponent.
func (p Player) Other() Player { return p ^ 1 }

// String returns "player 1" or "player 2".
func (p Player) String() string { return [...]string{"player 1", "player 2"}[p] }

// Result is the state of a round: running, won or drawn.
type Result uint8

// The results of a round.
const (
	Running Result = iota
	Win1           // player 1 has won
	Win2           // player 2 has won
	Draw           // the board is full and nobody has won
)

// Winner returns the winner. The second result is false while the round is running and after a draw.
func (r Result) Winner() (Player, bool) {
	return Player(r-Win1) & 1, r == Win1 || r == Win2
}

// String returns "running", "player 1 has won", "player 2 has won" or "draw".
func (r Result) String() string {
	return [...]string{"running", "player 1 has won", "player 2 has won", "draw"}[r]
}
