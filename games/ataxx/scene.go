package ataxx

import "attic/scene"

// Scene draws the board.
func (v view) Scene() scene.Scene { return scene.Scene{} }

// Aside draws what stands beside it.
func (v view) Aside(w, h float64) scene.Scene { return scene.Scene{} }
