package sources

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/markdown"
)

// Source is a page or a document that a reply cites.
type Source struct {
	// Address may be opened, and has no tracking parameters; "" for a document without one, or one
	// whose address must not be opened.
	Address string
	// Host is the host of the address without "www.", in ASCII; "" without an address.
	Host string
	// Title is that of the service, or else the address without its scheme.
	Title string
}

// Name returns the host, or the title of a source without one.
func (s Source) Name() string { return cmp.Or(s.Host, s.Title) }

// Sources are the sources of a reply in the order of their numbers, which begin at 1.
type Sources struct {
	List []Source
	// requests are the sources of each request of the reply, in the order of their texts.
	requests []request
	// links has the number of each address, as in the text and cleaned.
	links map[string]int
}

// request is one request of a reply with the sources that came with it.
type request struct {
	// from is the byte offset of its text in chat.Message.Text.
	from  int
	cited []chat.CitedSource
	// numbers has the number of each of cited in Sources.List.
	numbers []int
	// distinct are numbers without repetitions.
	distinct []int
	// byNumber has the number in Sources.List of each number in the text.
	byNumber map[int]int
	// marked reports that the text has marks such as "[1]", so that places are not needed.
	marked bool
}

// Equal reports whether two replies have the same sources with the same marks.
func (s *Sources) Equal(other *Sources) bool {
	if s == nil || other == nil {
		return s == other
	}
	return slices.Equal(s.List, other.List) && slices.EqualFunc(s.requests, other.requests, func(a, b request) bool {
		return a.from == b.from && a.marked == b.marked && slices.Equal(a.cited, b.cited) && slices.Equal(a.numbers, b.numbers)
	})
}

// Of returns the sources of a reply, nil if it has none. Links in its text count once it has ended.
func Of(m chat.Message) *Sources {
	if m.Role != chat.Assistant {
		return nil
	}
	var cited []chat.CitedSource
	for _, p := range m.Parts {
		cited = append(cited, p.CitedSources()...)
	}
	text := m.Text()
	if m.State.Ended() { // all of a text that grows would be searched for each picture
		cited = append(cited, citedLinks(text)...)
	}
	if len(cited) == 0 {
		return nil
	}
	s := &Sources{links: map[string]int{}}
	// Those that the text names by numbers come first, in the order of the numbers.
	slices.SortStableFunc(cited, func(a, b chat.CitedSource) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(order(a), order(b)))
	})
	for _, c := range cited {
		s.add(c)
	}
	if len(s.List) == 0 {
		return nil
	}
	for i := range s.requests {
		s.requests[i].find(text)
	}
	return s
}

// order returns the place of a source by its number; those without one follow.
func order(c chat.CitedSource) int {
	if c.Number == 0 {
		return 1 << 30
	}
	return c.Number
}

// add adds a source, or finds the one with the same page.
func (s *Sources) add(c chat.CitedSource) {
	source := clean(c)
	key := pageOf(source)
	if key == "" {
		return
	}
	n := s.links[key]
	if n == 0 {
		s.List = append(s.List, source)
		n = len(s.List)
		s.links[key] = n
	} else if old := &s.List[n-1]; c.Title != "" && old.Title == untitled(old.Address) {
		old.Title = source.Title
	}
	last := len(s.requests) - 1
	if last < 0 || s.requests[last].from != c.From {
		s.requests = append(s.requests, request{from: c.From, byNumber: map[int]int{}})
		last++
	}
	r := &s.requests[last]
	r.cited, r.numbers = append(r.cited, c), append(r.numbers, n)
	if !slices.Contains(r.distinct, n) {
		r.distinct = append(r.distinct, n)
	}
	if c.Number > 0 && r.byNumber[c.Number] == 0 {
		r.byNumber[c.Number] = n
	}
}

// clean returns a source with an address that may be opened, if it has one.
func clean(c chat.CitedSource) Source {
	s := Source{Title: strings.Join(strings.Fields(c.Title), " ")}
	address := withoutTracking(strings.TrimSpace(c.Address))
	if host, ok := markdown.LinkInfo(address); ok && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
		s.Address, s.Host = address, strings.TrimPrefix(host, "www.")
	}
	if s.Title == "" || s.Title == c.Address {
		s.Title = untitled(s.Address)
	}
	return s
}

// untitled returns an address without its scheme, as the title of a page that has none.
func untitled(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// pageOf returns what two sources of the same page have in common; "" for nothing to show.
func pageOf(s Source) string {
	if s.Address == "" {
		return s.Title
	}
	return page(s.Address)
}

// page returns an address without what does not change the page: the scheme, "www.", a last slash
// and the passage of the text that a browser marks.
func page(address string) string {
	address, _, _ = strings.Cut(withoutTracking(address), "#")
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	host, path, _ := strings.Cut(address, "/")
	return strings.TrimPrefix(strings.ToLower(host), "www.") + "/" + strings.TrimSuffix(path, "/")
}

// withoutTracking returns an address without tracking parameters, such as utm_source.
func withoutTracking(address string) string {
	before, query, ok := strings.Cut(address, "?")
	if !ok {
		return address
	}
	query, fragment, hasFragment := strings.Cut(query, "#")
	kept := slices.DeleteFunc(strings.Split(query, "&"), func(p string) bool {
		name, _, _ := strings.Cut(p, "=")
		name, err := url.QueryUnescape(name)
		return err == nil && isTracking(strings.ToLower(name))
	})
	if len(kept) > 0 {
		before += "?" + strings.Join(kept, "&")
	}
	if hasFragment {
		before += "#" + fragment
	}
	return before
}

func isTracking(name string) bool {
	switch name {
	case "gclid", "fbclid", "msclkid", "dclid", "yclid", "mc_cid", "mc_eid", "igshid", "srsltid", "ved":
		return true
	}
	return strings.HasPrefix(name, "utm_")
}
