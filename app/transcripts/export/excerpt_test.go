package export

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/client/tokens"
)

func longTranscript(n int) (transcripts.Transcript, []transcripts.Line) {
	var lines []transcripts.Line
	for i := range n {
		start := time.Duration(i) * 10 * time.Second
		lines = append(lines, transcripts.Line{ID: int64(i + 1), Start: start, End: start + 9*time.Second, Text: fmt.Sprintf("This is sentence number %d.", i), Speaker: "Ada"})
	}
	return transcripts.Transcript{ID: "t", Title: "Talk", Timed: true}, lines
}

func TestAShortTranscriptIsThereAsAWhole(t *testing.T) {
	tr, lines := longTranscript(3)
	for _, room := range []int{0, 1000} {
		e := ExcerptOf(tr, lines, 0, room)
		if !e.IsComplete() || e.Part.Kind != chat.PartTranscript || e.Part.Name != "Talk" || e.Part.Transcript != "t" || e.From != 0 || e.To != 29*time.Second {
			t.Errorf("%+v", e)
		}
		if want := "[0:00] Ada: This is sentence number 0.\n[0:10] Ada: This is sentence number 1.\n[0:20] Ada: This is sentence number 2."; e.Part.Text != want {
			t.Errorf("%q", e.Part.Text)
		}
	}
	tr.Timed = false
	if e := ExcerptOf(tr, lines, 0, 0); strings.Contains(e.Part.Text, "[") || !e.IsComplete() {
		t.Errorf("%+v", e)
	}
	if e := ExcerptOf(tr, nil, 0, 10); !e.IsComplete() || e.Part.Text != "" {
		t.Errorf("%+v", e)
	}
}

func TestWhatDoesNotFitIsToldAndCanBeAskedAboutNext(t *testing.T) {
	tr, lines := longTranscript(500)
	var seen []string
	parts := 0
	for first := 0; first < len(lines); parts++ {
		e := ExcerptOf(tr, lines, first, 1000)
		if tokens.EstimateText(e.Part.Text).Max > 1000 || e.First != first || e.Next <= first || e.All != 500 || e.IsComplete() {
			t.Fatalf("%+v", e)
		}
		for line := range strings.Lines(e.Part.Text) {
			if strings.HasPrefix(line, "[") {
				seen = append(seen, line)
			}
		}
		if left := strings.Contains(e.Part.Text, "(The recording goes on to 1:23:19, but"); left != (e.Next < 500) {
			t.Errorf("%+v", e)
		}
		if before := strings.HasPrefix(e.Part.Text, "(What was said before"); before != (first > 0) {
			t.Errorf("%+v", e)
		}
		if parts == 0 && !strings.HasPrefix(e.Part.Name, "Talk, 0:00–") {
			t.Errorf("%q", e.Part.Name)
		}
		first = e.Next
	}
	if len(seen) != 500 || parts < 5 {
		t.Errorf("%d lines in %d parts", len(seen), parts)
	}
	// One line alone is longer than there is room for.
	lines[0].Text = strings.Repeat("word ", 5000)
	if e := ExcerptOf(tr, lines, 0, 100); e.Next != 1 {
		t.Errorf("%+v", e)
	}
}

func TestRoomIsLeftForTheAnswer(t *testing.T) {
	if MaxExcerptTokens(0) != 0 || MaxExcerptTokens(-1) != 0 || MaxExcerptTokens(1) != 1 || MaxExcerptTokens(128_000) < 64_000 || MaxExcerptTokens(128_000) > 100_000 {
		t.Errorf("%d", MaxExcerptTokens(128_000))
	}
}
