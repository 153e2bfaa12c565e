package documents

import (
	"context"
	"strconv"
	"strings"
)

// listPlace identifies a list and a level in it.
type listPlace struct {
	list  string // number of the list in numbering.xml
	level int
}

// levelMark is the marker of the items on one level of a list.
type levelMark struct {
	bullet bool // a sign instead of a number
	blank  bool // no marker: the paragraph continues the previous item
	start  int  // the first number
	// letters is the style of the numbers, as in place.
	letters byte
}

// wordLetters maps Word's number formats (ECMA-376, part 1, 17.18.59) to place.letters.
var wordLetters = map[string]byte{
	"lowerLetter": 'a', "upperLetter": 'A', "lowerRoman": 'i', "upperRoman": 'I',
}

// numberings are the levels of all lists.
type numberings struct {
	lists  map[string]string       // the abstract list of each list
	levels map[listPlace]levelMark // by abstract list
	starts map[listPlace]int       // the first number of lists that override it
}

// of returns the marker of an item. An undefined level has the marker of the list's first level.
func (n *numberings) of(l listPlace) levelMark {
	abstract := n.lists[l.list]
	out, ok := n.levels[listPlace{abstract, l.level}]
	if !ok {
		out = n.levels[listPlace{abstract, 0}]
		out.start = 1
	}
	if start, ok := n.starts[l]; ok {
		out.start = start
	}
	return out
}

// readNumberings reads the list markers; on error all lists are numbered from 1.
func readNumberings(ctx context.Context, p *parts, name string) numberings {
	all := numberings{
		lists: map[string]string{}, levels: map[listPlace]levelMark{}, starts: map[listPlace]int{},
	}
	abstract, list, level := "", "", 0
	var mark levelMark
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			value := attribute(e, "val")
			switch e.name {
			case "abstractNum":
				abstract, list = attribute(e, "abstractNumId"), ""
			case "num":
				list = attribute(e, "numId")
			case "abstractNumId":
				if len(all.lists) < 10_000 {
					all.lists[list] = value
				}
			case "lvl", "lvlOverride":
				level, _ = strconv.Atoi(attribute(e, "ilvl"))
				mark = levelMark{start: 1}
			case "start":
				mark.start, _ = strconv.Atoi(value)
			case "startOverride":
				if start, err := strconv.Atoi(value); err == nil && len(all.starts) < 10_000 {
					all.starts[listPlace{list, level}] = start
				}
			case "numFmt":
				mark.bullet, mark.blank = value == "bullet" || value == "none", value == "none"
				mark.letters = wordLetters[value]
			case "lvlText":
				mark.blank = mark.blank || mark.bullet && strings.TrimSpace(value) == ""
			}
		},
		end: func(e element) {
			if e.name == "lvl" && list == "" && len(all.levels) < 90_000 {
				all.levels[listPlace{abstract, level}] = mark
			}
		},
	})
	return all
}
