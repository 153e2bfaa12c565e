// Package help has the help for users: a page for each thing that one does, in each language of
// its own folder. The files are also read as they are, without the program.
package help

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed */*.md */*.webp */dark/*.webp
var files embed.FS

// The pages that places in the window lead to. Each is the name of a file.
const (
	FirstSteps = "first-steps"
	Transcribe = "transcribe"
	ReadAloud  = "read-aloud"
	Tables     = "tables"
	Tools      = "tools"
	Costs      = "costs"
	Keys       = "keys"
)

// Names returns the names of all pages in their order.
func Names() []string {
	return []string{
		FirstSteps, "chat-and-pictures", "files-and-pdf", "dictate", Transcribe, ReadAloud, "voice-chat", Tables, Tools, "projects", Costs, "your-data", Keys,
	}
}

// Page is one page of the help.
type Page struct {
	Name, Title string
	// Text is the page in Markdown, its title first. Its links lead to LinkPrefix with the name of
	// another page.
	Text string
	// TextEnd is the byte offset at which the window ends Text. On the page Keys, the list of keys
	// follows, for which the window has a table of its own.
	TextEnd int

	language string
}

// LinkPrefix is the beginning of the address of a link to another page. No browser opens it.
const LinkPrefix = "https://help.invalid/"

// Pages returns the pages in a language, such as "de", or in English if there are none; translated
// reports which.
func Pages(language string) (pages []Page, translated bool) {
	if _, err := fs.Stat(files, language); err != nil || language == "" {
		pages, _ = Pages("en")
		return pages, false
	}
	var links []string
	for _, name := range Names() {
		links = append(links, "]("+name+".md)", "]("+LinkPrefix+name+")")
	}
	address := strings.NewReplacer(links...)
	for _, name := range Names() {
		data, err := files.ReadFile(language + "/" + name + ".md")
		if err != nil {
			continue // a test fails
		}
		p := Page{Name: name, language: language, Text: address.Replace(string(data))}
		title, _, _ := strings.Cut(p.Text, "\n")
		p.Title = strings.TrimPrefix(title, "# ")
		p.TextEnd = len(p.Text)
		if at := strings.Index(p.Text, "\n## "); at >= 0 {
			p.TextEnd = at + 1
		}
		pages = append(pages, p)
	}
	return pages, true
}

// Languages returns the languages that there is help in.
func Languages() []string {
	folders, err := files.ReadDir(".")
	if err != nil {
		return nil
	}
	var all []string
	for _, f := range folders {
		all = append(all, f.Name())
	}
	return all
}

// Picture returns the picture of the page in a light window as WebP, nil if it has none. colors, a
// WebP too, has each of its colors in the first row, and below it the color that a dark window has
// there.
func (p Page) Picture() (picture, colors []byte) {
	picture, err := files.ReadFile(p.language + "/" + p.Name + ".webp")
	if err != nil {
		return nil, nil
	}
	colors, err = files.ReadFile(p.language + "/dark/" + p.Name + ".webp")
	if err != nil {
		return nil, nil // a test fails
	}
	return picture, colors
}
