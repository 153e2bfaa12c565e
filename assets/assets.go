// Package assets carries the files that are built into the program: icons, translations and the
// notices of what it stands on.
package assets

import (
	"embed"
	"strings"

	"fyne.io/fyne/v2"
)

//go:embed icons/*.svg
var icons embed.FS

// Translations holds translations/LANGUAGE.json for each language; English is the source.
//
//go:embed translations
var Translations embed.FS

//go:embed icon-128.png
var appIcon []byte

// Icon returns the SVG of a Lucide icon by its name there, such as "square-pen", drawn in
// currentColor. An unknown name gives nil; a test looks up every name the program uses.
func Icon(name string) []byte {
	svg, err := icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		return nil
	}
	return svg
}

// AppIcon is the program's own icon, a PNG of 128 by 128: as large as a window's icon is shown.
// icon.png beside it is for packages; to read that and hand it to the display would take some
// milliseconds of each start.
func AppIcon() fyne.Resource { return fyne.NewStaticResource("parlando.png", appIcon) }

// IconNames are the names Icon knows, in order.
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
