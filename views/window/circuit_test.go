package window

import (
	"bytes"
	"fmt"
	"image"
	"maps"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/views/i18n"
	"parlando/views/seen"
)

// fewKinds is how many kinds of control are looked at under the race detector, where two pictures
// of the window take seconds.
const fewKinds = 3

// pages are those of the window in their main states, and what leads to each.
var pages = map[string]func(h *home) *user{
	"the way in":    func(h *home) *user { return h.start() },
	"an empty chat": func(h *home) *user { return h.looksAround() },
	"a chat":        (*home).readsOfLighthouses,
	"the dials": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeyJ)
		return p
	},
	"all dials": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeyJ)
		p.tabsTo(i18n.Text("More settings"))
		p.presses(fyne.KeySpace)
		return p
	},
	"the settings": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		return p
	},
	"the settings of reading aloud": func(h *home) *user {
		p := h.looksAround()
		p.opensSection(i18n.TextIn("subject", "Reading aloud"))
		return p
	},
	"the settings of dictation": func(h *home) *user {
		p := h.looksAround()
		p.opensSection(i18n.Text("Dictation"))
		return p
	},
	"what was deleted": func(h *home) *user {
		p, _ := h.deletesChat()
		p.deleted.Open()
		return p
	},
	"the help": func(h *home) *user {
		p := h.looksAround()
		p.presses(fyne.KeyF1)
		return p
	},
	"the shortcuts": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeySlash)
		return p
	},
	"the models": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeyM)
		return p
	},
	"Read aloud": func(h *home) *user {
		p := h.looksAround()
		p.ShowSpeak()
		return p
	},
	"Transcribe": func(h *home) *user {
		p := h.looksAround()
		p.ShowTranscribe()
		return p
	},
	"a transcript": func(h *home) *user {
		p := h.looksAround()
		p.opensExample()
		return p
	},
	"the largest letters": func(h *home) *user {
		p := h.looksAround()
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize = 2 })
		return p
	},
	"a refused key": func(h *home) *user { return h.meets("key") },
	"dictating": func(h *home) *user {
		p := h.looksAround()
		p.composer.FocusText()
		p.types("Dear Ana, ")
		p.clicks("Dictate")
		p.dictates(dictation.Listening)
		p.has("Stop")
		return p
	},
	"the presets": func(h *home) *user {
		p := h.looksAround()
		p.holds(fyne.KeyP)
		return p
	},
	"two connections": func(h *home) *user {
		p := h.atTwoServices()
		p.holds(fyne.KeyComma)
		p.clicks(i18n.Text("Connections and proxy…"))
		return p
	},
	"a connection": func(h *home) *user {
		p := h.looksAround()
		p.connections.Open()
		p.clicks("Practice")
		return p
	},
	"a connection that is added": func(h *home) *user {
		p := h.looksAround()
		p.connector.Add()
		return p
	},
	"the costs": func(h *home) *user {
		p := h.looksAround()
		p.showCosts()
		return p
	},
	"the prices": func(h *home) *user {
		p := h.looksAround()
		p.showPrices()
		return p
	},
	"a conversation by voice": func(h *home) *user {
		p := h.looksAround()
		p.clicks("Voice chat")
		p.voiceChats(voicechat.Listening)
		p.sees("Listening · pause to send, or press Space")
		return p
	},
	"finding in a chat": func(h *home) *user {
		p := h.readsOfLighthouses()
		p.holds(fyne.KeyF)
		p.types("light")
		return p
	},
	"searching everything": func(h *home) *user {
		p := h.readsOfLighthouses()
		p.holds(fyne.KeyK)
		p.types("light")
		return p
	},
	"a tool that asks": func(h *home) *user {
		p := h.looksAround()
		p.usesTools("Search my chats and transcripts")
		p.asksToSearch()
		p.wait(time.Second)
		return p
	},
	"the tools": func(h *home) *user {
		p := h.looksAround()
		p.chooses("Practice hands")
		p.clicks("Tools")
		return p
	},
	"a form of a table": func(h *home) *user {
		p := h.looksAround()
		p.clicks("Reply as a table")
		return p
	},
	"a table": func(h *home) *user {
		p := h.looksAround()
		p.describesTable("Shop, Date, Total", "")
		p.asksForTable("Put these receipts into a table")
		return p
	},
	"the menu of a reply": func(h *home) *user {
		p := h.readsOfLighthouses()
		p.opensMenuOfReply()
		return p
	},
	"a picture": func(h *home) *user {
		p := h.looksAround()
		p.drops(h.photo("photo.jpg"))
		p.clicks("photo.jpg")
		return p
	},
}

// readsOfLighthouses looks around and has a question answered.
func (h *home) readsOfLighthouses() *user {
	p := h.looksAround()
	p.sets(chat.Parameters{Temperature: new(float64)}) // the same words each time
	p.sends("What is a lighthouse for?")
	p.readsToTheEnd()
	return p
}

// A user without a mouse reaches everything with Tab, sees where the keyboard is, and is held
// nowhere.
func TestTabReachesEverythingAndIsTrappedNowhere(t *testing.T) {
	looked := map[string]bool{} // the kinds of control that were looked at
	narrow := func(h *home) *user {
		h.screen.Width = 720
		return h.readsOfLighthouses()
	}
	all := maps.Clone(pages)
	all["a narrow chat"] = narrow
	for _, locale := range []string{"en_US.UTF-8", "de_DE.UTF-8"} {
		for name, begin := range all {
			if raced && locale != "en_US.UTF-8" {
				continue // the pages are the same
			}
			t.Run(locale+" "+name, func(t *testing.T) {
				speaksLocale(t, locale)
				story(t, func(t *testing.T, h *home) {
					h.practice.TokenInterval = -1
					p := begin(h)
					p.drain()
					p.goesRound(looked)
				})
			})
		}
	}
}

// goesRound presses Tab until the keyboard is where it was first. One control of each kind is
// looked at, and those that a page has below its foot: where the keyboard is must be in sight.
func (p *user) goesRound(looked map[string]bool) {
	p.t.Helper()
	want := p.controls()
	if len(want) == 0 {
		p.t.Fatal("there are no controls")
	}
	p.tabs(false)
	first := p.canvas.Focused()
	var order []fyne.Focusable
	height := p.canvas.Size().Height
	for here := first; ; here = p.canvas.Focused() {
		if here == nil {
			p.t.Fatalf("Tab leads to nothing after %d", len(order))
		}
		if len(order) == 0 || order[len(order)-1] != here {
			order = append(order, here)
			kind := fmt.Sprintf("%T", here)
			if !looked[kind] && (!raced || len(looked) < fewKinds) {
				looked[kind] = true
				p.seesFocus(here)
			}
			if o, ok := here.(fyne.CanvasObject); ok {
				top := p.app.Driver().AbsolutePositionForObject(o).Y
				if top+min(o.Size().Height, 20) > height || top+o.Size().Height < 20 {
					p.t.Errorf("Tab goes to %s, which is out of sight at %.0f", called(here), top)
				}
			}
		}
		// What has places of its own to go through, as the conversation has, leaves after them.
		for n := 0; p.canvas.Focused() == here && len(want) > 1; n++ {
			if n > 200 {
				p.t.Fatalf("Tab is held by %s", called(here))
			}
			p.tabs(false)
		}
		if p.canvas.Focused() == first || len(want) == 1 {
			break
		}
		if len(order) > 3*len(want)+20 {
			p.t.Fatalf("Tab does not come back to %s", called(first))
		}
	}
	reached := map[fyne.Focusable]bool{}
	for _, o := range order {
		reached[o] = true
	}
	for _, o := range p.controls() {
		if !reached[o] {
			p.t.Errorf("Tab does not reach %s", called(o))
		}
	}
	if len(want) == 1 {
		return
	}
	// And back. Fyne goes to what holds others before it goes to them, in both directions, so that
	// the way is not quite the same.
	var back fyne.Focusable
	for n, here := 0, p.canvas.Focused(); n == 0 || here != back; n++ {
		for m := 0; p.canvas.Focused() == here; m++ {
			if m > 200 {
				p.t.Fatalf("Shift and Tab are held by %s", called(here))
			}
			p.tabs(true)
		}
		if here = p.canvas.Focused(); here == nil || n > 3*len(want)+20 {
			p.t.Fatalf("Shift and Tab do not go round from %s", called(first))
		}
		if n == 0 {
			back = here
			p.tabs(true)
			here = p.canvas.Focused()
		}
	}
}

// tabs presses Tab as Fyne's driver gives it on.
func (p *user) tabs(back bool) {
	f := p.canvas.Focused()
	p.keyDown(fyne.KeyTab)
	shift := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	keys, _ := f.(desktop.Keyable)
	if back && keys != nil {
		keys.KeyDown(shift)
		defer keys.KeyUp(shift)
	}
	switch t, ok := f.(fyne.Tabbable); {
	case ok && t.AcceptsTab():
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
	case back:
		p.canvas.FocusPrevious()
	default:
		p.canvas.FocusNext()
	}
	if keys, ok := p.canvas.Focused().(desktop.Keyable); ok {
		keys.KeyUp(&fyne.KeyEvent{Name: fyne.KeyTab})
	}
	p.drain()
}

// controls are those that a mouse could press and that do something now.
func (p *user) controls() (all []fyne.Focusable) {
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		f, ok := o.(fyne.Focusable)
		if d, can := o.(fyne.Disableable); !ok || can && d.Disabled() {
			return
		}
		if o.Size().Width < 1 || o.Size().Height < 1 {
			return
		}
		all = append(all, f)
	})
	return all
}

// seesFocus wants a control to look otherwise while the keyboard is at it.
func (p *user) seesFocus(f fyne.Focusable) {
	p.t.Helper()
	with := p.canvas.Capture()
	f.FocusLost() // as when another window is used
	p.drain()
	without := p.canvas.Capture()
	f.FocusGained()
	if keys, ok := f.(desktop.Keyable); ok {
		keys.KeyUp(&fyne.KeyEvent{Name: fyne.KeyTab})
	}
	p.drain()
	if samePicture(with, without) {
		p.t.Errorf("%s looks the same with the keyboard at it", called(f))
	}
}

func samePicture(a, b image.Image) bool {
	x, ok := a.(*image.NRGBA)
	y, same := b.(*image.NRGBA)
	return ok && same && bytes.Equal(x.Pix, y.Pix)
}

func called(f fyne.Focusable) string {
	name := ""
	if a, ok := f.(fyne.Accessible); ok {
		name = a.AccessibilityLabel()
	}
	return fmt.Sprintf("%T %q", f, name)
}
