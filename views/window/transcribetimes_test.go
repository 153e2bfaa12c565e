package window

import (
	"testing"
	"time"

	"parlando/app/transcripts"
)

// A model that gives no times is asked in short parts, so that every line has its time, unless the
// user would rather send fewer requests. A model with times asks nothing.
func TestAModelWithoutTimesGetsExactTimesOrFewerRequests(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		const untimed = "practice-trouble/audio-ends"
		dir := t.TempDir()
		p := h.looksAround()
		p.drops(recordingIn(t, dir, "first.mp3"))
		p.sees("1 request")
		p.seesNot("Exact times")
		p.transcribesWith(untimed)
		p.clicks("Start")
		first := p.becomes("first", transcripts.Done)
		lines, err := p.Transcripts.Lines(t.Context(), first.ID)
		if err != nil || !first.Timed || first.Responses < 2 || len(lines) < 2 {
			t.Fatalf("%+v, %v, %v", first, lines, err)
		}
		for i, l := range lines {
			if l.End <= l.Start || i > 0 && l.Start < lines[i-1].End || l.End > first.Length+time.Second {
				t.Errorf("line %d is at %v to %v", i, l.Start, l.End)
			}
		}
		p.clicks("Save as…")
		p.clicks("What the service sent…")
		p.sees("You get one file for each part")
		p.clicks("Cancel")
		// Now the model is known, and what times cost is asked.
		p.drops(recordingIn(t, dir, "second.mp3"))
		p.sees("Exact times")
		p.sees("This model gives no times, so the audio is sent in short parts.")
		p.clicks("Exact times")
		p.clicks("Fewer requests · 1 request")
		p.sees("This model gives no times, so the text can't follow the audio or become subtitles.")
		p.clicks("Start")
		if second := p.becomes("second", transcripts.Done); second.Timed || second.Responses != 1 {
			t.Errorf("%+v", second)
		}
		// The choice is kept for the next question.
		p.drops(recordingIn(t, dir, "third.mp3"))
		p.sees("Fewer requests")
		p.clicks("Cancel")
	})
}
