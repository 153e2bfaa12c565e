package notices

import (
	"time"

	"parlando/app/chat"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/views/i18n"
)

// longReply is the minimum duration of a reply whose end causes a notification.
const longReply = 15 * time.Second

// ended reports whether a task was running at the previous call and, by runs, has ended since.
func (n *Notices) ended(id chat.ID, runs bool) bool {
	ran := n.running[id]
	if runs {
		n.running[id] = true
	} else {
		delete(n.running, id)
	}
	return ran && !runs
}

func (n *Notices) followTranscripts() {
	for _, t := range n.owners.Transcripts.List() {
		if !n.ended(t.ID, t.State == transcripts.Waiting || t.State == transcripts.Working) {
			continue
		}
		what := ""
		switch t.State {
		case transcripts.Done:
			what = i18n.Text("Your transcript is ready")
		case transcripts.Failed:
			what = i18n.Text("A transcript couldn't be finished")
		default: // the user paused it
			continue
		}
		n.tell("transcript/"+string(t.ID), what, t.Name(), func() { n.links.ShowTranscript(t.ID) })
	}
}

func (n *Notices) followSoundFiles() {
	for _, f := range n.owners.SpeechExports.List() {
		if !n.ended(f.ID, f.State == speechexports.Waiting || f.State == speechexports.StateMaking) {
			continue
		}
		what := ""
		switch {
		case f.State == speechexports.Done && f.Problem.Kind != "":
			what = i18n.Text("An audio file couldn't be saved")
		case f.State == speechexports.Done:
			what = i18n.Text("Your audio file is ready")
		case f.State == speechexports.Failed:
			what = i18n.Text("An audio file couldn't be finished")
		default: // the user stopped it
			continue
		}
		n.tell("sound/"+string(f.ID), what, f.Title, n.links.ShowSoundFiles)
	}
}

func (n *Notices) followReplies() {
	asking, now := n.owners.Replies.Asking(), map[chat.ID]chat.ID{}
	for _, chats := range []map[chat.ID]bool{n.owners.Replies.Writing(), asking} {
		for id := range chats {
			if reply, ok := n.owners.Replies.Active(id); ok {
				now[id] = reply
			}
		}
	}
	for id := range n.asking {
		if !asking[id] {
			n.withdraw(subjectOf(id))
		}
	}
	for id := range asking {
		if !n.asking[id] {
			n.tellOfChat(id, func() string { return i18n.Text("A reply needs your answer") }, func() { n.links.ShowChat(id) })
		}
	}
	for id, reply := range n.writing {
		if now[id] != reply {
			n.tellOfChat(id, func() string { return n.endOf(reply) }, func() { n.links.ShowReply(id, reply) })
		}
	}
	n.writing, n.asking = now, asking
}

// subjectOf returns the subject of notifications about a chat. With one subject per chat, the end
// of a reply replaces the question that the reply waited for.
func subjectOf(conversation chat.ID) string { return "chat/" + string(conversation) }

// tellOfChat shows a notification about a chat with the sentence that read returns; "" shows none.
// read runs in the background.
func (n *Notices) tellOfChat(id chat.ID, read func() (what string), show func()) {
	if !n.absent() {
		return
	}
	n.thread.Go(func() func() {
		what := read()
		if what == "" {
			return nil
		}
		c, err := n.owners.Chats.Conversation(n.ctx, id)
		if err != nil {
			n.log.Debug("The chat of a notification could not be read", "error", err)
			return nil
		}
		if n.owners.Chats.IsTemporary(id) {
			c.Title = "" // the desktop may keep it
		}
		return func() { n.tell(subjectOf(id), what, c.Title, show) }
	})
}

// endOf returns the notification text for the end of a reply, "" for none.
func (n *Notices) endOf(reply chat.ID) string {
	s, ok := n.owners.Replies.Snapshot(reply)
	m := s.Message
	if !ok { // a finished reply is only in the history
		stored, err := n.owners.Chats.Messages(n.ctx, []chat.ID{reply})
		if err != nil || len(stored) == 0 {
			return ""
		}
		m = stored[0]
	}
	switch {
	case m.Duration() < longReply:
	case m.State == chat.Done:
		return i18n.Text("Your reply is ready")
	case m.State == chat.Failed, m.State == chat.CutOff:
		return i18n.Text("A reply couldn't be finished")
	}
	return ""
}
