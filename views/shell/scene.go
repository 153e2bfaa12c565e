package shell

import (
	"fyne.io/fyne/v2"
)

// Scene is the content of a page. The page may change the fields before the scene is shown;
// afterwards it must call Frame.Relayout.
type Scene struct {
	Top  TopBar
	Body fyne.CanvasObject
	// Foot is at the bottom of the body, with the height its width requires; nil for none. FootTop
	// may place it inside the body instead: it returns the foot's top in a body that reaches to the
	// bottom of the page, or false; nil for never. width is the foot's width.
	Foot    WidthDependent
	FootTop func(body fyne.Size, width float32) (top float32, inside bool)
	// Panel is right of the body if it fits, else a sheet over it; nil for none. PanelOpen is the
	// user's choice.
	Panel     fyne.CanvasObject
	PanelOpen bool
	// HidePanel hides the panel regardless of the user's choice.
	HidePanel bool
	// BodyOnly hides everything but the body and the toasts.
	BodyOnly bool
	// PanelBeside reports whether the panel is beside the body.
	PanelBeside bool
	// OnPanelClosed is called when the panel's sheet is closed.
	OnPanelClosed func()
}

// TopBar is the bar above the body.
type TopBar interface {
	fyne.CanvasObject
	// SetSidebarButton shows the button that opens the sidebar while the sidebar is hidden, with a
	// mark while a recording is in progress.
	SetSidebarButton(folded, recording bool)
}

// WidthDependent is an object whose height depends on its width.
type WidthDependent interface {
	fyne.CanvasObject
	HeightFor(width float32) float32
}

// FootHolder is a body with a bottom part that toasts must not cover.
type FootHolder interface{ FootHeight() float32 }

// objects returns all objects of the scene.
func (s *Scene) objects() (all []fyne.CanvasObject) {
	for _, o := range []fyne.CanvasObject{s.Body, s.Top, s.Foot, s.Panel} {
		if o != nil {
			all = append(all, o)
		}
	}
	return all
}

// layoutPanel decides whether the panel fits beside the body, and reports whether it is shown.
func (s *Scene) layoutPanel(width float32) bool {
	if s.Panel == nil || s.HidePanel {
		s.PanelBeside = false
		return false
	}
	s.PanelBeside = s.PanelOpen && width-panelWidth() >= bodyLeast
	return s.PanelOpen
}
