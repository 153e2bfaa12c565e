package playback

import (
	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/views/words"
)

// save makes a sound file of what is being read: all of it, in its voice.
func (p *Playback) save() {
	s := p.owners.Speech.Snapshot()
	switch s.Source.Kind {
	case speech.Document:
		p.links.SaveDocument()
	case speech.Message:
		p.load(p.saves, chat.ID(s.Source.ID), func(m chat.Message) { p.saveMessage(m, s) })
	// there is no text of which to make one
	case speech.File, speech.Recording, speech.TranscriptText, speech.VoiceSample:
	}
}

// saveMessage measures a message, and makes a sound file of it.
func (p *Playback) saveMessage(m chat.Message, s speech.Snapshot) {
	j := speechexports.Job{Title: s.Title, Text: m.Text(), Plain: m.Role == chat.User, Voice: s.Voice}
	if s.Problem.Kind != "" {
		j.Voice.Local = false // of this computer only because the service could not be had
	}
	p.thread.Go(func() func() {
		e := p.owners.SpeechExports.Estimate(j.Text, j.Plain, j.Voice.Speed)
		about := words.Characters(e.Characters) + " · " + words.About(e.Length) + " · " + words.Parts(e.Parts)
		return func() { p.Make(j, about) }
	})
}

// Make asks for a place for a text's sound file, and makes it in the chosen format. about names its
// expected length. The end is announced, whatever page is shown then.
func (p *Playback) Make(j speechexports.Job, about string) {
	j.Format = p.owners.SpeechExports.FileType(j.Voice, p.owners.Settings.Get().Speech.Format)
	p.owners.Saving.AskSound(j.Title, j.Format, about, func(title, path string) {
		j.Title, j.Path = title, path
		p.thread.Go(func() func() {
			id, err := p.owners.SpeechExports.Make(j)
			return func() {
				if err != nil {
					p.owners.Log.Error("No sound file was made of a text", "error", err)
					p.frame.Toasts().Say(words.NotMade(err), "", nil)
					return
				}
				p.Announce(id)
			}
		})
	})
}

// Announce has the end of a sound file told that is being made.
func (p *Playback) Announce(id chat.ID) {
	p.announced[id] = true
	p.tellMade()
}

// tellMade tells the end of the files that were begun here.
func (p *Playback) tellMade() {
	if len(p.announced) == 0 {
		return
	}
	for _, n := range p.owners.SpeechExports.List() {
		if !p.announced[n.ID] || n.State == speechexports.Making || n.State == speechexports.Waiting {
			continue
		}
		delete(p.announced, n.ID)
		switch {
		case n.State == speechexports.Failed, n.State == speechexports.Done && n.Problem.Kind != "":
			p.frame.Toasts().Say(n.Title+": "+words.AboutReading(n.Problem).Title, "", nil)
		case n.State == speechexports.Done && n.SavedAs != "":
			p.owners.Saving.SaySaved(n.SavedAs)
		}
	}
}
