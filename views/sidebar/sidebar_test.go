package sidebar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
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
	w.OnNew = func() { say("new") }
	w.OnOpen = func(id chat.ID) { say("open %s", id) }
	w.OnOpenHit = func(h Hit) { say("hit %s %s", h.Conversation, h.Message) }
	w.OnRename = func(id chat.ID, title string) { say("rename %s %s", id, title) }
	w.OnPin = func(id chat.ID, pinned bool) { say("pin %s %v", id, pinned) }
	w.OnDelete = func(id chat.ID) { say("delete %s", id) }
	w.OnSearch = func(q string) { say("search %s", q) }
	w.OnSettings = func() { say("settings") }
	w.window = test.NewWindow(w.Sidebar)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(255, 800))
	w.Set(conversations(), "tree", now)
	return w
}

func conversations() []chat.Conversation {
	day := 24 * time.Hour
	return []chat.Conversation{
		{ID: "tree", Title: "What tree is in this photo?", Updated: now.Add(-time.Minute)},
		{ID: "letter", Title: "Letter to the landlord", Updated: now.Add(-time.Hour)},
		{ID: "notes", Title: "Interview notes, summarised with all the little details", Updated: now.Add(-2 * time.Hour)},
		{ID: "lisbon", Title: "Trip to Lisbon in March", Updated: now.Add(-3 * day)},
		{ID: "recipes", Title: "Grandma's recipes", Pinned: true, Updated: now.Add(-90 * day)},
	}
}

// rows are those on the screen, by what they say.
func (w *world) rows() map[string]*row {
	out := map[string]*row{}
	for _, o := range test.LaidOutObjects(w.Sidebar) {
		if r, ok := o.(*row); ok && r.Visible() {
			out[r.AccessibilityLabel()] = r
		}
	}
	return out
}

func (w *world) row(title string) *row {
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
	var got []string
	for _, l := range w.list.lines {
		if l.kind == heading {
			got = append(got, "# "+l.words)
		} else {
			got = append(got, string(l.id))
		}
	}
	if want := "# Pinned recipes # Today tree letter notes # Last 7 days lisbon"; strings.Join(got, " ") != want {
		t.Fatalf("got %v", got)
	}
}

// A reply that ends in another chat does not move the one that is about to be clicked.
func TestTheListIsNotSortedWhileThePointerIsOverIt(t *testing.T) {
	w := open(t, theme.Light)
	order := func() (ids []string) {
		for _, l := range w.list.lines {
			if l.kind == conversation {
				ids = append(ids, string(l.id))
			}
		}
		return ids
	}
	wants := func(why string, want ...string) {
		t.Helper()
		if got := order(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", why, got, want)
		}
	}
	changed := conversations()
	changed[3].Updated, changed[3].Title = now, "Trip to Porto"
	newest := func(list []chat.Conversation) []chat.Conversation {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b chat.Conversation) int { return b.Updated.Compare(a.Updated) })
		return list
	}
	r := w.row("Letter to the landlord")
	r.MouseIn(&desktop.MouseEvent{})
	w.Set(newest(changed), "tree", now)
	wants("with the pointer at it", "recipes", "tree", "letter", "notes", "lisbon")
	w.row("Trip to Porto")
	r.MouseOut()
	wants("without", "recipes", "lisbon", "tree", "letter", "notes")
	// What the user does there is seen at once.
	w.list.MouseIn(&desktop.MouseEvent{})
	changed[2].Pinned = true
	w.Set(newest(changed), "tree", now)
	wants("pinned", "notes", "recipes", "lisbon", "tree", "letter")
	w.Set(newest(changed[:4]), "tree", now)
	wants("deleted", "notes", "lisbon", "tree", "letter")
}

func TestARowOpensIsRenamedInPlaceAndDeleted(t *testing.T) {
	w := open(t, theme.Light)
	r := w.row("Letter to the landlord")
	test.Tap(r)
	w.heard("open letter")
	w.said = nil
	w.key(fyne.KeyF2)
	r = w.row("Letter to the landlord")
	if !r.naming.Field.Visible() || r.naming.Field.Text != "Letter to the landlord" {
		t.Fatal("the title is not a field")
	}
	if w.window.Canvas().Focused() != fyne.Focusable(r.naming.Field) || r.naming.Field.SelectedText() != "Letter to the landlord" {
		t.Fatal("one cannot type at once")
	}
	r.naming.Field.SetText("Rent")
	r.naming.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("rename letter Rent")
	if r.naming.Field.Visible() || w.window.Canvas().Focused() != fyne.Focusable(w.list) {
		t.Fatal("the field stayed, or the keyboard is nowhere")
	}
	w.said = nil
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDelete)
	w.heard("delete lisbon")
}

// Delete and Enter act on the chat that the keyboard is at, so it stays at that one whatever comes above it.
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
	all := append([]chat.Conversation{{ID: "new", Title: "A reply came here", Updated: now}}, conversations()...)
	w.Set(all, "letter", now)
	at("Letter to the landlord")
	w.Set(slices.DeleteFunc(all, func(c chat.Conversation) bool { return c.ID == "letter" }), "tree", now)
	at("Interview notes, summarised with all the little details")
	w.Set(conversations(), "tree", now)
	w.rename("lisbon") // from its menu
	for _, r := range w.list.rows {
		if r.naming.Open() {
			r.naming.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
	}
	at("Trip to Lisbon in March")
}

// A title that is being written is kept where its row goes out of sight: the list is scrolled, or other conversations come before it.
func TestATitleIsKeptWhereItsRowGoesOutOfSight(t *testing.T) {
	many := conversations()
	for i := range 60 {
		many = append(many, chat.Conversation{ID: chat.ID(fmt.Sprint("old", i)), Title: fmt.Sprint("Old chat ", i), Updated: now.AddDate(0, 0, -100-i)})
	}
	for why, away := range map[string]func(w *world){
		"scrolled": func(w *world) { w.list.to(60) },
		"others come": func(w *world) {
			many := slices.Clone(many)
			for i := range 40 {
				many = append(many, chat.Conversation{ID: chat.ID(fmt.Sprint("new", i)), Title: fmt.Sprint("New chat ", i), Updated: now.Add(time.Duration(i) * time.Second)})
			}
			slices.SortFunc(many, func(a, b chat.Conversation) int { return b.Updated.Compare(a.Updated) })
			w.Set(many, "tree", now)
		},
		"deleted": func(w *world) { w.Set(nil, "", now) },
	} {
		w := open(t, theme.Light)
		w.Set(many, "tree", now)
		w.said = nil
		w.rename("letter")
		w.row("Letter to the landlord").naming.Field.SetText("Rent")
		away(w)
		w.heard("rename letter Rent")
		if f, is := w.window.Canvas().Focused().(*widgets.Field); is {
			t.Errorf("%s: the keyboard is at a field that is gone: %q", why, f.Text)
		}
	}
}

func TestEscapeLeavesTheTitleAsItWas(t *testing.T) {
	w := open(t, theme.Light)
	w.rename("letter")
	r := w.row("Letter to the landlord")
	r.naming.Field.SetText("Something else")
	r.naming.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.heard("")
	if r.naming.Field.Visible() {
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
	if len(w.rows()) > 0 && w.list.lines[0].kind == found {
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
	if w.search.Text != "" || w.nothing.Visible() || w.list.lines[0].kind != heading {
		t.Fatal("Escape does not leave the search")
	}
}

func TestThePinStandsBesideItsTitleWhateverTheSizeOfTheText(t *testing.T) {
	w := open(t, theme.Light)
	for _, scale := range []float32{1, 2} {
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, scale))
		r := w.row("Grandma's recipes")
		r.Refresh()
		p := test.WidgetRenderer(r).(*rowRenderer)
		middle := func(o fyne.CanvasObject) float32 { return o.Position().Y + o.Size().Height/2 }
		if d := middle(p.pin) - p.title.Position().Y - p.title.MinSize().Height/2; d < -0.5 || d > 0.5 || p.pin.Size().Height < 14*scale {
			t.Errorf("text %v times as large: the pin is %v high, %v below the middle of its title", scale, p.pin.Size().Height, d)
		}
	}
}

func TestThousandsOfConversationsAreAFewRows(t *testing.T) {
	w := open(t, theme.Light)
	list := make([]chat.Conversation, 5000)
	for i := range list {
		list[i] = chat.Conversation{ID: chat.ID(fmt.Sprint(i)), Title: fmt.Sprint("Chat ", i), Updated: now.Add(-time.Duration(i) * time.Hour)}
	}
	w.Set(list, "", now)
	if n := len(w.rows()); n == 0 || n > 60 {
		t.Fatalf("%d rows exist", n)
	}
}

func TestTheArrowKeysReachWhatIsOutOfSight(t *testing.T) {
	w := open(t, theme.Light)
	list := make([]chat.Conversation, 200)
	for i := range list {
		list[i] = chat.Conversation{ID: chat.ID(fmt.Sprint(i)), Title: fmt.Sprint("Chat ", i), Updated: now.Add(-time.Duration(i) * time.Hour)}
	}
	w.Set(list, "", now)
	w.window.Canvas().Focus(w.list)
	for range 120 {
		w.key(fyne.KeyDown)
	}
	if r := w.row("Chat 120"); !r.focused {
		t.Fatal("the row is not marked")
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
	var many []chat.Conversation
	for i := range 200 {
		many = append(many, chat.Conversation{ID: chat.ID(fmt.Sprint(i)), Title: fmt.Sprint("Chat ", i), Updated: now.Add(-time.Duration(i) * time.Hour)})
	}
	w.Set(many, "", now)
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

func TestEveryIconButtonHasAName(t *testing.T) {
	w := open(t, theme.Light)
	if w.row("Trip to Lisbon in March").more.AccessibilityLabel() == "" {
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
	if want := "New chat, Transcribe, Speak, Search everything, Grandma's recipes, More, Settings"; strings.Join(got, ", ") != want {
		t.Errorf("Tab goes %v", got)
	}
}
