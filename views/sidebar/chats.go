package sidebar

import (
	"sort"
	"time"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// chats is the list of conversations grouped under headings.
type chats struct {
	projects projectList
	// above are the lines of the projects.
	above  []listLine
	order  chat.Order
	groups []group
	known  map[chat.ID]chat.Summary
}

// group is a heading and the range of conversations under the heading, as indexes into the order.
type group struct {
	heading    string
	first, end int
}

// grouped groups the conversations under headings. It finds the bounds by binary search, so that it
// need not visit every conversation.
func grouped(order chat.Order, now time.Time) (groups []group) {
	first := sort.Search(len(order), func(i int) bool { return !order[i].Pinned })
	if first > 0 {
		groups = append(groups, group{i18n.Text("Pinned"), 0, first})
	}
	for first < len(order) {
		heading, from := words.DateGroup(time.UnixMilli(order[first].Updated), now)
		end := first + sort.Search(len(order)-first, func(i int) bool { return order[first+i].Updated < from.UnixMilli() })
		groups = append(groups, group{heading, first, end})
		first = end
	}
	return groups
}

func (c chats) count() int { return len(c.above) + len(c.order) + len(c.groups) }

// split returns the group of line i of the conversations and its index below the heading, -1 for
// the heading itself.
func (c chats) split(i int) (g, below int) {
	g = sort.Search(len(c.groups), func(g int) bool { return c.groups[g].first+g > i }) - 1
	return g, i - c.groups[g].first - g - 1
}

func (c chats) at(i int) listLine {
	if i < len(c.above) {
		return c.above[i]
	}
	g, below := c.split(i - len(c.above))
	if below < 0 {
		return listLine{kind: heading, words: c.groups[g].heading}
	}
	e := c.order[c.groups[g].first+below]
	summary, read := c.known[e.ID]
	summary.Entry = e
	return listLine{kind: conversation, id: e.ID, summary: summary, read: read}
}

// Find implements list.Index.
func (c chats) Find(key string) int {
	if i := hits(c.above).Find(key); i >= 0 {
		return i
	}
	i := c.order.Find(chat.ID(key))
	if i < 0 {
		return -1
	}
	return len(c.above) + i + sort.Search(len(c.groups), func(g int) bool { return c.groups[g].first > i })
}

// Above implements list.Index.
func (c chats) Above(i int, h list.Heights) float32 {
	above := hits(c.above).Above(min(i, len(c.above)), h)
	if i -= len(c.above); i <= 0 {
		return above
	}
	g, _ := c.split(i - 1)
	return above + float32(g+1)*h[list.Heading] + float32(i-g-1)*h[list.OneLine]
}
