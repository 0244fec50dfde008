package ataxx

// Ladder returns the scores of the levels from docs/performance.md, "Opponents". Levels 8 to 10 were measured with a tenth of
// their nodes.
func (Game) Ladder() []float64 {
	return []float64{74.2, 70.2, 72.0, 71.6, 89.2, 92.5, 92.4, 91.6, 88.2}
}
