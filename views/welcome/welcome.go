package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// Welcome is what is seen until Parley is connected. All of it is used on Fyne's thread. A nil callback is not called.
type Welcome struct {
	widget.BaseWidget

	// OnLocal connects to the program on this computer, OnPractice to the practice service.
	OnLocal    func()
	OnPractice func()

	form *KeyForm

	mark            *canvas.Image
	title, sentence *canvas.Text
	key, looking    *card
	scroll          *container.Scroll
	cards           *fyne.Container
	practice        *widgets.Button
	localTrouble    *widgets.Words
}

// New makes the way in. The card for models on this computer is hidden until SetLocal.
func New() *Welcome {
	w := &Welcome{form: NewKeyForm("https://")}
	w.mark = canvas.NewImageFromResource(nil)
	w.mark.FillMode = canvas.ImageFillContain
	w.title = canvas.NewText(lang.L("Welcome to Parley"), nil)
	w.title.TextStyle.Bold = true
	w.sentence = canvas.NewText(lang.L("Chat with models, and show them pictures. How would you like to start?"), nil)

	w.key = newCard("key", lang.L("I have an API key"),
		muted(lang.L("Paste the key your provider gave you. It is kept in this computer's password store, never in a file.")), w.form)
	w.key.chosen = true
	w.practice = widgets.NewButton(lang.L("Try it now"), widgets.Secondary, func() {
		if w.OnPractice != nil {
			w.OnPractice()
		}
	})
	w.looking = newCard("flask-conical", lang.L("Just look around"),
		muted(lang.L("A practice service inside Parley. No account, nothing leaves this computer. It only plays at being clever.")),
		container.New(&wrap{gap: 8}, w.practice))
	w.cards = container.New(&ways{}, w.key, w.looking)
	w.scroll = container.NewVScroll(container.New(&page{w: w}, w.mark, w.title, w.sentence, w.cards))
	w.form.OnGrown = func() { w.Refresh() }
	w.ExtendBaseWidget(w)
	return w
}

// Form is the one in the first card; all its callbacks but OnGrown are the caller's.
func (w *Welcome) Form() *KeyForm { return w.form }

// SetLocal shows the card for a program on this computer and how many models it has; the name "" hides it.
func (w *Welcome) SetLocal(name string, models int) {
	w.cards.Objects = []fyne.CanvasObject{w.key, w.looking}
	if name != "" {
		w.cards.Objects = []fyne.CanvasObject{w.key, w.localCard(name, models), w.looking}
	}
	w.cards.Refresh()
	w.Refresh()
}

func (w *Welcome) localCard(name string, models int) *card {
	sentence := lang.L("Found one: {{.Name}}, with {{.N}} models. Nothing leaves this computer.", map[string]any{"Name": name, "N": models})
	if models == 1 {
		sentence = lang.L("Found one: {{.Name}}, with one model. Nothing leaves this computer.", map[string]any{"Name": name})
	}
	w.localTrouble = widgets.NewWords("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{})
	use := widgets.NewButton(lang.L("Use {{.Name}}", map[string]any{"Name": name}), widgets.Secondary, func() {
		if w.OnLocal != nil {
			w.OnLocal()
		}
	})
	return newCard("laptop", lang.L("Models on this computer"), muted(sentence), newFlush(w.localTrouble), container.New(&wrap{gap: 8}, use))
}

// ShowLocalTrouble says why a program on this computer cannot be used.
func (w *Welcome) ShowLocalTrouble(sentence string) {
	if w.localTrouble != nil {
		w.localTrouble.SetText(sentence)
		w.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (w *Welcome) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{w: w}
	r.paint()
	return r
}

type renderer struct{ w *Welcome }

func (r *renderer) MinSize() fyne.Size    { return fyne.NewSize(320, 200) }
func (r *renderer) Layout(size fyne.Size) { r.w.scroll.Resize(size) }

func (r *renderer) paint() {
	w := r.w
	w.mark.Resource = theme.Icon("messages-square", fynetheme.ColorNameForeground)
	w.title.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	w.title.TextSize = fynetheme.Size(fynetheme.SizeNameText) * theme.SizeHeading1 / theme.SizeText
	w.sentence.Color = fynetheme.Color(theme.ColorMuted)
	w.sentence.TextSize = fynetheme.Size(fynetheme.SizeNameText)
}

func (r *renderer) Refresh() {
	r.paint()
	r.w.mark.Refresh()
	r.w.title.Refresh()
	r.w.sentence.Refresh()
	r.w.scroll.Content.Refresh()
	r.w.scroll.Refresh()
}

func (r *renderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.w.scroll} }
func (r *renderer) Destroy()                     {}
