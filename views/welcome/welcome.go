package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Welcome is the page shown until Parlando is connected. Use it only on Fyne's thread. A nil
// callback is not called.
type Welcome struct {
	widget.BaseWidget

	// Form is the form in the first card; the caller sets its callbacks.
	Form *KeyForm
	// Programs is the list in the second card; the caller sets its callbacks.
	Programs *Programs
	// OnPractice connects to the practice service.
	OnPractice func()
	// OnSimple switches the simple view on or off.
	OnSimple func(on bool)

	mark           *canvas.Image
	title          *canvas.Text
	sentence, help *widgets.Text
	scroll         *wheel.Scroll
	cards          *fyne.Container
	simple         *widgets.Button
	isSimple       bool
}

// New returns the page. All three cards are shown from the start, so that search results move
// nothing.
func New() *Welcome {
	w := &Welcome{Form: NewKeyForm(""), Programs: NewPrograms()}
	w.mark = canvas.NewImageFromResource(nil)
	w.mark.FillMode = canvas.ImageFillContain
	w.title = canvas.NewText(i18n.Text("Welcome to Parlando"), nil)
	w.title.TextStyle.Bold = true
	w.title.FontSource = theme.FontFor(w.title.Text, w.title.TextStyle)
	w.sentence = widgets.NewText(i18n.Text("Chat with AI, show it pictures, dictate and listen. How would you like to start?"),
		theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin().Center()

	w.cards = w.newCards()
	w.help = widgets.NewMuted(KeyHelp()).NoMargin().Center()
	w.simple = widgets.NewButton("", widgets.Link, func() { widgets.CallWith(w.OnSimple, !w.isSimple) })
	w.SetSimple(false)
	w.scroll = wheel.NewVScroll(container.New(&page{w: w}, w.mark, w.title, w.sentence, w.cards, w.help, w.simple))
	w.Form.OnUpdate = w.Refresh
	w.ExtendBaseWidget(w)
	return w
}

// newCards returns the cards.
func (w *Welcome) newCards() *fyne.Container {
	_, key := newCard("key", i18n.Text("Connect to a service"), serviceSentence, func(f *form.Form) { f.Add(w.Form.Object()) })
	key.SetColors(theme.ColorCard, theme.ColorAccent, 2) // the most common choice
	local, localBox := newCard("laptop", i18n.Text("Models on this computer"), w.Programs.sentence, func(f *form.Form) {
		f.Block(4, func() {
			w.Programs.addButtons(f)
			addRoom(f, func() { w.Programs.addProblem(f) })
		})
	})
	about := i18n.Text("A practice service inside Parlando. No account needed, and nothing leaves this computer. Its answers are made up, to show you around.")
	_, practice := newCard("flask-conical", i18n.Text("Just look around"), func() string { return about }, func(f *form.Form) {
		f.Block(4, func() {
			f.AddRow(f.Button(i18n.Text("Try now"), func() { widgets.CallIfSet(w.OnPractice) }))
			addRoom(f, func() {})
		})
	})
	cards := container.New(&ways{}, key, localBox, practice)
	w.Programs.OnChange = local.Update
	local.OnUpdate = func() {
		cards.Refresh()
		w.Refresh()
	}
	return cards
}

// SetSimple shows whether the simple view is on.
func (w *Welcome) SetSimple(on bool) {
	w.isSimple = on
	words := i18n.Text("Simple view: larger text, fewer buttons")
	if on {
		words = i18n.Text("Turn off simple view")
	}
	w.simple.SetText(words)
}

// InnerContent implements widgets.ContentHolder.
func (w *Welcome) InnerContent() fyne.CanvasObject { return w.scroll }

// CreateRenderer implements fyne.Widget.
func (w *Welcome) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(320, 200) },
		Place:   w.scroll.Resize,
		Paint: func() {
			w.mark.Resource = theme.DisplayIcon("messages-square", fynetheme.ColorNameForeground, markSide)
			w.title.Color = fynetheme.Color(fynetheme.ColorNameForeground)
			w.title.TextSize = fynetheme.Size(fynetheme.SizeNameText) * theme.SizeHeading1 / theme.SizeText
			w.mark.Refresh()
			w.title.Refresh()
			w.sentence.Refresh()
			w.help.Refresh()
			w.scroll.Content.Refresh()
		},
		RefreshesChildren: true,
	}.Of(w, w.scroll)
}
