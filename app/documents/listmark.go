package documents

import (
	"strconv"
	"strings"
)

// place is the position of a block in lists.
type place struct {
	depth   int // number of enclosing lists
	ordered bool
	// number is the number of an ordered item, letters is its style: 'a', 'A', 'i', 'I' or 0
	// (digits).
	number  int
	letters byte
	first   bool // the block has the item's marker
}

// label returns the number of an ordered item without the delimiter that follows it.
func (p place) label() string {
	label := ""
	switch {
	case p.number < 1:
	case p.letters == 'a' || p.letters == 'A':
		for n := p.number; n > 0; n = (n - 1) / 26 {
			label = string(rune('a'+(n-1)%26)) + label
		}
	case p.number < 4000 && (p.letters == 'i' || p.letters == 'I'):
		label = roman(p.number)
	}
	switch {
	case label == "":
		return strconv.Itoa(p.number)
	case p.letters < 'a':
		return strings.ToUpper(label)
	}
	return label
}

// roman returns a number from 1 to 3999 in Roman numerals.
func roman(n int) string {
	var b strings.Builder
	for _, r := range []struct {
		value int
		text  string
	}{
		{1000, "m"},
		{900, "cm"},
		{500, "d"},
		{400, "cd"},
		{100, "c"},
		{90, "xc"},
		{50, "l"},
		{40, "xl"},
		{10, "x"},
		{9, "ix"},
		{5, "v"},
		{4, "iv"},
		{1, "i"},
	} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.text)
		}
	}
	return b.String()
}

// openItem is the last item of a list that can go on.
type openItem struct {
	number    int
	delimiter byte // behind the number, 0 for a bullet
	width     int  // of its marker, in bytes
}

// indent returns the spaces before a line that continues the last items down to a depth.
func (w *writer) indent(depth int) string {
	n := 0
	for _, item := range w.items[1 : depth+1] {
		n += item.width
	}
	return strings.Repeat(" ", n)
}

// marker returns the Markdown marker of an item and records the item. Markdown renumbers lists, so
// a number out of order gets another delimiter, which begins a new list.
func (w *writer) marker(l place) string {
	const bullet = "-   "
	item := &w.items[l.depth]
	before := *item
	*item = openItem{width: len(bullet)}
	if !l.ordered {
		return bullet
	}
	label := l.label()
	if l.number < 0 || l.number > 999_999_999 || label != strconv.Itoa(l.number) {
		return bullet + label + ". "
	}
	item.number, item.delimiter = l.number, before.delimiter
	switch {
	case before.delimiter == 0, before.delimiter == ')' && l.number != before.number+1:
		item.delimiter = '.'
	case l.number != before.number+1:
		item.delimiter = ')'
	}
	mark := label + string(item.delimiter) + " "
	item.width = max(item.width, len(mark))
	return mark
}
