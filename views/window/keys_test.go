package window

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/views/shell"
)

func TestEveryShortcutDoesItsThing(t *testing.T) {
	sentence, place, places := 0, 0, 0
	did := map[string]func(p *user) bool{
		"Ctrl N": func(p *user) bool { return p.open().ID == "" && p.reads("What can I help with?") },
		"Ctrl Shift N": func(p *user) bool {
			defer p.holdsWith(fyne.KeyN, fyne.KeyModifierShortcutDefault)
			return p.History.IsTemporary(p.open().ID) && p.reads("Temporary chat: it isn't saved.")
		},
		"Ctrl T": func(p *user) bool {
			defer p.showChat()
			return p.reads("Open a text…") && p.reads("Save audio…")
		},
		"Ctrl Shift T": func(p *user) bool {
			defer p.showChat()
			return p.reads("Choose files…") && p.reads("Drop a recording here")
		},
		"Ctrl F": func(p *user) bool {
			p.types("p")
			place, places = p.place()
			return places > 2
		},
		"F3": func(p *user) bool {
			at, _ := p.place()
			return at == place%places+1
		},
		"Shift F3": func(p *user) bool {
			at, _ := p.place()
			p.presses(fyne.KeyEscape)
			return at == place && !p.named("Find in this chat")
		},
		"Ctrl Shift F, Ctrl K": func(p *user) bool { p.types("foghorn"); return p.reads("Nothing found.") },
		"Ctrl M":               func(p *user) bool { return p.named("Search models") },
		"Ctrl Shift M": func(p *user) bool {
			one := p.reads("Connections") && p.named("More about Practice")
			p.presses(fyne.KeyEscape)
			return one
		},
		"Ctrl J": func(p *user) bool { return p.reads("Creativity") },
		"Ctrl P": func(p *user) bool { return p.named("Translator") && p.reads("Save as preset") },
		"Ctrl U": func(p *user) bool { return p.reads("Select what you want to quote") },
		"Ctrl B": func(p *user) bool { return p.named("Show sidebar") },
		"Ctrl O": func(p *user) bool {
			open := p.canvas.Overlays().Top() != nil
			p.presses(fyne.KeyEscape)
			return open && p.canvas.Overlays().Top() == nil
		},
		"Ctrl L": func(p *user) bool { p.types("x"); return p.written() == "x" },
		"Ctrl Shift D": func(p *user) bool {
			listens := p.reads("Stop") && p.named("Cancel")
			p.presses(fyne.KeyEscape)
			p.until("the end of the dictation", func() bool { return !p.composer.Dictating() })
			return listens
		},
		"Ctrl R":       func(p *user) bool { p.readsToTheEnd(); return p.reads("2 of 2") },
		"Ctrl +":       func(p *user) bool { return p.Settings.Get().TextSize > 1 },
		"Ctrl -":       func(p *user) bool { return p.Settings.Get().TextSize == 1 },
		"Ctrl 0":       func(p *user) bool { return p.Settings.Get().TextSize == 1 },
		"Ctrl ,":       func(p *user) bool { return p.reads("Another service") },
		"Ctrl Shift A": func(p *user) bool { return p.Settings.Get().Comfort.Announce && p.reads("Announcements are on.") },
		"F1":           func(p *user) bool { return p.named("Search help") && p.reads("needs no account") },
		"Ctrl /":       func(p *user) bool { return p.named("Search help") && p.reads("Choose a model") && p.reads("Ctrl") },
		"Ctrl Shift Space": func(p *user) bool {
			p.until("the reading", func() bool { return p.reads("Reading aloud · sentence") })
			p.Speech.Pause() // so that it does not go on by itself
			sentence = p.Speech.Snapshot().Sentence
			return true
		},
		"Ctrl Shift .": func(p *user) bool { return p.reads(fmt.Sprintf("sentence %d of", sentence+1)) },
		"Ctrl Shift ,": func(p *user) bool {
			before := sentence
			sentence = p.Speech.Snapshot().Sentence // the one before, or the beginning of this one
			return sentence <= before && sentence >= max(before-1, 1) && p.reads(fmt.Sprintf("sentence %d of", sentence))
		},
		"Ctrl Shift S": func(p *user) bool { return !p.named("Stop reading") },
		"Ctrl Q":       func(p *user) bool { return p.screen.closed },
	}
	focus := map[string]func(p *user){
		"the message box":  func(p *user) { p.composer.FocusText() },
		"the conversation": func(p *user) { p.canvas.Focus(p.view) },
		"nothing":          func(p *user) { p.canvas.Unfocus() },
	}
	for _, k := range shownKeys() {
		if did[k.DisplayedKeys] == nil {
			t.Errorf("%s (%s) is not tried here", k.DisplayedKeys, k.Description)
		}
	}
	for where, put := range focus {
		t.Run(where, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				p := h.chatsWith("empty") // a chat with little to lay out
				first := p.open().ID
				for _, s := range shownKeys() {
					put(p)
					if s.Modifier == 0 {
						p.presses(s.Name)
					} else {
						p.holdsWith(s.Name, s.Modifier)
					}
					p.wait(time.Second)
					if !did[s.DisplayedKeys](p) {
						t.Errorf("%s did not %s; the window shows %s", s.DisplayedKeys, s.Description, p.text())
					}
					for p.frame.CloseTop() {
						p.drain()
					}
					if p.screen.closed {
						continue
					}
					if p.open().ID != first {
						p.chat.Open(first)
						p.drain()
					}
				}
			})
		})
	}
}

// Every key stands on the sheet once, under a heading.
func TestTheSheetOfKeysHasAHeadingForEverySubject(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		all := append(p.controlKeys(), shownKeys()...)
		groups := map[shell.KeyGroup]int{}
		once := map[string]bool{}
		for _, k := range all {
			groups[k.Group]++
			if once[k.DisplayedKeys] {
				t.Errorf("%s is told twice", k.DisplayedKeys)
			}
			once[k.DisplayedKeys] = true
		}
		for g, n := range groups {
			if n < 2 || g.Title() == "" {
				t.Errorf("under %q stand %d keys", g.Title(), n)
			}
		}
		p.holds(fyne.KeySlash)
		if !p.reads("Writing") || !p.reads("Chats and replies") {
			t.Errorf("no headings are seen: %s", p.text())
		}
	})
}

func TestEscapeClosesWhatLiesOnTopAndThenStopsTheReply(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		p.holds(fyne.KeyB)
		p.holds(fyne.KeyComma)
		p.holds(fyne.KeySlash)
		top := p.canvas.Capture()
		p.presses(fyne.KeyEnd) // the sheet is higher than the window, and nothing on it takes a key
		if samePicture(top, p.canvas.Capture()) {
			t.Error("the sheet of keys is not turned by a key")
		}
		p.presses(fyne.KeyHome)
		for _, lies := range []string{"Start a new line", "Another service", "Ctrl+K"} {
			p.sees(lies)
			p.presses(fyne.KeyEscape)
			p.seesNot(lies)
			if !p.isWriting() {
				t.Fatalf("the reply was stopped when %q was closed", lies)
			}
		}
		p.presses(fyne.KeyEscape)
		p.sees("You stopped this reply.")
	})
}

func TestEscapeStopsTheReplyFromTheConversationToo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.has("Stop")
		p.canvas.Focus(p.view)
		p.presses(fyne.KeyEscape)
		p.sees("You stopped this reply.")
	})
}

func TestTypingInTheConversationGoesIntoTheMessage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.canvas.Focus(p.view)
		p.types(" ") // turns the page
		if p.canvas.Focused() != fyne.Focusable(p.view) {
			t.Error("the space bar leaves the conversation")
		}
		p.types("And a foghorn?")
		p.wantsWritten("And a foghorn?")
		p.canvas.Unfocus()
		p.types("Or a buoy?")
		p.wantsWritten("And a foghorn?Or a buoy?")
	})
}

func TestWordsAreJumpedAndDeletedInEveryField(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyK)
		p.types("two words")
		p.holds(fyne.KeyBackspace)
		p.types("ways")
		p.until("the search", func() bool { return p.reads("two ways") || fieldText(p) == "two ways" })
	})
}

// fieldText is what stands in the field that has the focus.
func fieldText(p *user) string {
	f, ok := p.canvas.Focused().(interface{ SelectedText() string })
	if !ok {
		return ""
	}
	p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	return f.SelectedText()
}

func TestNothingIsPaintedWhileNothingHappens(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.wait(time.Minute)
		p.canvas.refreshed = nil
		p.wait(time.Hour)
		if n := len(p.canvas.refreshed); n != 0 {
			t.Errorf("%d things were painted anew, the first a %T", n, p.canvas.refreshed[0])
		}
	})
}

func TestInANarrowWindowTheSidebarAndAdjustAreSheets(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.hasNot("Search")
		p.clicks("Show sidebar")
		p.has("Search")
		p.clickAt(fyne.NewPos(650, 400)) // beside it
		p.hasNot("Search")
		p.clicks("Adjust replies")
		p.sees("Creativity")
		p.clickAt(fyne.NewPos(100, 400))
		p.seesNot("Creativity")
		p.clicks("Show sidebar")
		p.clicks("New chat")
		p.hasNot("Search")
	})
}

func TestASearchOpensThePlaceItFound(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.holds(fyne.KeyN)
		p.sends("How do foghorns work?")
		p.readsToTheEnd()
		p.holds(fyne.KeyK)
		p.types("lighth")
		p.sees("lighthouse")
		p.presses(fyne.KeyReturn)
		p.until("the other chat", func() bool { return strings.HasPrefix(p.open().Title, "What is a lighthouse") })
		p.sees("practice service can't answer it") // the newest message with the word, at the word
	})
}

// A chat whose title, question and reply have a word is one row, which says how many places there
// are; opened, it has as many.
func TestASearchShowsEachChatOnce(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.holds(fyne.KeyN)
		p.holds(fyne.KeyK)
		p.types("lighthouse")
		p.sees("4 matches")
		if n := strings.Count(p.text(), " matches"); n != 1 {
			t.Errorf("the chat is listed %d times: %s", n, p.text())
		}
		p.presses(fyne.KeyReturn)
		p.sees("1 of 4")
	})
}

func TestADeletedMessageComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.opensMenuOfReply()
		p.seesNot("Delete from here on")
		p.clicks("Delete this message")
		p.sees("The message was deleted.")
		p.seesNot("This is a practice reply")
		p.clicks("Undo")
		p.sees("This is a practice reply")
	})
}

func TestAPictureInAReplyIsOpenedInTheBrowserAfterAsking(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.view.Addresses.OpenPicture("https://pictures.example.org/sea.png?who=me")
		p.sees("https://pictures.example.org/sea.png?who=me")
		p.sees("pictures.example.org, which can then see that you looked at the picture.")
		if len(p.app.opened) != 0 {
			t.Error("opened unasked")
		}
		p.clicks("Open in browser")
		if got := strings.Join(p.app.opened, " "); got != "https://pictures.example.org/sea.png?who=me" {
			t.Errorf("opened %q", got)
		}
	})
}

// Keys are held, and pressed again by mistake; and what stands behind a card is not seen to change.
func TestAKeyPressedTwiceOpensOneCardAndChangesNothingBehindIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith("empty")
		open := p.open().ID
		press := func(s shell.KeyBinding) int {
			if s.Modifier == 0 {
				p.presses(s.Name)
			} else {
				p.holdsWith(s.Name, s.Modifier)
			}
			p.drain()
			return len(p.canvas.Overlays().List())
		}
		for _, s := range shownKeys() {
			// another chat, or none
			if slices.Contains([]string{"Ctrl Q", "Ctrl N", "Ctrl Shift N"}, s.DisplayedKeys) {
				continue
			}
			if once, twice := press(s), press(s); once > 0 && twice > once {
				t.Errorf("%s pressed twice lays %d cards over the window", s.DisplayedKeys, twice)
			}
			for _, other := range shownKeys() {
				if p.canvas.Overlays().Top() != nil && !other.WorksOverOverlays() {
					press(other)
				}
			}
			if p.open().ID != open {
				t.Errorf("%s: another chat is shown behind the card", s.DisplayedKeys)
			}
			for p.canvas.Overlays().Top() != nil && p.frame.CloseTop() {
				p.drain()
			}
		}
	})
}

// F1 is a key that is typed into what has the keyboard: each hands it on.
func TestF1OpensTheHelpFromEverywhere(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		opens := func(where string) {
			t.Helper()
			p.presses(fyne.KeyF1)
			if !p.named("Search help") {
				t.Errorf("not from %s", where)
				return
			}
			p.presses(fyne.KeyF1) // held
			p.presses(fyne.KeyEscape)
			if p.named("Search help") {
				t.Errorf("from %s it is opened twice", where)
			}
		}
		opens("the way in")
		p.clicks("Try it now")
		p.has("Message")
		p.composer.FocusText()
		p.types("half a")
		opens("the message")
		p.types(" sentence")
		p.wantsWritten("half a sentence")
		p.canvas.Focus(p.view)
		opens("the conversation")
		p.holds(fyne.KeyK)
		opens("the search")
		for range 5 {
			p.canvas.FocusNext()
			opens(called(p.canvas.Focused()))
		}
		p.holds(fyne.KeyM)
		opens("the models")
		p.has("Search models")
		p.presses(fyne.KeyEscape)
		p.holds(fyne.KeyComma)
		p.clicks("Reading aloud")
		p.tabsTo("Model for reading aloud")
		opens("a field of the settings")
		p.clicks("About")
		p.tabsTo("Licenses")
		p.presses(fyne.KeyReturn)
		p.canvas.FocusNext()
		opens("the licenses")
		p.presses(fyne.KeyEscape)
		p.tabsTo("Keyboard shortcuts")
		p.presses(fyne.KeyReturn)
		p.sees("Start a new line")
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		p.ShowSpeak()
		p.frame.Do(shell.FocusText)
		opens("a text to speak")
		p.ShowQuick()
		p.quick.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF1})
		p.drain()
		if !p.named("Search help") {
			t.Error("not from the quick window")
		}
	})
}

func TestAClickEndsTheSearch(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("tea")
		if p.named("Close search") {
			t.Error("there is nothing to end")
		}
		p.holds(fyne.KeyK)
		p.types("foghorn")
		p.sees("Nothing found.")
		p.clicks("Close search")
		if p.reads("Nothing found.") || !p.reads("Today") {
			t.Errorf("the chats are not back: %s", p.text())
		}
	})
}
