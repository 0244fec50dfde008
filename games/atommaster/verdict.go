package atommaster

// compare compares the beams from the index from on with the atoms set.
func (st *state) compare(from int) {
	if !st.draft {
		st.Work = st.Work.Compared(from)
	}
}
