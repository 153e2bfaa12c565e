package sidebar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// world is a sidebar in a window, and what it said.
type world struct {
	*Sidebar
	t      *testing.T
	window fyne.Window
	said   []string
}

var now = time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)

func open(t *testing.T, p theme.Preference) *world {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(p, 1))
	w := &world{Sidebar: New(), t: t}
	say := func(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }
	w.Callbacks.New = func() { say("new") }
	w.Callbacks.Open = func(id chat.ID) { say("open %s", id) }
	w.Callbacks.OpenHit = func(h Hit) { say("hit %s %s", h.Conversation, h.Message) }
	w.Callbacks.Rename = func(id chat.ID, title string) { say("rename %s %s", id, title) }
	w.Callbacks.Pin = func(id chat.ID, pinned bool) { say("pin %s %v", id, pinned) }
	w.Callbacks.Delete = func(id chat.ID) { say("delete %s", id) }
	w.Callbacks.Search = func(q string) { say("search %s", q) }
	w.Callbacks.Settings = func() { say("settings") }
	w.Callbacks.MissingTitles = func() { say("missing") }
	w.window = test.NewWindow(w.Sidebar)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(255, 800))
	w.shows(conversations(), "tree")
	return w
}

// shows gives the sidebar a list of which every title has been read.
func (w *world) shows(list []chat.Summary, selected chat.ID) {
	w.Set(orderOf(list), byID(list), now)
	w.Select(selected, "", now)
}

func orderOf(list []chat.Summary) (order chat.Order) {
	for _, c := range list {
		order.Put(c.Entry)
	}
	return order
}

func byID(list []chat.Summary) map[chat.ID]chat.Summary {
	found := map[chat.ID]chat.Summary{}
	for _, c := range list {
		found[c.ID] = c
	}
	return found
}

func summary(id, title string, updated time.Time) chat.Summary {
	return chat.Summary{Entry: chat.Entry{ID: chat.ID(id), Updated: updated.UnixMilli()}, Title: title}
}

// hourly are so many chats, the last used first.
func hourly(n int) []chat.Summary {
	list := make([]chat.Summary, n)
	for i := range list {
		list[i] = summary(fmt.Sprint(i), fmt.Sprint("Chat ", i), now.Add(-time.Duration(i)*time.Hour))
	}
	return list
}

func conversations() []chat.Summary {
	day := 24 * time.Hour
	list := []chat.Summary{
		summary("tree", "What tree is in this photo?", now.Add(-time.Minute)),
		summary("letter", "Letter to the landlord", now.Add(-time.Hour)),
		summary("notes", "Interview notes, summarized with all the little details", now.Add(-2*time.Hour)),
		summary("lisbon", "Trip to Lisbon in March", now.Add(-3*day)),
		summary("recipes", "Grandma's recipes", now.Add(-90*day)),
	}
	list[4].Pinned = true
	return list
}

// lines are all lines of the list, in sight or not: headings and ids.
func (w *world) lines() (out []string) {
	for i := range w.Sidebar.lines.count() {
		if l := w.Sidebar.lines.at(i); l.kind == heading {
			out = append(out, "# "+l.words)
		} else {
			out = append(out, string(l.id))
		}
	}
	return out
}

// rows are those on the screen, by what they say.
func (w *world) rows() map[string]shownRow {
	out := map[string]shownRow{}
	for _, o := range test.LaidOutObjects(w.list) {
		if r, ok := o.(shownRow); ok && r.Visible() {
			if _, is := o.(fyne.SecondaryTappable); is && r.AccessibilityLabel() != "Title" {
				out[r.AccessibilityLabel()] = r
			}
		}
	}
	return out
}

// shownRow has the actions of a row.
type shownRow interface {
	fyne.Widget
	fyne.Tappable
	fyne.Accessible
	desktop.Hoverable
}

// field is the field of a title that is being written, nil for none.
func (w *world) field() *widgets.Field {
	f, _ := w.window.Canvas().Focused().(*widgets.Field)
	return f
}

func (w *world) row(title string) shownRow {
	w.t.Helper()
	r := w.rows()[title]
	if r == nil {
		w.t.Fatalf("no row says %q", title)
	}
	return r
}

func (w *world) heard(want string) {
	w.t.Helper()
	if got := strings.Join(w.said, ", "); got != want {
		w.t.Fatalf("said %q, want %q", got, want)
	}
}

func (w *world) key(name fyne.KeyName) { w.list.TypedKey(&fyne.KeyEvent{Name: name}) }

func TestPinnedStandOnTopAndTheRestByDate(t *testing.T) {
	w := open(t, theme.Light)
	got := w.lines()
	if want := "# Pinned recipes # Today tree letter notes # Last 7 days lisbon"; strings.Join(got, " ") != want {
		t.Fatalf("got %v", got)
	}
}

// A reply that ends in another chat does not move the one that is about to be clicked.
func TestTheListIsNotSortedWhileThePointerIsOverIt(t *testing.T) {
	w := open(t, theme.Light)
	order := func() (ids []string) {
		return slices.DeleteFunc(w.lines(), func(l string) bool { return strings.HasPrefix(l, "#") })
	}
	wants := func(why string, want ...string) {
		t.Helper()
		if got := order(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", why, got, want)
		}
	}
	change := func(c chat.Summary) { w.Change([]chat.ID{c.ID}, map[chat.ID]chat.Summary{c.ID: c}, now) }
	r := w.row("Letter to the landlord")
	r.MouseIn(&desktop.MouseEvent{})
	change(summary("lisbon", "Trip to Porto", now))
	wants("with the pointer at it", "recipes", "tree", "letter", "notes", "lisbon")
	w.row("Trip to Porto")
	r.MouseOut()
	wants("without", "recipes", "lisbon", "tree", "letter", "notes")
	// What the user does there is seen at once.
	w.list.MouseIn(&desktop.MouseEvent{})
	pinned := conversations()[2]
	pinned.Pinned = true
	change(pinned)
	wants("pinned", "notes", "recipes", "lisbon", "tree", "letter")
	w.Change([]chat.ID{"recipes"}, nil, now)
	wants("deleted", "notes", "lisbon", "tree", "letter")
}

func TestARowOpensIsRenamedInPlaceAndDeleted(t *testing.T) {
	w := open(t, theme.Light)
	r := w.row("Letter to the landlord")
	test.Tap(r)
	w.heard("open letter")
	w.said = nil
	w.key(fyne.KeyF2)
	f := w.field()
	if f == nil || f.Text != "Letter to the landlord" {
		t.Fatal("the title is not a field")
	}
	if f.SelectedText() != "Letter to the landlord" {
		t.Fatal("one cannot type at once")
	}
	f.SetText("Rent")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("rename letter Rent")
	if f.Visible() || w.window.Canvas().Focused() != fyne.Focusable(w.list) {
		t.Fatal("the field stayed, or the keyboard is nowhere")
	}
	w.said = nil
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDelete)
	w.heard("delete lisbon")
}

// Delete and Enter act on the chat that the keyboard is at, so it stays at that one whatever comes
// above it.
func TestTheKeyboardStaysAtItsChat(t *testing.T) {
	w := open(t, theme.Light)
	test.Tap(w.row("Letter to the landlord"))
	w.window.Canvas().Focus(w.list)
	at := func(want string) {
		t.Helper()
		if got := w.list.AccessibilityLabel(); got != want {
			t.Errorf("the keyboard is at %q, want %q", got, want)
		}
	}
	all := append([]chat.Summary{summary("new", "A reply came here", now)}, conversations()...)
	w.shows(all, "letter")
	at("Letter to the landlord")
	w.shows(slices.DeleteFunc(all, func(c chat.Summary) bool { return c.ID == "letter" }), "tree")
	at("Interview notes, summarized with all the little details")
	w.shows(conversations(), "tree")
	w.Rename("lisbon") // from its menu
	w.field().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	at("Trip to Lisbon in March")
}

// A title that is being written is kept where its row goes out of sight: the list is scrolled, or
// other conversations come before it.
func TestATitleIsKeptWhereItsRowGoesOutOfSight(t *testing.T) {
	many := conversations()
	for i := range 60 {
		many = append(many, summary(fmt.Sprint("old", i), fmt.Sprint("Old chat ", i), now.AddDate(0, 0, -100-i)))
	}
	for why, away := range map[string]func(w *world){
		"scrolled": func(w *world) { w.list.MakeCurrent(60) },
		"others come": func(w *world) {
			many := slices.Clone(many)
			for i := range 40 {
				many = append(many, summary(fmt.Sprint("new", i), fmt.Sprint("New chat ", i), now.Add(time.Duration(i)*time.Second)))
			}
			w.shows(many, "tree")
		},
		"deleted": func(w *world) { w.shows(nil, "") },
	} {
		w := open(t, theme.Light)
		w.shows(many, "tree")
		w.said = nil
		w.Rename("letter")
		w.field().SetText("Rent")
		away(w)
		w.heard("rename letter Rent")
		if f, is := w.window.Canvas().Focused().(*widgets.Field); is {
			t.Errorf("%s: the keyboard is at a field that is gone: %q", why, f.Text)
		}
	}
}

func TestEscapeLeavesTheTitleAsItWas(t *testing.T) {
	w := open(t, theme.Light)
	w.Rename("letter")
	f := w.field()
	f.SetText("Something else")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.heard("")
	if f.Visible() {
		t.Fatal("the field stayed")
	}
}

func TestASearchTakesThePlaceOfTheGroups(t *testing.T) {
	w := open(t, theme.Light)
	w.search.SetText("oak")
	w.heard("search oak")
	hits := []Hit{
		{Conversation: "tree", Title: "What tree is in this photo?", Message: "m", Snippet: "That is an English oak: the lobed", Marks: [][2]int{{19, 22}}},
		{Conversation: "x", Title: "Oak floors", TitleMarks: [][2]int{{0, 3}}},
	}
	w.SetHits("oa", hits)
	if len(w.rows()) > 0 && w.Sidebar.lines.at(0).kind == found {
		t.Fatal("an answer for another query is shown")
	}
	w.SetHits("oak", hits)
	w.said = nil
	test.Tap(w.row("What tree is in this photo?"))
	w.heard("hit tree m")
	w.SetHits("oak", nil)
	if !w.nothing.Visible() {
		t.Fatal("it does not say that nothing was found")
	}
	w.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.search.Text != "" || w.nothing.Visible() || w.Sidebar.lines.at(0).kind != heading {
		t.Fatal("Escape does not leave the search")
	}
}

func TestThePinStandsBesideItsTitleWhateverTheSizeOfTheText(t *testing.T) {
	w := open(t, theme.Light)
	for _, scale := range []float32{1, 2} {
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, scale))
		r := w.row("Grandma's recipes")
		r.Refresh()
		var pin, title fyne.CanvasObject
		for _, o := range test.WidgetRenderer(r).Objects() {
			switch o := o.(type) {
			case *canvas.Image:
				if o.Visible() {
					pin = o
				}
			case *canvas.Text:
				if title == nil && strings.HasPrefix(o.Text, "Grandma") {
					title = o
				}
			}
		}
		middle := func(o fyne.CanvasObject) float32 { return o.Position().Y + o.Size().Height/2 }
		if d := middle(pin) - middle(title); d < -0.5 || d > 0.5 || pin.Size().Height < 14*scale {
			t.Errorf("text %v times as large: the pin is %v high, %v below the middle of its title", scale, pin.Size().Height, d)
		}
	}
}

func TestThousandsOfConversationsAreAFewRows(t *testing.T) {
	w := open(t, theme.Light)
	w.shows(hourly(5000), "")
	if n := len(w.rows()); n == 0 || n > 60 {
		t.Fatalf("%d rows exist", n)
	}
}

func TestTheArrowKeysReachWhatIsOutOfSight(t *testing.T) {
	w := open(t, theme.Light)
	w.shows(hourly(200), "")
	w.window.Canvas().Focus(w.list)
	for range 120 {
		w.key(fyne.KeyDown)
	}
	w.row("Chat 120")
	if got := w.list.AccessibilityLabel(); got != "Chat 120" {
		t.Fatalf("the keyboard is at %s", got)
	}
	w.key(fyne.KeyReturn)
	w.heard("open 120")
	w.key(fyne.KeyEnd)
	w.row("Chat 199")
	w.key(fyne.KeyHome)
	w.row("Chat 0")
}

func TestTheLastChatStaysClearOfTheSettings(t *testing.T) {
	w := open(t, theme.Light)
	w.shows(hourly(200), "")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	settings := at(w.Sidebar.settings).Y
	if end := at(w.list).Y + w.list.Size().Height; end+8 > settings {
		t.Errorf("the list ends at %v, the settings begin at %v", end, settings)
	}
	w.window.Canvas().Focus(w.list)
	w.key(fyne.KeyEnd)
	last := w.row("Chat 199")
	if end := at(last).Y + last.Size().Height; end+8 > settings {
		t.Errorf("the last chat ends at %v, the settings begin at %v", end, settings)
	}
}

// Of a list of thousands only what is in sight is asked for, and what comes into sight; what was
// far away is not kept.
func TestTitlesAreReadWhereTheyAreSeen(t *testing.T) {
	w := open(t, theme.Light)
	all := hourly(3000)
	known := byID(all)
	read := func() (ids []chat.ID) {
		ids = w.MissingTitles()
		found := map[chat.ID]chat.Summary{}
		for _, id := range ids {
			found[id] = known[id]
		}
		w.Change(ids, found, now)
		return ids
	}
	w.said = nil
	w.Set(orderOf(all), nil, now)
	w.heard("missing")
	if r := w.rows()["…"]; r == nil {
		t.Error("rows that were not read yet show something")
	}
	if ids := read(); len(ids) < 10 || len(ids) > 100 || !slices.Contains(ids, "0") {
		t.Errorf("%d are asked for at the top", len(ids))
	}
	w.row("Chat 0")
	for i := 1; i < 60; i++ {
		w.list.MakeCurrent(50 * i)
		read()
	}
	if n := len(w.chats.known); n > keptSummaries+100 {
		t.Errorf("%d titles are kept", n)
	}
	if last := w.Sidebar.row(w.Sidebar.lines.at(2950)).Title; !strings.HasPrefix(last, "Chat ") {
		t.Errorf("the last one in sight is called %q", last)
	}
	if ids := read(); len(ids) > 0 {
		t.Errorf("%q are asked for again", ids)
	}
}

// Where the title is not known yet, the field comes with it: a click elsewhere must not keep an
// empty one.
func TestATitleIsRenamedOnceItIsRead(t *testing.T) {
	w := open(t, theme.Light)
	list := hourly(200)
	w.Set(orderOf(list), nil, now)
	w.said = nil
	w.Rename("150")
	if w.field() != nil {
		t.Fatal("a title is written that nobody has read")
	}
	w.Change(w.MissingTitles(), byID(list), now)
	w.row("Chat 150")
	if f := w.field(); f == nil || f.Text != "Chat 150" {
		t.Error("it cannot be written")
	}
}

// Headings are found by halves, and heights by counting; both must equal the result of going
// through all lines.
func TestLinesStandWhereGoingThroughAllOfThemPutsThem(t *testing.T) {
	all := hourly(2000)
	for i := range 7 {
		all[40*i].Pinned = true
	}
	order := orderOf(all)
	c := chats{order: order, groups: grouped(order, now)}
	c.above = []listLine{{kind: heading, words: "Projects"}, {kind: project, id: "house", words: "House"}, {kind: moreProjects, words: "More"}}
	h := list.Heights{list.Heading: 3, list.OneLine: 5}
	for i, want := range []float32{0, 3, 8, 13} {
		if got := c.Above(i, h); got != want || i < 3 && c.Find(c.at(i).key()) != i {
			t.Errorf("line %d is at %v, found at %d", i, got, c.Find(c.at(i).key()))
		}
	}
	line, y, last := 3, float32(13), ""
	for i, e := range order {
		words, _ := words.DateGroup(time.UnixMilli(e.Updated), now)
		if e.Pinned {
			words = "Pinned"
		}
		if words != last {
			if got := c.at(line); got.kind != heading || got.words != words || c.Above(line, h) != y {
				t.Fatalf("line %d is %+v at %v, want the heading %s at %v", line, got, c.Above(line, h), words, y)
			}
			line, y, last = line+1, y+3, words
		}
		got := c.at(line)
		if got.id != e.ID || c.Above(line, h) != y || c.Find(got.key()) != line {
			t.Fatalf("line %d is %+v at %v, found at %d; want conversation %d at %v", line, got, c.Above(line, h), c.Find(got.key()), i, y)
		}
		line, y = line+1, y+5
	}
	if c.count() != line || c.Above(line, h) != y {
		t.Errorf("%d lines end at %v, want %d at %v", c.count(), c.Above(c.count(), h), line, y)
	}
}

func TestEveryIconButtonHasAName(t *testing.T) {
	w := open(t, theme.Light)
	if b := w.Sidebar.row(w.Sidebar.lines.at(1)).Buttons; len(b) != 1 || b[0].Name == "" {
		t.Fatal("the menu button has no name")
	}
}

func TestTheTabKeyGoesFromTopToBottom(t *testing.T) {
	w := open(t, theme.Light)
	c := w.window.Canvas()
	var got []string
	for range 7 {
		c.FocusNext()
		a, ok := c.Focused().(fyne.Accessible)
		if !ok {
			t.Fatalf("%T has no name", c.Focused())
		}
		got = append(got, a.AccessibilityLabel())
	}
	if want := "New chat, Search, Transcribe, Read aloud, Grandma's recipes, More, Settings"; strings.Join(got, ", ") != want {
		t.Errorf("Tab goes %v", got)
	}
}

// texts are the texts in sight.
func (w *world) texts() string { return strings.Join(seen.Texts(w.window.Canvas()), "\n") }

// The field stands in the place of its row while there is a search, and moves nothing.
func TestTheSearchFieldTakesThePlaceOfItsRow(t *testing.T) {
	w := open(t, theme.Light)
	field := func(why string, want bool) {
		t.Helper()
		if w.search.Visible() != want || w.searchRow.Visible() == want {
			t.Errorf("%s: the field is there: %v, the row: %v", why, w.search.Visible(), w.searchRow.Visible())
		}
	}
	c, key := w.window.Canvas(), func(k fyne.KeyName) { w.search.TypedKey(&fyne.KeyEvent{Name: k}) }
	field("at first", false)
	below := w.transcribe.Position()
	test.Tap(w.searchRow)
	field("pressed", true)
	if c.Focused() != fyne.Focusable(w.search) || w.transcribe.Position() != below {
		t.Error("the field has no focus, or what is below has moved")
	}
	key(fyne.KeyEscape)
	field("Escape", false)
	w.FocusSearch()
	c.Unfocus()
	field("a click elsewhere", false)
	w.FocusSearch()
	test.Type(w.search, "oak")
	c.Unfocus()
	field("a click on a result", true)
	w.EndSearch("oak")
	field("the search ended", false)
	// A window that comes back to the front gives its field the focus again.
	w.FocusSearch()
	w.search.FocusLost()
	field("another window in front", false)
	w.search.FocusGained()
	field("in front again", true)
}

func TestEachChatSaysWhenItWasUsed(t *testing.T) {
	w := open(t, theme.Light)
	for _, want := range []string{"14:59", "14:00", "Wed", "23 Aug"} {
		if !strings.Contains(w.texts(), "\n"+want) {
			t.Errorf("nothing says %q: %q", want, w.texts())
		}
	}
	// The buttons of a row and a reply that is being written take the place of the time.
	w.row("Letter to the landlord").MouseIn(&desktop.MouseEvent{})
	w.SetWriting(map[chat.ID]bool{"tree": true}, nil)
	if all := w.texts(); strings.Contains(all, "14:00") || strings.Contains(all, "14:59") {
		t.Errorf("it says %q", all)
	}
	// With the largest text, the title needs the room.
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, 2))
	w.window.Resize(fyne.NewSize(widgets.RegionWidth(256), 800))
	if all := w.texts(); strings.Contains(all, "Wed") {
		t.Errorf("it says %q", all)
	}
}
