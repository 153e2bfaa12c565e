package chat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/app/replies"
	"parlando/client/practice"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/words"
)

// Each error of sending is said with what helps, and the message stays.
func TestEachErrorOfSending(t *testing.T) {
	const here = "Your message wasn't sent. It's still here. "
	cases := map[string]struct {
		err         error
		says, press string // the notice, "" for none, and its button
		did         string // by the button, or else at once
	}{
		"closing":         {replies.ErrClosed, "", "", ""},
		"canceled":        {context.Canceled, "", "", ""},
		"no key":          {problem.Problem{Kind: problem.NoKey}, "", "", "key"},
		"removed":         {problem.Problem{Kind: problem.ConnectionGone}, "", "", "key"},
		"another problem": {problem.Problem{Kind: problem.Busy}, "It couldn't be saved.", "", ""},
		"cannot read":     {replies.ErrCannotRead, words.TextForKind(problem.CannotRead).Title, "Send it anyway", "reads, again"},
		"damaged":         {history.ErrDamaged, words.LibraryDamaged(), words.RecoverLibrary(), "recover"},
		"no model":        {replies.ErrNoModel, "No model is chosen.", "Choose a model", "picker"},
		"busy":            {replies.ErrBusy, "A reply is being written in this chat. Wait until it's done, or stop it.", "", ""},
		"no continuation": {replies.ErrCannotContinue, "This reply can't be continued. You can try again instead.", "", ""},
		"no reply":        {replies.ErrNoReply, "There is no message here to send again.", "", ""},
		"nothing":         {replies.ErrNothingToSend, "There is nothing to send.", "", ""},
		"deleted":         {history.ErrNotFound, "This chat or message was deleted.", "", ""},
		"read-only":       {history.ErrReadOnly, "Your chats can't be changed at the moment.", "", ""},
		"gone":            {history.ErrGone, words.LibraryGone(), "", ""},
		"full":            {history.ErrFull, "The disk is full.", "", ""},
		"unknown":         {errors.New("disk"), "It couldn't be saved.", "", ""},
	}
	for _, compact := range []bool{false, true} {
		inRoom(t, compact, func(t *testing.T, r *room) {
			r.sender.enterKey, r.sender.markReads = func() { r.did = append(r.did, "key") }, func() { r.did = append(r.did, "reads") }
			r.types("Hello")
			for name, c := range cases {
				r.composer.ClearNotice("")
				r.sender.refused(fmt.Errorf("asked: %w", c.err), notSentSentence(), func() { r.did = append(r.did, "again") })
				says, press, did := c.says, c.press, c.did
				if closing := says == "" && did == ""; compact && !closing {
					says, press, did = why(c.err), "Open in Parlando", "open in main"
				}
				if says != "" && !r.says(here+says) || says == "" && r.says(here) {
					t.Errorf("%s: it does not say %q", name, says)
				}
				if press != "" {
					r.press(press)
				}
				picker := r.canvas.Overlays().Top() != nil
				if got := r.doneSince(); picker != (did == "picker") || !picker && got != did {
					t.Errorf("%s: did %q, not %q; the models are shown: %v", name, got, did, picker)
				}
				shell.CloseOverlays(r.frame)
				if r.composer.Draft().Text != "Hello" {
					t.Errorf("%s: written is %q", name, r.composer.Draft().Text)
				}
			}
		})
	}
}

// Each way to ask again, and each to change what was asked.
func TestEachWayToAskAgain(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		message, reply := r.thread()[0].ID, r.thread()[1].ID
		siblings := func(id chat.ID) int {
			all, err := r.core.History.Siblings(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		r.sender.Regenerate(reply)
		r.catchUp()
		if _, writing := r.core.Replies.Active(r.open.ID); !writing || siblings(reply) != 2 || !r.has("Stop") {
			t.Errorf("another reply: writing %v, %d replies", writing, siblings(reply))
		}
		r.sender.Stop()
		r.catchUp()
		stopped := r.thread()[1]
		if r.repairs.PerformAction(stopped.ID, words.Continue); r.has("Stop") {
			t.Error("it can be stopped before it began")
		}
		r.catchUp()
		r.finishes()
		if continued := r.thread()[1]; continued.ID != stopped.ID || len(continued.Text()) <= len(stopped.Text()) {
			t.Errorf("continued: %q", continued.Text())
		}
		r.sender.editLast()
		r.drain()
		if d := r.composer.Draft(); d.Text != "One" || d.Edits != message {
			t.Errorf("edited: %+v", d)
		}
		r.sends("Two")
		if got := r.asked(); !slices.Equal(got, []string{"Two"}) || siblings(message) != 2 {
			t.Errorf("asked %q, beside it %d", got, siblings(message))
		}
		r.sender.Continue(r.thread()[1].ID)
		r.catchUp()
		r.sees("This reply can't be continued. You can try again instead.")
	})
}

// An edited message brings its format of the reply back.
func TestAnEditedMessageBringsItsFormat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		p := r.open.Params.Clone()
		p.Answer = &chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{{Name: "Who"}}, Once: true}
		r.parameters.set(p)
		r.sends("List them")
		if r.open.Params.Answer != nil {
			t.Fatalf("the next message has the format %+v", r.open.Params.Answer)
		}
		r.sender.editLast()
		r.drain()
		if form := r.open.Params.Answer; form == nil || form.Columns[0].Name != "Who" {
			t.Errorf("the format is %+v", form)
		}
	})
}

// A message goes to the chat that it was written in, whatever is open when it is stored.
func TestAMessageGoesToItsChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		first := r.open.ID
		r.types("Two")
		r.composer.Send()
		r.NewChat() // before it is stored
		r.types("Elsewhere")
		r.catchUp()
		if r.open.ID != "" || r.composer.Draft().Text != "Elsewhere" || r.has("Stop") {
			t.Errorf("open %q, written %q", r.open.ID, r.composer.Draft().Text)
		}
		r.types("")
		r.Open(first)
		r.catchUp()
		r.finishes()
		if got := r.asked(); !slices.Equal(got, []string{"One", "Two"}) {
			t.Errorf("asked %q", got)
		}
	})
}

// The first message makes a chat with the model and the parameters that it was written with.
func TestTheFirstMessageMakesAChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooser.pickModel(practice.SlowModel)
		p := r.open.Params.Clone()
		p.Instructions = "Be brief"
		r.parameters.set(p)
		r.types("One")
		r.did = nil
		r.composer.Send()
		r.catchUp()
		if r.open.ID == "" || !slices.Equal(r.did, []string{"opened"}) || !r.has("Stop") || r.composer.Draft().Text != "" {
			t.Fatalf("open %q, did %q, written %q", r.open.ID, r.did, r.composer.Draft().Text)
		}
		c, err := r.core.History.Conversation(t.Context(), r.open.ID)
		if err != nil || c.Model != practice.SlowModel || c.Params.Instructions != "Be brief" {
			t.Errorf("stored %+v, %v", c, err)
		}
		r.sender.Stop()
		r.catchUp()
	})
}

// Nothing is sent without a connection, nor into a chat that was not read.
func TestNothingIsSentBlindly(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		r.types("Two")
		r.body.SetReadFailed(errors.New("disk"), func() {})
		r.composer.Send()
		r.catchUp()
		if !r.says("Your message wasn't sent. It's still here. This chat couldn't be read.") || r.composer.Draft().Text != "Two" || len(r.asked()) != 1 {
			t.Errorf("asked %q, written %q", r.asked(), r.composer.Draft().Text)
		}
		r.body.SetEmpty(false)
		current, _ := r.core.Connections.Current()
		if err := r.core.Connections.Forget(current.ID); err != nil {
			t.Fatal(err)
		}
		r.catchUp()
		r.doneSince()
		r.sender.Send(r.composer.Draft())
		r.catchUp()
		if got := r.doneSince(); got != "connect" || len(r.asked()) != 1 || r.composer.Draft().Text != "Two" {
			t.Errorf("did %q, asked %q, written %q", got, r.asked(), r.composer.Draft().Text)
		}
		for name, do := range map[string]func(){"dictated": r.Dictate, "voice chat": r.dictation.ToggleVoiceChat} {
			if do(); r.doneSince() != "connect" || r.Dictating() {
				t.Errorf("%s without a connection", name)
			}
		}
	})
}

// A message that the disk refuses stays, and is sent once the disk takes it again.
func TestAMessageThatTheDiskRefusesStays(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		const refused = "It couldn't be saved."
		refuse := func(name string, do func()) {
			t.Helper()
			heal := r.failing("message")
			do()
			r.catchUp()
			if !r.says(refused) {
				t.Errorf("%s: it says %q", name, seen.Texts(r.canvas))
			}
			heal()
			r.composer.ClearNotice("")
		}
		r.types("One")
		refuse("sent", r.composer.Send)
		if r.composer.Draft().Text != "One" || r.open.ID != "" {
			t.Errorf("written %q, open %q", r.composer.Draft().Text, r.open.ID)
		}
		r.sends("One")
		reply := r.thread()[1].ID
		refuse("another reply", func() { r.sender.Regenerate(reply) })
		r.types("Two")
		r.composer.Send()
		r.catchUp()
		r.types("Three")
		r.composer.Send()
		r.catchUp()
		r.sender.Stop()
		r.catchUp()
		refuse("sent now", r.sender.SendNow)
		if got := r.asked(); !slices.Equal(got, []string{"One", "Two"}) || len(r.core.Drafts.Queued(r.open.ID)) != 1 {
			t.Errorf("asked %q", got)
		}
		r.sender.SendNow()
		r.catchUp()
		r.finishes()
		if got := r.asked(); !slices.Equal(got, []string{"One", "Two", "Three"}) {
			t.Errorf("asked %q", got)
		}
	})
}

// The quick window begins a chat with the connection that is in use when the message is sent.
func TestTheQuickWindowSendsWithTheDefaultsOfNow(t *testing.T) {
	inRoom(t, true, func(t *testing.T, r *room) {
		current, _ := r.core.Connections.Current()
		if err := r.core.Connections.SetDefaults(current.ID, practice.SlowModel, &chat.Parameters{Instructions: "Be brief"}); err != nil {
			t.Fatal(err)
		}
		r.types("One")
		r.composer.Send()
		r.catchUp()
		c, err := r.core.History.Conversation(t.Context(), r.open.ID)
		if err != nil || c.Model != practice.SlowModel || c.Params.Instructions != "Be brief" {
			t.Errorf("stored %+v, %v", c, err)
		}
		r.sender.Stop()
		r.catchUp()
	})
}

// The defaults of a connection that is taken in use are for new chats only.
func TestTheDefaultsOfAConnectionGoToANewChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		current, _ := r.core.Connections.Current()
		set := func(instructions string) {
			t.Helper()
			if err := r.core.Connections.SetDefaults(current.ID, practice.WriterModel, &chat.Parameters{Instructions: instructions}); err != nil {
				t.Fatal(err)
			}
			r.ApplyConnection(current.ID)
		}
		if set("Be brief"); r.open.Params.Instructions != "Be brief" {
			t.Errorf("the new chat has %+v", r.open.Params)
		}
		r.sends("One")
		if set("Be kind"); r.open.Params.Instructions != "Be brief" {
			t.Errorf("the open chat has %+v", r.open.Params)
		}
	})
}
