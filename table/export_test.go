package table

// Copied returns the end at which the table follows another one, or one that does nothing any more.
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
