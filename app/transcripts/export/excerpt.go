package export

import (
	"fmt"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/client/tokens"
)

// Excerpt is a transcript, or as much of it as a model takes, as the part of a message that asks
// about it. What does not fit is told, to the user and to the model.
type Excerpt struct {
	Part chat.Part
	// First is the number of its first line and Next that of the first line after it; All is the
	// number of all lines. Lines without text count.
	First, Next, All int
	// From and To are the times of its first and last word, both 0 where there are no times; Length
	// is the time of the last word of all.
	From, To, Length time.Duration
}

// Whole reports whether nothing is left out.
func (e Excerpt) Whole() bool { return e.First == 0 && e.Next == e.All }

// ExcerptRoom returns the tokens left for a transcript in a model with this context, after the
// question, the earlier messages and the answer. It is 0, no limit, if the context is not known.
func ExcerptRoom(context int) int {
	if context <= 0 {
		return 0
	}
	return max(context*7/10, 1)
}

// ExcerptOf returns the excerpt that begins at line first and has at most room tokens; 0 is no
// limit. It has at least one line, if there is any.
func ExcerptOf(t transcripts.Transcript, lines []transcripts.Line, first, room int) Excerpt {
	first = min(max(first, 0), len(lines))
	e := Excerpt{First: first, Next: first, All: len(lines)}
	for _, l := range lines {
		e.Length = max(e.Length, l.End)
	}
	used := noteTokens
	for _, l := range lines[first:] {
		line := l.Text + "\n"
		if l.Speaker != "" {
			line = l.Speaker + ": " + line
		}
		if t.Timed {
			line = "[" + Clock(l.Start) + "] " + line
		}
		cost := tokens.Text(line).Most
		if room > 0 && e.Next > first && used+cost > room {
			break
		}
		used += cost
		e.Next++
	}
	part := lines[first:e.Next]
	if t.Timed && len(part) > 0 {
		e.From, e.To = part[0].Start, part[len(part)-1].End
	}
	var b strings.Builder
	d := Of(t, part)
	if first > 0 {
		b.WriteString("(What was said before is left out here.)\n")
	}
	// a Builder takes everything
	_ = Write(&b, Text, d, Options{Times: true, Speakers: true})
	if e.Next < len(lines) {
		b.WriteString("(The recording goes on")
		if t.Timed {
			b.WriteString(" to " + Clock(e.Length))
		}
		b.WriteString(", but what is said then is left out here.)\n")
	}
	e.Part = chat.Part{Kind: chat.PartTranscript, Text: strings.TrimSpace(b.String()), Name: name(t, e), Transcript: t.ID}
	return e
}

// name is the title, with the times of what is there of it if that is not all.
func name(t transcripts.Transcript, e Excerpt) string {
	switch {
	case e.Whole():
		return t.Title
	case t.Timed:
		return fmt.Sprintf("%s, %s–%s", t.Title, Clock(e.From), Clock(e.To))
	}
	return fmt.Sprintf("%s, %d–%d/%d", t.Title, e.First+1, e.Next, e.All)
}

// noteTokens is at least what the notes about what is left out cost.
const noteTokens = 50
