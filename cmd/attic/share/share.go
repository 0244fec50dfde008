// Package share holds the files for desktops that are installed with the program: menu entries, the description for software centres,
// the MIME type of saved games, and the licences of the code linked into the program.
package share

import (
	"embed"
	"reflect"
	"slices"
	"strings"
)

// Icon is the name of the program's icon.
const Icon = "attic"

// MIME is the MIME type of saved games.
const MIME = "application/x-attic-game"

// Program describes the program to which the files belong.
type Program struct {
	Version, Date, Brief string
	Games                []Game
}

// Game is a game in menus.
type Game struct{ Name, Title, Brief string }

// File is a file to install, at a path below the prefix.
type File struct {
	Path string
	Text string
}

//go:embed *.tmpl
var templates embed.FS

// Licences is the text of the licences of the program and of the code linked into it.
//
//go:embed licences.txt
var Licences string

// ID returns the identifier of the program for software centres: the path of its module with the host's parts reversed. If the path has
// no host, the identifier begins with org.example. For hosts of source code, it begins as Flathub prescribes.
func ID() string {
	return identifier(strings.TrimSuffix(reflect.TypeFor[Program]().PkgPath(), "/cmd/attic/share"))
}

func identifier(module string) string {
	host, path, found := strings.Cut(module, "/")
	if !found || !strings.Contains(host, ".") {
		host, path = "example.org", module
	}
	parts := strings.Split(host, ".")
	switch host {
	case "github.com", "gitlab.com":
		parts[1] = "io"
	case "codeberg.org":
		parts = []string{"codeberg", "page"}
	}
	slices.Reverse(parts)
	return strings.Join(append(parts, strings.NewReplacer("/", ".", "-", "_").Replace(path)), ".")
}

// Files returns the files for a desktop. Their templates have placeholders in braces, since package text/template would make the program 2 MB larger.
func Files(p Program) []File {
	var binaries, items, titles string
	for _, g := range p.Games {
		binaries += "    <binary>" + g.Name + "</binary>\n"
		items += "      <li>" + g.Title + ": " + g.Brief + "</li>\n"
		titles += g.Title + ";"
	}
	words := []string{
		"{ID}", ID(), "{ICON}", Icon, "{MIME}", MIME, "{VERSION}", p.Version, "{DATE}", p.Date, "{BRIEF}", p.Brief,
		"    {BINARIES}\n", binaries, "      {ITEMS}\n", items, "{TITLES}", titles,
	}
	list := []File{
		{"share/doc/attic/licences.txt", Licences},
		{"share/metainfo/" + ID() + ".metainfo.xml", filled("metainfo.xml", words)},
		{"share/mime/packages/attic.xml", filled("mime.xml", words)},
		{"share/applications/attic.desktop", filled("attic.desktop", words)},
	}
	for _, g := range p.Games {
		own := append([]string{"{NAME}", g.Name, "{TITLE}", g.Title, "{GAME}", g.Brief}, words...)
		list = append(list, File{"share/applications/attic-" + g.Name + ".desktop", filled("game.desktop", own)})
	}
	return list
}

// filled returns a template with its placeholders replaced; words holds the placeholders, each followed by its text.
func filled(name string, words []string) string {
	text, err := templates.ReadFile(name + ".tmpl")
	if err != nil {
		panic(err) // cannot fail: the template is embedded
	}
	return strings.NewReplacer(words...).Replace(string(text))
}
