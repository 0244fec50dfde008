package atom4

// Ladder returns the scores of the levels from docs/performance.md, "Opponents". Levels from 8 up were not measured.
func (Game) Ladder() []float64 {
	return []float64{70.0, 69.8, 67.9, 73.2, 71.2, 90.8, 86.7}
}
