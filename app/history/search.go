package history

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/app/internal/sqlite"
	"parlando/app/markdown"
)

// Hit is a conversation that matches a search, with its best match.
type Hit struct {
	Conversation chat.Summary
	// Title has the byte ranges of the matches in the conversation's title, in order; nil unless it
	// contains all words.
	Title [][2]int
	// Message is the newest matching message, "" if only the title matches.
	Message chat.ID
	// Snippet is the text around the matches in Message, on one line. Marks are the byte ranges of
	// the matches in Snippet.
	Snippet string
	Marks   [][2]int
	// Places is the number of matches, at least 1, that find.Query marks in the branch through
	// Message. More reports that there may be further matches, and that Places counts messages
	// instead: for a very common word only the newest messages are searched, and long texts are not
	// examined.
	Places int
	More   bool
	// At is the time of the newest matching message, or of the last use of the conversation if its
	// title matches.
	At time.Time
}

// placesPerHit limits the number of messages examined per requested conversation.
const placesPerHit = 10

// hitGroups groups matches by conversation, in the order in which the conversations are found.
type hitGroups struct {
	list []*foundConversation
	by   map[chat.ID]*foundConversation
}

// foundConversation is a hit with the rows and the total bytes of its messages, newest first.
type foundConversation struct {
	Hit
	rows  []int64
	bytes int64
}

func newHitGroups() *hitGroups { return &hitGroups{by: map[chat.ID]*foundConversation{}} }

func (h *hitGroups) of(id chat.ID) *foundConversation {
	f := h.by[id]
	if f == nil {
		f = &foundConversation{Hit: Hit{Conversation: chat.Summary{Entry: chat.Entry{ID: id}}}}
		h.by[id], h.list = f, append(h.list, f)
	}
	return f
}

// addTitle adds a match in a title.
func (h *hitGroups) addTitle(conversation chat.ID, at time.Time) {
	f := h.of(conversation)
	f.Places = max(f.Places, 1)
	f.Title = [][2]int{} // fillConversations sets the ranges
	if at.After(f.At) {
		f.At = at
	}
}

// addText adds a match in a message, newest first.
func (h *hitGroups) addText(conversation, message chat.ID, row, bytes int64, at time.Time) {
	f := h.of(conversation)
	if f.rows = append(f.rows, row); len(f.rows) == 1 {
		f.Message, f.At = message, at
	}
	f.Places, f.bytes = len(f.rows), f.bytes+bytes
}

// Search searches titles and texts, and returns each matching conversation once, newest first, at
// most limit of them. A match must contain all words; the last may be the beginning of a word. Case
// and accents are ignored. Any text is a valid query; a query without words finds nothing. With
// ErrDamaged Search returns the hits in the readable parts of the library.
func (s *Store) Search(ctx context.Context, query string, limit int) (out []Hit, err error) {
	q := sqlite.NewQuery(query)
	if q.Empty() || limit <= 0 {
		return nil, nil
	}
	var damage error
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		h, err := searchAll(ctx, tx, q, limit)
		if damage = sqlite.Classify(err); err != nil && !errors.Is(damage, ErrDamaged) {
			return err
		}
		slices.SortStableFunc(h.list, func(a, b *foundConversation) int { return b.At.Compare(a.At) })
		h.list = h.list[:min(limit, len(h.list))]
		if err := s.fillTexts(ctx, tx, query, h.list); err != nil {
			return err
		}
		for _, f := range h.list {
			out = append(out, f.Hit)
		}
		return fillConversations(ctx, tx, q, out)
	})
	if err != nil {
		return nil, err
	}
	return out, damage
}

// searchAll searches texts and titles, and skips unreadable rows in a damaged library.
func searchAll(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int) (*hitGroups, error) {
	h := newHitGroups()
	notInTexts := searchTexts(ctx, tx, q, limit, h)
	if errors.Is(sqlite.Classify(notInTexts), ErrDamaged) {
		h = newHitGroups()
		h.textsAround(ctx, tx, q, limit)
	}
	titles := newHitGroups()
	notInTitles := searchTitles(ctx, tx, q, limit, titles)
	if errors.Is(sqlite.Classify(notInTitles), ErrDamaged) {
		titles = newHitGroups()
		titles.titlesAround(ctx, tx, q, limit)
	}
	for _, f := range titles.list {
		h.addTitle(f.Conversation.ID, f.At)
	}
	return h, errors.Join(notInTexts, notInTitles)
}

func searchTitles(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int, h *hitGroups) error {
	return sqlite.Each(ctx, tx, `SELECT c.id, c.updated FROM search_title s JOIN conversation c ON c.n = s.rowid
		WHERE s.search_title MATCH ? AND c.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, []any{q.Match(), limit}, func(row sqlite.Row) error {
		var id chat.ID
		var updated int64
		if err := row.Scan(&id, &updated); err != nil {
			return err
		}
		h.addTitle(id, sqlite.FromUnixMillis(updated))
		return nil
	})
}

// searchTexts scans the index backwards and stops early, so that a common word costs no more than a
// rare one.
func searchTexts(ctx context.Context, tx *sql.Tx, q sqlite.Query, limit int, h *hitGroups) error {
	most := limit * placesPerHit
	rows, err := tx.QueryContext(ctx, `SELECT m.n, m.bytes, m.id, c.id, m.created
		FROM search s CROSS JOIN message m ON m.n = s.rowid CROSS JOIN conversation c ON c.n = m.conversation
		WHERE s.search MATCH ? AND m.deleted_with = 0 AND c.deleted_at = 0 ORDER BY s.rowid DESC LIMIT ?`, q.Match(), most)
	if err != nil {
		return err
	}
	defer rows.Close()
	seen := 0
	for rows.Next() && len(h.list) < limit {
		var message, conversation chat.ID
		var n, bytes, created int64
		if err := rows.Scan(&n, &bytes, &message, &conversation, &created); err != nil {
			return err
		}
		seen++
		h.addText(conversation, message, n, bytes, sqlite.FromUnixMillis(created))
	}
	if len(h.list) == limit || seen == most {
		for _, f := range h.list {
			f.More = true
		}
	}
	return rows.Err()
}

// countedBytes limits the length of the texts in which one search counts matches, to about 20 ms.
const countedBytes = 64 << 10

// fillTexts reads the matching messages, and sets Snippet, Marks, Places and More of the hits.
func (s *Store) fillTexts(ctx context.Context, tx *sql.Tx, query string, list []*foundConversation) error {
	var found []any
	byRow := map[int64]*chat.Message{}
	left := int64(countedBytes)
	for _, f := range list {
		rows := f.rows
		if left -= f.bytes; len(rows) > 0 && (f.More || left < 0) {
			f.More, rows = true, rows[:1]
		}
		for _, n := range rows {
			found, byRow[n] = append(found, n), &chat.Message{}
		}
	}
	if err := s.readFoundAround(ctx, tx, found, byRow); err != nil {
		return err
	}
	q, needle := sqlite.NewQuery(query), find.Query(query)
	for _, f := range list {
		if f.Message == "" {
			continue
		}
		f.Snippet, f.Marks = snippet(q, *byRow[f.rows[0]])
		if f.More {
			continue
		}
		shown, err := shownOf(ctx, tx, f.rows)
		if err != nil {
			return err
		}
		f.Places = 0
		for _, n := range shown {
			f.Places += len(needle.In(*byRow[n]))
		}
		// the match may be in a link's address or in a file
		f.Places = max(f.Places, 1)
	}
	return nil
}

// shownOf returns those of a conversation's messages that are in the branch through the first.
func shownOf(ctx context.Context, tx *sql.Tx, rows []int64) ([]int64, error) {
	var conversation int64
	err := tx.QueryRowContext(ctx, `SELECT conversation FROM chosen
		WHERE conversation = (SELECT conversation FROM message WHERE n = ?) LIMIT 1`, rows[0]).Scan(&conversation)
	// there is a single branch or a single message
	if errors.Is(err, sql.ErrNoRows) || len(rows) == 1 {
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := loadTree(ctx, tx, conversation)
	if err != nil {
		return nil, err
	}
	path, err := t.pathTo(rows[0])
	if err != nil {
		return nil, err
	}
	for _, v := range path {
		t.chosen[v.parent] = v.n
	}
	shown := map[chat.ID]bool{}
	for _, h := range t.thread() {
		shown[h.ID] = true
	}
	var out []int64
	for _, v := range t.nodes {
		if shown[v.head.ID] && slices.Contains(rows, v.n) {
			out = append(out, v.n)
		}
	}
	return out, nil
}

// snippetRoom is the number of bytes on either side of the first match in which Markdown is parsed,
// extended to the edges of a paragraph.
const snippetRoom = 2 << 10

// snippet returns the snippet of a message. If all matches are outside the displayed text, such as
// in the address of a link, the snippet is from the Markdown source.
func snippet(q sqlite.Query, m chat.Message) (string, [][2]int) {
	text := searchable(m)
	found := q.Matches(text)
	if m.Role != chat.Assistant || m.Answer() != nil || len(found) == 0 {
		return q.Snippet(text)
	}
	from := max(0, strings.LastIndex(text[:max(0, found[0][0]-snippetRoom)], "\n\n"))
	to := min(len(text), found[0][1]+snippetRoom)
	if next := strings.Index(text[to:], "\n\n"); next >= 0 {
		to += next
	} else {
		to = len(text)
	}
	if to-from > 32*snippetRoom { // no paragraph ends nearby: parsing so much would delay the list
		return q.Snippet(text)
	}
	var d markdown.Document
	d.Set(text[from:to])
	if line, marks := q.Snippet(markdown.PlainText(d.Blocks())); len(marks) > 0 {
		return line, marks
	}
	return q.Snippet(text)
}

// fillConversations reads the displayed fields of each conversation, and sets the matches in
// titles.
func fillConversations(ctx context.Context, tx *sql.Tx, q sqlite.Query, list []Hit) error {
	ids := make([]chat.ID, len(list))
	for i, h := range list {
		ids[i] = h.Conversation.ID
	}
	found, err := summariesAround(ctx, tx, ids)
	for i := range list {
		h := &list[i]
		h.Conversation = found[h.Conversation.ID]
		if h.Title != nil {
			h.Title = q.Matches(h.Conversation.Title)
		}
	}
	return err
}
