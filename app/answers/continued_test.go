package answers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
)

func TestJSONThatIsContinuedIsOneWholeOrTwoBlocks(t *testing.T) {
	answer := func(texts ...string) chat.Message {
		m := chat.Message{Role: chat.Assistant, State: chat.Done, Request: &chat.Request{Params: chat.Parameters{Answer: &chat.AnswerForm{Kind: chat.AnswerJSON}}}}
		for i, text := range texts {
			if i > 0 {
				m.Parts = append(m.Parts, chat.Part{Kind: chat.PartContinued})
			}
			m.Parts = append(m.Parts, chat.Part{Kind: chat.PartText, Text: text})
		}
		return m
	}
	for name, c := range map[string]struct {
		texts []string
		want  []string
	}{
		"begun anew in a text":     {[]string{`{"city": "ci`, `{ "city": "Rome" }`}, []string{`{ "city": "Rome" }`}},
		"begun anew after a value": {[]string{`{"city": "Rome", "size"`, `{"city": "Rome", "size": 3}`}, []string{`{"city": "Rome", "size": 3}`}},
		"begun anew in a fence":    {[]string{"```json\n{\"city\": \"Ro", "```json\n{\"city\": \"Rome\"}\n```"}, []string{"```json\n{\"city\": \"Rome\"}\n```"}},
		"an empty object anew":     {[]string{`{"note": "see `, `{}`}, []string{`{}`}},
		"begun anew with a word":   {[]string{`{"city": "ci`, `Here it is: {"city": "Rome"}`}, []string{`Here it is: {"city": "Rome"}`}},
		"gone on in a text":        {[]string{`{"city": "Ro`, `me"}`}, []string{`{"city": "Rome"}`}},
		"gone on with an object":   {[]string{`{"cities": [`, `{"name": "Rome"}, {"name": "Oslo"}]}`}, []string{`{"cities": [{"name": "Rome"}, {"name": "Oslo"}]}`}},
		"gone on with a bracket":   {[]string{`{"sets": [[1], `, `[2]]}`}, []string{`{"sets": [[1], [2]]}`}},
		"cut twice":                {[]string{`{"city": "Ro`, `me", "si`, `ze": 3}`}, []string{`{"city": "Rome", "size": 3}`}},
		"cut, anew, gone on":       {[]string{`{"city": "ci`, `{"city": "Ro`, `me"}`}, []string{`{"city": "Rome"}`}},
		"neither whole":            {[]string{`{"city": "Rome", "size": `, `{"city" "Rome"`}, []string{`{"city": "Rome", "size": `, `{"city" "Rome"`}},
		"whole already":            {[]string{`{"city": "Rome"}`, `{"city": "Oslo"}`}, []string{`{"city": "Rome"}`, `{"city": "Oslo"}`}},
		"not continued":            {[]string{`{"city": "Ro`}, []string{`{"city": "Ro`}},
	} {
		m := answer(c.texts...)
		got := JSONBlocks(m)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for _, text := range []string{Text(m), WholeJSON(m).Text()} {
			if glued := strings.Join(c.texts, ""); len(c.want) > 1 && strings.Contains(text, glued) {
				t.Errorf("%s is glued: %q", name, text)
			}
		}
		if _, document, _, ok := FindJSONDocument(got[0]); len(got) == 1 && len(c.texts) > 1 && (!ok || !json.Valid([]byte(document))) {
			t.Errorf("%s is not valid: %q", name, got)
		}
		if len(got) > 1 && strings.Count(Text(m), "```json") != len(got) {
			t.Errorf("%s: the blocks are %q", name, Text(m))
		}
	}
}
