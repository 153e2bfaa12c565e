package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/app/speechexports"
)

// tabsTo presses Tab until the keyboard is at what has a name.
func (p *user) tabsTo(name string) {
	p.t.Helper()
	for range 200 {
		if a, is := p.canvas.Focused().(fyne.Accessible); is && slices.Contains(inItsLanguage(name), a.AccessibilityLabel()) {
			return
		}
		p.tabs(false)
	}
	p.t.Fatalf("Tab does not lead to %s", name)
}

// deletesChat lets a user have a chat and delete it.
func (h *home) deletesChat() (p *user, id chat.ID) {
	h.t.Helper()
	p = h.chatsWith(lighthouse)
	id = p.open().ID
	p.nav.Delete(id)
	p.sees("The chat was deleted.")
	return p, id
}

// chats waits until there are so many in the list of chats and so many that were deleted.
func (p *user) chats(listed, deleted int) {
	p.t.Helper()
	p.until("the chats", func() bool {
		gone, err := p.History.Deleted(p.t.Context())
		return err == nil && len(gone) == deleted && len(p.sidebar.Order()) == listed
	})
}

func TestADeletedChatIsReadAndPutBackWeeksLaterByKeyboardAlone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, id := h.deletesChat()
		p.quit()
		h.write(`UPDATE conversation SET deleted_at = deleted_at - ?`, (29 * 24 * time.Hour).Milliseconds())
		p = h.start()
		p.chats(0, 1)
		p.holds(fyne.KeyComma)
		p.tabsTo("Section: Connections")
		for range 9 {
			p.presses(fyne.KeyDown)
		}
		p.tabsTo("Recently deleted")
		p.presses(fyne.KeyReturn)
		p.sees("You can restore deleted items for 30 days.")
		p.sees("1 day left")
		p.tabsTo("View")
		p.presses(fyne.KeyReturn)
		p.sees("You: " + lighthouse)
		p.presses(fyne.KeyEscape)
		p.seesNot("You: ")
		p.tabsTo("Restore")
		p.presses(fyne.KeyReturn)
		p.sees("“" + lighthouse + "” was restored.")
		p.sees("Nothing has been deleted in the last 30 days.")
		p.chats(1, 0)
		p.presses(fyne.KeyEscape)
		p.presses(fyne.KeyEscape)
		p.clicks(lighthouse)
		p.until("the chat", func() bool { return p.open().ID == id })
	})
}

func TestADeletedChatGoesForGoodOnlyAfterAsking(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.deletesChat()
		p.top.OnMenu(p.top)
		p.clicks("Recently deleted")
		p.clicks("Delete forever")
		p.sees("Delete “" + lighthouse + "” forever?")
		p.presses(fyne.KeyReturn) // the keyboard is at Cancel
		p.seesNot("forever?")
		p.chats(0, 1)
		p.clicks("Delete forever")
		p.clicks("Delete forever")
		p.sees(lighthouse + " was deleted.")
		p.sees("Nothing has been deleted in the last 30 days.")
		p.chats(0, 0)
	})
}

// deletesFirstMessage lets a user have a chat of two questions, and begin to delete the first of
// them.
func (h *home) deletesFirstMessage() (p *user, whole []string) {
	h.t.Helper()
	h.practice.TokenInterval = -1
	p = h.chatsWith(lighthouse)
	p.sends("And who keeps it?")
	p.readsToTheEnd()
	whole = p.thread()
	p.scrollsUp()
	p.clicksFirst("More")
	p.clicks("Delete from here on")
	p.sees("Delete this message and the 3 messages after it?")
	return p, whole
}

// thread is which messages the open chat shows.
func (p *user) thread() (ids []string) {
	p.t.Helper()
	heads, err := p.History.Thread(p.t.Context(), p.open().ID)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, h := range heads {
		ids = append(ids, string(h.ID))
	}
	return ids
}

func TestDeletingAMessageWithOthersAfterItAsksAndSaysHowMany(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, whole := h.deletesFirstMessage()
		p.presses(fyne.KeyReturn) // the keyboard is at Cancel
		p.seesNot("Delete this message")
		if now := p.thread(); !slices.Equal(now, whole) {
			t.Errorf("after Cancel the chat is %v, was %v", now, whole)
		}
		p.clicksFirst("More")
		p.clicks("Delete from here on")
		p.sees("Delete this message and the 3 messages after it?")
		p.clicks("Delete")
		p.sees("4 messages were deleted.")
		p.sees("What can I help with?")
		p.clicks("Undo")
		p.seesNot("What can I help with?")
		if now := p.thread(); !slices.Equal(now, whole) {
			t.Errorf("after Undo the chat is %v, was %v", now, whole)
		}
	})
}

// One message alone goes and comes back, with the mouse and with the keyboard, and what follows
// stays.
func TestAMessageIsDeletedAlone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.chatsWith(lighthouse)
		p.sends("And who keeps it?")
		p.readsToTheEnd()
		whole := p.thread()
		for _, way := range []struct{ remove, undo func() }{
			{func() { p.clicks("Delete this message") }, func() { p.clicks("Undo") }},
			{func() {
				p.presses(fyne.KeyUp) // from the first row to the last
				p.presses(fyne.KeyUp)
				p.presses(fyne.KeyReturn)
			}, p.undoes},
			{func() { p.clicks("Delete this message") }, func() {
				p.composer.FocusText() // which has nothing to undo
				p.undoes()
			}},
			{func() { p.clicks("Delete this message") }, func() {
				p.holdsWith(fyne.KeyF, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
				p.undoes()
			}},
		} {
			p.scrollsUp()
			p.clicksFirst("More")
			way.remove()
			p.sees("The message was deleted.")
			if now, want := p.thread(), whole[1:]; !slices.Equal(now, want) {
				t.Errorf("the chat is %v, want %v", now, want)
			}
			way.undo()
			p.until("the message to come back", func() bool { return p.view.HasMessage(chat.ID(whole[0])) && slices.Equal(p.thread(), whole) })
		}
	})
}

func TestDeletedMessagesAreReadAndPutBackWeeksLater(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, whole := h.deletesFirstMessage()
		p.clicks("Delete")
		p.sees("4 messages were deleted.")
		p.quit()
		h.write(`UPDATE message SET deleted_at = deleted_at - ?`, (29 * 24 * time.Hour).Milliseconds())
		p = h.start()
		p.sees("What can I help with?")
		p.top.OnMenu(p.top)
		p.clicks("Recently deleted")
		p.sees("4 messages from “" + lighthouse + "”")
		p.sees("1 day left")
		p.clicks("View")
		p.sees("You: " + lighthouse)
		p.clicks("Copy")
		if got := p.app.Clipboard().Content(); !strings.Contains(got, "You:\nAnd who keeps it?") {
			t.Errorf("copied %q", got)
		}
		p.presses(fyne.KeyEscape)
		p.clicks("Restore")
		p.sees("“" + lighthouse + "” was restored.")
		p.sees("Nothing has been deleted in the last 30 days.")
		p.presses(fyne.KeyEscape)
		p.seesNot("What can I help with?")
		if now := p.thread(); !slices.Equal(now, whole) {
			t.Errorf("the chat is %v, was %v", now, whole)
		}
	})
}

func TestDeletedMessagesGoForGoodOnlyAfterAsking(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.deletesFirstMessage()
		p.clicks("Delete")
		p.sees("4 messages were deleted.")
		p.deleted.Open()
		p.clicks("Delete forever")
		p.sees("This deletes 4 messages forever.")
		p.presses(fyne.KeyReturn) // the keyboard is at Cancel
		p.seesNot("This deletes")
		p.chats(1, 1)
		p.clicks("Delete forever")
		p.clicks("Delete forever")
		p.sees("Nothing has been deleted in the last 30 days.")
		p.chats(1, 0)
	})
}

func TestTheUndoOfADeletedChatStaysWhileTheKeyboardIsAtIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, id := h.deletesChat()
		p.wait(9 * time.Second)
		p.tabsTo("Undo")
		p.wait(time.Minute)
		p.sees("The chat was deleted.")
		p.presses(fyne.KeyReturn)
		p.until("the chat", func() bool { return p.open().ID == id })
		p.seesNot("The chat was deleted.")
		p.types("and on")
		p.wantsWritten("and on")
	})
}

func TestWhatWasWrittenDownAndHeardIsInTheListToo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		_, lines := p.opensExample()
		p.deletesOpen()
		p.sees("was deleted. The audio file stays where it is.")

		p.wait(time.Minute)
		h.microphone.SetNoise(40)
		p.clicks("Record now")
		p.until("the recording", func() bool { return p.Recordings.Live().Phase == recordings.Hearing })
		p.wait(3 * time.Second)
		p.clicks("Stop")
		p.sees("Recorded ")
		recording := p.Recordings.List()[0].ID
		p.deletesOpen()

		p.wait(time.Minute)
		sound, err := p.SpeechExports.Start(speechexports.Job{Title: "Jam", Text: train, Voice: speech.Voice{Voice: "alloy"}, Format: "mp3"})
		if err != nil {
			t.Fatal(err)
		}
		p.until("the sound file", func() bool {
			l := p.SpeechExports.List()
			return len(l) == 1 && l[0].State == speechexports.Done
		})
		p.ShowSpeak()
		p.opensVoices()
		p.clicks("More about Jam")
		p.clicks("Delete")
		p.sees("Jam was deleted.")

		p.deleted.Open()
		p.sees("Audio file · Deleted: Today")
		var kinds []string
		for _, kind := range []string{"Audio file ·", "Recording ·", "Transcript ·"} {
			if at := strings.Index(p.text(), kind); at < 0 {
				t.Errorf("there is no %q", kind)
			} else if len(kinds) > 0 && at < strings.Index(p.text(), kinds[len(kinds)-1]) {
				t.Errorf("%q stands before %q", kind, kinds[len(kinds)-1])
			}
			kinds = append(kinds, kind)
		}
		p.clicks("Play") // the newest is the first: the sound file
		p.until("the sound file to be heard", func() bool { return p.Speech.Snapshot().Source.ID == string(sound) })
		p.clicks("Pause")
		p.until("the pause", func() bool { return p.Speech.Snapshot().Phase == speech.Paused })
		p.clicks("Delete forever")
		p.clicks("Delete forever")
		p.until("it to be gone", func() bool {
			gone, err := p.SpeechExports.Deleted(t.Context())
			return err == nil && len(gone) == 0 && p.Speech.Snapshot().Phase == speech.Idle
		})
		p.seesNot("Audio file ·")

		p.clicks("Play")
		p.until("the recording to be heard", func() bool { return p.Speech.Snapshot().Source.ID == string(recording) })
		p.Speech.Stop()
		heal := h.refusingRecording(recording)
		p.clicks("Restore")
		p.sees("This couldn't be restored. It's still under “Recently deleted”.")
		p.sees("Recording ·")
		heal()
		p.clicks("Try again")
		p.until("the recording", func() bool {
			gone, err := p.Recordings.Deleted(t.Context())
			return err == nil && len(p.Recordings.List()) == 1 && len(gone) == 0
		})
		p.seesNot("Recording ·")

		p.clicks("View")
		p.sees(lines[0].Text)
		p.clicks("Copy")
		if got := p.app.Clipboard().Content(); !strings.Contains(got, lines[len(lines)-1].Text) {
			t.Errorf("copied %q", got)
		}
		p.presses(fyne.KeyEscape)
		p.clicks("Restore")
		p.until("the transcript", func() bool { return len(p.Transcripts.List()) == 1 })
		p.sees("Nothing has been deleted in the last 30 days.")
	})
}

func TestWhatOfTheDeletedCannotBeReadIsSaidAndReadAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.deletesChat()
		heal := h.failing("conversation")
		p.deleted.Open()
		p.sees("Some deleted items couldn't be listed. They're still saved.")
		p.seesNot("Nothing has been deleted in the last 30 days.")
		heal()
		p.clicks("Try again")
		p.sees("Chat · Deleted: Today")
		p.seesNot("couldn't be listed")

		heal = h.failing("part")
		p.clicks("View")
		p.sees("This couldn't be read. It's still saved.")
		heal()
		p.clicks("Try again")
		p.sees("You: " + lighthouse)
		p.presses(fyne.KeyEscape)

		heal = h.refusing("message")
		p.clicks("Delete forever")
		p.clicks("Delete forever")
		p.sees("This couldn't be deleted.")
		heal()
		p.clicks("Try again")
		p.sees(lighthouse + " was deleted.")
		p.chats(0, 0)
	})
}

func TestWhatIsNotThereAnyMoreIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, id := h.deletesChat()
		p.deleted.Open()
		p.sees("Chat · Deleted: Today")
		// The list is as old as the last change that was told.
		h.write(`DELETE FROM part`)
		h.write(`DELETE FROM message`)
		h.write(`DELETE FROM conversation WHERE id = ?`, id)
		p.clicks("Restore")
		p.sees("This no longer exists.")
		p.sees("Nothing has been deleted in the last 30 days.")
	})
}
