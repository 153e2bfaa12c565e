package conversation_test

import (
	"testing"

	"parley/app/chat"
	"parley/views/theme"
)

func TestAModelIsCalledByItsName(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.NameOf = func(id string) string { return map[string]string{"oak-1": "Great oak"}[id] }
	named, unknown := reply("2", "One"), reply("4", "Two")
	named.Request = &chat.Request{Asked: "oak-1"}
	unknown.Request = &chat.Request{Asked: "elm-1"}
	s.show(user("1", "Q"), named, user("3", "Q"), unknown)
	if !s.shows("Great oak") || s.shows("oak-1") || !s.shows("elm-1") {
		t.Error("the names of the models are not those the person knows, or their ids where there is none")
	}
}
