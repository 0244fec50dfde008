// Command atticd is a hall for the games of attic: a server with a page, a lobby and any number of tables.
package main

import (
	"os"

	"attic/cmd/internal/shell"
)

func main() { os.Exit(shell.Run(command(os.Getenv))) }
