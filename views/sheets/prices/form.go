package prices

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/cost"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// priceForm edits the price of a model, which the user types or pastes from a web page.
type priceForm struct {
	*form.Form
	// OnCopy opens a menu at anchor of the models whose price can be copied; nil if there are none.
	OnCopy func(anchor fyne.CanvasObject)

	// other adds a field for the name of the model; noModel means that the name is missing.
	other, noModel bool
	model          string
	pasted         string
	// note is shown below the field for pasted text, as an error if wrong is set.
	note     string
	wrong    bool
	amounts  []*amount
	currency string
	// base is the price that the form starts from, including amounts without a field.
	base cost.Price
	// onPriceSet is called when base or the currency has changed; nil until the form is open.
	onPriceSet func()
}

// currencies lists the currencies of the menu.
var currencies = []string{"USD", "EUR", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "INR", "BRL"}

// newPriceForm returns an empty form with the given currency; other adds a field for the id of a
// model. Call Open to show it.
func newPriceForm(currency string, other bool) *priceForm {
	f := &priceForm{currency: currency, other: other, amounts: newAmounts()}
	f.Form = form.New(14, f.fill)
	return f
}

// Open shows a price, nil for none, and then the texts stored in the draft.
func (f *priceForm) Open(p *cost.Price, draft *form.Draft) {
	f.Draft = draft
	if p != nil {
		f.Set(*p)
	}
	f.Update()
	currency := draft.KeepValue("currency", func() string { return f.currency }, f.setCurrency)
	base := draft.KeepValue("base", f.baseText, f.setBaseText)
	f.onPriceSet = func() {
		currency()
		base()
	}
}

func (f *priceForm) fill(*form.Form) {
	if f.other {
		noModel := ""
		if f.noModel {
			noModel = i18n.Text("Enter the name of the model.")
		}
		f.labeled(f.Field(form.Field{
			Name: i18n.Text("Model"), Placeholder: i18n.Text("Model name, exactly as the service writes it"), Value: f.model, Kept: "model",
			OnChange: func(typed string) { f.model = typed },
		}), i18n.Text("Model"), noModel, true)
	}
	// Build the amounts before the field for pasted text: Discard focuses the field built first.
	amounts := f.Group(&pairs{}, func() {
		for _, a := range f.amounts {
			f.labeled(f.Field(form.Field{
				Name: a.name, Value: a.text, Kept: a.id, OnChange: func(typed string) { a.text = typed }, Wrong: &a.wrong,
			}), a.name, a.wrong, true)
		}
		f.labeled(f.Dropdown(i18n.Text("Currency"), currencyName(f.currency), f.chooseCurrency), i18n.Text("Currency"), "", false)
	})
	paste := f.Field(form.Field{
		Name: pasteName(), Placeholder: i18n.Text("For example $2.50 / 1M input tokens, $10.00 / 1M output tokens"), Rows: 2, Value: f.pasted, Kept: "paste",
		OnChange: func(text string) {
			if f.pasted = text; f.onPriceSet != nil { // not while Open shows the draft
				f.read(text, false)
			}
		},
	})
	paste.OnPaste = func(text string) bool {
		f.SetText(pasteName(), text)
		f.read(text, true)
		return true
	}
	paste.OnFocusLost = func() {
		if _, err := cost.Parse(f.pasted); err != nil && f.pasted != "" {
			f.say(words.PriceProblem(err), true)
		}
	}
	f.labeled(paste, pasteName(), f.note, f.wrong)
	var copied []fyne.CanvasObject
	if f.OnCopy != nil {
		copyFrom := i18n.Text("Use the prices of another model…")
		b := f.ButtonCalled(copyFrom, copyFrom, widgets.Link, nil)
		copied = append(copied, b)
		b.SetOnTapped(func() { f.OnCopy(b) })
	}
	f.AddRow(copied...)
	f.Add(amounts)
	f.Muted(i18n.Text("Leave unknown prices empty; 0 means free. Past costs don't change."))
}

func pasteName() string { return i18n.Text("Paste prices from a web page") }

// labeled adds a control below its label, and a note below the control.
func (f *priceForm) labeled(control fyne.CanvasObject, label, note string, wrong bool) {
	f.Block(4, func() {
		f.Muted(label)
		f.Add(control)
		switch {
		case note == "":
		case wrong:
			f.Wrong(note)
		default:
			f.Muted(note)
		}
	})
}

// First returns the name of the field that is focused first.
func (f *priceForm) First() string {
	if f.other {
		return i18n.Text("Model")
	}
	return f.amounts[0].name
}

// baseText returns base as text, for setBaseText.
func (f *priceForm) baseText() string {
	text, err := json.Marshal(f.base)
	if err != nil {
		// cannot happen: base is numbers and a currency
		panic("prices: a price as JSON: " + err.Error())
	}
	return string(text)
}

// setBaseText restores base from the result of baseText. Any other text changes nothing.
func (f *priceForm) setBaseText(text string) {
	var p cost.Price
	if json.Unmarshal([]byte(text), &p) == nil {
		f.base = p
	}
}

// Set replaces the whole price.
func (f *priceForm) Set(p cost.Price) {
	f.currency, f.base = cmp.Or(p.Currency, f.currency), p
	for _, a := range f.amounts {
		a.set(*a.of(&p))
	}
	f.showPrice()
}

// showPrice shows the amounts and the currency, and stores them in the draft like typed text.
func (f *priceForm) showPrice() {
	for _, a := range f.amounts {
		f.SetText(a.name, a.text)
	}
	widgets.CallIfSet(f.onPriceSet)
	f.Update()
}

// add sets the amounts that p has. The other amounts stay unless p has another currency.
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
	f.showPrice()
}

// hiddenAmounts select the amounts of a price that have no field.
var hiddenAmounts = []func(*cost.Price) **int64{
	func(p *cost.Price) **int64 { return &p.CacheWrite },
	func(p *cost.Price) **int64 { return &p.AudioInput },
	func(p *cost.Price) **int64 { return &p.AudioOutput },
	func(p *cost.Price) **int64 { return &p.Picture },
	func(p *cost.Price) **int64 { return &p.Request },
}

// read parses text into the fields. It shows errors only if whole is set, for a pasted text;
// otherwise the user may still be typing.
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
func (f *priceForm) say(sentence string, wrong bool) {
	f.note, f.wrong = sentence, wrong
	f.Update()
}

// Get returns the typed model and the price. If a field is invalid, Get shows an error below the
// field, focuses it, and ok is false.
func (f *priceForm) Get() (model string, p cost.Price, ok bool) {
	p.Currency = f.currency
	if f.base.Currency == f.currency {
		p = f.base
	}
	first := ""
	known := slices.ContainsFunc(hiddenAmounts, func(of func(*cost.Price) **int64) bool { return *of(&p) != nil })
	for _, a := range f.amounts {
		got, err := a.get()
		a.wrong = ""
		if err != nil {
			a.wrong = format.Question(err, i18n.Text("Enter a number such as {{.Example}}.", map[string]any{"Example": format.Decimal(0.15, 2)}))
			first = cmp.Or(first, a.name)
		}
		*a.of(&p) = got
		known = known || got != nil
	}
	if first == "" && !known {
		f.amounts[0].wrong = i18n.Text("Enter at least one price. Use 0 for free.")
		first = f.amounts[0].name
	}
	model = strings.TrimSpace(f.model)
	if f.noModel = f.other && model == ""; f.noModel {
		first = i18n.Text("Model")
	}
	f.Update()
	f.Focus(widgets.CanvasOf(f.Object()), first)
	return model, p, first == ""
}

// chooseCurrency shows the menu of currencies.
func (f *priceForm) chooseCurrency(anchor *widgets.Dropdown) {
	all := currencies
	if !slices.Contains(all, f.currency) {
		all = append(slices.Clone(all), f.currency)
	}
	var items []widgets.MenuItem
	for _, c := range all {
		items = append(items, widgets.MenuItem{Text: currencyName(c), Chosen: c == f.currency, Do: func() { f.setCurrency(c) }})
	}
	widgets.ShowMenu(anchor, items)
}

func (f *priceForm) setCurrency(c string) {
	if c != "" {
		f.currency = c
		widgets.CallIfSet(f.onPriceSet)
		f.Update()
	}
}

// currencyName returns the displayed name of a currency.
func currencyName(c string) string {
	if c == words.PlayMoney {
		return i18n.Text("Practice credits")
	}
	return c
}
