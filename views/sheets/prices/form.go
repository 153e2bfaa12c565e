package prices

import (
	"encoding/json"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/cost"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// priceForm edits a price, typed or pasted from a price page.
type priceForm struct {
	widget.BaseWidget
	// OnResized is called when the height has changed, OnCopy to choose at anchor the model whose
	// price is copied.
	OnResized func()
	OnCopy    func(anchor fyne.CanvasObject)

	model    *widgets.Field // nil where the model is given
	noModel  *widgets.Text
	paste    *widgets.Field
	note     *widgets.Text
	amounts  []*amount
	currency string
	choice   *widgets.Dropdown
	copied   *widgets.Button
	// base is the initial price of the form, which may have amounts without a field.
	base cost.Price
	// onPriceSet is called when base or the currency has changed; it may be nil.
	onPriceSet func()
	root       *fyne.Container
}

// currencies lists the currencies of the menu.
var currencies = []string{"USD", "EUR", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "INR", "BRL"}

// newPriceForm returns an empty form with the given currency; other adds a field for the id of a
// model.
func newPriceForm(currency string, other bool) *priceForm {
	f := &priceForm{currency: currency, note: widgets.NewMuted("").NoMargin()}
	f.amounts = []*amount{
		f.newAmount("input", i18n.Text("Input"), i18n.Text("per million tokens"), cost.PerMillion, func(p *cost.Price) **int64 { return &p.Input }),
		f.newAmount("output", i18n.Text("Output"), i18n.Text("per million tokens"), cost.PerMillion, func(p *cost.Price) **int64 { return &p.Output }),
		f.newAmount("cache read", i18n.Text("Read from cache"), i18n.Text("per million tokens"), cost.PerMillion, func(p *cost.Price) **int64 { return &p.CacheRead }),
		f.newAmount("audio", i18n.Text("Audio"), i18n.Text("per minute"), cost.PerMinute, func(p *cost.Price) **int64 { return &p.AudioHour }),
		f.newAmount("characters", i18n.Text("Text to read aloud"), i18n.Text("per 1,000 characters"), cost.PerThousand, func(p *cost.Price) **int64 { return &p.Characters }),
	}
	f.paste = widgets.NewTextArea(i18n.Text("Paste prices from a web page"), i18n.Text("For example $2.50 / 1M input tokens, $10.00 / 1M output tokens"), 2)
	f.paste.OnPaste = func(text string) bool {
		f.paste.SetText(text)
		f.read(text, true)
		return true
	}
	f.paste.OnChanged = func(text string) { f.read(text, false) }
	f.paste.OnFocusLost = func() {
		if _, err := cost.Parse(f.paste.Text); err != nil && f.paste.Text != "" {
			f.say(words.PriceProblem(err), true)
		}
	}
	f.note.Hide()
	f.choice = widgets.NewDropdown(i18n.Text("Currency"), f.chooseCurrency)
	f.choice.Set(currencyName(currency))
	f.copied = widgets.NewButton(i18n.Text("Copy from another model…"), widgets.Link, func() { widgets.CallWith(f.OnCopy, fyne.CanvasObject(f.copied)) })
	grid := container.New(&pairs{})
	for _, a := range f.amounts {
		grid.Add(a.object)
	}
	grid.Add(form.Labeled(i18n.Text("Currency"), f.choice))
	about := widgets.NewMuted(i18n.Text("Leave unknown prices empty; 0 means free. Past costs don't change.")).NoMargin()
	f.root = container.New(&widgets.Column{Gap: 14})
	if other {
		f.model = widgets.NewField(i18n.Text("Model"), i18n.Text("Model name, exactly as the service writes it"))
		f.noModel = wrong()
		f.root.Add(container.New(&widgets.Column{Gap: 4}, form.Labeled(i18n.Text("Model"), f.model), f.noModel))
	}
	pasted := container.New(&widgets.Column{Gap: 4}, form.Labeled(i18n.Text("Paste prices from a web page"), f.paste), f.note)
	for _, o := range []fyne.CanvasObject{pasted, container.New(&widgets.Flow{}, f.copied), grid, about} {
		f.root.Add(o)
	}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget.
func (f *priceForm) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.root) }

// MinSize implements fyne.CanvasObject. The height is that of the width it was last laid out in.
func (f *priceForm) MinSize() fyne.Size { return f.root.MinSize() }

// First returns the field that is focused first.
func (f *priceForm) First() fyne.Focusable {
	if f.model != nil {
		return f.model
	}
	return f.amounts[0].field
}

// Keep keeps what is typed in the form until it is used or discarded.
func (f *priceForm) Keep(d *form.Draft) {
	if f.model != nil {
		d.Keep("model", f.model)
	}
	for _, a := range f.amounts {
		d.Keep(a.id, a.field)
	}
	pasted := d.KeepValue("paste", func() string { return f.paste.Text }, f.showPasted)
	read := f.paste.OnChanged
	f.paste.OnChanged = func(text string) {
		read(text)
		pasted()
	}
	currency := d.KeepValue("currency", func() string { return f.currency }, f.setCurrency)
	base := d.KeepValue("base", f.baseText, f.setBaseText)
	f.onPriceSet = func() {
		currency()
		base()
	}
}

// showPasted shows a pasted text without reading prices from it.
func (f *priceForm) showPasted(text string) {
	read := f.paste.OnChanged
	f.paste.OnChanged = nil
	f.paste.SetText(text)
	f.paste.OnChanged = read
}

// baseText returns the initial price as text, for setBaseText.
func (f *priceForm) baseText() string {
	text, err := json.Marshal(f.base)
	if err != nil {
		panic("prices: a price as JSON: " + err.Error()) // numbers and a currency
	}
	return string(text)
}

// setBaseText restores the initial price. It leaves that unchanged if text is none of baseText.
func (f *priceForm) setBaseText(text string) {
	var p cost.Price
	if json.Unmarshal([]byte(text), &p) == nil {
		f.base = p
	}
}

// HideCopy hides the button that copies from another model, because none has a price.
func (f *priceForm) HideCopy() { f.copied.Hide() }

// Set replaces the whole price.
func (f *priceForm) Set(p cost.Price) {
	f.setCurrency(p.Currency)
	f.base = p
	for _, a := range f.amounts {
		a.set(*a.of(&p))
	}
	widgets.CallIfSet(f.onPriceSet)
	f.resized()
}

// add sets the amounts that p has, and keeps the others unless they are in another currency.
func (f *priceForm) add(p cost.Price) {
	if p.Currency != "" && p.Currency != f.currency {
		f.Set(p)
		return
	}
	base := f.base
	if base.Currency != f.currency {
		base = cost.Price{Currency: f.currency}
	}
	for _, a := range f.amounts {
		if of := *a.of(&p); of != nil {
			a.set(of)
			*a.of(&base) = of
		}
	}
	for _, hidden := range hiddenAmounts {
		if of := *hidden(&p); of != nil {
			*hidden(&base) = of
		}
	}
	f.base = base
	widgets.CallIfSet(f.onPriceSet)
	f.resized()
}

// hiddenAmounts are the amounts without a field.
var hiddenAmounts = []func(*cost.Price) **int64{
	func(p *cost.Price) **int64 { return &p.CacheWrite },
	func(p *cost.Price) **int64 { return &p.AudioInput },
	func(p *cost.Price) **int64 { return &p.AudioOutput },
	func(p *cost.Price) **int64 { return &p.Picture },
	func(p *cost.Price) **int64 { return &p.Request },
}

// read parses text into the fields. It shows errors only if the text is whole: pasted, or the field
// was left.
func (f *priceForm) read(text string, whole bool) {
	if strings.TrimSpace(text) == "" {
		f.say("", false)
		return
	}
	p, err := cost.Parse(text)
	switch {
	case err == nil:
		f.add(p)
		if p.Currency == "" {
			p.Currency = f.currency
		}
		f.say(i18n.Text("Detected: {{.Price}}", map[string]any{"Price": words.PriceText(p)}), false)
	case whole:
		f.say(words.PriceProblem(err), true)
	default:
		f.say("", false)
	}
}

// say shows a sentence under the field for pasted text.
func (f *priceForm) say(sentence string, loud bool) {
	color := theme.ColorMuted
	if loud {
		color = theme.ColorDanger
	}
	f.note.SetColor(color)
	f.note.SetText(sentence)
	widgets.SetVisible(f.note, sentence != "")
	f.resized()
}

// Get returns the typed model and the price. If something is invalid, it shows an error beside the
// field, focuses the field, and ok is false.
func (f *priceForm) Get() (model string, p cost.Price, ok bool) {
	p.Currency = f.currency
	if f.base.Currency == f.currency {
		p = f.base
	}
	var first fyne.Focusable
	known := slices.ContainsFunc(hiddenAmounts, func(of func(*cost.Price) **int64) bool { return *of(&p) != nil })
	for _, a := range f.amounts {
		got, err := a.get()
		a.say("")
		if err != nil {
			a.say(i18n.Text("Enter a number such as 0.15."))
			if first == nil {
				first = a.field
			}
		}
		*a.of(&p) = got
		known = known || got != nil
	}
	if first == nil && !known {
		f.amounts[0].say(i18n.Text("Enter the prices you know. Use 0 for free."))
		first = f.amounts[0].field
	}
	if f.model != nil {
		model = strings.TrimSpace(f.model.Text)
		f.noModel.SetText(i18n.Text("Enter the name of the model."))
		widgets.SetVisible(f.noModel, model == "")
		if model == "" {
			first = f.model
		}
	}
	f.resized()
	if over := widgets.CanvasOf(f); over != nil && first != nil {
		over.Focus(first)
	}
	return model, p, first == nil
}

// chooseCurrency shows the menu of currencies.
func (f *priceForm) chooseCurrency() {
	all := currencies
	if !slices.Contains(all, f.currency) {
		all = append(slices.Clone(all), f.currency)
	}
	var items []widgets.MenuItem
	for _, c := range all {
		items = append(items, widgets.MenuItem{Text: currencyName(c), Chosen: c == f.currency, Do: func() { f.setCurrency(c) }})
	}
	widgets.ShowMenu(f.choice, items)
}

func (f *priceForm) setCurrency(c string) {
	if c != "" {
		f.currency = c
		f.choice.Set(currencyName(c))
		widgets.CallIfSet(f.onPriceSet)
	}
}

// currencyName returns the displayed name of a currency.
func currencyName(c string) string {
	if c == words.PlayMoney {
		return i18n.Text("Practice credits")
	}
	return c
}

func (f *priceForm) resized() { widgets.CallIfSet(f.OnResized) }

// wrong returns the empty error text of a field.
func wrong() *widgets.Text {
	w := widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	w.Hide()
	return w
}
