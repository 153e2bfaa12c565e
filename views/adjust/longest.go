package adjust

import (
	"regexp"
	"strconv"
	"strings"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
)

// mostTokens is the largest accepted limit: beyond any model, but small enough for every service to
// parse.
const mostTokens = 10_000_000

// longest adds the setting for the maximum length of a reply, in tokens.
func (p *Panel) longest(f *form.Form) {
	const field = chat.FieldMaxTokens
	set := func(n *int, note string) {
		p.params.MaxTokens, p.notes[field] = n, note
		p.changed()
	}
	l := settingLine{name: i18n.Text("Longest reply"), technical: i18n.Text("Max tokens"), boxed: true}
	if n := p.params.MaxTokens; n != nil {
		l.value = strconv.Itoa(*n)
	}
	l.typed, l.clear = func(text string) { set(parseTokens(text)) }, func() { set(nil, "") }
	p.setting(f, 2, func() {
		p.line(f, l)
		f.Muted(i18n.Text("In tokens (100 tokens are about 75 words)"))
		p.note(f, field)
	}, field, chat.FieldMaxCompletionTokens)
}

// groupedNumber matches a whole number, with or without separators between groups of three digits.
var groupedNumber = regexp.MustCompile(`^\d{1,3}(?:[ ,.]\d{3})+$|^\d+$`)

// parseTokens parses an integer of at least 1 and clamps it to mostTokens. Any other text gives
// nil, so that the model decides. note explains to the user why the typed number was changed.
func parseTokens(text string) (n *int, note string) {
	text = strings.TrimSpace(text)
	typed, err := strconv.ParseFloat(strings.NewReplacer(" ", "", ",", "", ".", "").Replace(text), 64)
	switch {
	case text == "":
		return nil, ""
	case err != nil || typed < 1 || !groupedNumber.MatchString(text):
		return nil, i18n.Text("Enter a whole number.")
	}
	clamped := int(min(typed, mostTokens))
	return &clamped, limitSentence(typed, 1, mostTokens)
}
