package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// more holds the rarely used settings, collapsed under one heading. Its contents are nil until it
// is first expanded.
type more struct {
	object *fyne.Container
	head   *widgets.Button
	inside *fyne.Container
	panel  *Panel

	stop    *stops
	replies *several
	seed    *seed
	user    *user
	whole   *allAtOnce
	tools   *toolChoice
	answer  *answer
}

func newMore(p *Panel) *more {
	m := &more{panel: p}
	m.head = widgets.NewButton(i18n.Text("More settings"), widgets.Quiet, func() {
		m.fold(m.inside.Visible())
		if m.inside.Visible() {
			// what was asked for is to be seen
			p.scroll.ScrollToOffset(fyne.NewPos(0, m.object.Position().Y))
		}
		widgets.CallWith(p.OnExpanded, m.inside.Visible())
	})
	m.inside = container.New(&widgets.Column{Gap: 14})
	m.object = container.New(&widgets.Column{Gap: 8}, container.New(atLeft{}, m.head), m.inside)
	m.fold(true)
	return m
}

// build creates the contents on first use, which keeps them out of the program's start.
func (m *more) build() {
	if m.stop != nil {
		return
	}
	p := m.panel
	m.stop, m.replies, m.seed, m.user, m.whole, m.tools = newStops(p), newSeveral(p), newSeed(p), newUser(p), newAllAtOnce(p), newToolChoice(p)
	m.answer = newAnswer(p)
	m.inside.Objects = []fyne.CanvasObject{
		p.withRefusal(m.answer.object, "response_format"),
		p.withRefusal(m.stop.object, "stop"), p.withRefusal(m.replies.object, "n"), p.withRefusal(m.seed.object, "seed"),
		p.withRefusal(m.user.object, "user"), p.withRefusal(m.whole.object, "stream"), p.withRefusal(m.tools.object, "tool_choice"),
	}
	quiet := p.quiet
	p.quiet = true
	m.show(p)
	p.quiet = quiet
}

// fold collapses or expands the contents.
func (m *more) fold(folded bool) {
	if !folded {
		m.build()
	}
	widgets.SetVisible(m.inside, !folded)
	if folded {
		m.head.SetIcon("chevron-right")
	} else {
		m.head.SetIcon("chevron-down")
	}
	m.panel.relayout(m.object)
}

// show displays the parameters of a chat.
func (m *more) show(p *Panel) {
	if m.stop == nil {
		return
	}
	m.stop.show(p.params.Stop)
	m.replies.show(p.params.Replies)
	m.seed.show(p.params.Seed)
	m.user.show(p.params.User)
	m.whole.check.Set(p.params.AllAtOnce)
	m.tools.show(p)
	m.answer.show(p.params.Answer)
}

// atLeft aligns an object to the left at its minimum width.
type atLeft struct{}

// MinSize implements fyne.Layout.
func (atLeft) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, o[0].MinSize().Height) }

// Layout implements fyne.Layout.
func (atLeft) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	o[0].Resize(fyne.NewSize(min(m.Width, size.Width+10), m.Height))
	o[0].Move(fyne.NewPos(-10, 0)) // the words stand where those above do
}
