package desk

import "attic/command"

// Result returns how the round shown ended, addressing the person here: "You lost, 23 to 26."; between two people
// "Blue won, 26 to 23." It returns "" until the round is over and while an earlier position is shown.
func (p *Play) Result() string {
	if !p.Now.Over || p.Back {
		return ""
	}
	return p.keyed(command.Result(p.Now, p.Info))
}
