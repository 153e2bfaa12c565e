package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// Local is a program on this computer that serves models.
type Local struct {
	Name, Address string
	// Models is how many it has; 0 is possible.
	Models int
}

// Welcome is what is seen until Parley is connected. All of it is used on Fyne's thread. A nil callback is not called.
type Welcome struct {
	widget.BaseWidget

	// Form is the one in the first card; its callbacks are the caller's.
	Form *KeyForm
	// OnLocal connects to a program on this computer, OnPractice to the practice service.
	OnLocal    func(Local)
	OnPractice func()

	mark                *canvas.Image
	title, sentence     *canvas.Text
	key, local, looking *card
	found               []Local
	scroll              *container.Scroll
	cards               *fyne.Container
	practice            *widgets.Button
	localTrouble        *widgets.Words
}

// New makes the way in. The card for models on this computer is hidden until SetLocal.
func New() *Welcome {
	w := &Welcome{Form: NewKeyForm("https://")}
	w.mark = canvas.NewImageFromResource(nil)
	w.mark.FillMode = canvas.ImageFillContain
	w.title = canvas.NewText(lang.L("Welcome to Parley"), nil)
	w.title.TextStyle.Bold = true
	w.title.FontSource = theme.FontFor(w.title.Text, w.title.TextStyle)
	w.sentence = canvas.NewText(lang.L("Chat with models, and show them pictures. How would you like to start?"), nil)

	w.key = newCard("key", lang.L("I have an API key"),
		muted(lang.L("Paste the key your provider gave you. It is kept in this computer's password store, never in a file.")), w.Form)
	w.key.chosen = true
	w.practice = widgets.NewButton(lang.L("Try it now"), widgets.Secondary, func() {
		if w.OnPractice != nil {
			w.OnPractice()
		}
	})
	w.looking = newCard("flask-conical", lang.L("Just look around"),
		muted(lang.L("A practice service inside Parley. No account, nothing leaves this computer. It only plays at being clever.")),
		container.New(&widgets.Flow{Gap: 8}, w.practice))
	w.cards = container.New(&ways{}, w.key, w.looking)
	w.scroll = container.NewVScroll(container.New(&page{w: w}, w.mark, w.title, w.sentence, w.cards))
	w.Form.OnGrown = func() { w.Refresh() }
	w.ExtendBaseWidget(w)
	return w
}

// SetLocal shows what runs on this computer; nothing hides the card.
func (w *Welcome) SetLocal(found []Local) {
	w.found = found
	w.cards.Objects = []fyne.CanvasObject{w.key, w.looking}
	if len(found) > 0 {
		w.local = w.localCard(found)
		w.cards.Objects = []fyne.CanvasObject{w.key, w.local, w.looking}
	}
	w.cards.Refresh()
	w.Refresh()
}

func (w *Welcome) localCard(found []Local) *card {
	sentence := lang.L("Found: {{.Names}}. Nothing leaves this computer.", map[string]any{"Names": names(found)})
	if len(found) == 1 {
		sentence = lang.L("Found one: {{.Name}}, with {{.N}} models. Nothing leaves this computer.",
			map[string]any{"Name": found[0].Name, "N": found[0].Models})
		if found[0].Models == 1 {
			sentence = lang.L("Found one: {{.Name}}, with one model. Nothing leaves this computer.", map[string]any{"Name": found[0].Name})
		}
	}
	w.localTrouble = widgets.NewWords("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{})
	buttons := container.New(&widgets.Flow{Gap: 8})
	for _, l := range found {
		buttons.Add(widgets.NewButton(lang.L("Use {{.Name}}", map[string]any{"Name": l.Name}), widgets.Secondary, func() {
			if w.OnLocal != nil {
				w.OnLocal(l)
			}
		}))
	}
	return newCard("laptop", lang.L("Models on this computer"), muted(sentence), w.localTrouble.Flush(), buttons)
}

// ShowLocalTrouble says why a program on this computer cannot be used.
func (w *Welcome) ShowLocalTrouble(sentence string) {
	if w.localTrouble != nil {
		w.localTrouble.SetText(sentence)
		w.Refresh()
	}
}

func names(found []Local) string {
	out := make([]string, len(found))
	for i, l := range found {
		out[i] = l.Name
	}
	return strings.Join(out, ", ")
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
	w.mark.Resource = theme.Mark("messages-square", fynetheme.ColorNameForeground, markSide)
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
