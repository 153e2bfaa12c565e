package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

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

	mark                    *canvas.Image
	title                   *canvas.Text
	sentence, help          *widgets.Text
	key, local, practiceBox *widgets.Box
	scroll                  *wheel.Scroll
	cards                   *fyne.Container
	practice, simple        *widgets.Button
	isSimple                bool
}

// New returns the page. All three cards are shown from the start, so that search results move
// nothing.
func New() *Welcome {
	w := &Welcome{Form: NewKeyForm("")}
	w.mark = canvas.NewImageFromResource(nil)
	w.mark.FillMode = canvas.ImageFillContain
	w.title = canvas.NewText(i18n.Text("Welcome to Parlando"), nil)
	w.title.TextStyle.Bold = true
	w.title.FontSource = theme.FontFor(w.title.Text, w.title.TextStyle)
	w.sentence = muted(i18n.Text("Chat with AI, show it pictures, dictate and listen. How would you like to start?")).NoMargin().Center()

	w.key = newCard("key", i18n.Text("Connect to a service"),
		muted(serviceSentence()), w.Form)
	w.key.SetColors(theme.ColorCard, theme.ColorAccent, 2) // the way most people go
	w.practice = widgets.NewButton(i18n.Text("Try now"), widgets.Secondary, func() {
		widgets.CallIfSet(w.OnPractice)
	})
	w.practiceBox = newCard("flask-conical", i18n.Text("Just look around"),
		muted(i18n.Text("A practice service inside Parlando. No account needed, and nothing leaves this computer. Its answers are made up, to show you around.")),
		container.New(&widgets.Column{Gap: 4}, container.New(&widgets.Flow{Gap: 8}, w.practice), room()))
	w.Programs = NewPrograms(func() {
		if w.cards != nil {
			w.cards.Refresh()
			w.Refresh()
		}
	})
	w.local = newCard("laptop", i18n.Text("Models on this computer"), w.Programs.sentence,
		container.New(&widgets.Column{Gap: 4}, w.Programs.buttons, room(w.Programs.problemBox)))
	w.cards = container.New(&ways{}, w.key, w.local, w.practiceBox)
	w.help = NewKeyHelp().NoMargin().Center()
	w.simple = widgets.NewButton("", widgets.Link, func() { widgets.CallWith(w.OnSimple, !w.isSimple) })
	w.SetSimple(false)
	w.scroll = wheel.NewVScroll(container.New(&page{w: w}, w.mark, w.title, w.sentence, w.cards, w.help, w.simple))
	w.Form.OnGrown = func() { w.Refresh() }
	w.ExtendBaseWidget(w)
	return w
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
