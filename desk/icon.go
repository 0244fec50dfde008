package desk

// iconTicks is how many ticks the icon is shown after sound was switched.
const iconTicks = 2

// Switched reports whether sound was switched on or off a moment ago. Front-ends show that by an icon, until the moment is over
// or something else is done.
func (p *Play) Switched() bool { return p.switched > 0 }

// Ticks reports whether the page changes with time, so that Tick is to be called a second from now.
func (d *Desk) Ticks() bool {
	p := d.Play
	return p != nil && (p.clocked() && p.Now.Clock.Runs >= 0 || p.Switched())
}

// Tick is called when a second has passed, after Ticks has reported true. The page is drawn after it.
func (d *Desk) Tick() {
	if d.Play != nil && d.Play.switched > 0 {
		d.Play.switched--
	}
}
