package chat

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/client/practice"
	"parlando/views/conversation"
	"parlando/views/seen"
)

// A message is deleted with those after it, which is asked first, and comes back with them.
func TestEachWayToDeleteAMessage(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		r.sends("Two")
		all := r.thread()
		remove := func(i int) func() { return func() { r.reader.Delete(all[i].ID); r.catchUp() } }
		const asks = "Delete this message and the 2 messages after it?"
		for _, step := range []struct {
			name string
			do   func()
			left int
			asks bool
			said string
		}{
			{"the last one", remove(3), 3, false, "The message was deleted."},
			{"undone", func() { r.press("Undo") }, 4, false, ""},
			{"asked", remove(1), 4, true, ""},
			{"kept", func() { r.press("Cancel") }, 4, false, ""},
			{"deleted", func() { remove(1)(); r.press("Delete") }, 1, false, "3 messages were deleted."},
			{"undone with those after it", func() { r.press("Undo") }, 4, false, ""},
			{"one alone", func() { r.reader.DeleteAlone(all[1].ID); r.catchUp() }, 3, false, "The message was deleted."},
			{"undone alone", func() { r.press("Undo") }, 4, false, ""},
			{"the first one alone", func() { r.reader.DeleteAlone(all[0].ID); r.catchUp() }, 3, false, "The message was deleted."},
			{"undone alone", func() { r.press("Undo") }, 4, false, ""},
			{"the first one", func() { remove(0)(); r.press("Delete") }, 0, false, "4 messages were deleted."},
		} {
			step.do()
			if left := len(r.thread()); left != step.left || r.says(asks) != step.asks || !r.says(step.said) {
				t.Errorf("%s: %d messages are left; it says %q", step.name, left, seen.Texts(r.canvas))
			}
		}
		if r.says("One") || !r.says("What can I help with?") {
			t.Errorf("the empty chat shows %q", seen.Texts(r.canvas))
		}
	})
}

// What is deleted is not read aloud any more.
func TestADeletedMessageFallsSilent(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		reply := r.thread()[1]
		r.core.Speech.Say(speech.Text{Source: speech.MessageSource(reply.ID), Conversation: r.open.ID, Body: reply.Text()}, speech.Voice{})
		r.until("the voice", func() bool { return r.core.Speech.Snapshot().Phase == speech.Playing })
		r.Changed([]changes.Change{{Topic: changes.Message}})
		if mark := r.view.ReadAloud(); mark != (conversation.ReadAloud{}) {
			t.Errorf("marked by another change: %+v", mark)
		}
		for _, paused := range []bool{false, true, false} {
			if paused != (r.core.Speech.Snapshot().Phase == speech.Paused) {
				r.core.Speech.Toggle()
				r.catchUp()
			}
			r.Changed([]changes.Change{{Topic: changes.Speech}})
			s := r.core.Speech.Snapshot()
			if mark := r.view.ReadAloud(); mark != (conversation.ReadAloud{Message: reply.ID, Start: s.Start, End: s.End, Paused: paused}) || s.End == 0 {
				t.Errorf("paused %v: marked %+v", paused, mark)
			}
		}
		r.reader.Delete(reply.ID)
		r.catchUp()
		r.Show()
		if s := r.core.Speech.Snapshot(); s.Phase != speech.Idle || r.view.ReadAloud() != (conversation.ReadAloud{}) {
			t.Errorf("after deleting: %+v, marked %+v", s, r.view.ReadAloud())
		}
	})
}

// The replies to one message are chosen one by one, and the first and the last are the ends.
func TestEachReplyToAMessageIsChosen(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		for range 2 {
			r.sender.Regenerate(r.thread()[1].ID)
			r.catchUp()
			r.finishes()
		}
		replies, err := r.core.History.Siblings(t.Context(), r.thread()[1].ID)
		if err != nil || len(replies) != 3 {
			t.Fatal(replies, err)
		}
		shown := 2
		for _, step := range []struct{ by, shown int }{{1, 2}, {-1, 1}, {-1, 0}, {-1, 0}, {1, 1}, {1, 2}} {
			r.reader.Choose(replies[shown], step.by)
			r.catchUp()
			if got := r.thread()[1].ID; got != replies[step.shown] || !r.view.HasMessage(got) {
				t.Errorf("from %d by %d: %s of %s is shown", shown, step.by, got, replies)
			}
			shown = step.shown
		}
	})
}

// Each file of a message is opened or saved by its name.
func TestEachFileOfAMessage(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		var parts []chat.Part
		for name, data := range map[string][]byte{"page.pdf": []byte(onePage), "sky.png": picture(t, 1)} {
			part, _, err := r.core.Attachments.Add(t.Context(), name, data)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		r.chooser.pickModel(practice.VisionModel)
		r.drafts.put(chat.Draft{Text: "Look", Parts: parts})
		r.composer.Send()
		r.finishes()
		message := r.thread()[0].ID
		for _, p := range parts {
			sha := p.SentBlob().SHA256
			for name, c := range map[string]struct {
				do   func(chat.ID, string)
				want string
			}{"show": {r.reader.ShowPicture, "show " + sha}, "open": {r.reader.OpenFile, "open " + p.Name}, "save": {r.reader.SavePicture, "save " + p.Name}} {
				c.do(message, sha)
				r.catchUp()
				if got := r.doneSince(); got != c.want {
					t.Errorf("%s %s: did %q", name, p.Name, got)
				}
			}
		}
		r.reader.OpenFile(message, "another")
		r.catchUp()
		if got := r.doneSince(); got != "" {
			t.Errorf("of a file that is not there: did %q", got)
		}
		r.reader.ShowPicture("gone", "sum")
		r.catchUp()
		if got := r.doneSince(); got != "" || !r.says("This chat or message was deleted.") {
			t.Errorf("of a message that is gone: did %q, says %q", got, seen.Texts(r.canvas))
		}
	})
}

// The wait that a busy service asks for is counted down, in the chat where it was asked.
func TestTheWaitForABusyService(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooser.pickModel(practice.FailingModel)
		r.sends("busy")
		busy := r.thread()[1]
		if busy.Request.Problem == nil || busy.Request.Problem.Kind != problem.Busy {
			t.Fatalf("%+v", busy.Request)
		}
		until := busy.Request.Problem.At.Add(busy.Request.Problem.RetryAfter)
		left := func() string {
			return fmt.Sprintf("Try again in %d seconds.", (time.Until(until)+time.Second-1)/time.Second)
		}
		for range 3 {
			r.catchUp()
			if !r.says(left()) {
				t.Errorf("%s is not in %q", left(), seen.Texts(r.canvas))
			}
			r.wait(3 * time.Second)
		}
		id := r.open.ID
		r.NewChat()
		r.catchUp()
		if r.reader.stopCountdown != nil {
			t.Error("it counts on in another chat")
		}
		r.Open(id)
		r.catchUp()
		if !r.says(left()) {
			t.Errorf("back in the chat, %s is not in %q", left(), seen.Texts(r.canvas))
		}
		r.wait(time.Until(until) + time.Second)
		if r.says("Try again in") || r.reader.stopCountdown != nil {
			t.Errorf("after the wait: %q", seen.Texts(r.canvas))
		}
	})
}

// A chat opens where it was left, also after a start.
func TestAChatOpensWhereItWasLeft(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		for i := range 4 {
			r.sends(fmt.Sprint("Question ", i))
		}
		id := r.open.ID
		stored := func() chat.ReadingPlace {
			c, err := r.core.History.Conversation(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return c.Place
		}
		e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 300)}
		e.Position = fyne.NewPos(100, 100)
		r.view.Scrolled(e)
		r.drain()
		place, _ := r.view.ReadingPlace(id)
		r.NewChat()
		r.catchUp()
		if got := stored(); got != place || place == (chat.ReadingPlace{}) {
			t.Fatalf("left at %+v, stored %+v", place, got)
		}
		clear(r.view.ReadingPlaces) // a start
		r.Open(id)
		r.catchUp()
		if got, _ := r.view.ReadingPlace(id); got.Message != place.Message {
			t.Errorf("left at %+v, opened at %+v", place, got)
		}
	})
}

// A chat that cannot be read is read again when the user asks for it, and as it is now.
func TestAChatThatIsNotReadIsReadAgain(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		id, reply := r.open.ID, r.thread()[1].ID
		const outdated = "This chat may not show the latest messages. Try opening it again."
		heal := r.failing("chosen")
		r.reader.reload()
		r.catchUp()
		if !r.says(outdated) || r.body.ReadFailed() || !r.view.HasMessage(reply) {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		heal()
		if r.press("Try again"); r.says(outdated) {
			t.Errorf("after trying again it says %q", seen.Texts(r.canvas))
		}
		r.NewChat()
		r.catchUp()
		heal = r.failing("chosen")
		r.Open(id)
		r.catchUp()
		if !r.body.ReadFailed() || r.says("One") {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		heal()
		r.press("Try again")
		if r.body.ReadFailed() || !r.says("One") || !r.view.HasMessage(reply) {
			t.Errorf("after trying again it says %q", seen.Texts(r.canvas))
		}
		r.reader.shown = "" // one that has just begun
		heal = r.failing("chosen")
		r.reader.reload()
		if r.catchUp(); !r.body.ReadFailed() || r.says(outdated) {
			t.Errorf("a chat that begins says %q", seen.Texts(r.canvas))
		}
		heal()
		if r.press("Try again"); r.body.ReadFailed() || !r.says("One") {
			t.Errorf("after trying again it says %q", seen.Texts(r.canvas))
		}
		// Without its transcripts the chat is read all the same.
		heal = r.failing("transcript")
		r.Open(id)
		if r.catchUp(); r.body.ReadFailed() || !r.says("One") {
			t.Errorf("without transcripts it says %q", seen.Texts(r.canvas))
		}
		heal()
		heal = r.failing("part")
		r.reader.ReadMessages([]chat.ID{reply})
		if r.catchUp(); !r.says(outdated) || !r.says("One") {
			t.Errorf("one message says %q", seen.Texts(r.canvas))
		}
		heal()
		if r.press("Try again"); r.says(outdated) {
			t.Errorf("after trying again it says %q", seen.Texts(r.canvas))
		}
		r.doneSince()
		for i, do := range []func(){
			func() { r.reader.Choose(reply, 1) }, func() { r.reader.Delete(reply) }, r.sender.editLast,
		} {
			name := "This message couldn't be read."
			if i == 0 {
				name = "The other replies couldn't be read."
			}
			heal := r.failing("message")
			do()
			r.catchUp()
			if !r.says(name) {
				t.Errorf("it does not say %q", name)
			}
			heal()
			r.press("Try again")
			if r.says(name) {
				t.Errorf("after trying again it says %q", name)
			}
			r.frame.CloseTop()
		}
	})
}

// A picture of a message that cannot be read is read again when the user asks for it.
func TestAPictureOfAMessageThatIsNotRead(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		const unread = "This picture couldn't be read."
		r.chooser.pickModel(practice.VisionModel)
		part, _, err := r.core.Attachments.Add(t.Context(), "sky.png", picture(t, 8))
		if err != nil {
			t.Fatal(err)
		}
		r.drafts.put(chat.Draft{Text: "Look", Parts: []chat.Part{part}})
		r.catchUp()
		path := history.BlobPath(r.core.Paths.Data, part.Blob.SHA256)
		if err := os.Rename(path, path+".lost"); err != nil {
			t.Fatal(err)
		}
		r.composer.Send()
		r.finishes()
		if r.catchUp(); !r.says(unread) {
			t.Fatalf("it says %q", seen.Texts(r.canvas))
		}
		if err := os.Rename(path+".lost", path); err != nil {
			t.Fatal(err)
		}
		if r.click("Try again", 0); r.says(unread) {
			t.Errorf("after trying again it says %q", seen.Texts(r.canvas))
		}
	})
}

// While a reply is being written, a change of it comes from its owner, and others from the disk.
func TestAChangedMessageIsShown(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.types("One")
		r.composer.Send()
		r.wait(2 * time.Second)
		id, writing := r.core.Replies.Active(r.open.ID)
		s, _ := r.core.Replies.Snapshot(id)
		_, read := r.view.ShownThread()
		if last := read[len(read)-1]; !writing || last.ID != id || len(last.Text()) == 0 || len(last.Text()) < len(s.Message.Text())/2 {
			t.Errorf("shown %q of %q", last.Text(), s.Message.Text())
		}
		now := ""
		if r.reader.current(id, func(m chat.Message) { now = m.Text() }); now != s.Message.Text() {
			t.Errorf("it is %q now, not %q", now, s.Message.Text())
		}
		r.finishes()
		r.catchUp()
		_, read = r.view.ShownThread()
		if last := read[len(read)-1]; last.Text() != r.thread()[1].Text() || last.State != chat.Done {
			t.Errorf("shown at the end %q", last.Text())
		}
	})
}

// onePage is a document without text.
const onePage = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"

// picture returns a PNG of the given width.
func picture(t *testing.T, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 1))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The places of a recording that can be clicked belong to the chat about it.
func TestAnotherChatIsNotAboutTheRecording(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		r.reader.about = []history.TranscriptMessage{{}}
		r.NewChat()
		if r.catchUp(); len(r.reader.about) > 0 {
			t.Error("a new chat is about a recording")
		}
	})
}
