package window

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/widgets"
)

// slides clicks a slider of the panel at a share of its way.
func (p *user) slides(name string, share float32) {
	p.t.Helper()
	place := fyne.NewPos(-1, -1)
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
		if s, ok := o.(*widgets.Slider); ok && slices.Contains(inItsLanguage(name), s.AccessibilityLabel()) {
			place = at.AddXY(share*s.Size().Width, s.Size().Height/2)
		}
	})
	if place.X < 0 {
		p.t.Fatalf("there is no slider %q", name)
	}
	p.clickAt(place)
	p.drain()
}

// numbers types a number in place of the one that the panel shows.
func (p *user) numbers(name string, number any) {
	p.t.Helper()
	p.clicks(name)
	p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	p.types(fmt.Sprint(number))
}

// wantsAsked compares how the last reply was asked for with what the panel shows.
func (p *user) wantsAsked(when string, want chat.Parameters) {
	p.t.Helper()
	if got := p.lastAsked(); !got.Equal(want) {
		p.t.Errorf("%s: asked with %s, while the panel shows %s", when, fields(got), fields(want))
	}
}

func fields(p chat.Parameters) (out string) {
	for _, f := range p.Fields() {
		out += fmt.Sprintf("%s=%s ", f.Name, f.Value)
	}
	return out
}

// A shortcut leaves a chat without a click elsewhere: what is half typed in a parameter belongs to
// the chat that is left.
func TestANumberHalfTypedBelongsToTheChatItWasTypedFor(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		first := p.open().ID
		p.clicks("Adjust replies")
		p.clicks("Creativity: as the model decides")
		p.types("0.4")
		p.holds(fyne.KeyN)
		if !p.open().Params.IsZero() {
			t.Errorf("the new chat has %+v", p.open().Params)
		}
		p.sends("And a buoy?")
		p.readsToTheEnd()
		if got := p.lastAsked(); !got.IsZero() {
			t.Errorf("the new chat is asked with %+v", got)
		}
		c, err := p.History.Conversation(t.Context(), first)
		if want := 0.4; err != nil || !c.Params.Equal(chat.Parameters{Temperature: &want}) {
			t.Errorf("the chat that was left has %+v, %v", c.Params, err)
		}
	})
}

func TestWhatThePanelShowsIsSentHoweverSoonAfterTheChange(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.readsToTheEnd()
		p.clicks("Adjust replies")
		share := float32(0.1)
		for _, after := range []time.Duration{0, 100 * time.Millisecond, 250 * time.Millisecond} {
			for _, ask := range []struct {
				name string
				do   func()
			}{
				{"Enter", func() { p.presses(fyne.KeyReturn) }},
				{"Send", func() { p.clicks("Send") }},
				{"Try again", func() { p.clicks("Try again") }},
				{"the key of Try again", func() { p.holds(fyne.KeyR) }},
			} {
				p.composer.FocusText()
				p.types("And then?")
				share += 0.06
				p.slides("Creativity", share)
				want := p.open().Params
				p.wait(after)
				p.composer.FocusText()
				ask.do()
				p.readsToTheEnd()
				p.wantsAsked(fmt.Sprintf("%s, %v after the change", ask.name, after), want)
				if c, err := p.History.Conversation(t.Context(), p.open().ID); err != nil || !c.Params.Equal(want) {
					t.Errorf("%s, %v after the change: stored %s, %v", ask.name, after, fields(c.Params), err)
				}
			}
		}
	})
}

func TestANumberThatIsStillInItsFieldIsSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.readsToTheEnd()
		p.clicks("Adjust replies")
		for i, ask := range []func(){
			func() { p.clicks("Send") }, func() { p.clicks("Try again") }, func() { p.holds(fyne.KeyR) },
		} {
			p.composer.FocusText()
			p.types("And then?")
			want := 0.5 + float64(i)/10
			p.numbers("Creativity: ", want)
			ask()
			p.readsToTheEnd()
			p.wantsAsked(fmt.Sprint(i), chat.Parameters{Temperature: &want})
		}
	})
}

func TestAMessageThatWaitsIsSentAsThePanelWasThen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.clicks("Adjust replies")
		p.slides("Creativity", 0.2)
		then := p.open().Params
		p.sends("And a buoy?")
		p.slides("Creativity", 0.8)
		later := p.open().Params
		p.until("the reply to the message that waited", func() bool { return p.reads("And a buoy?") && p.isWriting() })
		p.readsToTheEnd()
		p.wantsAsked("queued", then)
		if c, err := p.History.Conversation(t.Context(), p.open().ID); err != nil || !p.open().Params.Equal(later) || !c.Params.Equal(later) {
			t.Errorf("chosen meanwhile: %s, stored %s, %v", fields(later), fields(c.Params), err)
		}
	})
}

// However changes, pauses and messages follow each other, each message is sent with what the panel
// shows.
func TestEachMessageIsSentWithWhatThePanelShows(t *testing.T) {
	type tabStep struct {
		control int
		value   int
		pause   time.Duration
		ask     int
	}
	steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) tabStep {
		return tabStep{
			rapid.IntRange(0, 4).Draw(t, "control"), rapid.IntRange(1, 9).Draw(t, "value"),
			time.Duration(rapid.IntRange(0, 4).Draw(t, "pause")) * 100 * time.Millisecond, rapid.IntRange(0, 3).Draw(t, "ask"),
		}
	}), 40, 40)
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("What is a lighthouse for?")
		p.readsToTheEnd()
		p.clicks("Adjust replies")
		var want chat.Parameters
		seed := rand.Int()
		t.Log("seed", seed)
		for i, s := range steps.Example(seed) {
			share, number := float32(s.value)/10, float64(s.value)/10
			switch s.control {
			case 0:
				p.slides("Creativity", share)
				want.Temperature = p.open().Params.Temperature
			case 1:
				p.slides("Repeat less", share)
				want.FrequencyPenalty = p.open().Params.FrequencyPenalty
			case 2:
				p.numbers("Creativity: ", number)
				want.Temperature = &number
			case 3:
				n := 750 + 3*s.value
				p.numbers("Maximum reply length: ", n)
				tokens := 1000 + 4*s.value
				want.MaxTokens = &tokens
			case 4:
				if !p.named("Your instructions") {
					p.clicks("Instructions")
				}
				p.clicks("Your instructions")
				p.types(fmt.Sprint(s.value))
				want.Instructions += fmt.Sprint(s.value)
			}
			p.wait(s.pause)
			switch s.ask {
			case 0:
				continue
			case 1:
				p.sends("And then?")
			case 2:
				p.clicks("Try again")
			case 3:
				p.holds(fyne.KeyR)
			}
			p.readsToTheEnd()
			p.wantsAsked(fmt.Sprintf("step %d, %+v", i, s), want)
		}
	})
}
