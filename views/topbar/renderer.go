package topbar

import "fyne.io/fyne/v2"

// The measures of the bar, in device-independent pixels.
const (
	height = 52
	edge   = 16
	gap    = 8
	// nameLeast is how much of the model's button always stays.
	nameLeast = 120
)

type renderer struct{ t *Topbar }

func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(320, height) }

// Layout puts the right end first; the model's name has what is left.
func (r *renderer) Layout(size fyne.Size) {
	t := r.t
	right := size.Width - edge
	for _, o := range []fyne.CanvasObject{t.more, t.adjust, t.badge} {
		if o.Visible() {
			right -= o.MinSize().Width
			at(o, right, o.MinSize().Width, size.Height)
			right -= gap
		}
	}
	left := float32(edge)
	if t.sidebar.Visible() {
		at(t.sidebar, left, t.sidebar.MinSize().Width, size.Height)
		left += t.sidebar.MinSize().Width + gap
	}
	at(t.model, left, min(t.model.MinSize().Width, max(right-left, nameLeast)), size.Height)
}

// at places an object in the middle of the height.
func at(o fyne.CanvasObject, x, width, height float32) {
	h := o.MinSize().Height
	o.Resize(fyne.NewSize(width, h))
	o.Move(fyne.NewPos(x, (height-h)/2))
}

func (r *renderer) Refresh() {
	t := r.t
	show(t.sidebar, t.folded)
	show(t.badge, t.practice)
	show(t.more, t.OnMenu != nil)
	r.Layout(t.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.sidebar, r.t.model, r.t.badge, r.t.adjust, r.t.more}
}
func (r *renderer) Destroy() {}

func show(o fyne.CanvasObject, visible bool) {
	switch {
	case visible && !o.Visible():
		o.Show()
	case !visible && o.Visible():
		o.Hide()
	}
}
