package documents

import (
	"context"
	"strconv"
	"strings"
)

// listPlace is the place of a paragraph in lists.
type listPlace struct {
	list  string // its number in numbering.xml
	level int
}

// levelMark is the mark of the items of one level of a list.
type levelMark struct {
	bullet bool // with a sign instead of a number
	blank  bool // with nothing: the paragraph continues the item before it
	start  int  // the first number
}

// numberings are the levels of all lists.
type numberings struct {
	lists  map[string]string       // the abstract list of each list
	levels map[listPlace]levelMark // by abstract list
	starts map[listPlace]int       // by list, where it begins with a number of its own
}

// of returns how an item is marked. A level that is not described is marked like the first one of
// its list.
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

// readNumberings reads how list items are marked; if it cannot, all are numbered from 1.
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
