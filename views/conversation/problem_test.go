package conversation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/theme"
	"parlando/views/words"
)

func TestAProblemsButtonIsBelowItsWordsInANarrowWindow(t *testing.T) {
	for _, c := range []struct {
		width float32
		below bool
	}{{280, true}, {720, false}} {
		s := newScene(t, c.width, 600, theme.Light)
		m := reply("2", "")
		m.State, m.Finish = chat.Failed, ""
		m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: problem.Offline}}
		s.show(user("1", "How are you?"), m)
		words, button := s.where(t, "Details"), s.where(t, "Try again")
		if below := button.Y > words.Y+10; below != c.below {
			t.Errorf("%v wide: the words end at %v, the button stands at %v", c.width, words, button)
		}
	}
}

func TestATooLongReplyIsContinuedUntilItIsFull(t *testing.T) {
	full := chat.Part{Kind: chat.PartThinking, Text: strings.Repeat(" ", chat.MaxMessageBytes)}
	for name, c := range map[string]struct {
		state    chat.State
		finish   chat.FinishReason
		problem  *problem.Problem
		sentence string
	}{
		"too long": {chat.CutOff, "", &problem.Problem{Kind: problem.ReplyTooLong}, "The reply got too long, so Parlando ended it."},
		"stopped":  {chat.Stopped, "", nil, "You stopped this reply."},
		"length":   {chat.Done, chat.FinishLength, nil, "The reply reached the maximum length."},
	} {
		s := newScene(t, 900, 600, theme.Light)
		m := reply("2", "One, two.")
		m.State, m.Finish, m.Request.Problem = c.state, c.finish, c.problem
		s.show(user("1", "Q"), m)
		if !s.shows(c.sentence) || !s.shows("Continue") {
			t.Errorf("%s: it shows\n%s", name, s.drawn())
		}
		m.Parts = append(m.Parts, full)
		s.UpdateMessage(m, false)
		if !s.shows(c.sentence) || s.shows("Continue") || strings.Contains(s.drawn(), "no room for more") != (c.problem != nil) {
			t.Errorf("%s and full: it shows\n%s", name, s.drawn())
		}
	}
}

func TestAReplyThatIsOnlyThoughtSaysSo(t *testing.T) {
	s := newScene(t, 900, 600, theme.Light)
	m := reply("2", "")
	m.Finish, m.Parts = chat.FinishLength, []chat.Part{{Kind: chat.PartReasoning, Text: "Let me see."}}
	s.show(user("1", "Q"), m)
	if !s.shows("The model thought but gave no answer.") || s.shows("The reply reached the maximum length.") {
		t.Errorf("it shows\n%s", s.drawn())
	}
}

func TestAMessageOfWhichOnlyTheBeginningWasReadSaysSo(t *testing.T) {
	const sentence = "This message is very long. Only the first 4.2 MB are shown"
	for _, at := range []int{0, 1} {
		s := newScene(t, 1200, 600, theme.Light)
		all := []chat.Message{user("1", "Q"), reply("2", "One, two.")}
		s.show(all...)
		if strings.Contains(s.drawn(), sentence) {
			t.Errorf("it is said of a whole message:\n%s", s.drawn())
		}
		all[at].Parts = slices.Clone(all[at].Parts)
		all[at].Parts[0].StoredBytes = 500 << 20
		s.UpdateMessage(all[at], false)
		if !strings.Contains(s.drawn(), sentence) {
			t.Errorf("it is not said of message %d:\n%s", at+1, s.drawn())
		}
	}
}

func TestARefusedSettingOffersWhatTheModelAccepts(t *testing.T) {
	least, most := 0.0, 1.0
	for name, c := range map[string]struct {
		refusal problem.Refusal
		says    string
		buttons string
	}{
		"range":   {problem.Refusal{Field: "temperature", Value: "1.5", Min: &least, Max: &most}, "must be between 0.0 and", "temperature 1, temperature nil"},
		"value":   {problem.Refusal{Field: "stop", Value: `["a"]`}, "the value for “Stop at these words”", "stop nil"},
		"unknown": {problem.Refusal{Field: "seed", Value: "7", AnyValue: true}, "doesn't support “Same reply every time”", "seed nil"},
		"both":    {problem.Refusal{Field: "top_p", Value: "0.5", ConflictsWith: "temperature", ThisRequestOnly: true}, "set either “Creativity” or “Choice of words”", "top_p nil"},
		"no room": {problem.Refusal{Field: "max_tokens", Value: "2", Max: &most, ThisRequestOnly: true}, "at most about 1 word with this model.", "max_tokens 1, max_tokens nil"},
	} {
		for _, width := range []float32{280, 900} {
			s := newScene(t, width, 600, theme.Light)
			var got []string
			s.OnSendAgain = func(id chat.ID, field string, v *float64) {
				said := "nil"
				if v != nil {
					said = fmt.Sprint(*v)
				}
				got = append(got, field+" "+said)
			}
			m := reply("2", "")
			m.State, m.Finish = chat.Failed, ""
			m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: problem.RefusedSetting, Refusal: &c.refusal}}
			s.show(user("1", "How are you?"), m)
			if shown := s.drawn(); width == 900 && !strings.Contains(shown, c.says) {
				t.Errorf("%s, %v wide: shows %q", name, width, shown)
			}
			if nearest, ok := c.refusal.Nearest(); ok {
				s.tap(t, "Use "+words.SettingValue(c.refusal.Field, nearest)+" and send", 0)
			}
			without := "Send without it"
			if c.refusal.ConflictsWith != "" {
				without = "Send without Choice of words"
			}
			s.tap(t, without, 0)
			if all := strings.Join(got, ", "); all != c.buttons {
				t.Errorf("%s: %s", name, all)
			}
		}
	}
}

func TestACreditThatPaysForAShorterReplyOffersThat(t *testing.T) {
	for most, button := range map[float64]string{
		30000: "Send with a reply of up to about 22,500 words", 3900: "Send with a reply of up to about 2,925 words", 410: "Send with a reply of up to about 308 words",
	} {
		s := newScene(t, 900, 600, theme.Light)
		got := 0.0
		s.OnSendAgain = func(_ chat.ID, field string, v *float64) {
			if field == "max_tokens" && v != nil {
				got = *v
			}
		}
		m := reply("2", "")
		m.State, m.Finish = chat.Failed, ""
		m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: problem.RefusedSetting, Status: 402, Refusal: &problem.Refusal{
			Field: "max_tokens", Value: "64000", Max: &most, ThisRequestOnly: true, Unaffordable: true,
		}}}
		s.show(user("1", "How are you?"), m)
		if shown := s.drawn(); !strings.Contains(shown, "Your credit isn't enough for a reply of about") || !strings.Contains(shown, "48,000 words.") || strings.Contains(shown, "Send without it") {
			t.Errorf("shows %q", shown)
		}
		s.tap(t, button, 0)
		if got != most {
			t.Errorf("%s sends %v", button, got)
		}
	}
}

func TestDetailsShowWhatWasSentAndBothIds(t *testing.T) {
	s := newScene(t, 720, 900, theme.Light)
	hot := 1.5
	m := reply("2", "Fine.")
	m.Request.Params = chat.Parameters{Temperature: &hot}
	m.Request.Sent = []chat.RequestField{{Name: "top_p", Value: []byte("0.5")}, {Name: "stop", Value: []byte(`["<end>"]`)}}
	m.Request.LeftOut = []chat.RequestField{{Name: "temperature", Value: []byte("1.5")}, {Name: "stream", Value: []byte("true")}}
	m.Request.ReplyID = "chatcmpl-1"
	s.show(user("1", "How are you?"), m)
	if !s.shows("Creativity wasn't used: this model doesn't support it.") {
		t.Errorf("shown: %s", s.drawn())
	}
	m.State, m.Request.Problem = chat.Failed, &problem.Problem{Kind: problem.ServerError, Status: 500, Host: "api.example.org"}
	s.show(user("1", "How are you?"), m)
	copied := ""
	s.OnCopy = func(text string) { copied = text }
	s.tap(t, "Details", 0)
	s.tap(t, "Copy details", 0)
	for _, want := range []string{
		"Settings sent: top_p 0.5, stop [\"<end>\"]\n", "Settings left out: temperature 1.5, stream true\n", "Request: req_1\n", "Reply: chatcmpl-1\n",
	} {
		if !strings.Contains(copied, want) {
			t.Errorf("%q is not in %s", want, copied)
		}
	}
}

func TestAProblemOffersWhatHelpsAndNotTheSameAgain(t *testing.T) {
	warm := 0.8
	picture := user("1", "How are you?")
	picture.Parts = append(picture.Parts, chat.Part{Kind: chat.PartImage, Blob: &chat.Blob{SHA256: "s"}})
	for name, c := range map[string]struct {
		kind     problem.Kind
		question chat.Message
		params   chat.Parameters
		page     bool
		button   string
		action   words.Action
	}{
		"credit":                     {problem.NoCredit, user("1", "Q"), chat.Parameters{}, true, "Open service website", words.OpenServicePage},
		"credit without a page":      {problem.NoCredit, user("1", "Q"), chat.Parameters{}, false, "", words.NoAction},
		"bad request with settings":  {problem.BadRequest, user("1", "Q"), chat.Parameters{Temperature: &warm}, true, "Send with default settings", words.SendWithoutParameters},
		"bad request without":        {problem.BadRequest, user("1", "Q"), chat.Parameters{}, true, "Edit message", words.EditMessage},
		"too large with a picture":   {problem.TooLarge, picture, chat.Parameters{}, true, "Make pictures smaller", words.SendSmallerPictures},
		"too large without pictures": {problem.TooLarge, user("1", "Q"), chat.Parameters{}, true, "Edit message", words.EditMessage},
		"filtered":                   {problem.Filtered, user("1", "Q"), chat.Parameters{}, true, "Edit message", words.EditMessage},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 900, 600, theme.Light)
			s.ServicePage = c.page
			got := words.NoAction
			s.OnFix = func(_ chat.ID, a words.Action) { got = a }
			m := reply("2", "")
			m.Parent, m.State, m.Finish = "1", chat.Failed, ""
			m.Request = &chat.Request{Asked: "m", Params: c.params, Problem: &problem.Problem{Kind: c.kind}}
			s.show(c.question, m)
			s.where(t, "Details")
			if c.button != "" {
				s.tap(t, c.button, 0)
			}
			if got != c.action {
				t.Errorf("the button does %v, want %v", got, c.action)
			}
			for _, other := range []string{"Open service website", "Send with default settings", "Make pictures smaller", "Edit message"} {
				if _, ok := s.FindClickableArea(other, 0); ok && other != c.button {
					t.Errorf("offers %q", other)
				}
			}
			if c.kind == problem.NoCredit && !c.page {
				if _, ok := s.FindClickableArea("Try again", 1); ok {
					t.Error("offers the same again")
				}
			}
		})
	}
}

func TestAReplyThatEndedWithAnErrorOffersContinueWhereThereAreWords(t *testing.T) {
	continues := []string{"Continue", "Try again"}
	for name, c := range map[string]struct {
		kind    problem.Kind
		text    string
		safe    string
		buttons []string
	}{
		"cut":                          {problem.CutOff, "Half", "Everything received", continues},
		"no sound":                     {problem.Silent, "Half", "Everything received", continues},
		"silent from the beginning":    {problem.Silent, "", "Your message is saved.", []string{"Try again"}},
		"Parlando ended":               {problem.Interrupted, "Half", "Everything saved", continues},
		"Parlando ended before a word": {problem.Interrupted, "", "Your message is saved.", []string{"Try again"}},
		"error event":                  {problem.ServerError, "Half", "Everything received", continues},
		"busy":                         {problem.Busy, "Half", "Everything received", continues},
		"not understood":               {problem.NotUnderstood, "Half", "Everything received", continues},
		"key":                          {problem.KeyRejected, "Half", "Everything received", []string{"Enter a key", "Continue"}},
		"no button at all":             {problem.NoCredit, "Half", "Everything received", []string{"Continue"}},
		"refused setting":              {problem.RefusedSetting, "Half", "", []string{"Use 1.0 and send", "Continue"}},
		"disk":                         {problem.Storage, "Half", "", []string{"Save again", "Try again"}},
		"cut before a word":            {problem.ServerError, "", "Your message is saved.", []string{"Try again"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 1100, 600, theme.Light)
			continued := false
			s.OnContinue = func(chat.ID) { continued = true }
			m := reply("2", c.text)
			m.State, m.Finish = chat.CutOff, ""
			m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: c.kind}}
			if c.kind == problem.RefusedSetting {
				least, most := 0.0, 1.0
				m.Request.Problem.Refusal = &problem.Refusal{Field: "temperature", Value: "1.5", Min: &least, Max: &most}
			}
			s.show(user("1", "How are you?"), m)
			if !strings.Contains(s.drawn(), c.safe) {
				t.Errorf("%q is not in %s", c.safe, s.drawn())
			}
			for _, button := range []string{"Continue", "Save again", "Try again", "Enter a key", "Use 1.0 and send", "Send without it"} {
				if _, ok := s.FindClickableArea(button, 0); ok != slices.Contains(c.buttons, button) {
					t.Errorf("%q is shown: %v", button, ok)
				}
			}
			if slices.Contains(c.buttons, "Continue") {
				s.tap(t, "Continue", 0)
			}
			if continued != slices.Contains(c.buttons, "Continue") {
				t.Errorf("continued: %v", continued)
			}
		})
	}
}

func TestAReplyThatTheDiskRefusesSaysSoAtOnceAndIsNotAskedForAgain(t *testing.T) {
	for _, state := range []chat.State{chat.Writing, chat.Done, chat.CutOff} {
		t.Run(string(state), func(t *testing.T) {
			s := newScene(t, 1100, 600, theme.Light)
			s.OnRegenerate = func(chat.ID) { t.Error("the service is asked again") }
			var fixed []words.Action
			s.OnFix = func(_ chat.ID, action words.Action) { fixed = append(fixed, action) }
			m := reply("2", "Half of it")
			m.State = state
			m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: problem.Storage}}
			s.show(user("1", "How are you?"), m)
			if !strings.Contains(s.drawn(), "couldn't be saved on your computer") {
				t.Fatalf("shown: %s", s.drawn())
			}
			s.tap(t, "Save again", 0)
			if !slices.Equal(fixed, []words.Action{words.StoreAgain}) {
				t.Errorf("the button did %v", fixed)
			}
			// the first one is that of the question
			if _, ok := s.FindClickableArea("Copy", 1); ok != state.Ended() {
				t.Errorf("Copy is offered: %v", ok)
			}
		})
	}
}

func TestAProblemsButtonStaysInItsCard(t *testing.T) {
	s := newScene(t, 150, 600, theme.Light)
	m := reply("2", "")
	m.State, m.Finish = chat.Failed, ""
	m.Request = &chat.Request{Asked: "m", Problem: &problem.Problem{Kind: problem.NoSuchModel}}
	s.show(user("1", "How are you?"), m)
	if drawn := s.drawn(); !strings.Contains(drawn, "…") {
		t.Errorf("the button runs out of its card:\n%s", drawn)
	}
}
