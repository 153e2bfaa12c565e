package window

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/seen/seentest"
)

// states go through those of a page: pointed at, with the keyboard somewhere, or at work.
var states = map[string]func(h *home) *stateLog{
	"a chat": func(h *home) *stateLog {
		p := h.readsOfLighthouses()
		for _, question := range []string{"And a foghorn?", "And a buoy?"} {
			p.clicks("New chat")
			p.sends(question)
			p.readsToTheEnd()
		}
		p.scrollsUp()
		l := p.logsStates()
		l.mouseAt("And a buoy?", "What is a lighthouse for?", "New chat", "Settings", "Adjust replies", "Practice writer", "Copy")
		l.mouseAtText("And a buoy?")
		l.keyboardAt("New chat", "Search", "Settings", "Dictate", "Send", "Practice writer", "And a buoy?")
		p.tabsTo("And a buoy?")
		p.presses(fyne.KeyEnd)
		l.write("keyboard at the last chat")
		p.canvas.Focus(p.view)
		for range 2 {
			p.view.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt})
		}
		l.write("keyboard at the first message")
		p.presses(fyne.KeyTab)
		l.write("keyboard at the first control of the message")
		p.tabs(true)
		p.tabs(false)
		l.write("keyboard there again, with Shift released")
		return l
	},
	"a long reply": func(h *home) *stateLog {
		p := h.looksAround()
		p.sets(chat.Parameters{Temperature: new(float64)}) // the same words each time
		p.sends("Which program draws a table?")
		p.readsToTheEnd()
		p.scrollsUp()
		l := p.logsStates()
		l.writeAll("from its start")
		p.wheels(fyne.NewPos(700, 400), -700)
		l.writeAll("from its middle")
		return l
	},
	"reading aloud": func(h *home) *stateLog {
		p := h.readsOfLighthouses()
		l := p.logsStates()
		p.clicks("Read aloud")
		p.hears(1)
		l.writeAll("first sentence")
		p.clicks("Next sentence")
		p.hears(2)
		p.sees("sentence 2 of")
		l.write("second sentence")
		p.clicks("Pause")
		p.has("Continue")
		l.write("paused")
		return l
	},
	"a reply that a filter stopped": func(h *home) *stateLog {
		p := h.meets("filter")
		l := p.logsStates()
		l.writeAll("as it stands")
		return l
	},
	"attachments": func(h *home) *stateLog {
		p := h.looksAround()
		p.drops(h.photo("photo.jpg"), h.file("notes.txt", "A quiet line."), h.file("more.txt", "Another line."))
		p.sees("more.txt")
		l := p.logsStates()
		l.writeAll("as they are put in")
		l.mouseAt("photo.jpg", "more.txt")
		return l
	},
	"finding": func(h *home) *stateLog {
		p := h.readsOfLighthouses()
		p.holds(fyne.KeyF)
		p.types("light")
		p.sees("2 of 4")
		l := p.logsStates()
		p.canvas.Focus(l.focused)
		p.presses(fyne.KeyReturn)
		l.write("next match")
		p.types("zzz")
		p.sees("Not found")
		l.write("no match")
		return l
	},
	"a transcript": func(h *home) *stateLog {
		p := h.looksAround()
		p.opensExample()
		l := p.logsStates()
		l.mouseAt("The old pear tree", "Drop audio here", "Add audio files", "Play", "Playback position: 0%", "Recordings")
		l.mouseAtText("Shall we decide about the old pear tree?", "Agreed.")
		l.keyboardAt("Play", "Playback position: 0%", "List: Transcripts", "Transcript lines")
		p.clicksLine("Agreed.")
		l.write("keyboard in a line")
		p.canvas.Unfocus()
		p.clicks("Play")
		p.sees("0:05 / 0:34")
		l.write("played for five seconds")
		p.clicks("Pause")
		p.holds(fyne.KeyF)
		l.begin()
		p.canvas.Focus(l.focused)
		p.types("tree")
		p.sees("1 of ")
		l.write("searched")
		p.types("zzz")
		p.sees("Not found")
		l.write("searched in vain")
		return l
	},
	"the dials": func(h *home) *stateLog {
		p := h.looksAround()
		p.holds(fyne.KeyJ)
		l := p.logsStates()
		l.mouseAt("Preset: None")
		l.keyboardAt("Preset: None", "Creativity")
		p.slides("Creativity", 0.5)
		l.begin()
		p.slides("Creativity", 0)
		l.write("creativity at its least")
		p.slides("Creativity", 0.99)
		l.write("creativity at its most")
		p.wheels(fyne.NewPos(1100, 400), 1e6)
		p.clicks("Preset: None")
		l.writeAll("presets")
		return l
	},
	"the settings": func(h *home) *stateLog {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		l := p.logsStates()
		l.mouseAt("Dictation", "Connections and proxy…")
		p.clicks("Appearance")
		l.mouseAt("Light")
		l.keyboardAt("Theme: Same as this computer", "Simple view")
		return l
	},
	"the models": func(h *home) *stateLog {
		p := h.looksAround()
		p.holds(fyne.KeyM)
		l := p.logsStates()
		l.mouseAt("Practice eyes", "Practice writer", "Refresh list", "Add to favorites")
		p.clicks("Add to favorites")
		l.write("a favorite")
		p.clicks("Remove from favorites")
		p.canvas.Focus(l.focused)
		p.presses(fyne.KeyDown)
		l.write("Down")
		p.presses(fyne.KeyUp)
		p.presses(fyne.KeyUp)
		l.write("Up")
		p.clicks("Accepts pictures")
		l.write("those that accept pictures")
		return l
	},
	"the tools": func(h *home) *stateLog {
		p := h.looksAround()
		p.chooses("Practice hands")
		p.clicks("Tools")
		l := p.logsStates()
		l.mouseAt("Calculator")
		l.keyboardAt("Calculator")
		p.clicks("Calculator")
		l.write("the calculator switched")
		return l
	},
	"the menu of a reply": func(h *home) *stateLog {
		p := h.readsOfLighthouses()
		p.opensMenuOfReply()
		l := p.logsStates()
		l.mouseAt("Quote reply")
		p.canvas.Focus(l.focused)
		p.presses(fyne.KeyDown)
		l.write("Down")
		p.presses(fyne.KeyEnd)
		l.write("End")
		return l
	},
	"Read aloud": func(h *home) *stateLog {
		p := h.looksAround()
		p.opensSpeak()
		p.pastes("A lighthouse warns ships. It also shows the way.")
		p.sees("9 words")
		p.opensVoices()
		l := p.logsStates()
		l.mouseAt("Alloy", "Nova", "Listen", "Open a text…")
		l.keyboardAt("Alloy", "Speed", "Text to read aloud")
		p.clicks("Listen")
		p.hears(1)
		p.until("the first sentence", func() bool { return strings.HasPrefix(p.marked(), "A lighthouse") })
		l.write("first sentence")
		l.begin()
		p.hears(2)
		p.until("the last sentence", func() bool { return strings.HasPrefix(p.marked(), "It also") })
		l.write("last sentence")
		return l
	},
}

// stateLog writes down the states of a page.
type stateLog struct {
	p *user
	// before is the page without mouse and keyboard.
	before []string
	// focused had the keyboard before.
	focused fyne.Focusable
	text    strings.Builder
}

// logsStates begins with the page as it is now, with the keyboard nowhere.
func (p *user) logsStates() *stateLog {
	l := &stateLog{p: p}
	l.begin()
	return l
}

// begin compares with the page as it is now from then on.
func (l *stateLog) begin() {
	l.focused = l.p.canvas.Focused()
	l.p.canvas.Unfocus()
	l.p.drain()
	l.before = seentest.Describe(l.p.canvas)
}

// writeAll writes down all of a state, which is compared with from then on.
func (l *stateLog) writeAll(state string) {
	l.p.drain()
	l.before = seentest.Describe(l.p.canvas)
	fmt.Fprintf(&l.text, "# %s\n%s\n", state, strings.Join(l.before, "\n"))
}

// write writes down what a state adds, and what it takes away without putting something of the same
// name in the same place.
func (l *stateLog) write(state string) {
	l.p.drain()
	now := seentest.Describe(l.p.canvas)
	fmt.Fprintf(&l.text, "# %s\n", state)
	added := without(now, l.before)
	for _, line := range without(l.before, now) {
		object, _, _ := strings.Cut(line, ";")
		if !slices.ContainsFunc(added, func(s string) bool { return strings.HasPrefix(s, object) }) {
			l.text.WriteString("- " + line + "\n")
		}
	}
	for _, line := range added {
		l.text.WriteString("+ " + line + "\n")
	}
}

// without returns the lines that another list does not have, or not as often.
func without(lines, other []string) (rest []string) {
	other = slices.Clone(other)
	for _, line := range lines {
		if i := slices.Index(other, line); i >= 0 {
			other = slices.Delete(other, i, i+1)
		} else {
			rest = append(rest, line)
		}
	}
	return rest
}

// mouseAt writes down the states with the mouse at what has these names.
func (l *stateLog) mouseAt(names ...string) {
	for _, name := range names {
		l.mouse(name, l.p.has(name))
	}
}

// mouseAtText writes down those with the mouse at the beginning of texts.
func (l *stateLog) mouseAtText(texts ...string) {
	for _, text := range texts {
		if found := seen.Find(l.p.canvas, true, text); found.Text != nil {
			l.mouse("the text "+text, found.Text.Position.AddXY(4, 4))
		} else {
			l.p.t.Errorf("%q is not to be seen", text)
		}
	}
}

func (l *stateLog) mouse(name string, at fyne.Position) {
	o, local := l.p.under(at, func(o fyne.CanvasObject) bool { _, ok := o.(desktop.Hoverable); return ok })
	if o == nil {
		l.p.t.Errorf("nothing notices the mouse at %s", name)
		return
	}
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at, Position: local}}
	o.(desktop.Hoverable).MouseIn(e)
	o.(desktop.Hoverable).MouseMoved(e)
	l.write("mouse at " + name)
	o.(desktop.Hoverable).MouseOut()
}

// keyboardAt writes down the states with the keyboard at what has these names.
func (l *stateLog) keyboardAt(names ...string) {
	for _, name := range names {
		l.p.tabsTo(name)
		l.write("keyboard at " + name)
	}
	l.p.canvas.Unfocus()
}

// What changes at a page that is used is written down in testdata/states.
func TestEachStateOfAPageShowsWhatIsWrittenDown(t *testing.T) {
	if raced {
		t.Skip("a minute, and nothing runs beside it that does not in other stories")
	}
	for name, tell := range states {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				l := tell(h)
				l.p.wantsGolden(golden("states", name), l.text.String())
			})
		})
	}
}
