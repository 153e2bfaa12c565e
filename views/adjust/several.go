package adjust

import (
	"strconv"
	"strings"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/words"
)

// several adds the setting for the number of replies to one message. The number 1 is every
// service's default, so it is not sent.
func (p *Panel) several(f *form.Form) {
	const field = chat.FieldN
	set := func(n int, note string) {
		p.params.Replies, p.notes[field] = nil, note
		if n > 1 {
			p.params.Replies = &n
		}
		p.changed()
	}
	w := words.SliderText{
		Name: i18n.Text("Replies per message"), Technical: i18n.Text("n · 1 to 8"),
		About: i18n.Text("Switch between them with ‹ 1 of 3 ›. You pay for each reply."), Low: "1", High: strconv.Itoa(chat.MaxReplies),
	}
	value, l := 1.0, settingLine{name: w.Name, technical: w.Technical, none: "1", reset: i18n.Text("Reset to one reply")}
	if n := p.params.Replies; n != nil {
		value, l.value = float64(*n), strconv.Itoa(*n)
	}
	l.typed, l.clear = func(text string) { set(parseReplies(text)) }, func() { set(1, "") }
	p.setting(f, 4, func() {
		p.sliderBox(f, l, w, f.Slider(w.Name, 1, chat.MaxReplies, 1, &value, func(v float64) { set(int(v), "") }))
		p.note(f, field)
		if value > 1 && len(p.params.Tools) > 0 {
			f.Muted(i18n.Text("With tools turned on, only one reply is requested."))
		}
	}, field)
}

// parseReplies parses a number and clamps it to its range; invalid text gives 1. note explains
// either change to the user.
func parseReplies(text string) (n int, note string) {
	text = strings.TrimSpace(text)
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
		return 1, ""
	case err != nil:
		return 1, i18n.Text("Enter a whole number.")
	}
	return min(max(n, 1), chat.MaxReplies), limitSentence(float64(n), 1, chat.MaxReplies)
}
