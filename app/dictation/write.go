package dictation

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"parley/app/chat"
	"parley/app/problem"
	"parley/app/transcripts/scribe"
)

// errNoModel: nobody has said which model makes text of speech.
var errNoModel = problem.New(problem.NoTranscriber, "no model for speech to text is known")

// write has a recording written down. The error is errSilent when nobody speaks in it: then nothing was sent.
func (d *Dictation) write(j *job, recording chat.ID) (string, error) {
	path, speech, err := d.o.Recordings.Trimmed(j.ctx, recording)
	switch {
	case err != nil:
		return "", err
	case !speech:
		return "", errSilent
	}
	model := d.o.Model(j.target.Connection)
	if model == "" {
		return "", d.noModel(j)
	}
	wishes := d.o.Settings()
	text, err := d.o.Scribe.Write(j.ctx, scribe.Job{
		Path: path, Connection: j.target.Connection, Model: model, Language: wishes.Dictation.Language,
		Temperature: wishes.Transcription.Temperature, Limit: wishes.Transcription.Limit,
		// Beside the recording, so that it goes with it.
		Keep: filepath.Join(filepath.Dir(path), "parts"),
	}, nil)
	if err != nil {
		if problem.From(err, "", d.o.Now()).Kind == problem.NothingHeard {
			return "", errSilent
		}
		return "", err
	}
	said := strings.TrimSpace(strings.ReplaceAll(text.Text, "\n", " "))
	if said == "" {
		return "", errSilent
	}
	return d.list().Repair(said), nil
}

// noModel says why no model is known: the connection may be gone, and with it what was known of its models.
func (d *Dictation) noModel(j *job) error {
	if d.o.Gateways != nil {
		if _, err := d.o.Gateways.Client(j.ctx, j.target.Connection); problem.From(err, "", d.o.Now()).Kind == problem.Gone {
			return err
		}
	}
	return errNoModel
}

// tidy has a text put right by the model of the chat, if the person wants that. Whatever fails, the text stands as it is;
// failed does not tell of what was stopped.
func (d *Dictation) tidy(j *job, said string) (text, original string, failed bool) {
	wishes := d.o.Settings().Dictation
	if !wishes.TidyUp || d.o.Gateways == nil || j.target.Model == "" {
		return said, "", false
	}
	ctx, cancel := context.WithTimeout(j.ctx, tidyWithin)
	defer cancel()
	d.mu.Lock()
	j.tidying = cancel
	d.mu.Unlock()
	if !d.set(j, func(s *Snapshot) { s.Phase, s.Text = Tidying, said }) {
		return said, "", false
	}
	tidied, err := tidyUp(ctx, d.o.Gateways, d.o.Refusals, j.target, said)
	if err != nil {
		d.o.Log.Info("What was said was not tidied up", "error", err)
		return said, "", !errors.Is(ctx.Err(), context.Canceled)
	}
	if tidied == said {
		return said, "", false
	}
	return tidied, said, false
}
