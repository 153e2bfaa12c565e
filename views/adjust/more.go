package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/views/widgets"
)

// more is what most people never need, folded away under one line.
type more struct {
	object *fyne.Container
	head   *widgets.Button
	inside *fyne.Container
	panel  *Panel

	stop    *stops
	replies *several
	seed    *seed
	user    *user
}

func newMore(p *Panel) *more {
	m := &more{panel: p, stop: newStops(p), replies: newSeveral(p), seed: newSeed(p), user: newUser(p)}
	m.head = widgets.NewButton(lang.L("More dials"), widgets.Quiet, func() {
		m.fold(m.inside.Visible())
		if m.inside.Visible() {
			p.scroll.ScrollToOffset(fyne.NewPos(0, m.object.Position().Y)) // what was asked for is to be seen
		}
		if p.OnMore != nil {
			p.OnMore(m.inside.Visible())
		}
	})
	m.inside = container.New(&widgets.Column{Gap: 14}, m.stop.object, m.replies.object, m.seed.object, m.user.object)
	m.object = container.New(&widgets.Column{Gap: 8}, container.New(atLeft{}, m.head), m.inside)
	m.fold(true)
	return m
}

// fold hides what is inside, or shows it.
func (m *more) fold(folded bool) {
	widgets.Show(m.inside, !folded)
	if folded {
		m.head.SetIcon("chevron-right")
	} else {
		m.head.SetIcon("chevron-down")
	}
	m.panel.relayout(m.object)
}

// show paints the parameters of a chat.
func (m *more) show(p *Panel) {
	m.stop.show(p.params.Stop)
	m.replies.show(p.params.Replies)
	m.seed.show(p.params.Seed)
	m.user.show(p.params.User)
}

// atLeft gives an object the width it wants, at the left.
type atLeft struct{}

// MinSize implements fyne.Layout.
func (atLeft) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, o[0].MinSize().Height) }

// Layout implements fyne.Layout.
func (atLeft) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	o[0].Resize(fyne.NewSize(min(m.Width, size.Width+10), m.Height))
	o[0].Move(fyne.NewPos(-10, 0)) // the words stand where those above do
}
