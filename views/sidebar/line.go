package sidebar

import (
	"fmt"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

type kind uint8

const (
	heading kind = iota
	conversation
	found
	project
	moreProjects
)

// listLine is one line of the list.
type listLine struct {
	kind  kind
	words string
	id    chat.ID
	// summary holds the title and other details of a conversation. It is valid only if read is set.
	summary chat.Summary
	read    bool
	hit     Hit
}

// key returns the unique key of the line, for a conversation its id.
func (l listLine) key() string {
	switch l.kind {
	case heading, moreProjects:
		return "# " + l.words
	case project:
		return projectKey + string(l.id)
	case found:
		return fmt.Sprint(l.id, " ", l.hit.Message, " ", l.hit.Line)
	}
	return string(l.id)
}

// rowKind returns the kind of row that displays the line.
func (l listLine) rowKind() list.Kind {
	switch {
	case l.kind == heading:
		return list.Heading
	case l.kind == found && l.hit.inside():
		return list.TwoLines
	}
	return list.OneLine
}

// row returns the list row of a line.
func (s *Sidebar) row(l listLine) list.Row {
	switch l.kind {
	case heading:
		r := list.Row{Title: l.words}
		if l.id == newProjectID {
			r.Buttons = []list.Button{{ID: newProjectID, Icon: "plus", Name: i18n.Text("New project")}}
		}
		return r
	case project:
		return s.projectRow(l)
	case moreProjects:
		return list.Row{Title: l.words, Leading: list.Button{Icon: "chevron-down", Side: theme.IconSize}, Fixed: true}
	case found:
		return hitRow(l.hit)
	}
	r := list.Row{
		Title: Title(l.summary), Name: l.summary.Title, Dot: s.writing[l.id], Selected: l.id == s.Marked(), Pending: !l.read,
		Fixed:   s.Callbacks.PutBack != nil,
		Buttons: []list.Button{{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More"), HoverOnly: true}},
	}
	if s.asking[l.id] {
		r.End = i18n.Text("needs you")
	}
	if !l.read {
		r.Title = "…"
	} else if !r.Dot {
		r.Time = words.ListTime(time.UnixMilli(l.summary.Updated), s.now)
	}
	if l.summary.Damaged {
		r.IconsAfter = []widgets.Mark{{Icon: "triangle-alert", Name: i18n.Text("Can't be read. Part of the file with your chats is damaged.")}}
	} else if l.summary.Draft && l.summary.Title != "" && !r.Selected {
		r.IconsAfter = []widgets.Mark{{Icon: "pencil", Name: i18n.Text("Has an unsent message"), HiddenByButtons: true}}
	}
	if l.summary.Pinned {
		r.Leading = list.Button{Icon: "pin", Side: leadSide}
	}
	return r
}

// leadSide is the side of an icon before a title, at the default text size.
const leadSide = theme.IconSize - 2

// hitRow returns the list row of a search hit.
func hitRow(h Hit) list.Row {
	r := list.Row{Title: h.Title, Marks: h.TitleMarks, Fixed: true}
	if h.Transcript != "" {
		r.Leading = list.Button{Icon: "audio-lines", Side: leadSide}
	}
	if !h.inside() {
		r.End = h.Project
	} else {
		r.Detail, r.DetailMarks = snippetOf(h)
		if h.MatchCount > 1 {
			r.End = words.MatchCount(h.MatchCount, h.HasMoreMatches)
		}
	}
	return r
}

// lines provides the rows of the list on demand.
type lines interface {
	list.Index
	count() int
	at(i int) listLine
}

// hits are lines in a slice, such as the results of a search.
type hits []listLine

func (h hits) count() int        { return len(h) }
func (h hits) at(i int) listLine { return h[i] }

// Find implements list.Index.
func (h hits) Find(key string) int {
	return slices.IndexFunc(h, func(one listLine) bool { return one.key() == key })
}

// Above implements list.Index.
func (h hits) Above(i int, heights list.Heights) (y float32) {
	for _, one := range h[:i] {
		y += heights[one.rowKind()]
	}
	return y
}
