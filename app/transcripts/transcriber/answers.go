package transcriber

import (
	"strings"
	"time"

	"parlando/client"
)

// Response is a service's unchanged response for one part of a recording.
type Response struct {
	// Start is the start of the part in the recording. Times in Raw are relative to it.
	Start time.Duration
	// Format is the response_format of Raw (GATEWAY.md 2.8), Ext its file name extension, such as
	// ".srt".
	Format, Ext string
	Raw         string
}

// Responses reads the responses that a finished job has stored in its folder (Job.Keep), in the
// order of the parts; their number is Text.Responses. The error is a problem.Storage.
func Responses(dir string) ([]Response, error) {
	f := folder{dir}
	var p plan
	if ok, err := f.load(planFile, &p); err != nil || !ok {
		return nil, unread(planFile, err)
	}
	all := make([]Response, 0, len(p.Parts))
	for _, one := range p.Parts {
		var h partTranscript
		if ok, err := f.load(one.name(), &h); err != nil || !ok || h.Raw == nil {
			return nil, unread(one.name(), err)
		}
		ext := client.Transcript{Format: client.TranscriptFormat(h.Format)}.Ext()
		all = append(all, Response{Start: one.Start, Format: h.Format, Ext: ext, Raw: *h.Raw})
	}
	return all, nil
}

// Finished rebuilds the text of a finished job from the responses in its folder (Job.Keep), without
// needing the audio file. The error is a problem.Storage, or ErrNothing.
func Finished(dir string) (Text, error) {
	w := &jobRun{s: &Transcriber{}, folder: folder{dir}}
	if ok, err := w.folder.load(planFile, &w.plan); err != nil || !ok {
		return Text{}, unread(planFile, err)
	}
	return w.merge("", nil)
}

// RemoveWorkFiles deletes the working files of a finished job, but not the stored responses.
// Responses that could not be stored are dropped, since their text is part of the transcript.
func (s *Transcriber) RemoveWorkFiles(dir string) error {
	s.unsaved.drop(folder{dir})
	return folder{dir}.remove(func(name string) bool {
		return name == convertedFile || strings.HasPrefix(name, levelsFile) || strings.HasPrefix(name, innerFile)
	})
}
