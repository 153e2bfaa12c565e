package dictation

import (
	"time"

	"parley/app/chat"
	"parley/app/speech"
)

// silentFor is how long after the end of a reply its reading may begin.
const silentFor = 3 * time.Second

// converse hands a turn over to be sent, and waits until the reply to it was read aloud. It reports whether to listen again.
func (d *Dictation) converse(j *job, text string) bool {
	drain(j.interrupt)
	select {
	case <-j.sent: // an answer to another turn
	default:
	}
	d.set(j, func(s *Snapshot) { s.Phase, s.Turn, s.Text = Sending, d.turn(), text })
	var reply chat.ID
	select {
	case reply = <-j.sent:
	case <-j.ctx.Done():
		return false
	}
	if reply == "" {
		d.over(j, NotSent)
		return false
	}
	d.set(j, func(s *Snapshot) { s.Phase, s.Reply, s.Text = Answering, reply, "" })
	again := d.attend(j, reply)
	drain(j.enough)
	return again
}

func (d *Dictation) over(j *job, why Ending) {
	d.finish(j, func(s *Snapshot) { s.Phase, s.Ending, s.Text = Over, why, "" })
}

// attend waits until a reply was read aloud, or cannot be.
func (d *Dictation) attend(j *job, reply chat.ID) bool {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	heard := false
	var ended, deaf time.Time
	for {
		now := d.o.Now()
		reading := d.o.Speech.Snapshot()
		mine := reading.Phase != speech.Idle && reading.Source == message(reply)
		writing := d.writing(reply)
		if mine {
			heard = true
			d.set(j, func(s *Snapshot) { s.Phase = Speaking })
		}
		if !mine || reading.Phase != speech.NoOutput && reading.Phase != speech.Failed {
			deaf = time.Time{}
		} else if deaf.IsZero() {
			deaf = now
		}
		if writing {
			ended = time.Time{}
		} else if ended.IsZero() {
			ended = now
		}
		switch {
		case !deaf.IsZero() && (reading.Phase == speech.Failed || now.Sub(deaf) > 2*silentFor):
			d.over(j, NotReadAloud)
			return false
		case !writing && !mine && heard:
			return d.well(j, reply)
		case !writing && !mine && now.Sub(ended) > silentFor:
			if d.well(j, reply) {
				d.over(j, AnswerSilent)
			}
			return false
		}
		select {
		case <-tick.C:
		case <-j.interrupt:
			d.o.Speech.StopSource(message(reply))
			if d.writing(reply) {
				d.o.Replies.Stop(j.conversation(d, reply))
			}
			return true
		case <-j.ctx.Done():
			return false
		}
	}
}

// writing reports whether a reply is still being written.
func (d *Dictation) writing(reply chat.ID) bool {
	s, ok := d.o.Replies.Snapshot(reply)
	return ok && !s.State.Ended()
}

// conversation is the chat of a reply: a new chat has got its name since the job began.
func (j *job) conversation(d *Dictation, reply chat.ID) chat.ID {
	if s, ok := d.o.Replies.Snapshot(reply); ok {
		return s.Conversation
	}
	return j.target.Conversation
}

// well ends the conversation if the reply was cut off or failed; it reports whether it did not.
func (d *Dictation) well(j *job, reply chat.ID) bool {
	ms, err := d.o.History.Messages(j.ctx, []chat.ID{reply})
	if j.ctx.Err() != nil {
		return false
	}
	if err == nil && len(ms) == 1 && ms[0].State != chat.Done && ms[0].State != chat.Stopped {
		d.over(j, AnswerFailed)
		return false
	}
	return true
}

func message(id chat.ID) speech.Source { return speech.Source{Kind: speech.Message, ID: string(id)} }
