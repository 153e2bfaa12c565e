package chat

import (
	"slices"
	"testing"

	"parlando/app/drafts"
	"parlando/client/practice"
	"parlando/views/seen"
)

func TestEachButtonOfTheQueue(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		const finished, above = "This will be sent when the reply is finished.", "Will be sent after the message above."
		const stopped, returns = "Not sent because you stopped a reply.", "Your draft returns when you send this message."
		send := func(text string) { r.types(text); r.composer.Send(); r.catchUp() }
		for _, step := range []struct {
			name    string
			do      func()
			written string
			queue   []string
			says    []string
			buttons [3]int // Send now, Edit, Take back
		}{
			{"sent", func() { send("One") }, "", nil, nil, [3]int{0, 0, 0}},
			{"two more", func() { send("Two"); send("Three") }, "", []string{"Two", "Three"}, []string{finished, above}, [3]int{0, 2, 2}},
			{"one more", func() { send("Four"); r.types("Also") }, "Also", []string{"Two", "Three", "Four"}, []string{finished, above}, [3]int{0, 3, 3}},
			{"the last is taken back", func() { r.click("Don't send", 2) }, "Four\n\nAlso", []string{"Two", "Three"}, []string{finished, above}, [3]int{0, 2, 2}},
			{"one is edited", func() { r.click("Edit", 0) }, "Two", []string{"Three"}, []string{finished, returns}, [3]int{0, 1, 1}},
			{"and sent again", func() { r.composer.Send(); r.catchUp() }, "Four\n\nAlso", []string{"Two", "Three"}, []string{finished, above}, [3]int{0, 2, 2}},
			{"stopped", func() { r.sender.Stop(); r.catchUp() }, "Four\n\nAlso", []string{"Two", "Three"}, []string{stopped, above}, [3]int{1, 2, 2}},
			{"edited without a draft", func() { r.types(""); r.frame.Toasts().Clear(); r.click("Edit", 1) }, "Three", []string{"Two"}, []string{stopped}, [3]int{1, 1, 1}},
			{"sent before those that wait", func() { send("Last") }, "", []string{"Two"}, []string{stopped}, [3]int{0, 1, 1}},
			{"its reply is finished", func() { r.finishes(); r.view.GoToEnd(); r.catchUp() }, "", []string{"Two"}, []string{stopped}, [3]int{1, 1, 1}},
			{"sent now", func() { r.click("Send now", 0) }, "", nil, nil, [3]int{0, 0, 0}},
		} {
			step.do()
			var queue []string
			for _, m := range r.core.Drafts.Queued(r.open.ID) {
				queue = append(queue, m.Draft.Text)
			}
			if got := r.composer.Draft().Text; got != step.written || !slices.Equal(queue, step.queue) {
				t.Errorf("%s: written %q, queued %q", step.name, got, queue)
			}
			for _, text := range []string{finished, above, stopped, returns} {
				if r.says(text) != slices.Contains(step.says, text) {
					t.Errorf("%s: says %q: %v", step.name, text, r.says(text))
				}
			}
			if got := [3]int{r.areas("Send now"), r.areas("Edit"), r.areas("Don't send")}; got != step.buttons {
				t.Errorf("%s: buttons %v", step.name, got)
			}
		}
		r.until("all to be sent", func() bool { return len(r.asked()) == 3 && len(r.core.Drafts.Queued(r.open.ID)) == 0 })
		r.finishes()
		if got := r.asked(); !slices.Equal(got, []string{"One", "Last", "Two"}) || r.says(finished) || r.areas("Don't send") > 0 {
			t.Errorf("asked %q, shown %q", got, seen.Texts(r.canvas))
		}
	})
}

// A message that is being sent is not taken back.
func TestAMessageThatIsSentIsNotTakenBack(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		q := queueActions{&r.drafts, &r.sender}
		r.types("Also")
		for name, take := range map[string]func(){"edited": func() { q.EditQueued("gone") }, "taken back": func() { q.TakeBack("gone") }} {
			r.frame.Toasts().Clear()
			if take(); r.composer.Draft().Text != "Also" || r.says("Your draft returns") {
				t.Errorf("%s: written %q", name, r.composer.Draft().Text)
			}
		}
	})
}

// A message that is taken back while another one is edited waits until that is done.
func TestAMessageTakenBackWhileEditing(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		for _, text := range []string{"Two", "Three"} {
			r.types(text)
			r.composer.Send()
			r.drain()
		}
		r.sender.Edit(r.thread()[0].ID)
		r.drain()
		r.click("Don't send", 0)
		if r.composer.Draft().Text != "One" || !r.says("The message you didn't send comes back here when you finish editing.") {
			t.Errorf("written %q", r.composer.Draft().Text)
		}
		r.drafts.CancelEdit()
		if got := r.composer.Draft().Text; got != "Three" {
			t.Errorf("after editing %q", got)
		}
	})
}

// Each reason to wait has its sentence.
func TestWhatAMessageWaitsFor(t *testing.T) {
	sentences := map[string]bool{}
	for _, reason := range []drafts.PauseReason{drafts.NotPaused, drafts.ReplyFailed, drafts.ReplyStopped, drafts.Restarted, drafts.NotSent} {
		sentences[waitsFor(reason, false)] = true
		if asking := waitsFor(reason, true); (asking == waitsFor(reason, false)) != (reason != drafts.NotPaused) {
			t.Errorf("%q: while a tool asks, it says %q", reason, asking)
		}
	}
	if len(sentences) != 5 {
		t.Errorf("the sentences are %v", sentences)
	}
}

// A queued message can be sent while a tool asks, which stops that reply.
func TestAMessageIsSentWhileAToolAsks(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooser.pickModel(practice.ToolModel)
		p := r.open.Params.Clone()
		p.Tools = []string{"search_my_chats"}
		r.parameters.set(p)
		r.types("Search my chats for a recipe")
		r.composer.Send()
		r.until("the question", func() bool { return r.core.Replies.Asking()[r.open.ID] })
		r.types("Never mind")
		r.composer.Send()
		r.drain()
		r.sees("“Send now” stops that reply.")
		r.click("Send now", 0)
		r.until("the message", func() bool { return len(r.asked()) == 2 })
		r.finishes()
	})
}

// The messages behind a reply that failed wait for the user.
func TestAFailedReplyPausesTheQueue(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooser.pickModel(practice.FailingModel)
		for _, text := range []string{"cut", "And then?"} {
			r.types(text)
			r.composer.Send()
			r.drain()
		}
		r.sees("Not sent because a reply failed.")
		if r.areas("Send now") != 1 {
			t.Errorf("it can be sent %d times", r.areas("Send now"))
		}
	})
}
