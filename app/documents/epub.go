package documents

import (
	"context"
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"
)

const (
	// container is the file that contains the path of the book's package file.
	container = "META-INF/container.xml"
	// maxChapter is the maximum size of a file in a book, in bytes.
	maxChapter = MaxText
	// mostChapters is the maximum number of files in a book.
	mostChapters = 20_000
)

// readEPUB reads the spine of an EPUB 2 or 3 in order. A chapter without a heading gets its title
// from the table of contents.
func readEPUB(file *source, p *parts) (Document, error) {
	ctx := file.ctx
	b := book{
		items: map[string]manifestItem{}, titles: map[string]string{}, optional: map[string]bool{},
		linked: map[string]bool{}, notes: map[string]int{},
	}
	if err := p.walk(ctx, container, elements{start: func(e element) {
		if e.name == "rootfile" && b.name == "" {
			b.name = unescaped(attribute(e, "full-path"))
		}
	}}); err != nil {
		return Document{}, err
	}
	if err := p.walk(ctx, b.name, elements{start: b.describe}); err != nil {
		return Document{}, err
	}
	if b.locked(ctx, p) {
		return Document{}, &Error{Reason: PasswordProtected}
	}
	b.readContents(ctx, p)
	for _, id := range b.beside {
		b.optional[b.items[id].name] = true
	}
	for _, id := range b.spine {
		delete(b.optional, b.items[id].name)
	}
	w := file.options.writer()
	found, missing := 0, 0
	for _, id := range slices.Concat(b.spine, b.beside) {
		item := b.items[id]
		if item.name == "" || item.nav || !item.isPage() || b.optional[item.name] && !b.linked[item.name] {
			continue
		}
		if p.files[item.name] == nil {
			missing++ // e-book readers skip a missing page, too
			continue
		}
		found++
		if err := b.chapter(ctx, p, item.name, &w); err != nil {
			return Document{}, err
		}
	}
	if found == 0 && missing > 0 {
		return Document{}, &Error{Reason: Damaged, Err: errNoPart}
	}
	return Document{Title: readProperty(ctx, p, b.name, "title"), Text: w.String(), Markdown: true, Cuts: w.cuts}, nil
}

// book is the content of an EPUB's package file.
type book struct {
	name  string                  // path of the package file
	items map[string]manifestItem // by id
	spine []string                // ids in reading order
	// beside are the IDs of pages outside the reading order, such as notes: they are read only if a
	// link leads to them. optional holds their file names, linked the names that links lead to.
	beside           []string
	optional, linked map[string]bool
	// notes are the note numbers in the pages beside, by file name, "#" and element ID.
	notes map[string]int
	ncx   string // id of the EPUB 2 table of contents
	// titles are the chapter titles in the table of contents, by file name.
	titles map[string]string
}

type manifestItem struct {
	name, kind string
	nav        bool // the EPUB 3 table of contents
}

func (i manifestItem) isPage() bool {
	return i.kind == "application/xhtml+xml" || i.kind == "text/html" || i.kind == "application/x-dtbook+xml"
}

func (b *book) describe(e element) {
	switch e.name {
	case "item":
		if len(b.items) < mostChapters*2 {
			properties := " " + attribute(e, "properties") + " "
			b.items[attribute(e, "id")] = manifestItem{
				name: beside(b.name, unescaped(attribute(e, "href"))),
				kind: attribute(e, "media-type"),
				nav:  strings.Contains(properties, " nav "),
			}
		}
	case "spine":
		b.ncx = attribute(e, "toc")
	case "itemref":
		switch id := attribute(e, "idref"); {
		case len(b.spine)+len(b.beside) >= mostChapters:
		case attribute(e, "linear") == "no":
			b.beside = append(b.beside, id)
		default:
			b.spine = append(b.spine, id)
		}
	}
}

// locked reports whether a page is encrypted. Fonts often are, which does not matter.
func (b *book) locked(ctx context.Context, p *parts) bool {
	pages := map[string]bool{}
	for _, id := range slices.Concat(b.spine, b.beside) {
		pages[b.items[id].name] = true
	}
	locked := false
	_ = p.walk(ctx, "META-INF/encryption.xml", elements{start: func(e element) {
		if e.name == "CipherReference" && pages[unescaped(attribute(e, "URI"))] {
			locked = true
		}
	}})
	return locked
}

// readContents fills titles from the table of contents of either kind.
func (b *book) readContents(ctx context.Context, p *parts) {
	for _, i := range b.items {
		if i.nav {
			b.readNav(ctx, p, i.name)
		}
	}
	if len(b.titles) > 0 {
		return
	}
	name := b.items[b.ncx].name
	label, inLabel := "", false
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			switch e.name {
			case "navLabel":
				label, inLabel = "", true
			case "content":
				b.title(beside(name, unescaped(attribute(e, "src"))), label)
			}
		},
		end: func(e element) {
			if e.name == "navLabel" {
				inLabel = false
			}
		},
		text: func(s string) error {
			if inLabel && len(label) < 1000 {
				label += s
			}
			return nil
		},
	})
}

func (b *book) readNav(ctx context.Context, p *parts, name string) {
	href, label, inToc := "", "", false
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			switch e.name {
			case "nav":
				inToc = strings.Contains(" "+attribute(e, "type")+" ", " toc ")
			case "a":
				href, label = attribute(e, "href"), ""
			}
		},
		end: func(e element) {
			if e.name == "a" && inToc && href != "" {
				b.title(beside(name, unescaped(href)), label)
				href = ""
			}
		},
		text: func(s string) error {
			if href != "" && len(label) < 1000 {
				label += s
			}
			return nil
		},
	})
}

// title records the first title that refers to a file.
func (b *book) title(name, label string) {
	name, _, _ = strings.Cut(name, "#")
	if _, ok := b.titles[name]; !ok && len(b.titles) < mostChapters {
		b.titles[name] = strings.Join(strings.Fields(label), " ")
	}
}

func (b *book) chapter(ctx context.Context, p *parts, name string, w *writer) error {
	data, err := p.readAll(name, maxChapter)
	if err != nil {
		return err
	}
	text, err := decodeLikely(data)
	if err != nil {
		return errors.Join(err, errors.New(path.Base(name)))
	}
	one := w.part()
	one.links = &chapterLinks{book: b, file: name}
	if _, err := one.html(ctx, strings.NewReader(text)); err != nil {
		return err
	}
	w.size = one.size
	if !one.some {
		return nil
	}
	if title := b.titles[name]; title != "" && !one.headed {
		w.write(block{heading: 1, text: title})
	}
	w.append(&one)
	return nil
}

// chapterLinks resolves the links of one chapter to notes in pages outside the reading order.
type chapterLinks struct {
	*book
	file string
}

// follow records that a link leads to another page.
func (l *chapterLinks) follow(href string) {
	if l != nil && href != "" {
		l.linked[beside(l.file, unescaped(href))] = true
	}
}

// note returns the note mark for a link to a note in the pages beside, "" for any other link.
func (l *chapterLinks) note(href string) string {
	_, id, ok := strings.Cut(href, "#")
	if l == nil || !ok {
		return ""
	}
	name := beside(l.file, unescaped(href))
	if !l.optional[name] || l.optional[l.file] {
		return ""
	}
	key := name + "#" + id
	number, ok := l.notes[key]
	if !ok {
		if len(l.notes) >= maxNotes {
			return ""
		}
		number = len(l.notes) + 1
		l.notes[key] = number
	}
	return noteMark(number)
}

// begun returns the number of the note that begins at an ID, 0 if there is none.
func (l *chapterLinks) begun(id string) int {
	if l == nil {
		return 0
	}
	return l.notes[l.file+"#"+id]
}

// unescaped returns the part name of a percent-encoded reference.
func unescaped(ref string) string {
	ref, _, _ = strings.Cut(ref, "#")
	if plain, err := url.PathUnescape(ref); err == nil {
		return plain
	}
	return ref
}
