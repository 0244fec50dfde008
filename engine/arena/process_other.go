//go:build !unix

package arena

import "os/exec"

func group(*exec.Cmd) {}

// killGroup kills a program. Its child processes end when they notice that their input has ended.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
