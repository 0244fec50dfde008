// Package lobby holds the page of a hall: attic's page in a browser, with a lobby in front of it, from which people reach the tables.
package lobby

import (
	"embed"
	"maps"

	"attic/ui/web"
)

// embedded holds the files of the lobby.
//
//go:embed page
var embedded embed.FS

// Files returns the files of the page of a hall, by name. If the program was built without the page, the files are those of the lobby alone, and the
// error is [web.ErrNone].
func Files() (map[string]web.File, error) {
	files, none := web.Files()
	if none == nil {
		return With(files), nil
	}
	files = With(web.With(nil))
	files["index.html"] = files["lobby.html"]
	return web.Listed(files), none
}

// With adds the lobby to the files of a page: the lobby is the first page, unless the address is the link of a table.
func With(page map[string]web.File) map[string]web.File {
	all := maps.Clone(page)
	own := web.Folder(embedded, "page")
	web.Shorten(own)
	maps.Copy(all, own)
	all["index.html"] = page["index.html"].Replaced("<head>\n", web.Of([]byte("<head>\n<script src=\"hall.js\"></script>\n")))
	return web.Listed(all)
}
