package playback

import (
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/words"
)

// save exports the whole current text to a sound file, in the current voice.
func (p *Playback) save() {
	s := p.owners.Speech.Snapshot()
	switch s.Source.Kind {
	case speech.Document:
		p.links.SaveDocument()
	case speech.Message:
		p.load(p.saves, chat.ID(s.Source.ID), func(m chat.Message) { p.saveMessage(m, s) })
	// These have no text to export.
	case speech.File, speech.Recording, speech.TranscriptText, speech.VoiceSample:
	}
}

// saveMessage exports a message to a sound file, and tells the user the estimated length before.
func (p *Playback) saveMessage(m chat.Message, s speech.Snapshot) {
	j := speechexports.Job{Title: s.Title, Text: m.Text(), Plain: m.Role == chat.User, Voice: s.Voice}
	if s.Problem.Kind != "" {
		// retry the service that the computer's voice replaced
		j.Voice.Local = false
	}
	p.thread.Go(func() func() {
		e := p.owners.SpeechExports.Estimate(j.Text, j.Plain, j.Voice.Speed)
		about := words.CharacterCount(e.Characters) + " · " + words.ApproximateDuration(e.Length) + " · " + words.RequestCount(e.Parts)
		return func() { p.ExportSpeech(j, about) }
	})
}

// ExportSpeech asks where to save a sound file, and starts the export in the selected format. about
// tells the user the expected length. The end of the export is reported on every page.
func (p *Playback) ExportSpeech(j speechexports.Job, about string) {
	j.Format = p.owners.SpeechExports.FileType(j.Voice, p.owners.Settings.Get().Speech.Format)
	p.owners.Saving.AskSoundFile(j.Title, j.Format, about, func(title, path string) {
		j.Title, j.Path = title, path
		p.thread.Go(func() func() {
			id, err := p.owners.SpeechExports.Start(j)
			return func() {
				if err != nil {
					p.owners.Log.Error("A speech export could not be started", "error", err)
					p.frame.Toasts().Say(words.ExportFailed(err), "", nil)
					return
				}
				p.AnnounceExport(id)
			}
		})
	})
}

// AnnounceExport reports the end of an export once the export has ended.
func (p *Playback) AnnounceExport(id chat.ID) {
	p.announced[id] = true
	p.tellMade()
}

// tellMade reports exports that were started here and are finished or wait for the monthly limit.
func (p *Playback) tellMade() {
	if len(p.announced) == 0 {
		return
	}
	for _, n := range p.owners.SpeechExports.List() {
		if !p.announced[n.ID] {
			continue
		}
		limited := n.State == speechexports.Waiting && n.Problem.Kind == problem.LimitReached
		told := p.waiting[n.ID]
		if p.waiting[n.ID] = limited; n.State == speechexports.StateMaking || n.State == speechexports.Waiting && (!limited || told) {
			continue
		}
		if !limited {
			delete(p.announced, n.ID)
			delete(p.waiting, n.ID)
		}
		about := words.TextForReadingProblem(n.Problem)
		switch {
		case limited:
			p.frame.Toasts().Say(n.Title+": "+about.Title, about.Button, func() { p.owners.Limits.Pass(n.Voice.Connection) })
		case n.State == speechexports.Failed, n.State == speechexports.Done && n.Problem.Kind != "":
			p.frame.Toasts().Say(n.Title+": "+about.Title, "", nil)
		case n.State == speechexports.Done && n.SavedAs != "":
			p.owners.Saving.SaySaved(n.SavedAs)
		}
	}
}
