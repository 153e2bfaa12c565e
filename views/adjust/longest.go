package adjust

import (
	"strconv"
	"strings"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/words"
)

// mostWords is the largest accepted limit: beyond any model, but small enough for every service to
// parse.
const mostWords = 7_500_000

// wordStops are the limits that the slider offers, in words.
var wordStops = []float64{50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000, 30_000}

// longest adds the setting for the maximum length of a reply, in words.
func (p *Panel) longest(f *form.Form) {
	const field = chat.FieldMaxTokens
	set := func(n *int, note string) {
		p.params.MaxTokens, p.notes[field] = n, note
		if n != nil {
			tokens := words.TokensOf(*n)
			p.params.MaxTokens = &tokens
		}
		p.changed()
	}
	name, technical := i18n.Text("Maximum reply length"), i18n.Text("Max tokens · 100 tokens are about 75 English words")
	l := settingLine{name: name, technical: technical}
	var value *float64
	if n := p.params.MaxTokens; n != nil {
		length := words.WordsOf(*n)
		shown := float64(length)
		value, l.value, l.typing = &shown, words.LengthInWords(*n), strconv.Itoa(length)
	}
	l.typed, l.clear = func(text string) { set(parseWords(text)) }, func() { set(nil, "") }
	p.setting(f, 4, func() {
		slider := f.Slider(name, wordStops[0], wordStops[len(wordStops)-1], 0, value, func(v float64) { n := int(v); set(&n, "") })
		p.sliderBox(f, l, "", slider.SetStops(wordStops))
		p.note(f, field)
	}, field, chat.FieldMaxCompletionTokens)
}

// parseWords parses an integer of at least 1 and clamps it to mostWords. Any other text gives nil,
// so that the model decides. note explains to the user why the typed number was changed.
func parseWords(text string) (n *int, note string) {
	if strings.TrimSpace(text) == "" {
		return nil, ""
	}
	typed, err := format.ParseWhole(text)
	if err != nil || typed < 1 {
		return nil, i18n.Text("Enter a whole number.")
	}
	clamped := int(min(typed, mostWords))
	return &clamped, limitSentence(float64(typed), 1, mostWords)
}
