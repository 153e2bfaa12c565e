package practice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"parlando/media/audio"
	"parlando/media/voice"
)

// transcript is the result of speech recognition.
type transcript struct {
	duration time.Duration
	// language is the ISO 639-1 code of the first recognized utterance, "" for none.
	language string
	// segments are sorted by time. The recording is silent if there are none.
	segments []segment
}

// segment is a recognized sentence, or unrecognized sound between two pauses.
type segment struct {
	span
	// text is the sentence, or for unrecognized sound a remark in square brackets with its
	// measurements.
	text string
	// words belong to the sentence; unrecognized sound has none.
	words []voice.Word
	// sure is the fraction of the sound, from 0 to 1, that agrees with the known speech.
	sure float64
}

// text returns the transcript as one line, or a remark for a silent recording.
func (t transcript) text() string {
	if len(t.segments) == 0 {
		return fmt.Sprintf("[Practice: %.1f s of silence]", t.duration.Seconds())
	}
	texts := make([]string, len(t.segments))
	for i, s := range t.segments {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// Reasons to refuse a recording.
var (
	errTooShort = errors.New("there is less than a tenth of a second of sound")
	errTooLong  = errors.New("there are more than ten hours of sound")
	errRate     = fmt.Errorf("sample rates from %d to %d Hz can be heard", minRate, maxRate)
)

const (
	minRecording, maxRecording = 100 * time.Millisecond, 10 * time.Hour
	// pause is the shortest pause that separates two segments of unrecognized sound.
	pause = 300 * time.Millisecond
	// blur is the time by which words may extend beyond the frames of a match.
	blur = 60 * time.Millisecond
)

// transcribe recognizes mono sound, read to its end. It returns errTooShort, errTooLong, errRate,
// the error of the decoder, or the context's error as soon as ctx is canceled.
func (r *recognizer) transcribe(ctx context.Context, sound audio.Decoder) (transcript, error) {
	if sound.Rate() < minRate || sound.Rate() > maxRate {
		return transcript{}, errRate
	}
	l := newListener(sound.Rate())
	samples := make([]float32, 8192)
	for {
		n, err := sound.Read(samples)
		l.write(samples[:n])
		switch {
		case ctx.Err() != nil:
			return transcript{}, ctx.Err()
		case l.duration() > maxRecording:
			return transcript{}, errTooLong
		case err == nil:
			continue
		case !errors.Is(err, io.EOF):
			return transcript{}, err
		}
		break
	}
	t := transcript{duration: l.duration()}
	if t.duration < minRecording {
		return transcript{}, errTooShort
	}
	heard := l.finish()
	matches := findMatches(ctx, r.known(), heard, 0, 0, len(heard.levels))
	for _, m := range matches {
		t.segments = append(t.segments, m.segments(t.duration)...)
	}
	if len(matches) > 0 {
		t.language = matches[0].utterance.language
	}
	for _, s := range unmatched(heard.islands(), matches) {
		t.segments = append(t.segments, segment{span: span{s.start, min(s.end, t.duration)}, text: remark(s)})
	}
	slices.SortStableFunc(t.segments, func(a, b segment) int { return int(a.start - b.start) })
	return t, ctx.Err()
}

// unmatched returns the parts of islands that no match covers, without those shorter than pause.
func unmatched(islands []span, matches []match) (left []span) {
	keep := func(s span) {
		if s.end-s.start >= pause {
			left = append(left, s)
		}
	}
	for _, s := range islands {
		for _, m := range matches {
			start, end := time.Duration(m.from)*hop-pause/2, time.Duration(m.to)*hop+pause/2
			if end > s.start && start < s.end {
				keep(span{s.start, start})
				s.start = end
			}
		}
		keep(s)
	}
	return left
}

// segments returns the sentences of a match. A word at the edge belongs to the match if its middle
// does.
func (m match) segments(duration time.Duration) (all []segment) {
	shift := time.Duration(m.shift) * hop
	start, end := time.Duration(m.from)*hop, time.Duration(m.to)*hop
	ended := true
	for _, w := range m.utterance.words {
		w.Start, w.End = w.Start-shift, w.End-shift
		if at := (w.Start + w.End) / 2; at < start || at > end {
			continue
		}
		w.Start, w.End = max(w.Start, start-blur, 0), min(w.End, end+blur, duration)
		if ended {
			all = append(all, segment{span: span{start: w.Start}, sure: m.sureness()})
		}
		s := &all[len(all)-1]
		s.end = w.End
		s.words = append(s.words, w)
		s.text += w.Text
		ended = w.EndsSentence
	}
	for i := range all {
		all[i].text = strings.TrimSpace(all[i].text)
	}
	return all
}

// remark returns the text for unrecognized sound: its duration, and a hint to connect a service.
func remark(s span) string {
	return fmt.Sprintf("[Practice: %.1f s of sound. Connect a service to get its words.]", (s.end - s.start).Seconds())
}
