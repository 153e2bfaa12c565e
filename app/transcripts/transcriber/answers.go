package transcriber

import (
	"strings"
	"time"

	"parlando/client"
)

// Answer is a service's answer for one part of a recording, as it came.
type Answer struct {
	// Start is the start of the part in the recording. The times in Raw are counted from there.
	Start time.Duration
	// Format is the response_format that Raw is in (GATEWAY.md 2.8), Ext the ending of a file with
	// it, such as ".srt".
	Format, Ext string
	Raw         string
}

// Answers reads what a finished job has left in its folder (Job.Keep), in the order of the parts;
// Text.Answers of them. The error is a problem.Storage.
func Answers(dir string) ([]Answer, error) {
	f := folder{dir}
	var p plan
	if ok, err := f.load(planFile, &p); err != nil || !ok {
		return nil, unread(planFile, err)
	}
	all := make([]Answer, 0, len(p.Parts))
	for _, one := range p.Parts {
		var h partTranscript
		if ok, err := f.load(one.name(), &h); err != nil || !ok || h.Raw == nil {
			return nil, unread(one.name(), err)
		}
		ext := client.Transcript{Format: client.TranscriptFormat(h.Format)}.Ext()
		all = append(all, Answer{Start: one.Start, Format: h.Format, Ext: ext, Raw: *h.Raw})
	}
	return all, nil
}

// Tidy removes from the folder of a finished job what only working on it needs, and forgets the
// answers that the folder has refused: their text is safe elsewhere. The answers in the folder
// stay.
func (s *Transcriber) Tidy(dir string) error {
	s.unsaved.drop(folder{dir})
	return folder{dir}.remove(func(name string) bool { return name == convertedFile || strings.HasPrefix(name, innerFile) })
}
