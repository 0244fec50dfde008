package ataxx

// Ladder returns the scores of the levels from docs/performance.md, "Opponents". Levels 8 to 10 were measured with a tenth of
// their nodes.
func (Game) Ladder() []float64 {
	return []float64{69.8, 74.6, 66.9, 72.6, 93.3, 91.7, 95.8, 90.0, 80.0}
}
