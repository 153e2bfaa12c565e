package announcer

import (
	"testing"

	"parlando/app/chat"
	"parlando/app/problem"
)

func TestEachEndOfAReplyThatIsNotDoneIsAnnounced(t *testing.T) {
	offline := &problem.Problem{Kind: problem.Offline}
	for name, c := range map[string]struct {
		state   chat.State
		problem *problem.Problem
		text    string
		want    string
	}{
		"stopped":         {chat.Stopped, offline, "", "Reply stopped."},
		"without a cause": {chat.CutOff, nil, "", "A reply couldn't be finished"},
		"failed":          {chat.Failed, offline, "", "The service can't be reached. Check your internet connection. Your message is saved."},
		"failed later":    {chat.CutOff, &problem.Problem{Kind: problem.Interrupted}, "One,", "Parlando closed during this reply. Everything saved up to that point is here."},
	} {
		m := chat.Message{State: c.state, Request: &chat.Request{Problem: c.problem}, Parts: []chat.Part{{Kind: chat.PartText, Text: c.text}}}
		if got := (&Announcer{}).end(m); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
