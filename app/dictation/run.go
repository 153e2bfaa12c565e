package dictation

import (
	"errors"

	"parley/app/chat"
	"parley/app/problem"
	"parley/app/recordings"
)

// run does a job, from the recording on if that is there already.
func (d *Dictation) run(j *job, recording chat.ID) {
	for {
		var ended recordings.Recording
		if recording == "" {
			var err error
			ended, err = d.listen(j)
			if errors.Is(err, errSilent) {
				d.finish(j, func(s *Snapshot) { s.Phase, s.Ending = Over, NobodySpoke })
				return
			}
			if err != nil {
				d.fail(j, err, "")
				return
			}
			recording = ended.ID
		} else {
			d.o.Recordings.SetProblem(recording, problem.Problem{})
		}
		said, err := d.write(j, recording)
		switch {
		case errors.Is(err, errSilent) && j.talk && ended.Problem.Kind == "":
			recording = "" // a cough: it listens again
			continue
		case errors.Is(err, errSilent):
			d.finish(j, func(s *Snapshot) { s.Phase, s.Recording = Nothing, recording })
			return
		case err != nil:
			d.fail(j, err, recording)
			return
		}
		text, original, failed := said, "", false
		if !j.talk {
			text, original, failed = d.tidy(j, said)
		}
		if j.ctx.Err() != nil {
			return
		}
		// From here on the text is in the message box, whose draft is kept.
		d.o.Recordings.SetText(recording, text)
		if !j.talk {
			d.finish(j, func(s *Snapshot) {
				s.Phase, s.Turn, s.Recording, s.Text, s.Original, s.Problem = Done, d.turn(), recording, text, original, ended.Problem
				s.NotTidied = failed
			})
			return
		}
		if !d.converse(j, text) {
			return
		}
		recording = ""
	}
}

// turn is a new number. The lock is held.
func (d *Dictation) turn() int {
	d.turns++
	return d.turns
}
