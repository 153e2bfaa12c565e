package practice

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// marked is a translation that marks each line, so that what was not translated is seen.
func marked(sentence string, v map[string]any) string {
	lines := strings.Split(filled(sentence, v), "\n")
	for i := range lines {
		lines[i] += "§"
	}
	return strings.Join(lines, "\n")
}

func markedOptions() Options {
	return Options{TokenInterval: -1, Repeatable: true, Text: marked, Plural: func(_, other string, n int, v map[string]any) string { return marked(other, v) + fmt.Sprint(n) }}
}

// replyTo returns the reply of a model to the last message.
func replyTo(t *testing.T, o Options, model, asked, more string) string {
	t.Helper()
	body := fmt.Sprintf(`{"model":%q,"messages":[{"role":"user","content":%q}],"temperature":0%s}`, model, asked, more)
	r := httptest.NewRequest("POST", "/v1/chat/completions", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+Key)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	New(o).ServeHTTP(w, r)
	var answer struct {
		Choices []struct {
			Message struct {
				Content   string
				Reasoning string `json:"reasoning_content"`
			}
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.Choices) == 0 {
		t.Fatalf("%s: %s", asked, w.Body)
	}
	return answer.Choices[0].Message.Reasoning + "\n" + answer.Choices[0].Message.Content
}

var codeBlocks = regexp.MustCompile("(?s)```.*?```|\\$\\$.*?\\$\\$")

// Every line of a reply is the user's own or in the user's language.
func TestEveryReplyIsInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	const tool = `,"tools":[{"type":"function","function":{"name":"calculator","description":"§","parameters":{"type":"object","properties":{"expression":{"type":"string"}}}}}]`
	for _, c := range []struct{ model, asked, more string }{
		{WriterModel, "A lighthouse", ""},
		{WriterModel, "Why is it so?", `,"reasoning_effort":"high"`},
		{WriterModel, "Think", `,"reasoning_effort":"low"`},
		{WriterModel, "A long text with formulas and python code", ""},
		{WriterModel, "A letter, please", ""},
		{WriterModel, "One sentence", ""},
		{WriterModel, "", ""},
		{WriterModel, "Draw a lighthouse", ""},
		{WriterModel, "Oaks, with sources", ""},
		{WriterModel, "<transcript>\n[0:03] §\n</transcript>\nThe path?", ""},
		{VisionModel, "What is it?", ""},
		{VisionModel, "Draw a lighthouse", `,"modalities":["image","text"]`},
		{ToolModel, "Hello", ""},
		{ToolModel, "Hello", tool},
		{ToolModel, "Hello", tool + `,"tool_choice":"none"`},
		{ToolModel, "Oaks", `,"web_search_options":{}`},
		{SlowModel, "Hello", ""},
		{FailingModel, "Hello", ""},
		{FailingModel, "length", ""},
		{FailingModel, "filter", ""},
		{FailingModel, "failover", ""},
	} {
		text := codeBlocks.ReplaceAllString(replyTo(t, markedOptions(), c.model, c.asked, c.more), "")
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			own := line == "" || strings.Trim(line, "-|: ") == "" || strings.Contains(line, "§") || strings.HasPrefix(line, "#") && strings.Contains(line, c.asked) || strings.HasPrefix(line, "> ")
			if !own {
				t.Errorf("%s, %q: %q isn't translated", c.model, c.asked, line)
			}
		}
	}
}

func TestTheListOfModelsIsInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/v1/models", nil)
	r.Header.Set("Authorization", "Bearer "+Key)
	w := httptest.NewRecorder()
	New(markedOptions()).ServeHTTP(w, r)
	var list struct {
		Data []struct{ ID, Name, Description string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list.Data) == 0 {
		t.Fatalf("%s", w.Body)
	}
	for _, m := range list.Data {
		if strings.Contains(m.ID, "§") || !strings.HasSuffix(m.Name, "§") || !strings.HasSuffix(m.Description, "§") {
			t.Errorf("%+v", m)
		}
	}
}

// A shortened reply is continued in any language, and a complete one is not.
func TestAFaultIsInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	tongue := markedOptions().translator()
	for _, f := range failures() {
		p := f.plan.inLanguage(tongue)
		if p.text == "" {
			continue
		}
		if !strings.HasPrefix(p.text, f.plan.text+"§") || (p.full != "") != (f.plan.full != "") || p.full != "" && !strings.HasSuffix(p.full, tongue.closing()) {
			t.Errorf("%s: %q, %q", f.name, p.text, p.full)
		}
	}
}

func TestSentencesAreWhole(t *testing.T) {
	t.Parallel()
	for _, s := range Sentences() {
		if s == "" || s != strings.TrimSpace(s) {
			t.Errorf("the sentence %q", s)
		}
	}
	for _, want := range []string{"Practice writer", "dark red", "pink", "black"} {
		if !slices.Contains(Sentences(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// What asks for a kind of reply has its words in each language; English works in all.
func TestRequestsAreUnderstoodInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	german := map[string]string{
		shortWords: "in einem satz, kurz", letterWords: "brief, e-mail", longWords: "lang", thoughtWords: "überlege", drawWords: "zeichne, 描",
		starters[0]: "Was sind 17 % von 1.250?",
	}
	o := Options{TokenInterval: -1, Repeatable: true, Text: func(sentence string, v map[string]any) string {
		if said := german[sentence]; said != "" {
			return said
		}
		return filled(sentence, v)
	}}
	for _, c := range []struct{ model, asked, more, want string }{
		{WriterModel, "Schreib einen Brief", "", "Dear **[name]**"},
		{WriterModel, "Write a letter", "", "Dear **[name]**"},
		{WriterModel, "Bitte kurz", "", "In short: you wrote"},
		{WriterModel, "Etwas sehr Langes", "", "You wrote"},
		{WriterModel, "Ein lang gehegter Plan", "", "Part 24"},
		{WriterModel, "Überlege gut", "", "something to count"},
		{WriterModel, "Bitte zeichne ein Haus", "", "drawn by Parlando"},
		{WriterModel, "家を描いて", "", "drawn by Parlando"},
	} {
		if got := replyTo(t, o, c.model, c.asked, c.more); !strings.Contains(got, c.want) {
			t.Errorf("%q is answered with %q", c.asked, got)
		}
	}
	q := question{translator: o.translator()}
	if got := q.english(" Was sind 17 % von 1.250? "); got != starters[0] {
		t.Errorf("the starter is %q", got)
	}
}
