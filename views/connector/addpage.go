package connector

import (
	"fyne.io/fyne/v2"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/welcome"
	"parlando/views/widgets"
)

// addPage is the page for adding a connection. It offers the same choices as the welcome page. Use
// it only on Fyne's thread.
type addPage struct {
	*form.Form

	// Keys and Programs are those of package welcome; the caller sets their callbacks.
	Keys     *welcome.KeyForm
	Programs *welcome.Programs
	// OnPractice connects to the practice service.
	OnPractice func()

	practiceAt practicePlace
	frame      fyne.CanvasObject // frame contains the form
}

// newAddPage creates the page with an initial address, which may be "". practiceAt places the
// practice service.
func newAddPage(address string, practiceAt practicePlace) *addPage {
	a := &addPage{Keys: welcome.NewKeyForm(address), Programs: welcome.NewPrograms(), practiceAt: practiceAt}
	a.Form, a.frame = form.NewPage(6, a.build)
	a.Keys.OnUpdate, a.Programs.OnChange = a.Update, a.Update
	a.Update()
	return a
}

func (a *addPage) build(*form.Form) {
	if a.practiceAt == practiceFirst {
		a.addPractice()
		a.Add(widgets.Gap(10))
	}
	a.Add(a.Keys.Object())
	a.Muted(welcome.KeyHelp())
	a.Add(widgets.Gap(10), widgets.NewHeading(i18n.Text("AI on this computer")).NoMargin())
	a.Programs.AddTo(a.Form)
	if a.practiceAt == practiceLast {
		a.Add(widgets.Gap(10))
		a.addPractice()
	}
}

func (a *addPage) addPractice() {
	a.Add(widgets.NewHeading(i18n.Text("Practice")).NoMargin())
	a.Muted(i18n.Text("Built into Parlando. Nothing leaves this computer."))
	a.AddRow(a.Button(practiceWords(), func() { widgets.CallIfSet(a.OnPractice) }))
}

// practiceWords returns the words of the button that connects to the practice service.
func practiceWords() string { return i18n.Text("Use practice service") }

// practicePlace is the place of the practice service on the page.
type practicePlace uint8

const (
	practiceHidden practicePlace = iota
	practiceFirst
	practiceLast
)
