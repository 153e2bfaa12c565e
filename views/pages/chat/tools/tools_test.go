package tools

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/tools"
	"parlando/views/conversation/cards"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// host is a window without pages.
type host struct {
	shell.Host
	canvas fyne.Canvas
	forms  formtest.Store
	toasts *shell.Toasts
}

func (h *host) Canvas() fyne.Canvas    { return h.canvas }
func (h *host) Forms() form.Store      { return h.forms }
func (h *host) Toasts() *shell.Toasts  { return h.toasts }
func (h *host) ReportWriteError(error) {}

// room is a controller with a chat and the true owners.
type room struct {
	*Control
	t     *testing.T
	host  *host
	owner *tools.Tools
	open  chat.Conversation
	now   time.Time
}

func newRoom(t *testing.T) *room {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, widgets.NewBody(""))
	w.Resize(fyne.NewSize(1000, 900))
	owner, err := tools.New(tools.Options{Dir: t.TempDir(), Search: func(context.Context, chat.ToolRequest, bool, string) ([]tools.Excerpt, error) {
		return nil, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	models, err := catalog.Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := models.Close(); err != nil {
			t.Error(err)
		}
		if err := owner.Close(); err != nil {
			t.Error(err)
		}
	})
	models.SetListed("here", []catalog.Model{{ID: "without", Tools: catalog.No}, {ID: "with", Tools: catalog.Yes}})
	r := &room{t: t, owner: owner, open: chat.Conversation{ID: "c", Connection: "here", Model: "with"}, now: time.Unix(1_800_000_000, 0)}
	r.host = &host{canvas: w.Canvas(), forms: formtest.Store{}, toasts: shell.NewToasts(func(time.Duration, func()) func() { return func() {} })}
	r.Control = New(r.host, owner, models, Chat{
		Open: func() chat.Conversation { return r.open }, SetParameters: func(p chat.Parameters) { r.open.Params = p },
		ModelName: func(id string) string { return id }, Pick: func(model string) { r.open.Model = model },
	}, func() time.Time { return r.now })
	return r
}

// named returns the topmost control with a name.
func (r *room) named(name string) (found fyne.CanvasObject) {
	r.t.Helper()
	seen.Walk(r.host.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if _, is := o.(fyne.Focusable); is && seen.Label(o) == name {
			found = o
		}
	})
	if found == nil {
		r.t.Fatalf("there is no %q in %q", name, seen.Texts(r.host.canvas))
	}
	return found
}

func (r *room) press(name string) { r.t.Helper(); test.Tap(r.named(name).(fyne.Tappable)) }

func (r *room) types(name, text string) { r.t.Helper(); r.named(name).(*widgets.Field).SetText(text) }

func (r *room) says(text string) bool {
	return strings.Contains(strings.Join(seen.Texts(r.host.canvas), "\n"), text)
}

// owned are the names of the user's own tools.
func (r *room) owned() (names []string) {
	for _, o := range r.owner.OwnTools() {
		names = append(names, o.Name)
	}
	return names
}

func TestEachButtonOfTheSheetOfTools(t *testing.T) {
	r := newRoom(t)
	r.Show()
	var all []string
	flip := func(name string) {
		title, _ := words.ToolName(name)
		r.press(title)
	}
	for _, tool := range r.owner.All() { // the first and the last as those between
		all = append(all, tool.Name)
		if flip(tool.Name); !slices.Equal(r.open.Params.Tools, all) {
			t.Errorf("after switching on %s: %q", tool.Name, r.open.Params.Tools)
		}
	}
	r.press("Also search chats of other connections")
	if !r.owner.SearchesEverywhere() {
		t.Error("other connections are not searched")
	}
	r.open.Params.ToolChoice = all[0]
	for i, name := range all {
		if flip(name); !slices.Equal(r.open.Params.Tools, all[i+1:]) || r.open.Params.ToolChoice != "" {
			t.Errorf("after switching off %s: %q, %q", name, r.open.Params.Tools, r.open.Params.ToolChoice)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
		own  []string
		on   []string
	}{
		{"a name that is none", func() { r.press("Add a custom tool…"); r.types("Name", "no name"); r.press("Save") }, nil, nil},
		{"added", func() { r.types("Name", " book "); r.press("Save") }, []string{"book"}, []string{"book"}},
		{"renamed", func() { r.press("Change…"); r.types("Name", "reserve"); r.press("Save") }, []string{"reserve"}, []string{"reserve"}},
		{"saved as it was", func() { r.open.Params.ToolChoice = "reserve"; r.press("Change…"); r.press("Save") }, []string{"reserve"}, []string{"reserve"}},
		{"discarded", func() { r.press("Change…"); r.types("Name", "typed"); r.press("Discard") }, []string{"reserve"}, []string{"reserve"}},
		{"deleted", func() { r.press("Delete") }, nil, nil},
	} {
		step.do()
		if got := r.owned(); !slices.Equal(got, step.own) || !slices.Equal(r.open.Params.Tools, step.on) {
			t.Errorf("%s: %q, on are %q", step.name, got, r.open.Params.Tools)
		}
		if step.name == "saved as it was" && r.open.Params.ToolChoice != "reserve" {
			t.Error("saving took the choice of the tool away")
		}
	}
	if len(r.host.forms) > 0 {
		t.Errorf("kept of the forms: %v", r.host.forms)
	}
}

func TestAModelWithoutToolsOffersAnother(t *testing.T) {
	r := newRoom(t)
	r.open.Model = "without"
	r.Show()
	if !r.says("without can't use tools.") {
		t.Errorf("it says %q", seen.Texts(r.host.canvas))
	}
	r.press("Switch to with")
	if r.open.Model != "with" || r.says("can't use tools") {
		t.Errorf("the model is %s; it says %q", r.open.Model, seen.Texts(r.host.canvas))
	}
}

// Each decision is that of its own call, and counts from exactly when the buttons are armed.
func TestEachDecisionAboutACall(t *testing.T) {
	for name, c := range map[string]struct {
		decision        cards.ToolDecision
		shown, pressed  time.Duration // until the decision; pressed 0 is never
		decided, allows bool
	}{
		"denied":            {cards.ToolDeny, armAfter, 0, true, false},
		"allowed once":      {cards.ToolAllowOnce, armAfter, 0, true, true},
		"allowed":           {cards.ToolAllowForAnswer, armAfter, 0, true, true},
		"too early":         {cards.ToolAllowOnce, armAfter - 1, 0, false, false},
		"typed before":      {cards.ToolAllowOnce, armAtMost - 1, armAfter - 1, false, false},
		"long after typing": {cards.ToolAllowOnce, armAtMost - 1, armAfter, true, true},
		"in any case":       {cards.ToolAllowOnce, armAtMost, 1, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				answers := map[chat.ID]chan bool{}
				for _, reply := range []chat.ID{"other", "reply"} {
					answers[reply] = make(chan bool, 1)
					go func() {
						allowed, err := r.owner.Ask(ctx, chat.ToolRequest{Conversation: "c", Reply: reply, Connection: "here", Call: chat.ToolCall{ID: "call", Name: tools.SearchMyChats, Arguments: `{"query":"rent"}`}})
						if err == nil {
							answers[reply] <- allowed
						}
					}()
				}
				synctest.Wait()
				another, _, _ := r.WaitingCall("other", "call")
				request, own, ok := r.WaitingCall("reply", "call")
				if !ok || own || request.Reply != "reply" || another.Reply != "other" {
					t.Fatalf("waiting: %v, own %v: %+v, %+v", ok, own, request, another)
				}
				start := r.now
				if c.pressed > 0 {
					r.now = start.Add(c.shown - c.pressed)
					r.NotePress()
				}
				r.now = start.Add(c.shown)
				r.NotePress() // of the button itself
				r.Decide(request, c.decision)
				synctest.Wait()
				select {
				case allowed := <-answers["reply"]:
					if !c.decided || allowed != c.allows {
						t.Errorf("decided: allowed %v", allowed)
					}
				default:
					if c.decided {
						t.Error("not decided")
					}
				}
				if _, _, waits := r.WaitingCall("other", "call"); !waits {
					t.Error("the call of another reply was decided")
				}
				cancel()
				synctest.Wait()
			})
		})
	}
}
