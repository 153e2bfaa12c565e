package prices

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// several are connections, of which the first is in use.
type several struct{}

func (several) List() []connections.Connection {
	return []connections.Connection{{ID: "work", Name: "Work"}, {ID: "home", Name: "Home"}, {ID: "spare", Name: "Spare"}}
}

func (several) Current() (connections.Connection, bool) {
	return connections.Connection{ID: "work", Name: "Work"}, true
}

// charges are the models that each connection was asked for.
type charges map[chat.ID][]string

func (c charges) Models(_ context.Context, connection chat.ID) ([]string, error) {
	return c[connection], nil
}

// world is the sheet in a window, over a catalog of its own.
type world struct {
	t      *testing.T
	window fyne.Window
	models *catalog.Catalog
	todo   chan func()
}

func open(t *testing.T, width, height, text float32, p theme.Preference) *world {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(p, text))
	w := &world{t: t, todo: make(chan func(), 8), window: test.NewTempWindow(t, canvas.NewRectangle(fynetheme.Color(fynetheme.ColorNameBackground)))}
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	var err error
	if w.models, err = catalog.Load(t.TempDir(), nil, func() time.Time { return time.Unix(1_795_600_000, 0) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.models.Close() })
	listed, err := cost.Parse("Input: $2.50, cached input: $1.25, output: $10, cache write: $3")
	if err != nil {
		t.Fatal(err)
	}
	w.models.SetListed("work", []catalog.Model{
		{ID: "oak-large", Price: &listed}, {ID: "oak-small"}, {ID: "scribe", Purpose: catalog.PurposeTranscription}, {ID: "never-used"},
	})
	w.models.RecordUse("work", "oak-large")
	w.models.RecordUse("work", "oak-small")
	thread := uithread.New(func(f func()) { w.todo <- f }, func() {})
	frame := shell.NewFrame(t.Context(), shell.Options{
		App: a, Window: w.window, Thread: thread, Log: slog.New(slog.DiscardHandler), Forms: formtest.Store{},
	})
	New(frame, thread, w.models, several{}, charges{"work": {"oak-large", "gone-1"}, "home": {"elm"}}).Open("", "")
	(<-w.todo)() // what was used
	return w
}

func (w *world) press(name string) {
	w.t.Helper()
	for _, o := range w.all() {
		if b, ok := o.(fyne.Tappable); ok && name == nameOf(o) {
			b.Tapped(&fyne.PointEvent{})
			return
		}
	}
	w.t.Fatalf("there is no %q in %q", name, w.reads())
}

// all are the objects of what lies on top.
func (w *world) all() (all []fyne.CanvasObject) {
	seen.Walk(w.window.Canvas(), true, func(o fyne.CanvasObject, _ fyne.Position) { all = append(all, o) })
	return all
}

func nameOf(o fyne.CanvasObject) string {
	if a, ok := o.(fyne.Accessible); ok {
		return a.AccessibilityLabel()
	}
	return ""
}

func (w *world) reads() string { return strings.Join(seen.Texts(w.window.Canvas()), " ") }

func (w *world) sees(words ...string) {
	w.t.Helper()
	for _, one := range words {
		if said := w.reads(); !strings.Contains(said, one) {
			w.t.Errorf("it does not say %q: %s", one, said)
		}
	}
}

func (w *world) field(name string) *widgets.Field {
	w.t.Helper()
	i := slices.IndexFunc(w.all(), func(o fyne.CanvasObject) bool {
		_, ok := o.(*widgets.Field)
		return ok && nameOf(o) == name
	})
	if i < 0 {
		w.t.Fatalf("there is no field %q in %q", name, w.reads())
	}
	return w.all()[i].(*widgets.Field)
}

// price is the known price of a model, in words.
func (w *world) price(model string) string {
	m, _ := w.models.Model("work", model)
	switch {
	case m.Price == nil:
		return ""
	case m.PriceTyped:
		return words.PriceText(*m.Price) + " typed"
	}
	return words.PriceText(*m.Price)
}

func (w *world) wants(model, price string) {
	w.t.Helper()
	if got := w.price(model); got != price {
		w.t.Errorf("%s costs %q, want %q", model, got, price)
	}
}

const input, output, sound = "Input, per million tokens", "Output, per million tokens", "Audio, per minute"

func TestTheModelsThatCostAreListedWithWhereTheirPriceComesFrom(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	w.sees("oak-large", "$2.50 input · $1.25 cache reads · $3.00 cache writes · $10.00 output, per million tokens", "from the service's list",
		"oak-small", "no price known", "scribe", "gone-1", "They apply from now on.")
	if strings.Contains(w.reads(), "never-used") || strings.Count(w.reads(), "oak-large") != 1 {
		t.Errorf("a model that was not used is listed, or one twice: %s", w.reads())
	}
	w.press("Connection: Work")
	w.press("Home")
	(<-w.todo)()
	w.sees("elm")
	w.press("Connection: Home")
	w.press("Spare")
	const none = "You haven't used any of this connection's models yet."
	if strings.Contains(w.reads(), none) {
		t.Error("it says that none was used before that is known")
	}
	(<-w.todo)()
	w.sees(none)
}

func TestAPriceIsTypedWithTheKeyboardAndTakenBack(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	c := w.window.Canvas()
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // the first is oak-large
	if f, ok := c.Focused().(*widgets.Field); !ok || nameOf(f) != input || f.Text != "2.50" {
		t.Fatalf("the keyboard is at %v", c.Focused())
	}
	w.field(input).SetText("3,5")
	w.press("Save")
	w.wants("oak-large", "$3.50 input · $1.25 cache reads · $3.00 cache writes · $10.00 output, per million tokens typed")
	w.sees("entered by you")
	if o, ok := c.Focused().(fyne.CanvasObject); !ok || nameOf(o) != "oak-large" {
		t.Errorf("the keyboard is at %T", c.Focused())
	}
	w.press("oak-large")
	w.press("Use the service's price")
	w.wants("oak-large", "$2.50 input · $1.25 cache reads · $3.00 cache writes · $10.00 output, per million tokens")
}

func TestWhatIsWrongStandsBesideItsField(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	w.press("oak-small")
	w.press("Save")
	w.sees("Enter at least one price. Use 0 for free.")
	w.field(output).SetText("1,250")
	w.press("Save")
	w.sees("“1,250” can be read in two ways. Write 1250 or 1.25.")
	w.wants("oak-small", "")
	if w.window.Canvas().Focused() != fyne.Focusable(w.field(output)) {
		t.Error("the keyboard is not at the field")
	}
	w.field(output).SetText("0")
	if strings.Contains(w.reads(), "two ways") {
		t.Error("it still says what was wrong")
	}
	w.press("Currency: USD")
	w.press("CHF")
	w.field(input).SetText("0.000001")
	w.press("Save")
	w.wants("oak-small", "CHF\u00a00.000001 input · CHF\u00a00.00 output, per million tokens typed")
	w.press("scribe")
	w.sees("CHF") // the last one
}

func TestAPriceIsPastedOrSaidWhyNot(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	w.press("oak-small")
	paste := w.field("Paste prices from a web page")
	clip := test.NewClipboard()
	put := func(text string) {
		clip.SetContent(text)
		paste.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	}
	put("Input $3 Output €15")
	w.sees("This text has several currencies.", "Input $3 Output €15")
	put("Model\tInput\tCached input\tOutput\noak-small\t€0.15\t€0.075\t€0.60")
	w.sees("Detected: €0.15 input · €0.075 cache reads · €0.60 output, per million tokens", "EUR")
	w.field(input).SetText("0.20")
	put("0.006 per minute") // more of the same model
	w.press("Save")
	w.wants("oak-small", "€0.20 input · €0.075 cache reads · €0.60 output, per million tokens; €0.006 per minute typed")
}

func TestAPriceThatIsNotSavedIsThereAgainUntilItIsDiscarded(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	const paste = "Paste prices from a web page"
	for _, saved := range []bool{false, true} {
		w.press("oak-small")
		w.field(paste).SetText("Input: €3, output: €15, cache write: €4")
		w.field(input).SetText("2")
		w.press("Close")
		w.press("oak-small")
		if got := w.field(input).Text + w.field(output).Text; got != "215.00" || w.field(paste).Text == "" {
			t.Errorf("it opens with %q and %q", got, w.field(paste).Text)
		}
		if saved {
			w.press("Save")
			w.wants("oak-small", "€2.00 input · €4.00 cache writes · €15.00 output, per million tokens typed")
			return
		}
		w.field(paste).SetText("Input: €3")
		w.press("Discard")
		if got := w.field(input).Text + w.field(output).Text + w.field(paste).Text; got != "" || strings.Contains(w.reads(), "Detected") {
			t.Errorf("discarded: %q, %s", got, w.reads())
		}
		if w.window.Canvas().Focused() != fyne.Focusable(w.field(input)) {
			t.Errorf("the focus is on %v", w.window.Canvas().Focused())
		}
		w.sees("USD")
		w.press("Close")
	}
}

func TestAPriceIsCopiedFromAnotherModel(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	w.press("scribe")
	w.press("Use the prices of another model…")
	w.press("oak-large")
	w.field(sound).SetText("0.006")
	w.press("Save")
	w.wants("scribe", "$2.50 input · $1.25 cache reads · $3.00 cache writes · $10.00 output, per million tokens; $0.006 per minute typed")
}

// An amount that has no finite number for the unit of its field stays as it is.
func TestAnAmountThatIsNotTouchedStaysExact(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	whole := int64(1_000_000)
	w.models.SetPrice("work", "scribe", &cost.Price{Currency: "USD", AudioHour: &whole})
	w.press("scribe")
	if got := w.field(sound).Text; got != "0.016666667" {
		t.Errorf("it says %q", got)
	}
	w.field(input).SetText("1")
	w.press("Save")
	w.wants("scribe", "$1.00 input, per million tokens; $1.00 per hour of audio typed")
}

func TestAModelThatIsNotListedGetsAPrice(t *testing.T) {
	w := open(t, 1000, 800, 1, theme.Light)
	w.press("Add a model…")
	w.field("Text to read aloud, per 1,000 characters").SetText("0.015")
	w.press("Save")
	w.sees("Enter the name of the model.")
	w.field("Model").SetText(" voice-1 ")
	w.press("Save")
	w.wants("voice-1", "$0.015 per 1,000 characters typed")
	w.sees("voice-1")
	if slices.ContainsFunc(w.models.Models("work"), func(m catalog.Model) bool { return m.ID == "voice-1" }) {
		t.Error("it is offered to chat with")
	}
}

// However large the letters are and however narrow the window, nothing hangs out.
func TestNothingHangsOut(t *testing.T) {
	for _, text := range []float32{1, 2} {
		w := open(t, 720, 800, text, theme.Dark)
		within := func(what string) {
			t.Helper()
			seen.Walk(w.window.Canvas(), false, func(o fyne.CanvasObject, at fyne.Position) {
				if words, ok := o.(*canvas.Text); ok && at.X+o.MinSize().Width > 701 {
					t.Errorf("%s at %v: %q ends at %v", what, text, words.Text, at.X+o.MinSize().Width)
				}
			})
		}
		within("list")
		w.press("oak-large")
		w.field(input).SetText("x")
		w.press("Save")
		within("form")
	}
}
