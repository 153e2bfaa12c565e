package window

import (
	"net/http"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/app/voicechat"
)

// The switch is there for a model that can search. Before the first search of a connection the user
// learns that it may cost more.
func TestTheWebIsSearchedWhereTheModelCan(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(string) (int, string) { return 0, "" })
		p := h.entersAt()
		asks := func(message string, searches bool) {
			t.Helper()
			p.sends(message)
			p.readsToTheEnd()
			if got := service.last(); strings.Contains(got, `"web_search_options":{}`) != searches {
				t.Errorf("%s: requested %s", message, got)
			}
		}
		p.hasNot("Search the web")
		p.holds(fyne.KeyM)
		p.clicks("Searches the web")
		p.sees("Practice hands")
		p.seesNot("Practice eyes")
		p.presses(fyne.KeyEscape)
		p.clicks("Tools")
		p.sees("To search the web, choose Practice hands.")
		p.clicks("Close")
		p.chooses("Practice hands")
		p.clicks("Tools")
		p.seesNot("To search the web")
		p.clicks("Close")
		asks("How old is an oak?", false)

		p.clicks("Search the web")
		p.sees("The service may charge extra for each search.")
		p.clicks("Don't search")
		asks("And a beech?", false)
		p.clicks("Search the web")
		p.clicks("Search")
		asks("How old does an oak get?", true)
		p.sees("Nothing was searched.")
		p.has("3 sources")

		p.clicks("Search the web")
		asks("And without the web?", false)
		p.clicks("New chat")
		asks("Is a new chat as it was?", false)
		p.clicks("Search the web")
		p.hasNot("Don't search")
		asks("What lives in an oak?", true)
		p.chooses("Practice writer")
		p.hasNot("Search the web")
		asks("And the writer?", false)
	})
}

// A chat that was moved searches with another service only after the user knows what that costs.
func TestTheFirstSearchWithAConnectionIsAskedFor(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(string) (int, string) { return 0, "" })
		p := h.entersAt()
		p.chooses("Practice hands")
		p.clicks("Search the web")
		p.clicks("Search")
		p.sends("How old is an oak?")
		p.readsToTheEnd()
		p.Settings.Change(func(s *settings.Settings) { s.Connections[0].SearchKnown = false })
		p.sends("And a beech?")
		p.sees("Search the web with")
		p.clicks("Don't search")
		if got := service.last(); strings.Contains(got, "beech") || p.written() != "And a beech?" {
			t.Errorf("sent %s, the message is %q", got, p.written())
		}
		p.clicks("Send")
		p.readsToTheEnd()
		if got := service.last(); strings.Contains(got, "web_search_options") || !strings.Contains(got, "beech") {
			t.Errorf("sent %s", got)
		}
	})
}

// A voice chat asks about the search as a message does: when it starts, and again if its chat is
// moved to another connection meanwhile.
func TestAVoiceChatAsksAboutTheSearchOfAnotherConnection(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.atTwoServices()
		known := func(all ...bool) {
			p.Settings.Change(func(s *settings.Settings) {
				for i, known := range all {
					s.Connections[i].SearchKnown = known
				}
			})
		}
		p.chooses("Practice hands")
		p.clicks("Search the web")
		p.clicks("Search")
		p.sends("How old is an oak?")
		p.readsToTheEnd()

		known(false, false)
		p.clicks("Voice chat")
		p.sees("Search the web with Home?")
		p.clicks("Search")
		p.voiceChats(voicechat.Listening)

		p.holds(fyne.KeyM)
		p.types("hands")
		p.presses(fyne.KeyDown) // the one at work
		p.presses(fyne.KeyReturn)
		p.sees("This chat now uses Work.")
		p.sees("Search the web with Work?")
		if p.VoiceChat.Snapshot().Busy() {
			t.Error("the voice chat goes on before the user has answered")
		}
		p.clicks("Search")
		p.voiceChats(voicechat.Listening)
	})
}

// A model that refuses to search answers without, and says so; it is not asked to search again.
func TestAModelThatRefusesToSearchAnswersWithout(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		tries := 0
		service := newRefusing(h, func(body string) (int, string) {
			if strings.Contains(body, "web_search_options") {
				tries++
				return http.StatusBadRequest, `{"error":{"message":"Web search options not supported with this model.","code":400}}`
			}
			return 0, ""
		})
		p := h.entersAt()
		p.chooses("Practice hands")
		p.clicks("Search the web")
		p.clicks("Search")
		for _, message := range []string{"How old is an oak?", "And a beech?"} {
			p.sends(message)
			p.readsToTheEnd()
			p.sees("doesn't support")
			p.sees("Search the web")
			if strings.Contains(service.last(), "web_search_options") || tries != 1 {
				t.Errorf("%s: requested with the search %d times, last %s", message, tries, service.last())
			}
		}
		p.clicks("Search the web")
		p.hasNot("Search the web")
	})
}

func TestAModelThatAlwaysSearchesSaysSo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		newRefusing(h, func(string) (int, string) { return 0, "" })
		p := h.entersAt()
		p.Catalog.AddTyped(p.connection(), "sonar-pro")
		p.chooses("sonar-pro")
		p.clicks("Search the web")
		p.hasNot("Don't search")
		p.has("Search the web")
		if p.open().Params.SearchWeb {
			t.Error("the switch was changed")
		}
		p.clicks("Tools")
		p.seesNot("To search the web")
	})
}
