package table

// Copied returns the Copy of the table or, after the game with the other machine, a Copy that does nothing.
func (t *Table) Copied() *Copy {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.peer.link == nil {
		return &Copy{table: t}
	}
	return t.peer.link
}

// Attached is Attach.
func (t *Table) Attached(l Link) error {
	_, err := t.Attach(l)
	return err
}
