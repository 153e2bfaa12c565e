package sources

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"parlando/app/markdown"
)

// linkScheme is the prefix of the Link of a run that leads to a source. markdown.LinkInfo refuses
// this scheme, so no address in a text can have it.
const linkScheme = "parlando-source:"

// Number returns the number of the source to which the Link of a run leads.
func Number(link string) (n int, ok bool) {
	digits, ok := strings.CutPrefix(link, linkScheme)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// Mark splits the runs of a block so that each mark in the text is a run with a Link for Number,
// and adds such runs at the places of sources whose text has no marks. The Text of such a run is
// the mark as written, "" if it was added. offset is the byte offset of the block's source in
// chat.Message.Text, end that of its end in its source. Runs of code do not change. Without
// anything to mark it returns runs.
func (s *Sources) Mark(runs []markdown.Run, offset, end int) []markdown.Run {
	if s == nil || len(runs) == 0 {
		return runs
	}
	m := marker{Sources: s, offset: offset, places: s.placesIn(offset+runs[0].Start, offset+end)}
	for _, r := range runs {
		m.mark(r)
	}
	m.insert(offset + end)
	if !m.changed {
		return runs
	}
	return m.out
}

// place is a place in the text, a byte offset in chat.Message.Text, with the number of a source.
type place struct{ at, number int }

// placesIn returns the places after from and up to to, in the order of the text.
func (s *Sources) placesIn(from, to int) (places []place) {
	for _, r := range s.requests {
		for i, c := range r.cited {
			if !r.marked && c.End > from && c.End <= to && !slices.Contains(places, place{c.End, r.numbers[i]}) {
				places = append(places, place{c.End, r.numbers[i]})
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.number, b.number)) })
	return places
}

// source returns the number of the source to which the number n leads at a byte offset in
// chat.Message.Text; 0 for none.
func (s *Sources) source(at, n int) int {
	for _, r := range slices.Backward(s.requests) {
		if r.from <= at {
			return r.source(n)
		}
	}
	return 0
}

// marker marks the runs of one block.
type marker struct {
	*Sources
	offset int
	// places are those not reached yet.
	places  []place
	out     []markdown.Run
	changed bool
}

// mark adds a run, divided at its marks and places.
func (m *marker) mark(r markdown.Run) {
	m.insert(m.offset + r.Start)
	if r.Link != "" {
		if n := m.numberOf(r); n > 0 {
			r.Link = linkScheme + strconv.Itoa(n)
			m.changed = true
			// The link is the mark of this source, so do not add another.
			m.places = slices.DeleteFunc(m.places, func(p place) bool { return p.number == n && p.at <= m.offset+r.End+len(r.Text)+16 })
		}
		m.out = append(m.out, r)
		return
	}
	if r.Style&markdown.Monospace != 0 || !r.IsSource() {
		m.out = append(m.out, r)
		return
	}
	at := 0
	for _, found := range mark().FindAllStringIndex(r.Text, -1) {
		written := r.Text[found[0]:found[1]]
		var numbers []int
		for _, n := range numbersIn(written) {
			if number := m.source(m.offset+r.Start+found[0], n); number > 0 && !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
		}
		if len(numbers) == 0 && !isPrivate(written) {
			continue
		}
		m.text(r, at, found[0])
		at = found[1]
		m.changed = true
		for i, n := range numbers {
			link := r.Slice(found[0], found[1])
			if link.Link = linkScheme + strconv.Itoa(n); i > 0 {
				link.Text = "" // copied once
			}
			m.out = append(m.out, link)
		}
	}
	m.text(r, at, len(r.Text))
}

// text adds the bytes [from, to) of a run that has no marks there, divided at the places.
func (m *marker) text(r markdown.Run, from, to int) {
	for len(m.places) > 0 && m.places[0].at < m.offset+r.Start+to {
		if at := m.places[0].at - m.offset - r.Start; at > from {
			m.out = append(m.out, r.Slice(from, at))
			from = at
		}
		m.insert(m.offset + r.Start + from)
	}
	if to > from {
		m.out = append(m.out, r.Slice(from, to))
	}
}

// insert adds the marks of the places up to the given offset.
func (m *marker) insert(to int) {
	for len(m.places) > 0 && m.places[0].at <= to {
		p := m.places[0]
		m.places = m.places[1:]
		m.changed = true
		at := p.at - m.offset
		m.out = append(m.out, markdown.Run{Link: linkScheme + strconv.Itoa(p.number), Start: at, End: at})
	}
}

// numberOf returns the number of the source to which a link leads, if its text says no more than
// the mark: a number, the host or the address. Other words stay a link.
func (m *marker) numberOf(r markdown.Run) int {
	n := m.links[page(r.Link)]
	if n == 0 {
		return 0
	}
	words := strings.ToLower(strings.Trim(r.Text, "[]() "))
	words = strings.TrimPrefix(words, "www.")
	if _, err := strconv.Atoi(words); err == nil || words == m.List[n-1].Host || page(words) == page(r.Link) {
		return n
	}
	return 0
}
