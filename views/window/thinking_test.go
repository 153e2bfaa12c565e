package window

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
)

// How much the model thinks is set under Adjust, only for a model that thinks. If the service
// refuses the value, it gets the nearest one at once, and the panel says so.
func TestHowMuchAModelThinksIsSetUnderAdjust(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(body string) (int, string) {
			if strings.Contains(body, `"reasoning_effort":"none"`) {
				return http.StatusBadRequest, `{"error":{"message":"Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'.","param":"reasoning_effort","code":"unsupported_value"}}`
			}
			return 0, ""
		})
		p := h.entersAt()
		asks := func(choice, sent string, thinks bool) {
			t.Helper()
			p.clicks("Thinking: as the model decides")
			p.clicks(choice)
			p.composer.FocusText()
			p.sends("What is a lighthouse for?")
			p.readsToTheEnd()
			if got := strings.Contains(service.last(), `"reasoning_effort"`); got != (sent != "") || !strings.Contains(service.last(), sent) {
				t.Errorf("%s: sent is %s", choice, service.last())
			}
			if got := slices.ContainsFunc(p.lastReply().Parts, func(p chat.Part) bool { return p.Kind == chat.PartReasoning }); got != thinks {
				t.Errorf("%s: the reply has thoughts: %t", choice, got)
			}
		}
		p.clicks("Adjust replies")
		asks("as the model decides", "", false)
		p.clicks("New chat")
		asks("a lot", `"reasoning_effort":"high"`, true)
		p.clicks("New chat")
		asks("a little", `"reasoning_effort":"low"`, true)
		p.clicks("New chat")
		asks("off", `"reasoning_effort":"minimal"`, true)
		p.sees("so it thinks as little as possible")
		p.chooses("Practice slow")
		p.hasNot("Thinking: off")
		p.sends("And a buoy?")
		p.readsToTheEnd()
		if strings.Contains(service.last(), "reasoning_effort") {
			t.Errorf("a model that does not think got %s", service.last())
		}
	})
}

// The time that the model thought is kept with the chat.
func TestHowLongAModelThoughtIsStillSaidAfterARestart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("Think step by step: what is a lighthouse for?")
		p.readsToTheEnd()
		p.scrollsBackTo("Thought for")
		said := p.lastReply().Parts[0].Took
		if said <= 0 {
			t.Errorf("the model thought for %s", said)
		}
		p.quit()
		p = h.start()
		p.scrollsBackTo("Thought for")
		if got := p.lastReply().Parts[0].Took; got != said.Truncate(time.Millisecond) {
			t.Errorf("after a restart the model thought for %s, before it for %s", got, said)
		}
	})
}
