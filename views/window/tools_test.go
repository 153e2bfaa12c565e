package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/chat"
	"parley/app/settings"
)

// usesTools chooses the practice model that uses tools, and switches tools on.
func (p *person) usesTools(titles ...string) {
	p.t.Helper()
	p.chooses("Practice hands")
	p.clicks("Tools")
	for _, title := range titles {
		p.clicks(title)
	}
	p.clicks("Close")
}

func TestAModelCalculatesAndTheLineSaysWhat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.usesTools("Calculator")
		p.sends("What is 17 % of 240?")
		p.sees("Calculated 17 % of 240 = 40.8")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
		if text := p.lastReply().Text(); !strings.Contains(text, "40.8") {
			t.Errorf("the reply is %q", text)
		}
		p.hasNot("Allow once")
		p.quit()

		p = h.start()
		p.sees("Calculated 17 % of 240 = 40.8")
	})
}

func TestASearchOfTheChatsAsksFirst(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.sends("My landlord is called Ostermann")
		p.until("the end", func() bool { return p.lastReply().State.Ended() })
		p.clicks("New chat")
		p.usesTools("Search my chats and transcripts")
		p.sends("Search my chats for landlord")
		p.sees("wants to search your chats")
		p.sees("It is looking for “ landlord ” in")
		p.clicks("Allow once") // at once: it may be a click that was meant for something else
		p.sees("wants to search your chats")
		if written := p.written(); written != "" {
			t.Errorf("%q is in the message", written)
		}
		p.wait(time.Second)
		p.clicks("Allow once")
		p.sees("Searched your chats for “landlord”")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
		found := false
		for _, part := range p.lastReply().Parts {
			r, ok := part.ToolResult()
			found = found || ok && r.State == chat.ToolDone && strings.Contains(r.Text, "Ostermann")
		}
		if !found {
			t.Errorf("nothing was found: %+v", p.lastReply().Parts)
		}

		p.sends("Search my chats for landlord")
		p.sees("wants to search your chats")
		p.wait(time.Second)
		p.clicks("Don't allow")
		p.sees("Search my chats and transcripts: not allowed")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
	})
}

func TestASearchFindsWhatWasSaidInARecording(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		_, lines := p.recorded()
		p.usesTools("Search my chats and transcripts")
		word := strings.Trim(strings.Fields(lines[3].Text)[0], ".,")
		p.sends("Search my chats for " + lines[3].Text)
		p.sees("wants to search your chats")
		p.wait(time.Second)
		p.clicks("Allow once")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
		text := p.lastReply().Text()
		for _, want := range []string{word, lines[2].Text, lines[4].Text, "The old pear tree"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in %q", want, text)
			}
		}
	})
}

func TestStopEndsAWaitingCard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.usesTools("Search my chats and transcripts")
		p.sends("Search my chats for landlord")
		p.sees("wants to search your chats")
		p.wait(time.Minute)
		p.clicks("Stop")
		p.sees("Search my chats and transcripts: stopped")
		p.seesNot("wants to search your chats")
		if got := len(p.Tools.Waiting(p.open().ID)); got != 0 {
			t.Errorf("%d calls wait", got)
		}
	})
}

func TestAToolOfOnesOwnIsMadeAndAnswered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.usesTools()
		p.clicks("Tools")
		p.clicks("Add my own tool…")
		p.types("weather!")
		p.clicks("Save")
		p.sees("no spaces")
		p.presses(fyne.KeyBackspace)
		p.tabs(false)
		p.types("The weather of a city today")
		p.clicks("Save")
		p.clicks("Close")
		if own := p.Tools.OwnTools(); len(own) != 1 || own[0].Name != "weather" {
			t.Fatalf("there are %+v", own)
		}
		p.sends("What is the weather in Lisbon?")
		p.sees("wants to use weather")
		p.wait(time.Second)
		p.clicks("Type the result…")
		p.types("Sunny, 21 degrees")
		p.clicks("Send the result")
		p.sees("Used weather")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
		found := false
		for _, part := range p.lastReply().Parts {
			r, ok := part.ToolResult()
			found = found || ok && r.Text == "Sunny, 21 degrees"
		}
		if !found {
			t.Errorf("the result is not there: %+v", p.lastReply().Parts)
		}
	})
}

func TestTheUseOfToolsIsChosenInAdjust(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust")
		p.clicks("More dials")
		p.seesNot("Use of tools")
		p.usesTools("Calculator")
		now := "Use of tools: The model decides"
		for _, c := range []struct{ words, choice string }{
			{"Must use: Calculator", "calculator"}, {"Never", chat.ToolsNone}, {"Must use one", chat.ToolsRequired}, {"The model decides", ""},
		} {
			p.clicks(now)
			p.clicks(c.words)
			now = "Use of tools: " + c.words
			p.sends("What is 17 % of 240?")
			p.until("the end", func() bool { return p.open().ID != "" && p.lastReply().State.Ended() })
			if got := p.lastAsked(); got.ToolChoice != c.choice || len(got.Tools) != 1 {
				t.Errorf("%s: asked with %+v", c.words, got)
			}
		}
		p.usesTools("Calculator")
		p.seesNot("Use of tools")
	})
}

func TestATickOfTheSheetChangesTheCardThatWaits(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		const everywhere = "Search the chats of all connections, too"
		p.usesTools("Search my chats and transcripts")
		p.sends("Search my chats for landlord")
		p.sees("wants to search your chats")
		p.sees("of this connection")
		p.clicks("Tools")
		p.clicks(everywhere)
		p.clicks("Close")
		p.sees("of all connections")
		p.clicks("Tools")
		p.clicks("Search my chats and transcripts") // off: there is nothing to widen
		p.hasNot(everywhere)
		p.clicks("Calculator")
		p.hasNot(everywhere)
		p.clicks("Search my chats and transcripts")
		p.has(everywhere)
	})
}

func TestTheSheetOfToolsKeepsTheKeyboardAndItsColumns(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Tools")
		p.sees("None is on.")
		p.tabsTo("Calculator")
		before := p.canvas.Focused()
		p.presses(fyne.KeySpace)
		if p.canvas.Focused() != before {
			t.Errorf("the keyboard is at %v", p.canvas.Focused())
		}
		p.seesNot("None is on.")
		if got := p.open().Params.Tools; !slices.Equal(got, []string{"calculator"}) {
			t.Errorf("%v are on", got)
		}
		for _, width := range []float32{1280, 720} {
			p.screen.Resize(fyne.NewSize(width, 800))
			p.settle()
			switches := []fyne.Position{p.has("Date and time"), p.has("Calculator"), p.has("Search my chats and transcripts")}
			for i, at := range switches {
				if at.X != switches[0].X || i > 0 && at.Y < switches[i-1].Y+30 {
					t.Errorf("the switches stand at %v", switches)
				}
			}
		}
	})
}

func TestToolsThatWereRefusedAreTriedAgainFromTheSheet(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		const none = "takes no tools. Messages are sent without them."
		const one = "The service does not accept this tool. Messages are sent without it."
		p.chooses("Practice writer")
		p.clicks("Tools")
		p.sees("Practice writer " + none)
		p.clicks("Try again")
		p.seesNot(none)
		p.clicks("Calculator")
		p.clicks("Close")
		p.sends("What is 17 % of 240?")
		p.until("the end", func() bool { return p.open().ID != "" && p.lastReply().State.Ended() })
		p.sees("Answered without Calculator")
		p.clicks("Tools")
		p.sees("Practice writer " + none)
		p.clicks("Close")

		p.clicks("New chat")
		p.chooses("practice-trouble/tool-schema")
		p.clicks("Tools")
		p.seesNot(none)
		p.clicks("Calculator")
		p.clicks("Date and time")
		p.clicks("Close")
		p.sends("What is 17 % of 240?")
		p.until("the end", func() bool { return p.open().ID != "" && p.lastReply().State.Ended() })
		p.sees("Answered without")
		p.clicks("Tools")
		p.sees(one)
		p.clicks("Try again")
		p.seesNot(one)
		p.has("Calculator")
	})
}

func TestAStarterSwitchesOnTheToolItNeeds(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.sees("Uses Calculator")
		p.clicks("Calculate exactly")
		p.sees("Practice hands was chosen: it uses tools.")
		if got := p.written(); got != "What is 17 % of 1,250?" {
			t.Errorf("the message is %q", got)
		}
		p.presses(fyne.KeyReturn)
		p.sees("Calculated 17 % of 1250 = 212.5")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })

		p.clicks("New chat")
		if got := p.open().Params.Tools; len(got) > 0 {
			t.Errorf("a new chat has %v", got)
		}
		p.sees("Uses Search my chats and transcripts")
		p.clicks("Find something I wrote")
		p.presses(fyne.KeyReturn)
		p.sees("wants to search your chats")
		p.wait(time.Second)
		p.clicks("Allow once")
		p.until("the end", func() bool { return p.lastReply().State == chat.Done })
		p.sees("Searched your chats for “recipe”")

		p.clicks("New chat")
		p.settings.ChangeLook(func(s *settings.Settings) { s.Comfort.Simple = true })
		p.settle()
		p.seesNot("Uses Calculator")
	})
}
