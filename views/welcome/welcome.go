package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// pageStep is one of the contents of the page.
type pageStep uint8

const (
	choosing pageStep = iota
	connecting
	onThisComputer
	steps // number of steps
)

// Welcome is the page shown until Parlando is connected: three choices, or what belongs to one of
// them. Use it only on Fyne's thread. A nil callback is not called.
type Welcome struct {
	widget.BaseWidget

	// Form is the form that the choice of a service shows; the caller sets its callbacks.
	Form *KeyForm
	// Programs are the programs that the choice of this computer shows; the caller sets its
	// callbacks.
	Programs *Programs
	// OnPractice connects to the practice service.
	OnPractice func()
	// OnMoveIn brings the chats of another computer, OnImport those of other programs.
	OnMoveIn, OnImport func()
	// OnLanguage is called with the tag of the language to speak.
	OnLanguage func(tag string)
	// OnTextSize makes text larger, or as large as at first if normal.
	OnTextSize func(normal bool)
	// OnSimple switches the simple view on or off, OnAnnounce announcements.
	OnSimple   func(on bool)
	OnAnnounce func()

	scroll *wheel.Scroll
	// contents are the contents of the steps, of which shown is visible. Each has a column.
	contents [steps]*fyne.Container
	shown    pageStep
	// practice, service and local are the choices.
	practice, service, local *widgets.ChoiceRow
	programs                 *form.Form
	simple, announce         *widgets.Button
	// textSize is in the other corner, where it stays below the pointer as it grows.
	textSize *widgets.Button
	// corner has the choice of the language, simple, announce, and the button of the help.
	corner   *fyne.Container
	isSimple bool
	// isLargest means that text cannot grow further.
	isLargest bool
}

// New returns the page, which shows the choices. help opens the help.
func New(help *widgets.IconButton) *Welcome {
	w := &Welcome{Form: NewKeyForm(""), Programs: NewPrograms()}
	w.practice = widgets.NewChoiceRow("flask-conical", i18n.Text("Try it now"), i18n.Text("No account. Replies are made up, to show you around."),
		i18n.Text("Start"), func() { widgets.CallIfSet(w.OnPractice) })
	w.service = widgets.NewChoiceRow("key", connectWords(), serviceSentence(), "", func() { w.show(connecting) })
	w.local = widgets.NewChoiceRow("laptop", programsWords(), w.Programs.sentence(), "", func() { w.show(onThisComputer) })
	title := widgets.NewTitle(i18n.Text("Welcome to Parlando"), theme.SizeNameDisplay)
	about := widgets.NewText(i18n.Text("Chat with AI, show it pictures, dictate, and have anything read aloud."),
		theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin().Center()
	w.contents[choosing] = column(container.NewCenter(title), about, widgets.Gap(12), w.practice, w.service, w.local,
		container.New(&widgets.Flow{Gap: 20, Center: true}, widgets.NewButton(i18n.Text("Coming from ChatGPT or Claude?"), widgets.Link, func() { widgets.CallIfSet(w.OnImport) }),
			widgets.NewButton(i18n.Text("Bring your chats from another computer…"), widgets.Link, func() { widgets.CallIfSet(w.OnMoveIn) })))
	w.contents[connecting] = column(w.header(connectWords()), widgets.Gap(0), w.Form.Object(), widgets.NewMuted(KeyHelp()).NoMargin())
	w.programs = form.New(8, func(f *form.Form) { w.Programs.AddTo(f) })
	w.contents[onThisComputer] = column(w.header(programsWords()), w.programs.Object(),
		widgets.NewMuted(i18n.Text("Your messages go to the program that you choose. It decides whether they stay on this computer.")).NoMargin())

	w.textSize = widgets.NewButton("", widgets.Quiet, func() { widgets.CallWith(w.OnTextSize, w.isLargest) }).SetSmall()
	w.textSize.SetMuted(true)
	w.simple = widgets.NewButton("", widgets.Quiet, func() { widgets.CallWith(w.OnSimple, !w.isSimple) }).SetSmall()
	w.simple.SetMuted(true)
	w.simple.SetHint(i18n.Text("Larger text, fewer buttons"))
	w.announce = widgets.NewButton("", widgets.Quiet, func() { widgets.CallIfSet(w.OnAnnounce) }).SetSmall()
	w.announce.SetMuted(true)
	w.announce.SetHint(i18n.Text("Parlando says what happens ({{.Keys}})", map[string]any{"Keys": format.Keys("Ctrl+Shift+A")}))
	w.corner = container.New(&widgets.Flow{Gap: 6, Right: true}, w.languageButton(), w.simple, w.announce, help)
	w.SetSimple(false)
	w.SetLargest(false)
	w.SetAnnouncing(false)
	page := container.New(&page{w: w}, w.contents[choosing], w.contents[connecting], w.contents[onThisComputer], w.textSize, w.corner)
	w.scroll = wheel.NewVScroll(page)
	w.Form.OnUpdate = w.Refresh
	w.Form.OnAsk = func() { w.show(connecting) }
	w.programs.Update()
	w.programs.OnUpdate = w.Refresh
	w.Programs.OnChange = func() {
		w.local.SetSentence(w.Programs.sentence())
		w.programs.Update()
	}
	w.setStep(choosing)
	w.ExtendBaseWidget(w)
	return w
}

func connectWords() string  { return i18n.Text("Connect to a service") }
func programsWords() string { return i18n.Text("AI on this computer") }

// column returns the content of a step.
func column(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&widgets.Column{Gap: 10}, objects...)
}

// backInset is the space beside the arrow in its button.
const backInset = 7

// header returns the heading of a step with the button that leads back to the choices.
func (w *Welcome) header(words string) fyne.CanvasObject {
	back := widgets.NewIconButton("arrow-left", i18n.Text("Back"), func() { w.Back() })
	title := container.NewCenter(widgets.NewTitle(words, fynetheme.SizeNameHeadingText))
	row := container.New(layout.NewCustomPaddedHBoxLayout(6), back, title)
	// the arrow is at the edge
	return container.New(layout.NewCustomPaddedLayout(0, 0, -backInset, 0), row)
}

// Back shows the choices again, and reports whether another step was shown.
func (w *Welcome) Back() bool {
	if w.shown == choosing {
		return false
	}
	from := w.service
	if w.shown == onThisComputer {
		from = w.local
	}
	w.ShowChoices()
	if c := widgets.CanvasOf(w); c != nil {
		c.Focus(from)
	}
	return true
}

// ShowChoices shows the choices and leaves the focus where it is.
func (w *Welcome) ShowChoices() { w.setStep(choosing) }

// FocusIn focuses the first control of the page. c is the window's canvas.
func (w *Welcome) FocusIn(c fyne.Canvas) {
	switch w.shown {
	case choosing, steps:
		c.Focus(w.practice)
	case connecting:
		w.Form.FocusIn(c)
	case onThisComputer:
		if all := form.Controls[*widgets.Button](w.programs); len(all) > 0 {
			c.Focus(all[0])
		}
	}
}

// show shows a step and focuses its first control.
func (w *Welcome) show(s pageStep) {
	w.setStep(s)
	if c := widgets.CanvasOf(w); c != nil {
		w.FocusIn(c)
	}
}

func (w *Welcome) setStep(s pageStep) {
	w.shown = s
	for i, content := range w.contents {
		widgets.SetVisible(content, pageStep(i) == s)
	}
	w.scroll.ScrollToTop()
	w.scroll.Content.Refresh()
}

// SetSimple shows whether the simple view is on.
func (w *Welcome) SetSimple(on bool) {
	w.isSimple = on
	words := i18n.Text("Simple view")
	if on {
		words = i18n.Text("Turn off simple view")
	}
	w.simple.SetText(words)
}

// SetLargest shows whether text has its largest size.
func (w *Welcome) SetLargest(on bool) {
	w.isLargest = on
	icon, words := "zoom-in", i18n.Text("Larger text")
	if on {
		icon, words = "zoom-out", i18n.Text("Normal text size")
	}
	w.textSize.SetIcon(icon).SetText(words)
}

// SetAnnouncing shows whether announcements are on.
func (w *Welcome) SetAnnouncing(on bool) {
	words := i18n.Text("Announce aloud")
	if on {
		words = i18n.Text("Turn off announcements")
	}
	w.announce.SetText(words)
}

// InnerContent implements widgets.ContentHolder.
func (w *Welcome) InnerContent() fyne.CanvasObject { return w.scroll }

// CreateRenderer implements fyne.Widget.
func (w *Welcome) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize:           func() fyne.Size { return fyne.NewSize(320, 200) },
		Place:             w.scroll.Resize,
		Paint:             w.scroll.Content.Refresh,
		RefreshesChildren: true,
	}.Of(w, w.scroll)
}
