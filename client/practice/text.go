package practice

import (
	"fmt"
	"maps"
	"strings"
	"unicode"
)

// values are the texts and numbers for the placeholders of a sentence.
type values = map[string]any

// translator says the sentences of the models, with the functions of Options.
type translator struct {
	translate func(sentence string, v map[string]any) string
	count     func(one, other string, n int, v map[string]any) string
}

func (o Options) translator() translator { return translator{o.Text, o.Plural} }

// text returns a sentence in the user's language. Its literals are found by a test of views/words,
// and those of tables by Sentences.
func (t translator) text(sentence string, v values) string {
	if t.translate != nil {
		return t.translate(sentence, v)
	}
	return filled(sentence, v)
}

// plural returns the form of a sentence that fits n, which is {{.N}} in it.
func (t translator) plural(one, other string, n int, v values) string {
	if t.count != nil {
		return t.count(one, other, n, v)
	}
	v = maps.Clone(v)
	if v == nil {
		v = values{}
	}
	v["N"] = n
	if n == 1 {
		return filled(one, v)
	}
	return filled(other, v)
}

// filled replaces the placeholders of an English sentence.
func filled(sentence string, v values) string {
	var pairs []string
	for name, value := range v {
		text := fmt.Sprint(value)
		if f, ok := value.(float64); ok {
			text = fmt.Sprintf("%.1f", f)
		}
		pairs = append(pairs, "{{."+name+"}}", text)
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// Sentences returns the sentences in the tables of practice, for the translation: names and
// descriptions of models, faults, colors and the like.
func Sentences() []string {
	var all []string
	for _, s := range scenes {
		for _, e := range s.models {
			all = append(all, e.name, e.about)
		}
	}
	for _, f := range failures() {
		if f.about != "" {
			all = append(all, f.about)
			if f.plan.text != "" {
				all = append(all, f.plan.text)
			}
			if f.plan.full != "" {
				all = append(all, f.plan.full)
			}
		}
	}
	for _, gray := range grays {
		all = append(all, gray.word)
	}
	for _, hue := range hues {
		for _, shade := range []string{"", "dark ", "light "} {
			all = append(all, named(shade+hue.word))
		}
	}
	for _, e := range toolExamples() {
		if e.says != "" {
			all = append(all, e.says)
		}
	}
	for _, c := range citedSentences {
		all = append(all, c.text, c.title)
	}
	for _, c := range cellExamples {
		if strings.ContainsFunc(c.unfitting, unicode.IsLetter) {
			all = append(all, c.unfitting)
		}
	}
	all = append(all, somethingElse)
	all = append(all, starters...)
	return append(all, shortWords, letterWords, formulaWords, longWords, thoughtWords, drawWords)
}
