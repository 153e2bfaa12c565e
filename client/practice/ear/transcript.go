package ear

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// Transcript is what was heard in a recording.
type Transcript struct {
	// Duration is how long the recording is.
	Duration time.Duration
	// Language is the ISO 639-1 code of the first utterance that was recognized, "" if there is
	// none.
	Language string
	// Segments are in the order of their times. Without any, the recording is silent.
	Segments []Segment
}

// Segment is a sentence that was recognized, or other sound between two pauses.
type Segment struct {
	Start, End time.Duration
	// Text is the sentence, or for other sound a remark in square brackets that says what it
	// measured.
	Text string
	// Words are those of the sentence; other sound has none.
	Words []Word
	// Sure is between 0 and 1 how well the sound agrees with the one that is known, 0 for other
	// sound.
	Sure float64
}

// Known reports whether a segment was recognized.
func (s Segment) Known() bool { return len(s.Words) > 0 }

// Text is the whole transcript as one line. Of a silent recording it says so.
func (t Transcript) Text() string {
	if len(t.Segments) == 0 {
		return fmt.Sprintf("[Practice: %s of silence]", seconds(t.Duration))
	}
	texts := make([]string, len(t.Segments))
	for i, s := range t.Segments {
		texts[i] = s.Text
	}
	return strings.Join(texts, " ")
}

// Source is sound of one channel to be listened to, such as a decoder of a file.
type Source interface {
	// Rate is the sample rate in Hz.
	Rate() int
	// Read fills samples, which are between -1 and 1, as far as it can; at the end it says io.EOF.
	Read(samples []float32) (int, error)
}

// What Transcribe refuses.
var (
	ErrTooShort = errors.New("ear: there is less than a tenth of a second of sound")
	ErrTooLong  = errors.New("ear: there are more than ten hours of sound")
)

// shortest and longest are the recordings that are taken.
const shortest, longestTaken = 100 * time.Millisecond, 10 * time.Hour

// Transcribe listens to a recording to its end and tells what it heard. It holds two kilobytes for
// each second of it. It ends with the context's error as soon as ctx does, with ErrTooShort, with
// ErrTooLong, or with what the source says.
func (m *Memory) Transcribe(ctx context.Context, source Source) (Transcript, error) {
	if rate := source.Rate(); rate < minRate || rate > maxRate {
		return Transcript{}, errRate
	}
	t := newTracer(source.Rate())
	samples := make([]float32, 8192)
	for {
		if err := ctx.Err(); err != nil {
			return Transcript{}, err
		}
		n, err := source.Read(samples)
		t.write(samples[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Transcript{}, err
		}
		if t.duration() > longestTaken {
			return Transcript{}, ErrTooLong
		}
	}
	duration := t.duration()
	if duration < shortest {
		return Transcript{}, ErrTooShort
	}
	sound := t.close()
	matches := recognize(ctx, m.all(), overHiss(sound))
	if err := ctx.Err(); err != nil {
		return Transcript{}, err
	}
	return transcript(duration, sound, matches), nil
}

// transcript puts the words of what was recognized in between what was not.
func transcript(duration time.Duration, sound []frame, matches []match) Transcript {
	t := Transcript{Duration: duration}
	known := make([]span, len(matches))
	var spoken []Segment
	for i, m := range matches {
		known[i] = m.span()
		spoken = append(spoken, m.segments(duration)...)
		if t.Language == "" {
			t.Language = m.utterance.language
		}
	}
	for _, s := range without(islands(sound), widened(known), pause) {
		other := Segment{Start: s.start, End: min(s.end, duration), Text: remark(s, sound)}
		for len(spoken) > 0 && spoken[0].Start < other.Start {
			t.Segments = append(t.Segments, spoken[0])
			spoken = spoken[1:]
		}
		t.Segments = append(t.Segments, other)
	}
	t.Segments = append(t.Segments, spoken...)
	return t
}

// span is when a match sounds.
func (m match) span() span { return span{time.Duration(m.from) * hop, time.Duration(m.to) * hop} }

// widened are spans with what belongs to them before and after: sound that dies away, and half a
// window of a frame.
func widened(spans []span) []span {
	wide := make([]span, len(spans))
	for i, s := range spans {
		wide[i] = span{s.start - pause/2, s.end + pause/2}
	}
	return wide
}

// blur is how far the sound of a match may reach beyond it: half a frame's window.
const blur = window / 2

// segments are the sentences of a match. Of a word that was cut in two, the longer part counts.
func (m match) segments(duration time.Duration) []Segment {
	shift := time.Duration(m.shift) * hop
	heard := m.span()
	var all []Segment
	begun := false
	for _, w := range m.utterance.words {
		w.Start, w.End = w.Start-shift, w.End-shift
		if at := w.middle(); at < heard.start || at > heard.end {
			continue
		}
		w.Start, w.End = max(w.Start, heard.start-blur, 0), min(w.End, heard.end+blur, duration)
		if !begun {
			all = append(all, Segment{Start: w.Start, Sure: m.sure()})
		}
		s := &all[len(all)-1]
		s.End = w.End
		s.Words = append(s.Words, w)
		s.Text += w.Text
		begun = !w.EndsSentence
	}
	for i := range all {
		all[i].Text = strings.TrimSpace(all[i].Text)
	}
	return all
}

// remark says of sound what can be measured, and that this is all.
func remark(s span, sound []frame) string {
	power, n := 0.0, 0
	for _, f := range sound[s.start/hop : min(int(s.end/hop), len(sound))] {
		if f.level > hush {
			power += math.Pow(10, float64(f.level)/10)
			n++
		}
	}
	loudness := "quiet"
	switch level := 10 * math.Log10(power/float64(max(n, 1))); {
	case level > -15:
		loudness = "loud"
	case level > -35:
		loudness = "of middle loudness"
	}
	return fmt.Sprintf("[Practice: %s of sound, %s; no words understood]", seconds(s.end-s.start), loudness)
}

// seconds is a time as people say it.
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
