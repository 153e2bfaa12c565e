package dictation

import (
	"time"

	"parley/app/chat"
	"parley/app/recordings"
)

const (
	// pace is how often the microphone, the reply and the reading are looked at: all of them are in memory.
	pace = 50 * time.Millisecond
	// patience is how long a conversation by voice waits for somebody to speak.
	patience = time.Minute
)

// listen records until the person or a pause ends it, and returns the recording once it is whole. The error is errSilent when nobody spoke for a minute in a
// conversation by voice, a problem.Problem, or that of the job's context. A recording that a problem has ended comes without an error.
func (d *Dictation) listen(j *job) (recordings.Recording, error) {
	if live := d.o.Recordings.Live(); live.Phase == recordings.Opening || live.Phase == recordings.Hearing {
		return recordings.Recording{}, errRecording
	}
	id := d.o.Recordings.Start(j.purpose())
	d.set(j, func(s *Snapshot) { s.Phase, s.Recording, s.Text, s.Original, s.Reply = Opening, id, "", "", "" })
	if err := d.hear(j, id); err != nil {
		return recordings.Recording{}, err
	}
	d.set(j, func(s *Snapshot) { s.Phase = Writing })
	return d.o.Recordings.Wait(j.ctx, id)
}

// hear waits for the end of what is being recorded.
func (d *Dictation) hear(j *job, id chat.ID) error {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		live := d.o.Recordings.Live()
		switch {
		case live.Phase == recordings.Failed && live.Elapsed == 0:
			return live.Problem
		case live.ID != id, live.Phase == recordings.Failed, live.Phase == recordings.Idle, live.Phase == recordings.Closing:
			return nil // it has ended by itself: what was heard is there
		case live.Phase == recordings.Hearing:
			d.set(j, func(s *Snapshot) { s.Phase = Listening })
			d.mark() // Live is part of what is told
			if j.talk && live.Heard && live.Pause >= d.pause() {
				d.o.Recordings.Stop()
				return nil
			}
			if j.talk && !live.Heard && live.Elapsed >= patience {
				d.o.Recordings.Cancel()
				// It is over once the microphone is shut. There may be nothing to keep.
				if _, err := d.o.Recordings.Wait(j.ctx, id); err != nil && j.ctx.Err() != nil {
					return j.ctx.Err()
				}
				return errSilent
			}
		}
		select {
		case <-tick.C:
		case <-j.enough:
			d.o.Recordings.Stop()
			return nil
		case <-j.ctx.Done():
			d.leave(id)
			return j.ctx.Err()
		}
	}
}

// leave ends a recording whose job has ended, which may have been before it began.
func (d *Dictation) leave(id chat.ID) {
	d.mu.Lock()
	closed := d.closed
	d.mu.Unlock()
	switch {
	case d.o.Recordings.Live().ID != id:
	case closed:
		d.o.Recordings.Stop() // the program ends, and the person has not said that it is not wanted
	default:
		d.o.Recordings.Cancel()
	}
}

// pause is how long one is silent before the turn is over.
func (d *Dictation) pause() time.Duration {
	return time.Duration(d.o.Settings().Dictation.Pause * float64(time.Second))
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}
