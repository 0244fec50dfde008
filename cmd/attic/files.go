package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"attic/cmd/attic/share"
	"attic/cmd/internal/shell"
	"attic/draw/palette"
	"attic/games"
	"attic/match/pictures"
	"attic/match/store"
	"attic/ui/window"
)

func filesCommand() *cobra.Command {
	list := false
	cmd := &cobra.Command{
		Use: "files [DIR]", Short: "Write the files installed with attic: manual pages, completions, menu entries, icons", GroupID: "machine",
		Long: "Writes the files that belong to an installation to DIR, such as /usr/local or the folder of a package: manual pages,\n" +
			"completions for bash, zsh and fish, entries for the desktop's menu, the icon, a MIME type for saved games, and the licences of the\n" +
			"software in attic. make install does the same. With --list it prints the files' paths below DIR instead.",
		Example: "  attic files ~/.local\n  attic files --list",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case list && len(args) > 0:
				return usage("unexpected argument %q; --list takes no folder", args[0])
			case !list && len(args) != 1:
				return usage("files takes one folder to write to: attic files /usr/local")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := installed()
			if err != nil {
				return err
			}
			for _, f := range files {
				if list {
					fmt.Fprintln(shell.Out, f.Path)
					continue
				}
				path := filepath.Join(args[0], filepath.FromSlash(f.Path))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return err
				}
				err := store.Replace(path, 0o644, func(w io.Writer) error {
					_, err := io.WriteString(w, f.Text)
					return err
				})
				if err != nil {
					return fmt.Errorf("%s: not written: %w", path, err)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "print the paths")
	return cmd
}

// iconSize is the size in pixels of the bitmap icon.
const iconSize = 48

// installed returns the files installed with the program. They are always the same for a given version.
func installed() ([]share.File, error) {
	now := edition()
	p := share.Program{Version: now.Version, Date: now.Date, Brief: rootCommand().Short}
	for _, g := range games.All() {
		info := g.Info()
		p.Games = append(p.Games, share.Game{Name: info.Name, Title: info.Title, Brief: info.Brief})
	}
	list := share.Files(p)
	for _, name := range append([]string{"attic"}, gameNames()...) {
		page, _ := pageOf(name)
		list = append(list, share.File{Path: "share/man/man6/" + name + ".6", Text: page.Roff(now)})
		scripts, err := completions(name)
		if err != nil {
			return nil, err
		}
		list = append(list, scripts...)
	}
	theme, _ := palette.Find(palette.Themes()[0])
	var drawing, picture bytes.Buffer
	err := errors.Join(
		pictures.WriteScene(&drawing, pictures.SVG, window.Icon(), iconSize, iconSize, theme),
		pictures.WriteScene(&picture, pictures.PNG, window.Icon(), iconSize, iconSize, theme),
	)
	icons := "share/icons/hicolor/"
	return append(list,
		share.File{Path: icons + "scalable/apps/" + share.Icon + ".svg", Text: drawing.String()},
		share.File{Path: fmt.Sprintf("%s%dx%[2]d/apps/%s.png", icons, iconSize, share.Icon), Text: picture.String()},
	), err
}

// completions returns the shells' completion files for a program called name: attic, or a game's name.
func completions(name string) ([]share.File, error) {
	cmd := commandFor(name)
	var bash, zsh, fish bytes.Buffer
	err := errors.Join(cmd.GenBashCompletionV2(&bash, true), cmd.GenZshCompletion(&zsh), cmd.GenFishCompletion(&fish, true))
	return []share.File{
		{Path: "share/bash-completion/completions/" + name, Text: bash.String()},
		{Path: "share/zsh/site-functions/_" + name, Text: zsh.String()},
		{Path: "share/fish/vendor_completions.d/" + name + ".fish", Text: fish.String()},
	}, err
}
