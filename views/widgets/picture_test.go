package widgets

import (
	"image"
	"image/png"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/assets"
	"parley/views/theme"
)

// same reports whether two pictures are equal in every pixel.
func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// TestPictures writes pictures to look at, when PICTURES names a folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	for name, look := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		app := test.NewTempApp(t)
		app.Settings().SetTheme(theme.New(look, 1))
		shot := func(what string, w fyne.Window) {
			f, err := os.Create(dir + "/" + what + "-" + name + ".png")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := png.Encode(f, w.Canvas().Capture()); err != nil {
				t.Fatal(err)
			}
		}
		window := func(o fyne.CanvasObject) fyne.Window {
			w := test.NewTempWindow(t, container.NewStack(canvas.NewRectangle(fynetheme.Color(fynetheme.ColorNameBackground)), o))
			w.SetPadded(false)
			w.Resize(fyne.NewSize(900, 600))
			return w
		}
		controls, anchor, field := everyControl()
		w := window(container.New(layout.NewCustomPaddedLayout(20, 20, 20, 20), controls))
		w.Canvas().Focus(field)
		shot("controls", w)
		ShowMenu(anchor, []MenuItem{
			{Icon: "pencil", Words: "Rename", Do: func() {}},
			{Icon: "pin", Words: "Pin", Do: func() {}},
			{Icon: "download", Words: "Save", Reason: "Nothing to save yet", Do: func() {}},
			{Icon: "trash-2", Words: "Delete", Danger: true, Do: func() {}},
		})
		shot("menu", w)
		w = window(NewBody("behind"))
		Ask(w.Canvas(), "Send a key over a connection anybody can read?", NewBody("The address begins with http, so the key and all messages can be read by others on the way. This is only safe in your own network."), "Send anyway", "Cancel", func() {})
		shot("question", w)
		toasts := NewToasts(func(time.Duration, func()) func() { return func() {} })
		w = window(container.NewStack(NewBody("behind"), toasts))
		toasts.Say("“Letter to the landlord” was deleted.", "Undo", func() {})
		shot("toast", w)
		w = window(NewBody("behind"))
		Page(w.Canvas(), "Settings", "Close", NewBody("What is inside."), 640, 400)
		shot("page", w)
		w = window(everyIcon())
		shot("icons", w)
	}
}

func everyControl() (all, anchor fyne.CanvasObject, field *Field) {
	disabled := NewButton("Disabled", Primary, func() {})
	disabled.SetDisabled("Type an address first.")
	focused := NewButton("Focused", Secondary, func() {})
	focused.focused = true
	send := NewIconButton("arrow-up", "Send", func() {})
	send.SetFilled(true)
	on := NewIconButton("eye", "See", func() {})
	on.SetChosen(true)
	selected := NewNavRow("message-square-plus", "Selected row", func() {})
	selected.SetSelected(true)
	marked := NewNavRow("", "A row with words that are too long to be shown all in here", func() {})
	marked.SetMark("check")
	field = NewField("Name", "Search everything")
	field.SetLeading("search")
	secret := NewSecretField("Key", "Your key")
	secret.SetText("abcdef")
	set := 0.8
	slider := NewSlider("Creativity", 0, 2, 0.1)
	slider.Set(&set)
	both := NewSlider("Repetition", -2, 2, 0.1)
	both.Set(&set)
	more := NewButton("Menu", Secondary, func() {}).SetIconAfter("chevron-down")
	all = container.NewVBox(
		container.NewHBox(NewButton("Primary", Primary, func() {}), NewButton("Secondary", Secondary, func() {}),
			NewButton("Quiet", Quiet, func() {}).SetIcon("sliders-horizontal"), NewButton("Delete", Danger, func() {}),
			container.NewCenter(NewButton("A link", Link, func() {})), disabled, focused, more),
		container.NewHBox(container.NewCenter(NewBadge("Practice")), send, on, NewIconButton("trash-2", "Delete", func() {})),
		container.NewGridWithColumns(2, container.NewVBox(selected, NewNavRow("settings", "Settings", func() {}), marked), NewTextArea("Long", "Write here", 3)),
		container.NewGridWithColumns(2, field, secret),
		container.NewGridWithColumns(3, slider, both, NewSlider("Empty", 0, 1, 0.1)),
		NewHeading("A heading"), NewBody("Body words that say something."), NewMuted("Muted words that say less."),
	)
	return all, more, field
}

func everyIcon() fyne.CanvasObject {
	grid := container.NewGridWithColumns(12)
	for _, name := range assets.IconNames() {
		grid.Add(container.NewHBox(container.NewCenter(newPicture(name, 18).Image), NewMuted(name)))
	}
	return grid
}
