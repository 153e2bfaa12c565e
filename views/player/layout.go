package player

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/speech"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the bar, in device-independent pixels.
const (
	// Height is the height of the bar with one line of text.
	Height = 56

	button  = 34
	edge    = 10 // from the left edge to the first button
	right   = 18 // from the last button to the right edge
	between = 14
	// leastMiddle is the minimum width of the text and the position before controls are hidden.
	leastMiddle = 190
	// leastNote is the width below which a note is shown only in the tooltip of the voice.
	leastNote = 120
	// leastTitle is the width reserved for the title next to a more important note.
	leastTitle = 80
	// leastSentence is the minimum width of a problem's sentence before buttons are hidden.
	leastSentence = 200
)

// HeightFor returns the height of the bar at a width; it grows with the text size.
func (b *Bar) HeightFor(width float32) float32 {
	if b.failed() {
		_, room := b.problemButtons(width)
		b.problem.Resize(fyne.NewSize(room, b.problem.Size().Height))
		return max(Height, b.problem.MinSize().Height+20)
	}
	return max(Height, b.title.MinSize().Height+b.place.MinSize().Height+12, b.speed.MinSize().Height+20)
}

// problemButtons returns the buttons next to the sentence of a problem, from the right, and the
// width of the sentence. Buttons that do not fit are omitted: first the details, then the one that
// omits the refused setting.
func (b *Bar) problemButtons(width float32) (shown []*widgets.Button, room float32) {
	if b.detailed() {
		shown = append(shown, b.details)
	}
	for _, o := range []*widgets.Button{b.fix, b.without} {
		if o.AccessibilityLabel() != "" {
			shown = append(shown, o)
		}
	}
	for {
		room = width - edge - button - 4 - right - button - between
		for _, o := range shown {
			room -= o.MinSize().Width + between
		}
		switch {
		case room >= leastSentence || !slices.Contains(shown, b.without):
			return shown, max(room, 80)
		case shown[0] == b.details:
			shown = shown[1:]
		default:
			shown = shown[:len(shown)-1]
		}
	}
}

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{b: b, ground: canvas.NewRectangle(nil)}
	r.Refresh()
	return r
}

type renderer struct {
	b      *Bar
	ground *canvas.Rectangle
	// paintings counts the repaints, for tests.
	paintings int
}

func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(240, Height) }

func (r *renderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	if r.b.failed() {
		r.layoutProblem(size)
		return
	}
	r.layoutControls(size)
}

func (r *renderer) layoutControls(size fyne.Size) {
	b := r.b
	x := float32(edge)
	for _, o := range []fyne.CanvasObject{b.previous, b.play, b.next} {
		widgets.CenterVertically(o, x, o.MinSize().Width, size.Height)
		x += o.MinSize().Width - 1.5
	}
	left := x + 12
	x = size.Width - right
	before := func(o fyne.CanvasObject, gap float32) {
		if o.Visible() {
			x -= o.MinSize().Width
			widgets.CenterVertically(o, x, o.MinSize().Width, size.Height)
			x -= gap
		}
	}
	r.choose(size.Width - left - right)
	before(b.close, between)
	before(b.save, between)
	before(b.volume, between)
	before(b.speed, between)
	before(b.voice, between)
	before(b.clock, between)
	width := max(x-left, 0)
	words, place := b.title.MinSize().Height, b.place.MinSize().Height
	top := (size.Height-words-place)/2 + 2
	b.note.Text = note(b.shown)
	wide := min(b.title.MinSize().Width, width)
	if b.shown.Damaged && b.note.Text != "" { // the note matters more than the end of a long title
		wide = min(wide, max(width-10-b.note.MinSize().Width, leastTitle))
	}
	widgets.Place(b.title, left, top, wide, words)
	if room := width - wide - 10; room >= leastNote {
		widgets.FitText(b.note, b.note.Text, room)
	} else {
		b.note.Text = ""
	}
	high := b.note.MinSize().Height
	widgets.Place(b.note, left+wide+10, top+(words-high)/2, max(width-wide-10, 0), high)
	widgets.Place(b.place, left, top+words-1, width, place)
}

// choose hides controls that do not fit: first the volume, then the voice, then the time.
func (r *renderer) choose(room float32) {
	b := r.b
	reads := !b.shown.Source.IsSound()
	kind := b.shown.Source.Kind
	widgets.SetVisible(b.save, b.Calls.OnSave != nil && (kind == speech.Message || kind == speech.Document))
	widgets.SetVisible(b.volume, true)
	widgets.SetVisible(b.voice, reads)
	widgets.SetVisible(b.clock, true)
	rest := func() float32 {
		used := float32(0)
		for _, o := range []fyne.CanvasObject{b.close, b.save, b.volume, b.speed, b.voice, b.clock} {
			if o.Visible() {
				used += o.MinSize().Width + between
			}
		}
		return room - used
	}
	least := float32(leastMiddle)
	if b.shown.Phase == speech.NoOutput { // the title states the problem and must fit
		least = b.title.MinSize().Width
	}
	for _, o := range []fyne.CanvasObject{b.volume, b.voice, b.clock, b.save} {
		if rest() < least {
			widgets.SetVisible(o, false)
		}
	}
}

func (r *renderer) layoutProblem(size fyne.Size) {
	b := r.b
	widgets.CenterVertically(b.warning, edge+(button-theme.IconSize)/2, b.warning.MinSize().Width, size.Height)
	shown, room := b.problemButtons(size.Width)
	x := float32(edge + button + 4)
	b.problem.Resize(fyne.NewSize(room, 0))
	height := b.problem.MinSize().Height
	widgets.Place(b.problem, x, (size.Height-height)/2, room, height)
	x = size.Width - right - button
	widgets.CenterVertically(b.close, x, b.close.MinSize().Width, size.Height)
	for _, o := range []*widgets.Button{b.details, b.fix, b.without} {
		widgets.SetVisible(o, slices.Contains(shown, o))
	}
	for _, o := range shown {
		x -= between + o.MinSize().Width
		widgets.CenterVertically(o, x, o.MinSize().Width, size.Height)
	}
}

func (r *renderer) Refresh() {
	b := r.b
	if !b.set {
		return
	}
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	failed := b.failed()
	for _, o := range []fyne.CanvasObject{b.previous, b.play, b.next, b.title, b.note, b.place, b.speed} {
		widgets.SetVisible(o, !failed)
	}
	for _, o := range []fyne.CanvasObject{b.clock, b.voice, b.volume, b.save} {
		if failed {
			widgets.SetVisible(o, false)
		}
	}
	widgets.SetVisible(b.warning, failed)
	widgets.SetVisible(b.problem, failed)
	if !failed {
		for _, o := range []*widgets.Button{b.details, b.fix, b.without} {
			widgets.SetVisible(o, false)
		}
	}
	small := fynetheme.Size(fynetheme.SizeNameCaptionText)
	for _, t := range []*canvas.Text{b.clock, b.note} {
		t.Color, t.TextSize = fynetheme.Color(theme.ColorMuted), small
	}
	if failed {
		b.warning.Resource = theme.Icon("triangle-alert", problemColor(b.shown.Problem.Kind))
	}
	b.clock.Text = times(b.place.PlaybackPosition(), b.place.Length(), b.shown.Estimated)
	r.Layout(b.Size())
	r.paintings++
	canvas.Refresh(b)
}

func (r *renderer) Objects() []fyne.CanvasObject {
	b := r.b
	return []fyne.CanvasObject{
		r.ground, b.previous, b.play, b.next, b.title, b.note, b.place, b.clock, b.voice, b.speed, b.volume, b.save,
		b.warning, b.problem, b.fix, b.without, b.details, b.close,
	}
}

func (r *renderer) Destroy() {}
