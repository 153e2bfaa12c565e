package presets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/adjust"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/topbar"
	"parlando/views/uithread"
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

func (h *host) Canvas() fyne.Canvas   { return h.canvas }
func (h *host) Forms() form.Store     { return h.forms }
func (h *host) Toasts() *shell.Toasts { return h.toasts }

// room is a controller with a chat and the settings of three presets.
type room struct {
	*Controller
	t      *testing.T
	host   *host
	panel  *adjust.Panel
	store  *settings.Store
	params chat.Parameters
	// chosen is the model chosen for the chat, scope that of the chat, kept the models kept.
	chosen string
	scope  *uithread.Scope
	kept   []string
	said   string
}

func newRoom(t *testing.T) *room {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	store, err := settings.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	warm := 0.9
	store.Change(func(s *settings.Settings) {
		precise, _ := s.Preset(settings.Precise)
		s.Presets = []settings.Preset{
			{ID: "letters", Name: "Letters", Model: "old", Parameters: chat.Parameters{Temperature: &warm, Instructions: "Dear"}},
			precise,
			{ID: "code", Name: "Code", Parameters: chat.Parameters{Instructions: "Go"}},
		}
	})
	r := &room{t: t, store: store, scope: uithread.NewScope(nil), panel: adjust.New()}
	r.host = &host{forms: formtest.Store{}, toasts: shell.NewToasts(func(time.Duration, func()) func() { return func() {} })}
	r.host.toasts.OnSay = func(sentence string) { r.said = sentence }
	top := topbar.New()
	w := test.NewTempWindow(t, container.NewStack(container.NewBorder(top, nil, nil, r.panel), r.host.toasts))
	w.Resize(fyne.NewSize(1200, 900))
	r.host.canvas = w.Canvas()
	model := func() string { return cmp.Or(r.chosen, "default") }
	r.Controller = New(r.host, store, Chat{
		Parameters:    func() chat.Parameters { return r.params },
		SetParameters: func(p chat.Parameters) { r.params = p; r.panel.Set(p) },
		Model:         model, ChosenModel: func() string { return r.chosen }, ChooseModel: func(m string) { r.chosen = m },
		ModelName: strings.ToUpper,
		Question: func(m string) words.ModelQuestion {
			if m != "old" {
				return words.ModelQuestion{}
			}
			return words.ModelQuestion{Offer: catalog.Offer{Gone: true, Instead: "new"}, Text: "OLD is gone.", Use: "Use NEW", Keep: "Keep OLD"}
		},
		KeepModel: func(m string) { r.kept = append(r.kept, m) },
		Current:   r.scope.Current,
	}, r.panel, top)
	return r
}

// named returns the controls with a name that can be reached, topmost last.
func (r *room) named(name string) (all []fyne.CanvasObject) {
	seen.Walk(r.host.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if seen.Pressable(o) && seen.Label(o) == name {
			all = append(all, o)
		}
	})
	return all
}

func (r *room) control(name string) fyne.CanvasObject {
	r.t.Helper()
	all := r.named(name)
	if len(all) == 0 {
		r.t.Fatalf("there is no %q in %q", name, seen.Texts(r.host.canvas))
	}
	return all[len(all)-1]
}

func (r *room) press(name string) { r.t.Helper(); test.Tap(r.control(name).(fyne.Tappable)) }

func (r *room) types(name, text string) {
	r.t.Helper()
	r.control(name).(*widgets.Field).SetText(text)
}

func (r *room) menu(item string) { r.t.Helper(); r.ShowMenu(); r.press(item) }

// chat names the preset of the chat, its temperature, its instructions and its model.
func (r *room) chat() string {
	p, ok := r.inUse()
	warm := "-"
	if t := r.params.Temperature; t != nil {
		warm = fmt.Sprint(*t)
	}
	text := strings.Join([]string{cmp.Or(p.Name, "none"), warm, cmp.Or(r.params.Instructions, "-"), cmp.Or(r.chosen, "-")}, " ")
	if ok && !p.Matches(r.params) {
		text += " changed"
	}
	return text
}

// stored are the presets in the settings: the name, with its model and its instructions.
func (r *room) stored() string {
	var all []string
	for _, p := range r.all() {
		text := p.Name
		if p.BuiltIn {
			text = "*" + text
		}
		for _, more := range []string{p.Model, p.Parameters.Instructions} {
			if more != "" {
				text += "/" + more
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func (r *room) says(text string) bool {
	return strings.Contains(strings.Join(seen.Texts(r.host.canvas), "\n"), text)
}

// checkNames compares the preset named in Adjust with that of the chat. The bar above the chat says
// "Adjust replies" whatever the preset.
func (r *room) checkNames(step string) {
	r.t.Helper()
	p, ok := r.inUse()
	panel := "Preset: None"
	if ok {
		panel = "Preset: " + p.Name
		if !p.Matches(r.params) {
			panel += " (changed)"
		}
	}
	if top, anchor := seen.Label(r.top.AdjustAnchor()), seen.Label(r.panel.PresetAnchor()); top != "Adjust replies" || anchor != panel {
		r.t.Errorf("%s: the bar says %q; Adjust says %q, not %q", step, top, anchor, panel)
	}
}

// sets changes a parameter in Adjust.
func (r *room) sets(temperature float64) {
	r.params.Temperature = &temperature
	r.panel.Set(r.params)
}

func TestEachButtonOfThePresets(t *testing.T) {
	r := newRoom(t)
	const first = "Letters/old/Dear *Precise Code/Go"
	for _, step := range []struct {
		name               string
		do                 func()
		chat, stored, said string
	}{
		{"chosen", func() { r.params.Instructions = "My own"; r.menu("Letters") }, "Letters 0.9 Dear old", first, "Preset “Letters” is on."},
		{"undone", func() { r.press("Undo") }, "none - My own -", first, ""},
		{"one without model and instructions", func() { r.chosen = "mine"; r.menu("Precise") }, "Precise 0.2 My own mine", first, "Preset “Precise” is on."},
		{"undone keeps the model", func() { r.chosen = "another"; r.press("Undo") }, "none - My own another", first, ""},
		{"one with the model there is", func() { r.chosen = "old"; r.menu("Letters") }, "Letters 0.9 Dear old", first, "Preset “Letters” is on."},
		{"undone in Adjust", func() {
			inAdjust, inToast := r.named("Undo preset change"), r.named("Undo")
			if len(inAdjust) != 1 || len(inToast) != 1 {
				t.Errorf("it can be undone in Adjust %d times, in the toast %d times", len(inAdjust), len(inToast))
			}
			if test.Tap(inAdjust[0].(fyne.Tappable)); r.says("is on.") {
				t.Error("it was undone, and is still said to be on")
			}
		}, "none - My own old", first, ""},
		{"nothing to undo in another chat", func() { r.menu("Code"); r.scope.Reset(); r.press("Undo") }, "Code - Go old", first, "Preset “Code” is on."},
		{"its instructions go with it", func() { r.menu("Precise") }, "Precise 0.2 - old", first, "Preset “Precise” is on."},

		{"saved without a name", func() {
			r.menu("Save as preset…")
			r.host.canvas.Unfocus()
			if r.press("Save"); any(r.host.canvas.Focused()) != any(r.control("Name")) {
				t.Error("the name has not the keyboard")
			}
		}, "Precise 0.2 - old", first, ""},
		{"typed", func() { r.types("Name", " Mine ") }, "Precise 0.2 - old", first, ""},
		{"not saved", func() { r.press("Cancel") }, "Precise 0.2 - old", first, ""},
		{"saved as typed before", func() { r.menu("Save as preset…"); r.press("Save") }, "Mine 0.2 - old", "Mine " + first, "Saved preset “Mine”."},
		{"with a model and instructions", func() {
			r.params.Instructions = "Be brief"
			r.menu("Save as preset…")
			r.types("Name", "Brief")
			r.press("Only with OLD")
			r.control("Name").(*widgets.Field).OnSubmitted("")
		}, "Brief 0.2 Be brief old", "Brief/old/Be brief Mine " + first, "Saved preset “Brief”."},
		{"without its instructions", func() {
			r.menu("Save as preset…")
			r.types("Name", "Plain")
			r.press("Include your instructions")
			r.press("Save")
		}, "Plain 0.2 Be brief old", "Plain Brief/old/Be brief Mine " + first, "Saved preset “Plain”."},
		{
			"a name that exists", func() { r.menu("Save as preset…"); r.types("Name", "MINE"); r.press("Save"); r.press("Cancel") },
			"Plain 0.2 Be brief old", "Plain Brief/old/Be brief Mine " + first, "",
		},
		{
			"its preset is replaced", func() { r.menu("Save as preset…"); r.types("Name", "MINE"); r.press("Save"); r.press("Update") },
			"Mine 0.2 Be brief old", "Plain Brief/old/Be brief Mine/Be brief " + first, "Updated “Mine”.",
		},
		{"as before", func() { r.press("Undo") }, "Mine 0.2 Be brief old", "Plain Brief/old/Be brief Mine " + first, ""},

		{
			"updated", func() { r.sets(0.4); r.menu("Update “Mine”"); r.press("Update") },
			"Mine 0.4 Be brief old", "Plain Brief/old/Be brief Mine/Be brief " + first, "Updated “Mine”.",
		},
		{
			"a model of the preset follows that of the chat", func() {
				r.menu("Brief")
				r.sets(0.5)
				r.chosen = "new"
				r.menu("Update “Brief”")
				r.press("Update")
			},
			"Brief 0.5 Be brief new", "Plain Brief/new/Be brief Mine/Be brief " + first, "Updated “Brief”.",
		},
		{
			"a built-in one becomes one's own", func() { r.menu("Precise"); r.sets(0.3); r.menu("Update “Precise”"); r.press("Update") },
			"Precise 0.3 - new", "Plain Brief/new/Be brief Mine/Be brief Letters/old/Dear Precise Code/Go", "Updated “Precise”.",
		},
		{"and built-in again", func() { r.press("Undo") }, "Precise 0.3 - new changed", "Plain Brief/new/Be brief Mine/Be brief " + first, ""},
		{"undone in a chat with another", func() {
			r.menu("Update “Precise”")
			r.press("Update")
			undo := r.control("Undo").(fyne.Tappable)
			r.params.Preset = "code"
			r.panel.Set(r.params)
			test.Tap(undo)
		}, "Code 0.3 - new changed", "Plain Brief/new/Be brief Mine/Be brief " + first, ""},
	} {
		r.said = ""
		step.do()
		if r.chat() != step.chat || r.stored() != step.stored || step.said != "" && r.said != step.said {
			t.Errorf("%s: %s, stored %s, said %q", step.name, r.chat(), r.stored(), r.said)
		}
		if empty := r.says("Enter a name for the preset."); empty != (step.name == "saved without a name") {
			t.Errorf("%s: asks for a name: %v", step.name, empty)
		}
		r.checkNames(step.name)
	}
	if len(r.host.forms) > 0 {
		t.Errorf("kept of the forms: %v", r.host.forms)
	}
}

func TestEachButtonOfTheListOfPresets(t *testing.T) {
	r := newRoom(t)
	const first = "Letters/old/Dear *Precise Code/Go"
	key := func(row string, key fyne.KeyName) {
		r.control(row).(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt})
	}
	builtIn := func(without ...chat.ID) (names string) {
		for _, p := range words.LocalizedPresets(settings.DefaultPresets()) {
			if !slices.Contains(without, p.ID) {
				names += " *" + p.Name
				if p.Parameters.Instructions != "" {
					names += "/" + p.Parameters.Instructions
				}
			}
		}
		return names
	}
	for _, step := range []struct {
		name         string
		do           func()
		chat, stored string
	}{
		{"open", func() { r.menu("Code"); r.menu("Manage presets…") }, "Code - Go -", first},
		{"moved down", func() { key("Letters", fyne.KeyDown) }, "Code - Go -", "*Precise Letters/old/Dear Code/Go"},
		{"moved to the end", func() { key("Letters", fyne.KeyDown) }, "Code - Go -", "*Precise Code/Go Letters/old/Dear"},
		{"not further", func() { key("Letters", fyne.KeyDown) }, "Code - Go -", "*Precise Code/Go Letters/old/Dear"},
		{"moved to the beginning", func() { key("Letters", fyne.KeyUp); key("Letters", fyne.KeyUp) }, "Code - Go -", first},
		{"not further up", func() { key("Letters", fyne.KeyUp) }, "Code - Go -", first},
		{"renamed", func() {
			r.press("Rename Code")
			field := r.host.canvas.Focused().(*widgets.Field)
			field.SetText("Program")
			field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}, "Program - Go -", "Letters/old/Dear *Precise Program/Go"},
		{"its model is kept", func() { r.press("Keep OLD") }, "Program - Go -", "Letters/old/Dear *Precise Program/Go"},
		{"the other model", func() { r.press("Use NEW") }, "Program - Go -", "Letters/new/Dear *Precise Program/Go"},
		{"deleted", func() { r.press("Delete Precise") }, "Program - Go -", "Letters/new/Dear Program/Go"},
		{"undone", func() {
			if r.press("Undo"); r.says("was deleted.") {
				t.Error("it was undone, and is still said to be deleted")
			}
		}, "Program - Go -", "Letters/new/Dear *Precise Program/Go"},
		{"the one in use is deleted", func() { r.press("Delete Program") }, "none - Go -", "Letters/new/Dear *Precise"},
		{"another one is used", func() { r.press("Letters") }, "Letters 0.9 Dear new", "Letters/new/Dear *Precise"},
		{"that one is deleted", func() { r.menu("Manage presets…"); r.press("Delete Letters") }, "none 0.9 Dear new", "*Precise"},
		{"the last one, too", func() { r.press("Delete Precise") }, "none 0.9 Dear new", ""},
		{"those of the program", func() { r.press("Restore built-in presets") }, "none 0.9 Dear new", strings.TrimSpace(builtIn())},
		{"one of them is deleted", func() { r.press("Delete Balanced") }, "none 0.9 Dear new", strings.TrimSpace(builtIn(settings.Balanced))},
		{"undone after closing", func() { shell.CloseOverlays(r.host); r.press("Undo") }, "none 0.9 Dear new", strings.TrimSpace(builtIn())},
	} {
		if step.do(); r.chat() != step.chat || r.stored() != step.stored {
			t.Errorf("%s: %s, stored %s", step.name, r.chat(), r.stored())
		}
		r.checkNames(step.name)
		// A built-in preset is offered again once it is missing.
		if offered, missing := len(r.named("Restore built-in presets")) > 0, len(r.store.Get().MissingPresets()) > 0; r.host.canvas.Overlays().Top() != nil && offered != missing {
			t.Errorf("%s: restoring is offered: %v", step.name, offered)
		}
	}
	if !slices.Equal(r.kept, []string{"old"}) {
		t.Errorf("kept the models %q", r.kept)
	}
}

// Undo of a deletion brings a preset back that is not there yet.
func TestADeletedPresetComesBackOnce(t *testing.T) {
	r := newRoom(t)
	r.menu("Manage presets…")
	r.press("Delete Precise")
	r.press("Restore built-in presets")
	want := r.stored()
	if r.press("Undo"); r.stored() != want {
		t.Errorf("stored %s", r.stored())
	}
}

// A built-in preset that was updated is one of the user, and the built-in one can be restored.
func TestAnUpdatedPresetOfTheProgramIsRestored(t *testing.T) {
	r := newRoom(t)
	r.menu("Precise")
	r.sets(0.3)
	r.menu("Update “Precise”")
	r.press("Update")
	r.menu("Manage presets…")
	r.press("Restore built-in presets")
	if got := r.stored(); !strings.HasPrefix(got, "Letters/old/Dear Precise Code/Go") || !strings.Contains(got, " *Precise") {
		t.Errorf("stored %s", got)
	}
}

// None takes the preset off and gives back what it changed, as far as that is known; what was
// changed since stays.
func TestNoneTakesThePresetOff(t *testing.T) {
	r := newRoom(t)
	long := 1000
	r.params.MaxTokens, r.params.Instructions = &long, "Mine"
	r.panel.Set(r.params)
	first := r.params.Clone()
	const stored = "Letters/old/Dear *Precise Code/Go"
	for _, step := range []struct {
		name       string
		do         func()
		chat, said string
		length     bool
	}{
		{"there is none to take off", func() { r.menu("None") }, "none - Mine -", "", true},
		{"on", func() { r.menu("Letters") }, "Letters 0.9 Dear old", "Preset “Letters” is on.", false},
		{"off", func() { r.menu("None") }, "none - Mine -", "Preset “Letters” is off.", true},
		{"undone", func() { r.press("Undo") }, "Letters 0.9 Dear old", "", false},
		{"changed since", func() { r.sets(0.4); r.menu("None") }, "none 0.4 Mine -", "Preset “Letters” is off.", true},
		{"one after the other", func() {
			r.params = first.Clone()
			r.menu("Letters")
			r.menu("Precise")
			r.menu("None")
		}, "none - Mine -", "Preset “Precise” is off.", true},
		{"another model chosen since", func() {
			r.menu("Letters")
			r.chosen = "mine"
			r.menu("None")
		}, "none - Mine mine", "Preset “Letters” is off.", true},
		{"of another visit", func() {
			r.menu("Letters")
			r.scope.Reset()
			r.menu("None")
		}, "none - - old", "Preset “Letters” is off.", false},
	} {
		r.said = ""
		if step.do(); r.chat() != step.chat || r.said != step.said || (r.params.MaxTokens != nil) != step.length || r.stored() != stored {
			t.Errorf("%s: %s, said %q, longest %v, stored %s", step.name, r.chat(), r.said, r.params.MaxTokens, r.stored())
		}
		r.checkNames(step.name)
	}
}

// Each button of Adjust opens the same as the menu.
func TestEachPresetButtonOfAdjust(t *testing.T) {
	r := newRoom(t)
	r.menu("Code")
	r.sets(0.3)
	for _, c := range [][2]string{{"Manage presets…", "Click a preset to use it."}, {"Save as preset…", "Include your instructions"}, {"Update “Code”", "It will use this chat's settings. Other chats don't change."}} {
		r.press("Preset: Code (changed)")
		if r.press(c[0]); !r.says(c[1]) {
			t.Errorf("%s: it says %q", c[0], seen.Texts(r.host.canvas))
		}
		shell.CloseOverlays(r.host)
	}
}

// The menu opens at what opened it, and has as many presets as fit.
func TestTheMenuOfPresets(t *testing.T) {
	r := newRoom(t)
	r.store.Change(func(s *settings.Settings) {
		s.Presets = nil
		for i := range menuMost + 1 {
			s.Presets = append(s.Presets, settings.Preset{ID: chat.ID(fmt.Sprint(i)), Name: fmt.Sprint("Number ", i)})
		}
	})
	r.params.Preset = "3"
	for _, anchor := range []fyne.CanvasObject{r.top.AdjustAnchor(), r.panel.PresetAnchor()} {
		widgets.SetVisible(r.panel, anchor == r.panel.PresetAnchor())
		r.ShowMenu()
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject
		if gap := at(r.control("None")).Y - at(anchor).Y - anchor.Size().Height; gap < 0 || gap > 20 {
			t.Errorf("Adjust is open: %v; the menu is %v below", r.panel.Visible(), gap)
		}
		r.control(fmt.Sprint("Number ", menuMost-1))
		if more := r.named(fmt.Sprint("Number ", menuMost)); len(more) > 0 {
			t.Errorf("there are more than %d", menuMost)
		}
		if focused := seen.Label(r.host.canvas.Focused().(fyne.CanvasObject)); focused != "Number 3" {
			t.Errorf("chosen is %q", focused)
		}
		shell.CloseOverlays(r.host)
	}
}

// Whether more parameters are shown is kept.
func TestFoldingAdjustIsKept(t *testing.T) {
	r := newRoom(t)
	for _, open := range []bool{true, false} {
		r.panel.OnExpanded(open)
		if r.store.Get().MoreOpen != open {
			t.Errorf("kept: %v", !open)
		}
	}
}
