package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/app/tools"
	"parlando/client/failure"
	"parlando/views/conversation/cards"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// oneCity is the schema of a tool as an earlier version wrote it.
const oneCity = `{
  "type": "object",
  "properties": {
    "city": {"type": "string", "description": "A city"}
  },
  "required": ["city"]
}`

// host is a window without pages.
type host struct {
	shell.Host
	canvas fyne.Canvas
	forms  formtest.Store
	toasts *shell.Toasts
	// copied is the last text copied, said the last toast, refused the last error of a write.
	copied, said string
	refused      error
}

func (h *host) Canvas() fyne.Canvas        { return h.canvas }
func (h *host) Forms() form.Store          { return h.forms }
func (h *host) Toasts() *shell.Toasts      { return h.toasts }
func (h *host) ReportWriteError(err error) { h.refused = err }
func (h *host) Copy(text string)           { h.copied = text }

// room is a controller with a chat and the true owners.
type room struct {
	*Controller
	t     *testing.T
	host  *host
	owner *tools.Tools
	// models are those of the connection here, which is service.
	models  *catalog.Catalog
	service connections.Connection
	open    chat.Conversation
	now     time.Time
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
	r.host.toasts.OnSay = func(sentence string) { r.host.said = sentence }
	r.models = models
	r.Controller = New(r.host, owner, models, Chat{
		Service: func() connections.Connection { return r.service },
		Open:    func() chat.Conversation { return r.open }, SetParameters: func(p chat.Parameters) { r.open.Params = p },
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
	r.press("Also search my chats with other services")
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
		{"without a name", func() { r.press("Add your own tool…"); r.types("Name", " "); r.press("Save") }, nil, nil},
		{"added", func() { r.types("Name", " Book it! "); r.press("Save") }, []string{"book_it"}, []string{"book_it"}},
		{"renamed", func() { r.press("Change…"); r.types("Name", "Reserve"); r.press("Save") }, []string{"book_it"}, []string{"book_it"}},
		{"an identifier that is none", func() {
			r.press("Change…")
			r.press("More: identifier, JSON Schema")
			r.types("Identifier", "no name")
			r.press("Save")
		}, []string{"book_it"}, []string{"book_it"}},
		{"with another identifier", func() { r.types("Identifier", "reserve"); r.press("Save") }, []string{"reserve"}, []string{"reserve"}},
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

// Switching tools on and off moves no switch away from the pointer.
func TestTheSwitchesOfToolsStayInTheirPlaces(t *testing.T) {
	r := newRoom(t)
	r.Show()
	var names []string
	for _, tool := range r.owner.All() {
		title, _ := words.ToolName(tool.Name)
		names = append(names, title)
	}
	places := func() (all []fyne.Position) {
		for _, name := range names {
			all = append(all, fyne.CurrentApp().Driver().AbsolutePositionForObject(r.named(name)))
		}
		return all
	}
	before := places()
	for _, name := range slices.Concat(names, names) {
		if r.press(name); !slices.Equal(places(), before) {
			t.Errorf("after pressing %s they are at %v, were at %v", name, places(), before)
		}
	}
	if menu := r.named("Tool use: Model decides").(*widgets.Dropdown); !menu.Disabled() {
		t.Error("the use of no tools can be chosen")
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

// What the service refused is offered to it again.
func TestRefusedToolsAreCheckedAgain(t *testing.T) {
	r := newRoom(t)
	const one, none = "This service doesn't accept this tool, so messages are sent", "can't use tools."
	r.open.Params.Tools = []string{tools.SearchMyChats, tools.Calculator}
	r.models.LearnRefusals("here", "with", []failure.Refusal{{Field: "tools", Value: tools.Calculator}})
	r.Show()
	tokens := func(names ...string) string {
		sum := 0
		for _, tool := range r.owner.All() {
			if slices.Contains(names, tool.Name) {
				sum += tool.Tokens
			}
		}
		return "These tools add " + words.LengthInWords(sum) + " to every message"
	}
	if !r.says(one) || r.says(none) || !r.says(tokens(tools.SearchMyChats)) {
		t.Errorf("one is refused: %q", seen.Texts(r.host.canvas))
	}
	if r.press("Try again"); r.says(one) || !r.says(tokens(tools.SearchMyChats, tools.Calculator)) {
		t.Errorf("after trying again: %q", seen.Texts(r.host.canvas))
	}
	for name, model := range map[string]string{"learned": "with", "listed": "without"} {
		shell.CloseOverlays(r.host)
		r.open.Model = model
		r.models.LearnTools("here", model, catalog.No)
		if r.Show(); !r.says(none) || r.says("to every message") {
			t.Errorf("%s: all are refused: %q", name, seen.Texts(r.host.canvas))
		}
		if r.press("Try anyway"); r.says(none) || !r.says(tokens(tools.SearchMyChats, tools.Calculator)) {
			t.Errorf("%s: after checking again: %q", name, seen.Texts(r.host.canvas))
		}
	}
}

func TestTheResultOfACustomToolIsTyped(t *testing.T) {
	r := newRoom(t)
	if err := r.owner.Save(tools.OwnTool{Name: "book", Parameters: oneCity}, ""); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ask := func(reply chat.ID, city string) (request chat.ToolRequest, result func() string) {
			request = chat.ToolRequest{Conversation: "c", Reply: reply, Connection: "here", Call: chat.ToolCall{ID: "call", Name: "book", Arguments: `{"city":"` + city + `"}`}}
			answer := "waits"
			go func() {
				if allowed, err := r.owner.Ask(t.Context(), request); err != nil || !allowed {
					answer = "denied"
				} else if answer, err = r.owner.Run(t.Context(), request); err != nil {
					answer = err.Error()
				}
			}()
			synctest.Wait()
			if _, own, ok := r.WaitingCall(reply, "call"); !ok || !own {
				t.Fatalf("waits: %v, own %v", ok, own)
			}
			return request, func() string { synctest.Wait(); return answer }
		}
		request, result := ask("first", `Ghent\nRome`)
		another, other := ask("another", "Bruges")
		r.now = r.now.Add(armAtMost)
		typed := func() string { return r.named("Your answer").(*widgets.Field).Text }
		for _, step := range []struct {
			name          string
			do            func()
			open          bool
			typed         string
			result, other string
		}{
			{"opened", func() { r.Decide(request, cards.ToolTypeResult) }, true, "", "waits", "waits"},
			{"typed and canceled", func() { r.types("Your answer", "At noon"); r.press("Cancel") }, false, "", "waits", "waits"},
			{"opened for another call", func() { r.Decide(another, cards.ToolTypeResult) }, true, "", "waits", "waits"},
			{"discarded", func() { r.types("Your answer", "Never"); r.press("Discard"); r.press("Cancel") }, false, "", "waits", "waits"},
			{"opened again", func() { r.Decide(request, cards.ToolTypeResult) }, true, "At noon", "waits", "waits"},
			{"sent", func() { r.press("Answer") }, false, "", "At noon", "waits"},
			{"sent without a result", func() { r.Decide(another, cards.ToolTypeResult); r.press("Answer") }, false, "", "At noon", ""},
		} {
			step.do()
			if open := r.host.canvas.Overlays().Top() != nil; open != step.open || result() != step.result || other() != step.other {
				t.Errorf("%s: open %v, the results are %q and %q", step.name, open, result(), other())
			}
			if step.open && typed() != step.typed {
				t.Errorf("%s: typed is %q", step.name, typed())
			}
			if step.name == "opened" && (!r.says("book") || !r.says("city: Ghent") || !r.says("    Rome") || any(r.host.canvas.Focused()) != any(r.named("Your answer"))) {
				t.Errorf("it says %q", seen.Texts(r.host.canvas))
			}
		}
		if len(r.host.forms) > 0 {
			t.Errorf("kept of the forms: %v", r.host.forms)
		}
		if r.Decide(request, cards.ToolDeny); r.host.said != "You already answered this, or it's no longer needed." {
			t.Errorf("a second decision says %q", r.host.said)
		}
	})
}

func TestAResultIsCopiedAsItIsSeen(t *testing.T) {
	r := newRoom(t)
	for text, want := range map[string][2]string{
		"plain\ntext":   {"plain\ntext", "Copied."},
		"a\u200bb":      {"ab", "Copied without 1 invisible character"},
		"a\u200b\u200b": {"a", "Copied without 2 invisible characters"},
	} {
		if r.CopyResult(text); r.host.copied != want[0] || r.host.said != want[1] {
			t.Errorf("%q: copied %q, said %q", text, r.host.copied, r.host.said)
		}
	}
}

// A starter with a tool switches it on. Only in practice is another model chosen for it.
func TestEachStarterWithATool(t *testing.T) {
	for name, c := range map[string]struct {
		model string
		kind  settings.ConnectionKind
		used  string // the model with which the tool is used; "" for no starters
	}{
		"a model with tools":                {"with", settings.Service, "with"},
		"one of which nothing is known":     {"another", settings.Service, "another"},
		"one without":                       {"without", settings.Service, ""},
		"one without in practice":           {"without", settings.Practice, "with"},
		"one without and no other to go to": {"alone", settings.Practice, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.open.Model, r.service.Kind = c.model, c.kind
			if c.model == "alone" {
				r.models.SetListed("here", []catalog.Model{{ID: "alone", Tools: catalog.No}})
			}
			offer := r.Offer()
			starters := r.Starters(offer)
			if (len(starters) > 0) != (c.used != "") || offer.OK != (c.used != "") {
				t.Fatalf("%+v: %+v", offer, starters)
			}
			for _, s := range starters {
				r.open.Model, r.open.Params.Tools, r.host.said = c.model, nil, ""
				r.UseStarter(s)
				if r.open.Model != c.used || !slices.Equal(r.open.Params.Tools, []string{s.tool}) || s.Message == "" {
					t.Errorf("%+v: model %s, tools %q", s, r.open.Model, r.open.Params.Tools)
				}
				if told := r.host.said == "This chat now uses with, which supports tools."; told != (c.model != c.used) {
					t.Errorf("%s: said %q", s.Title, r.host.said)
				}
			}
		})
	}
}

// A model that has called many tools goes on only if the user allows it, each time.
func TestGoingOnAfterManyCallsIsAllowedOnce(t *testing.T) {
	r := newRoom(t)
	synctest.Test(t, func(t *testing.T) {
		allowed := false
		go func() {
			allowed, _ = r.owner.AskToContinue(t.Context(), chat.ToolRequest{Conversation: "c", Reply: "reply", Connection: "here"})
		}()
		synctest.Wait()
		request, ok := r.WaitingToContinue("reply")
		if _, another := r.WaitingToContinue("another"); !ok || another {
			t.Fatalf("waits %v, another %v", ok, another)
		}
		r.now = r.now.Add(armAtMost)
		r.Decide(request, cards.ToolAllowForAnswer)
		if synctest.Wait(); !errors.Is(r.host.refused, tools.ErrOnlyOnce) || allowed {
			t.Errorf("for the whole reply: %v, allowed %v", r.host.refused, allowed)
		}
		r.Decide(request, cards.ToolAllowOnce)
		if synctest.Wait(); !allowed {
			t.Error("it was not allowed")
		}
	})
}

// Among very many tools models choose badly, which is said from exactly then on.
func TestManyToolsAreWarnedOf(t *testing.T) {
	r := newRoom(t)
	for i := range manyTools {
		name := fmt.Sprint("tool", i)
		if err := r.owner.Save(tools.OwnTool{Name: name, Parameters: oneCity}, ""); err != nil {
			t.Fatal(err)
		}
		if i < manyTools-1 {
			r.open.Params.Tools = append(r.open.Params.Tools, name)
		}
	}
	const many = "chooses the wrong one"
	if r.Show(); r.says(many) {
		t.Errorf("with %d it says %q", len(r.open.Params.Tools), seen.Texts(r.host.canvas))
	}
	r.switchTool(tools.Calculator, true)
	shell.CloseOverlays(r.host)
	if r.Show(); !r.says(many) {
		t.Errorf("with %d it says %q", len(r.open.Params.Tools), seen.Texts(r.host.canvas))
	}
}
