package adjust

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// dieMost is the largest random seed, small enough to copy by hand.
const dieMost = 999_999

// seed adds the setting for the number that makes a service repeat its reply to the same message.
func (p *Panel) seed(f *form.Form) {
	l := settingLine{name: i18n.Text("Same reply every time"), technical: i18n.Text("Seed"), none: i18n.Text("off"), boxed: true, reset: i18n.Text("Turn off")}
	if n := p.params.Seed; n != nil {
		l.value = strconv.FormatInt(*n, 10)
	}
	l.typed, l.clear = p.typeSeed, func() { p.setSeed(nil) }
	p.setting(f, 4, func() {
		p.line(f, l)
		p.complaint(f, seedField)
		die := f.IconButton("dices", i18n.Text("Choose a random number"), func() { n := rand.Int64N(dieMost) + 1; p.setSeed(&n) })
		die.SetSide(28)
		about := f.Group(&widgets.Column{}, func() {
			f.Muted(i18n.Text("Same number, same reply, where supported"))
		})
		f.Add(container.NewBorder(nil, nil, nil, container.NewVBox(die), about))
	}, seedField)
}

const seedField = chat.FieldSeed

func (p *Panel) setSeed(n *int64) {
	p.params.Seed, p.notes[seedField] = n, ""
	p.changed()
}

// typeSeed accepts an integer. Invalid input keeps the current seed, because any other seed would
// produce different answers.
func (p *Panel) typeSeed(text string) {
	n, err := format.ParseWhole(text)
	switch {
	case strings.TrimSpace(text) == "":
		p.setSeed(nil)
	case err != nil || n > chat.MaxSeed || n < -chat.MaxSeed:
		p.say(seedField, i18n.Text("Enter a whole number of up to 15 digits."))
	default:
		p.setSeed(&n)
	}
}
