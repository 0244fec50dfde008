package desk

// iconTicks is the number of ticks for which the sound icon is shown after sound was switched.
const iconTicks = 2

// Switched reports whether sound was just switched on or off. Front-ends show an icon as long as this is true: for iconTicks
// ticks, or until the person does something else.
func (m *Message) Switched() bool { return m.switched > 0 }

// Ticks reports whether the page changes with time; then call Tick a second from now.
func (d *Desk) Ticks() bool {
	p := d.Play
	return d.Unsaved() != "" || p != nil && (clocked(&p.Shown) && p.Now.Clock.Runs >= 0 || p.Message.Switched() || p.Study.Races())
}

// Tick is called a second after Ticks has reported true. The page is drawn afterwards.
func (d *Desk) Tick() {
	saves(d)
	if d.Play == nil {
		return
	}
	if d.Play.Message.switched > 0 {
		d.Play.Message.switched--
	}
	d.Play.lecture.races()
}
