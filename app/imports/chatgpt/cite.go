package chatgpt

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
)

const (
	markOpen, markSeparator, markClose = "\ue200", "\ue202", "\ue201"
	oldOpen, oldClose                  = "【", "】"

	// maxMarkBytes and maxOldMarkBytes are the maximum lengths of marks: some contain JSON.
	maxMarkBytes, maxOldMarkBytes = 64 << 10, 200
	// maxPages is the maximum number of pages of one mark.
	maxPages = 20
)

// oldMark matches a mark such as 【12†source】 or 【4:1†report.pdf】.
var oldMark = regexp.MustCompile(`^【(?:\d{1,4}:)?(\d{1,4})†[^】]*】$`)

// citer replaces the marks in the texts of a message by numbers of sources.
type citer struct {
	// references are those of each mark with which their text begins, the longest first.
	references map[string][]foldedReference
	// citations are in their order, byPlace and byNumber by Start and by the number in the mark.
	citations         []citation
	byPlace, byNumber map[int]*citation
	// more are the references whose text is not a mark.
	more []*reference
}

// foldedReference is a reference with the text that it stands for, folded.
type foldedReference struct {
	*reference
	folded string
}

func newCiter(m *metadata) *citer {
	c := &citer{references: map[string][]foldedReference{}, citations: m.Citations, byPlace: map[int]*citation{}, byNumber: map[int]*citation{}}
	for i := range c.citations {
		citation := &c.citations[i]
		if citation.Start > 0 {
			c.byPlace[citation.Start] = citation
		}
		if n := citation.Metadata.Extra.Message; n != nil && c.byNumber[*n] == nil {
			c.byNumber[*n] = citation
		}
	}
	if len(m.Cited.Pages) > 0 {
		c.more = append(c.more, &reference{Sources: m.Cited.Pages})
	}
	for i := range m.References {
		r := &m.References[i]
		text := folded(strings.TrimSpace(r.Matched))
		mark := leadingMark(text)
		if mark == "" {
			c.more = append(c.more, r)
			continue
		}
		c.references[mark] = append(c.references[mark], foldedReference{r, text})
	}
	for _, all := range c.references {
		slices.SortStableFunc(all, func(a, b foldedReference) int { return cmp.Compare(len(b.folded), len(a.folded)) })
	}
	return c
}

// leadingMark returns the mark with which a text begins, "" for none.
func leadingMark(text string) string {
	closing, most := markClose, maxMarkBytes
	switch {
	case strings.HasPrefix(text, oldOpen):
		closing, most = oldClose, maxOldMarkBytes
	case !strings.HasPrefix(text, markOpen):
		return ""
	}
	end := strings.Index(text[:min(len(text), most)], closing)
	if end < 0 {
		return ""
	}
	return text[:end+len(closing)]
}

// fold replaces characters as ChatGPT does before it looks for marks.
func fold(r rune) rune {
	switch {
	case r == '\u00a0' || r == '\u202f' || r == '\u2007' || r == '\u2060':
		return ' '
	case r >= '\u2010' && r <= '\u2015' || r == '\u2212':
		return '-'
	}
	return r
}

func folded(text string) string { return strings.Map(fold, text) }

// foldedPrefix returns the length of the beginning of text that is prefix after folding, 0 for
// none.
func foldedPrefix(text, prefix string) int {
	at := 0
	for _, want := range prefix {
		r, n := utf8.DecodeRuneInString(text[at:])
		if n == 0 || fold(r) != want {
			return 0
		}
		at += n
	}
	return at
}

// citedText is a text whose marks are being replaced.
type citedText struct {
	*citer
	text string
	out  []byte
	// opening, closing, oldOpening and oldClosing find the next characters of marks.
	opening, closing, oldOpening, oldClosing finder
	sources                                  []chat.CitedSource
	// numbers has the number of each source, by address or title.
	numbers map[string]int
	// runes and units count the characters and the UTF-16 units before the next mark, marks are the
	// old marks so far.
	runes, units, marks int
	// allMarks is the number of old marks in the text.
	allMarks int
}

// finder finds the places of a string in a text, in order.
type finder struct {
	text, wanted string
	at           int // of the last one found
}

// next returns the first place from a position on, which never decreases; the length of the text
// if there is none.
func (f *finder) next(from int) int {
	if f.at < from {
		if i := strings.Index(f.text[from:], f.wanted); i >= 0 {
			f.at = from + i
		} else {
			f.at = len(f.text)
		}
	}
	return f.at
}

// cite returns a text with marks such as [1] for its sources.
func (c *citer) cite(text string) (string, []chat.CitedSource) {
	t := citedText{citer: c, text: text, numbers: map[string]int{}, allMarks: strings.Count(text, "†")}
	for f, wanted := range map[*finder]string{&t.opening: markOpen, &t.closing: markClose, &t.oldOpening: oldOpen, &t.oldClosing: oldClose} {
		*f = finder{text, wanted, -1}
	}
	if strings.Contains(text, markOpen) || strings.Contains(text, oldOpen) {
		text = t.replaceAll()
	}
	for _, r := range c.more {
		t.list(r.pages())
	}
	return withoutMarks(text), t.sources
}

// replaceAll replaces all marks and returns the text.
func (t *citedText) replaceAll() string {
	at := 0
	for {
		next := min(t.opening.next(at), t.oldOpening.next(at))
		t.out = append(t.out, t.text[at:next]...)
		t.count(t.text[at:next])
		if next == len(t.text) {
			return string(t.out)
		}
		at = next + t.replace(next)
		t.count(t.text[next:at])
	}
}

// markAt returns the mark that begins at a position, "" for none.
func (t *citedText) markAt(at int) string {
	opening, closing, most := markOpen, &t.closing, maxMarkBytes
	if strings.HasPrefix(t.text[at:], oldOpen) {
		opening, closing, most = oldOpen, &t.oldClosing, maxOldMarkBytes
	}
	end := closing.next(at) + len(closing.wanted)
	if end > len(t.text) || end-at > most || strings.Contains(t.text[at+len(opening):end], opening) {
		return ""
	}
	return t.text[at:end]
}

func (t *citedText) count(text string) {
	if len(t.citations) == 0 {
		return
	}
	for _, r := range text {
		t.runes++
		t.units++
		if r >= 0x10000 {
			t.units++
		}
	}
}

// replace writes what stands for the mark at a position, and returns the length of the replaced
// text.
func (t *citedText) replace(at int) (n int) {
	text, mark := t.text[at:], t.markAt(at)
	if mark == "" {
		_, n = utf8.DecodeRuneInString(text)
		t.out = append(t.out, text[:n]...)
		return n
	}
	for _, r := range t.references[folded(mark)] {
		if n := foldedPrefix(text, r.folded); n > 0 {
			t.reference(r.reference, mark, text[n:])
			return n
		}
	}
	if strings.HasPrefix(mark, markOpen) {
		t.words(visibleWords(mark), text[len(mark):])
		return len(mark)
	}
	number := oldMark.FindStringSubmatch(mark)
	if number == nil {
		t.out = append(t.out, oldOpen...)
		return len(oldOpen)
	}
	if c := t.citation(number[1]); c != nil && c.Metadata.Title+c.Metadata.Name+c.Metadata.URL != "" {
		t.cited([]page{{Title: firstOf(c.Metadata.Title, c.Metadata.Name), URL: c.Metadata.URL}}, text[len(mark):])
	} else {
		t.words("", text[len(mark):])
	}
	t.marks++
	return len(mark)
}

// citation returns the citation of an old mark: by its place, by its number, or by their order.
func (t *citedText) citation(number string) *citation {
	n, _ := strconv.Atoi(number)
	c := cmp.Or(t.byPlace[t.runes], t.byPlace[t.units], t.byNumber[n])
	if c == nil && len(t.citations) == t.allMarks && t.marks < t.allMarks {
		c = &t.citations[t.marks]
	}
	return c
}

// reference writes what a reference stands for.
func (t *citedText) reference(r *reference, mark, after string) {
	pages := r.pages()
	kind, _, _ := strings.Cut(strings.TrimPrefix(mark, markOpen), markSeparator)
	cites := strings.HasPrefix(mark, oldOpen) || strings.HasSuffix(kind, "cite") || kind == "navlist"
	switch {
	case kind == "image_group":
		t.words("", after)
	case cites && len(pages) > 0:
		t.cited(pages, after)
	default:
		t.words(firstOf(r.Alt, visibleWords(mark)), after)
	}
}

// pages returns the pages of a reference, or its document.
func (r *reference) pages() (all []page) {
	add := func(pages []page) {
		for _, p := range pages {
			if p.URL == "" && len(p.Supporting) > 0 {
				p = p.Supporting[0]
			}
			if p.URL != "" {
				all = append(all, p)
			}
		}
	}
	add([]page{{Title: r.Title, URL: r.URL}})
	add(r.Items)
	add(r.Sources)
	if len(all) == 0 {
		add(r.Fallback)
	}
	if title := firstOf(r.Name, r.Title); len(all) == 0 && r.Type == "file" && title != "" {
		all = append(all, page{Title: title})
	}
	return all[:min(len(all), maxPages)]
}

// cited writes the numbers of pages.
func (t *citedText) cited(pages []page, after string) {
	if n := len(t.out); n > 0 && !bytes.ContainsAny(t.out[n-1:], " \n\t([]") {
		t.out = append(t.out, ' ')
	}
	var numbers []int
	for _, p := range pages {
		if n := t.number(p, true); !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
			t.out = append(t.out, "["+strconv.Itoa(n)+"]"...)
		}
	}
	// with those that say the same
	t.list(pages)
	if strings.HasPrefix(after, "(") || strings.HasPrefix(after, ":") { // would make a link of it
		t.out = append(t.out, ' ')
	}
}

// list adds pages to the sources without a number in the text.
func (t *citedText) list(pages []page) {
	for _, p := range pages {
		t.number(p, false)
		for _, s := range p.Supporting[:min(len(p.Supporting), maxPages)] {
			if s.URL != "" {
				t.number(s, false)
			}
		}
	}
}

// number returns the number of a source. marked reports that the text has it.
func (t *citedText) number(p page, marked bool) int {
	key := cmp.Or(p.URL, p.Title)
	n, ok := t.numbers[key]
	if !ok {
		n = len(t.numbers) + 1
		t.numbers[key] = n
		t.sources = append(t.sources, chat.CitedSource{Address: p.URL, Title: p.Title})
	}
	if marked {
		t.sources[n-1].Number = n
	}
	return n
}

// words writes words instead of a mark. Without words, there is no space before what follows.
func (t *citedText) words(words, after string) {
	if words == "" && bytes.HasSuffix(t.out, []byte(" ")) && (after == "" || strings.ContainsAny(after[:1], " \n.,;:!?)")) {
		t.out = t.out[:len(t.out)-1]
	}
	t.out = append(t.out, words...)
}

// visibleWords returns the words in a mark that nothing explains: the name of a thing, or the title
// of a link.
func visibleWords(mark string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(mark, markOpen), markClose)
	fields := strings.Split(inner, markSeparator)
	if len(fields) < 2 {
		return ""
	}
	switch fields[0] {
	case "entity":
		var words []string
		_ = json.Unmarshal([]byte(fields[1]), &words)
		if len(words) > 1 {
			return storable(words[1])
		}
	case "link_title", "url":
		return fields[1]
	}
	return ""
}

// withoutMarks removes the private characters of marks, from U+E200 to U+E2FF.
func withoutMarks(text string) string {
	if !strings.ContainsFunc(text, isMark) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, text)
}

func isMark(r rune) bool { return r >= '\ue200' && r <= '\ue2ff' }
