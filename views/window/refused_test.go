package window

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/shell"
)

// sets gives the chat parameters, as the panel does.
func (p *user) sets(params chat.Parameters) {
	p.t.Helper()
	p.adjust.Set(params)
	p.adjust.OnChange(params)
	p.wait(time.Second)
	p.drain()
}

func TestARefusedValueIsChangedWithOneClick(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice strict")
		hot, long := 1.5, 900
		p.sets(chat.Parameters{Temperature: &hot})
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("With this model, “Creativity” must be between 0.0 and 1.0. It is set to 1.5.")
		p.clicks("Use 1.0 and send")
		p.readsToTheEnd()
		p.seesNot("This model accepts Creativity from")
		if now := p.open().Params.Temperature; now == nil || *now != 1 {
			t.Errorf("Creativity is %v", now)
		}
		p.sets(chat.Parameters{MaxTokens: &long})
		p.sends("And now?")
		p.readsToTheEnd()
		p.sees("With this model, “Maximum reply length” must be between about 1 word and about 375 words. It is set to about 675 words.")
		p.clicks("Send without it")
		p.readsToTheEnd()
		if now := p.open().Params.MaxTokens; now != nil {
			t.Errorf("Longest reply is %v", *now)
		}
		p.seesNot("not 900")
	})
}

func TestASettingThatIsNotAcceptedIsToldUnderTheReplyAndInAdjust(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice strict")
		focus := 0.5
		p.sets(chat.Parameters{TopP: &focus})
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("Choice of words wasn't used: this model doesn't support it.")
		p.frame.Do(shell.TogglePanel)
		p.drain()
		p.clicks("More settings")
		p.sees("Not sent: this model doesn't accept it")
		copied := ""
		p.view.OnCopy = func(text string) { copied = text }
		p.clicks("More")
		p.clicks("Details")
		p.view.GoToEnd()
		p.drain()
		p.sees("Settings left out")
		p.clicks("Copy details")
		for _, want := range []string{"Settings left out: top_p 0.5", "Reply: chatcmpl-practice", " in all"} {
			if !strings.Contains(copied, want) {
				t.Errorf("support is not given %q: %s", want, copied)
			}
		}
		p.adjust.OnRetry([]string{"top_p"})
		p.drain()
		p.seesNot("Not sent: this model doesn't accept it")
	})
}

// lastBody is what the service was given last, without what every request has.
func (n *network) lastBody(t *testing.T) map[string]string {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(n.body[len(n.body)-1], &all); err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name, value := range all {
		var short bytes.Buffer
		if err := json.Compact(&short, value); err != nil {
			t.Fatal(err)
		}
		if name != "model" && name != "messages" {
			fields[name] = short.String()
		}
	}
	return fields
}

// details are the fields that Details of the last reply list as sent and as left out.
func (p *user) details() (sent, leftOut map[string]string) {
	p.t.Helper()
	copied := ""
	p.view.OnCopy = func(text string) { copied = text }
	p.clicks("More")
	p.clicks("Details")
	p.view.GoToEnd()
	p.drain()
	p.clicks("Copy details")
	listed := func(line string) map[string]string {
		fields := map[string]string{}
		for l := range strings.Lines(copied) {
			if list, ok := strings.CutPrefix(l, line+": "); ok {
				for _, field := range strings.Split(strings.TrimSpace(list), ", ") {
					name, value, _ := strings.Cut(field, " ")
					fields[name] = value
				}
			}
		}
		return fields
	}
	return listed("Settings sent"), listed("Settings left out")
}

func TestACreativityThatIsNotAcceptedIsTriedAgainOnceItIsForgottenAndDetailsShowWhatWasSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		const notSent = "Not sent: this model doesn't accept it"
		service := newPicky(h, "/chat/completions", "temperature", 0)
		p := h.entersAt()
		hot := 1.5
		p.sets(chat.Parameters{Temperature: &hot})
		asks := func(words string) {
			t.Helper()
			p.sends(words)
			p.readsToTheEnd()
			p.sees("Creativity wasn't used: this model doesn't support it.")
			sent, leftOut := p.details()
			if want := h.net.lastBody(t); !maps.Equal(sent, want) {
				t.Errorf("%s: Details show %v, the service was given %v", words, sent, want)
			}
			if !maps.Equal(leftOut, map[string]string{"temperature": "1.5"}) {
				t.Errorf("%s: Details show as left out %v", words, leftOut)
			}
		}
		asks("One")
		asks("Two") // it is remembered
		p.frame.Do(shell.TogglePanel)
		p.sees(notSent)
		p.pressesControl("Try again")
		p.seesNot(notSent)
		asks("Three")
		p.sees(notSent)
		p.top.OnRefresh()
		p.seesNot(notSent)
		asks("Four")
		if got := service.values(); got != "1.5,,,1.5,,1.5," {
			t.Errorf("the service was asked for %s", got)
		}
	})
}
