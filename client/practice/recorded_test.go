package practice

import (
	"slices"
	"strings"
	"testing"
)

func TestTheSentencesOfTheRecordingsAreTranslated(t *testing.T) {
	var all []string
	for _, pair := range bothLanguages {
		all = append(all, pair[:]...)
	}
	for _, r := range allShipped(t) {
		sentence := ""
		for _, w := range r.speech.Words {
			sentence += w.Text
			if !w.EndsSentence {
				continue
			}
			if !slices.Contains(all, strings.TrimSpace(sentence)) {
				t.Errorf("%s: %q is in no other language", r.Name, sentence)
			}
			sentence = ""
		}
	}
	q := question{messages: []message{
		{role: "system", text: "You translate the transcript of a recording into English. The user's message holds lines."},
		{role: "user", text: "What was said before:\nx\n\n<lines>\n[1] Nadie les ha enseñado el camino, y sin embargo lo encuentran.\n[2] Hola.\n</lines>"},
	}}
	if got, ok := translate(q); !ok || got != "[1] Nobody has taught them the way, and yet they find it.\n[2] (English) Hola.\n" {
		t.Errorf("%q, %v", got, ok)
	}
	q.messages[0].text = "Be kind."
	if got, ok := translate(q); ok {
		t.Errorf("%q", got)
	}
}

func TestPlacesInATranscriptAreNamedWithTheirTimes(t *testing.T) {
	ask := func(text string) string {
		got, _ := aboutRecording(question{messages: []message{{role: "user", text: text}}})
		return got
	}
	transcript := "This is the transcript.\n\n<transcript>\n[0:03] Ada: It leans over the path.\n[0:07] Tom: I measured it on Sunday.\n[1:02:03] Ada: How much would a prop cost?\n</transcript>\n\n"
	if got := ask(transcript + "What does the prop cost?"); !strings.Contains(got, "- [1:02:03] Ada: How much would a prop cost?") || strings.Contains(got, "[0:03]") {
		t.Errorf("%q", got)
	}
	if got := ask(transcript + "Sum up."); !strings.Contains(got, "[0:03]") || !strings.Contains(got, "[1:02:03]") {
		t.Errorf("%q", got)
	}
	// The transcript may stand in an earlier message.
	if got, _ := aboutRecording(question{messages: []message{{role: "user", text: transcript + "Sum up."}, {role: "assistant", text: "-"}, {role: "user", text: "And the path?"}}}); !strings.Contains(got, "- [0:03]") || strings.Contains(got, "[0:07]") {
		t.Errorf("%q", got)
	}
	for _, none := range []string{"What is a <transcript>?", "<transcript>\nno times\n</transcript>\n\nWhat?", "Hello"} {
		if got := ask(none); got != "" {
			t.Errorf("%q: %q", none, got)
		}
	}
}
