package composer

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/theme"
)

// carries puts n pictures of different colors above the text.
func (w *world) carries(n int, more ...chat.Part) {
	var parts []chat.Part
	for i := range n {
		parts = append(parts, chat.Part{
			Kind: chat.PartImage, Name: fmt.Sprintf("picture %d.jpg", i+1),
			Blob:     &chat.Blob{SHA256: fmt.Sprint(i), MIME: "image/jpeg", Size: 400_000, Width: 800, Height: 600},
			Original: &chat.Blob{SHA256: fmt.Sprint("o", i), MIME: "image/jpeg", Size: 3_400_000, Width: 4000, Height: 3000},
		})
	}
	w.SetDraft(chat.Draft{Text: "Which is the nicest?", Parts: append(parts, more...)})
	for i := range n {
		img := image.NewNRGBA(image.Rect(0, 0, 64, 48))
		for k := range img.Pix {
			img.Pix[k] = 255
		}
		for y := range 48 {
			for x := range 64 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(60 * i), uint8(255 - 60*i), uint8(80 + 2*x), 255})
			}
		}
		w.SetThumbnail(fmt.Sprint(i), img)
	}
}

// names are those of the attachments, in their order.
func (w *world) names() string {
	var out []string
	for _, p := range w.Draft().Parts {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

func drag(c *chip, dx, dy float32) { c.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(dx, dy)}) }

func TestChipsAreReorderedByDragging(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.carries(3)
	first := w.chips.chips[0]
	width := first.Size().Width
	drag(first, 5, 0)
	drag(first, width*2, 2)
	m := w.chips.moving
	if m == nil || m.to != 2 || m.gap.Position().X < width {
		t.Fatalf("held %+v", m)
	}
	if got := w.names(); got != "picture 1.jpg, picture 2.jpg, picture 3.jpg" {
		t.Fatalf("moved before it was let go: %s", got)
	}
	first.DragEnd()
	if got := w.names(); got != "picture 2.jpg, picture 3.jpg, picture 1.jpg" {
		t.Fatalf("let go: %s", got)
	}
	if n := len(w.changed); n != 1 || w.changed[0].Parts[2].Name != "picture 1.jpg" {
		t.Fatalf("told %d times", n)
	}
	if w.window.Canvas().Focused() != fyne.Focusable(w.chips.chips[2]) {
		t.Error("the keyboard is not at what was moved")
	}
}

func TestEscapeGivesUpADrag(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.carries(3)
	first := w.chips.chips[0]
	drag(first, 300, 0)
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	drag(first, 100, 0) // the button is still held
	first.DragEnd()
	if got := w.names(); got != "picture 1.jpg, picture 2.jpg, picture 3.jpg" || len(w.changed) != 0 || w.chips.moving != nil {
		t.Fatalf("%s, told %d times", got, len(w.changed))
	}
	drag(first, first.Size().Width+20, 0)
	first.DragEnd()
	if got := w.names(); got != "picture 2.jpg, picture 1.jpg, picture 3.jpg" {
		t.Fatalf("cannot be dragged again: %s", got)
	}
}

func TestChipsAreReorderedByTheKeyboard(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.carries(3)
	press := func(key fyne.KeyName) {
		w.window.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt})
	}
	w.window.Canvas().Focus(w.chips.chips[0])
	press(fyne.KeyLeft) // there is nothing left of it
	press(fyne.KeyRight)
	press(fyne.KeyRight)
	if got := w.names(); got != "picture 2.jpg, picture 3.jpg, picture 1.jpg" {
		t.Fatalf("moved to the end: %s", got)
	}
	press(fyne.KeyLeft)
	if got := w.names(); got != "picture 2.jpg, picture 1.jpg, picture 3.jpg" {
		t.Fatalf("moved back: %s", got)
	}
}

func TestTheKeyboardStaysAtNoChipThatIsGone(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.carries(2)
	focused := func() fyne.Focusable { return w.window.Canvas().Focused() }
	w.window.Canvas().Focus(w.chips.chips[1])
	w.SetThumbnail("1", image.NewNRGBA(image.Rect(0, 0, 1, 1))) // the chips are made anew
	if focused() != fyne.Focusable(w.chips.chips[1]) {
		t.Errorf("it is at %T", focused())
	}
	w.SetDraft(chat.Draft{})
	if focused() != fyne.Focusable(w.box) || len(w.chips.chips) != 0 {
		t.Errorf("after sending it is at %T, with %d chips", focused(), len(w.chips.chips))
	}
}

func TestADragEndsWhenTheChipsChange(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.carries(2)
	first := w.chips.chips[0]
	drag(first, 300, 0)
	w.SetThumbnail("1", image.NewNRGBA(image.Rect(0, 0, 1, 1))) // another picture is ready
	drag(first, 100, 0)
	first.DragEnd()
	if got := w.names(); got != "picture 1.jpg, picture 2.jpg" || w.chips.moving != nil {
		t.Fatal(got)
	}
}

func TestEveryAttachmentSaysWhatItIsAndHasItsMenu(t *testing.T) {
	w := open(t, theme.Light, 768)
	pdf := chat.Part{Kind: chat.PartFile, Name: "lease.pdf", Pages: 12, Blob: &chat.Blob{SHA256: "pdf", MIME: "application/pdf", Size: 3_400_000}}
	w.carries(1, pdf,
		chat.Part{Kind: chat.PartPasted, Name: "notes.md", Text: strings.Repeat("word ", 400)},
		chat.Part{Kind: chat.PartRemoteImage, Text: "https://pictures.example.org/far/sea.png?size=2"})
	for i, want := range []string{
		"picture 1.jpg · 0.4 MB · about 765 tokens", "lease.pdf · 12 pages · 3.4 MB", "notes.md · 2 KB · about 400 tokens", "sea.png · pictures.example.org",
	} {
		if got := w.chips.chips[i].words(); got != want {
			t.Errorf("chip %d says %q, not %q", i, got, want)
		}
	}
	test.Tap(w.chips.chips[0])
	test.Tap(w.chips.chips[1])
	if got := strings.Join(w.opened, ", "); got != "picture 1.jpg, lease.pdf" {
		t.Errorf("looked at %s", got)
	}
	test.Tap(w.chips.chips[0].more)
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	w.window.Canvas().Overlays().Remove(w.window.Canvas().Overlays().Top())
	w.AskForOriginal(w.Draft().Parts[0])
	if p := w.Draft().Parts[0]; !p.AsIs || w.chips.chips[0].words() != "picture 1.jpg · the original, 3.4 MB · about 765 tokens" {
		t.Errorf("as it is: %v, %q", p.AsIs, w.chips.chips[0].words())
	}
	dark := open(t, theme.Dark, 480)
	dark.carries(4, pdf)
}

func TestWhatCannotBeOpenedHereIsNotOffered(t *testing.T) {
	w := open(t, theme.Light, 768)
	w.Attachments = nil
	w.carries(1)
	c := w.chips.chips[0]
	if c.opens() {
		t.Error("the picture looks as if it could be opened")
	}
	test.Tap(c)
	c.menu(c.more)
	for _, name := range []string{"Details…", "Send original file"} {
		if seen.Find(w.window.Canvas(), true, name).Best() != nil {
			t.Errorf("%q is offered", name)
		}
	}
	if seen.Find(w.window.Canvas(), true, "Remove").Best() == nil {
		t.Error("the menu is not open")
	}
}
