package widgets

import (
	"slices"

	"parlando/views/wheel"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// SheetStep is one page of a sheet: a card over the window that keeps its size while the user moves
// to further steps and back.
type SheetStep struct {
	// OnHide is called once when the user has gone back from the step or closed the sheet.
	OnHide func()
	// OnReturn sets the focus when the user returns from the next step. If it is nil, the control
	// that was focused before gets the focus.
	OnReturn func()
	// OnEscape is called before the step is dismissed. It returns true if it ended something
	// instead. It may be nil.
	OnEscape func() bool

	sheet   *sheet
	body    fyne.CanvasObject
	focused fyne.Focusable // the focused control when the next step was opened
}

// sheet is the stack of steps in one overlay; only the last one is visible.
type sheet struct {
	overlay *Overlay
	steps   []*SheetStep
	bodies  *fyne.Container
}

// SheetCompanion is content that moves above a sheet while the sheet is open.
type SheetCompanion interface {
	// MoveTo moves the companion above a sheet, or back into the window if sheet is nil.
	MoveTo(sheet *Overlay)
	// Place positions the companion in an overlay of the given size.
	Place(size fyne.Size)
	Objects() []fyne.CanvasObject
}

// ShowStep adds a step to the topmost sheet, with a back button beside the title. If there is no
// sheet, it opens one of the given size with above over it. beside is placed left of the close
// button.
func ShowStep(c fyne.Canvas, above SheetCompanion, title string, content fyne.CanvasObject, width, height float32, beside ...fyne.CanvasObject) *SheetStep {
	s := &SheetStep{}
	if top, ok := c.Overlays().Top().(*Overlay); ok && top.sheet != nil {
		s.sheet = top.sheet
		top.hint.hide()
		s.sheet.last().focused = c.Focused()
		c.Unfocus()
	} else {
		s.sheet = &sheet{bodies: container.NewStack()}
	}
	var back func()
	dismiss := func() { s.sheet.overlay.Dismiss() }
	if len(s.sheet.steps) > 0 {
		back = dismiss
	}
	s.body = titled(title, content, back, dismiss, beside)
	s.sheet.steps = append(s.sheet.steps, s)
	s.sheet.bodies.Add(s.body)
	if s.sheet.overlay == nil {
		s.sheet.open(c, above, width, height)
	}
	s.sheet.show()
	return s
}

func (s *sheet) open(c fyne.Canvas, above SheetCompanion, width, height float32) {
	s.overlay = ShowOverlay(c, s.bodies, true, pagePlace(width, height))
	s.overlay.sheet = s
	s.overlay.OnEscape = s.escape
	s.overlay.above = above
	above.MoveTo(s.overlay)
	s.overlay.OnHide = func() {
		above.MoveTo(nil)
		s.leave(0)
	}
}

func (s *sheet) last() *SheetStep { return s.steps[len(s.steps)-1] }

// escape goes back one step. It returns false on the first step.
func (s *sheet) escape() bool {
	last := s.last()
	if last.OnEscape != nil && last.OnEscape() {
		return true
	}
	if len(s.steps) == 1 {
		return false
	}
	last.Hide()
	return true
}

// show shows the last step.
func (s *sheet) show() {
	for _, step := range s.steps {
		SetVisible(step.body, step == s.last())
	}
	s.overlay.Relayout()
}

// leave removes the steps from index from on, the last one first.
func (s *sheet) leave(from int) {
	for len(s.steps) > from {
		last := s.last()
		s.steps = s.steps[:len(s.steps)-1]
		s.bodies.Remove(last.body)
		CallIfSet(last.OnHide)
	}
}

// Hide goes back to the previous step, or closes the sheet if this is the first.
func (s *SheetStep) Hide() {
	at := slices.Index(s.sheet.steps, s)
	if at <= 0 {
		if at == 0 {
			s.sheet.overlay.Hide()
		}
		return
	}
	s.sheet.overlay.hint.hide()
	c := s.sheet.overlay.canvas
	c.Unfocus() // so that a focused field reports its text
	s.sheet.leave(at)
	if len(s.sheet.steps) == 0 {
		return // a callback has closed the sheet
	}
	s.sheet.show()
	before := s.sheet.last()
	switch {
	case before.OnReturn != nil:
		before.OnReturn()
	case before.focused != nil:
		c.Focus(before.focused)
	}
}

// OnTop reports whether the step is visible.
func (s *SheetStep) OnTop() bool { return len(s.sheet.steps) > 0 && s.sheet.last() == s }

// Relayout positions the sheet again after the size of the content has changed.
func (s *SheetStep) Relayout() { s.sheet.overlay.Relayout() }

// PageEdge is the space between the edge of a NewPageScroll and its content.
const PageEdge = 4

// NewPageScroll returns a scroll for the content of a page, and the frame that contains the scroll.
// The scroll extends PageEdge beyond the content, so that the content aligns with the title and its
// borders are not clipped; its bar lies in the margin of the sheet.
func NewPageScroll(content fyne.CanvasObject) (scroll *wheel.Scroll, frame fyne.CanvasObject) {
	scroll = wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(PageEdge, 12, PageEdge, 12), content))
	return scroll, container.New(layout.NewCustomPaddedLayout(0, 0, -PageEdge, -12), scroll)
}
