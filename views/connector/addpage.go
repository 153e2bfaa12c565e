package connector

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/welcome"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// addPage is the page for adding a connection. It offers the same choices as the welcome page. Use
// it only on Fyne's thread.
type addPage struct {
	widget.BaseWidget

	// Form and Programs are the controls of package welcome; the caller sets their callbacks.
	Form     *welcome.KeyForm
	Programs *welcome.Programs
	// OnPractice connects to the practice service.
	OnPractice func()
	practice   *widgets.Button // calls OnPractice

	content *fyne.Container
	scroll  *wheel.Scroll
	frame   fyne.CanvasObject // frame contains scroll
}

// newAddPage creates the page with an initial address, which may be "". practiceAt places the
// practice service; grown is called when the height of the page changes.
func newAddPage(address string, practiceAt practicePlace, grown func()) *addPage {
	a := &addPage{Form: welcome.NewKeyForm(address)}
	changed := func() {
		if a.content != nil {
			a.content.Refresh()
			a.scroll.Refresh()
			grown()
		}
	}
	a.Programs = welcome.NewPrograms(changed)
	a.Form.OnGrown = changed
	a.practice = widgets.NewButton(i18n.Text("Use practice service"), widgets.Secondary, func() { widgets.CallIfSet(a.OnPractice) })
	practice := []fyne.CanvasObject{
		widgets.NewHeading(i18n.Text("Practice")).NoMargin(),
		widgets.NewMuted(i18n.Text("Built into Parlando. Nothing leaves this computer.")).NoMargin(),
		container.New(&widgets.Flow{Gap: 8}, a.practice),
	}
	a.content = container.New(&widgets.Column{Gap: 6})
	add := func(objects ...fyne.CanvasObject) { a.content.Objects = append(a.content.Objects, objects...) }
	if practiceAt == practiceFirst {
		add(practice...)
		add(widgets.Gap(10))
	}
	add(a.Form, welcome.NewKeyHelp().NoMargin(), widgets.Gap(10), widgets.NewHeading(i18n.Text("Models on this computer")).NoMargin())
	add(a.Programs.Objects()...)
	if practiceAt == practiceLast {
		add(widgets.Gap(10))
		add(practice...)
	}
	a.scroll, a.frame = widgets.NewPageScroll(a.content)
	a.ExtendBaseWidget(a)
	return a
}

// practicePlace is the place of the practice service on the page.
type practicePlace uint8

const (
	practiceHidden practicePlace = iota
	practiceFirst
	practiceLast
)

// InnerContent implements widgets.ContentHolder.
func (a *addPage) InnerContent() fyne.CanvasObject { return a.frame }

// CreateRenderer implements fyne.Widget.
func (a *addPage) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(a.frame) }
