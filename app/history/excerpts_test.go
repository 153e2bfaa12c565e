package history

import (
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/owner"
)

func TestExcerptsAreOfOneConnectionAndNotOfTheChatThatAsks(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	chatOf := func(connection chat.ID, title, words string) chat.ID {
		clock.pass(time.Hour)
		c, _, reply := ask(t, s, "", "", words)
		must(t, s.SetModel(t.Context(), c, connection, "m"))
		must(t, s.Rename(t.Context(), c, title))
		answer(t, s, reply, "So it is. "+words)
		return c
	}
	long := strings.Repeat("before ", 100) + "the landlord " + strings.Repeat("after ", 100)
	chatOf("work", "First", long)
	chatOf("home", "Private", "My landlord is kind")
	gone := chatOf("work", "Gone", "The landlord again")
	must(t, s.Delete(t.Context(), gone))
	chatOf("work", "About the landlord", "Something else")
	here := chatOf("work", "Here", "Search my chats for landlord")
	for _, c := range []struct {
		scope Scope
		want  string
	}{
		{Scope{Connection: "work", Without: here}, "About the landlord, First, First"},
		{Scope{Connection: "home"}, "Private, Private"},
		{Scope{Without: here}, "About the landlord, Private, Private, First, First"},
		{Scope{Connection: "work"}, "Here, Here, About the landlord, First, First"},
		{Scope{Connection: "none"}, ""},
	} {
		found, err := s.Excerpts(t.Context(), "landlord", c.scope, 10)
		must(t, err)
		var titles []string
		for _, e := range found {
			titles = append(titles, e.Title)
			if n := len(e.Text); e.Title == "First" && (n < 400 || n > 510 || !strings.Contains(e.Text, "the landlord after")) {
				t.Errorf("%d bytes: %q", n, e.Text)
			}
			if e.Title == "About the landlord" && e.Text != "So it is. Something else" {
				t.Errorf("of a title that was found: %q", e.Text)
			}
		}
		if got := strings.Join(titles, ", "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.scope, got, c.want)
		}
	}
	if found, err := s.Excerpts(t.Context(), "landlord", Scope{}, 2); err != nil || len(found) != 2 {
		t.Errorf("%v, %v", found, err)
	}
	for _, nothing := range []string{"", "…", "xyzzy"} {
		if found, err := s.Excerpts(t.Context(), nothing, Scope{}, 10); err != nil || len(found) != 0 {
			t.Errorf("%q: %v, %v", nothing, found, err)
		}
	}
}
