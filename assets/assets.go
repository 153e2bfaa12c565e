// Package assets has the files that are built into the program: icons, translations and the
// licenses of the software that it uses.
package assets

import (
	"embed"
	"strings"

	"fyne.io/fyne/v2"
)

//go:embed icons/*.svg
var icons embed.FS

// Translations holds translations/LANGUAGE.json for each language but English, which the program
// says without a file: en.json is for translators.
//
//go:embed translations/de.json translations/ja.json
var Translations embed.FS

//go:embed icon-128.png
var appIcon []byte

// Icon returns the SVG of a Lucide icon by its Lucide name, such as "square-pen", drawn in
// currentColor, or nil for an unknown name. A test looks up every name that the program uses.
func Icon(name string) []byte {
	svg, err := icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		return nil
	}
	return svg
}

// AppIcon returns the program's own icon, a PNG of 128 by 128 pixels, the size of a window's icon.
// icon.png beside it is for packages; it is larger, and using it here would add some milliseconds
// to each start.
func AppIcon() fyne.Resource { return fyne.NewStaticResource("parlando.png", appIcon) }

// IconNames returns the names that Icon accepts, sorted.
func IconNames() []string {
	entries, err := icons.ReadDir("icons")
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".svg"))
	}
	return names
}
