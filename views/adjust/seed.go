package adjust

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// dieMost is the largest random seed, small enough to copy by hand.
const dieMost = 999_999

// seed is the setting for the number that makes a service repeat its answer to the same question.
type seed struct {
	object  *fyne.Container
	panel   *Panel
	line    *settingLine
	die     *widgets.IconButton
	problem complaint
}

func newSeed(p *Panel) *seed {
	s := &seed{panel: p, problem: newComplaint(p)}
	s.line = newFieldLine(i18n.Text("Repeatable replies"), i18n.Text("Seed"), s.typed, func() { s.set(nil) })
	s.line.none = i18n.Text("off")
	s.line.reset.SetIcon("rotate-ccw", i18n.Text("Turn off"))
	s.die = widgets.NewIconButton("dices", i18n.Text("A random number"), func() { n := rand.Int64N(dieMost) + 1; s.set(&n) })
	s.die.SetSide(28)
	about := small(i18n.Text("With the same number, the same question gets the same reply if the service supports it."))
	s.object = container.New(&widgets.Column{Gap: 4}, s.line.Container, s.problem.Text,
		container.NewBorder(nil, nil, nil, container.NewVBox(s.die), about))
	s.problem.object = s.object
	s.show(nil)
	return s
}

func (s *seed) set(n *int64) {
	s.panel.params.Seed = n
	s.show(n)
	s.panel.changed()
}

func (s *seed) show(n *int64) {
	if n == nil {
		s.line.show("")
	} else {
		s.line.show(strconv.FormatInt(*n, 10))
	}
	s.problem.say("")
}

// typed accepts an integer. Invalid input keeps the current seed, because any other seed would
// produce different answers.
func (s *seed) typed(text string) {
	text = strings.NewReplacer(" ", "", "−", "-", "–", "-").Replace(text)
	if text == "" {
		s.set(nil)
		return
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > chat.MaxSeed || n < -chat.MaxSeed {
		s.show(s.panel.params.Seed)
		s.problem.say(i18n.Text("Enter a whole number of up to 15 digits."))
		return
	}
	s.set(&n)
}
