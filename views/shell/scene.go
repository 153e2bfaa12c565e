package shell

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// Scene is a page's content right of the sidebar. Its page changes the fields before the scene is
// shown, and calls Frame.Relayout after that.
type Scene struct {
	Top  TopBar
	Body fyne.CanvasObject
	// Foot stands at the foot of the body, as high as its width asks; nil is none.
	Foot Tall
	// Panel stands right of the body where there is room, else over it; nil is none. PanelOpen is
	// the user's choice. A docked panel is shown wherever it has room, and PanelOpen is then its
	// sheet.
	Panel             fyne.CanvasObject
	PanelOpen, Docked bool
	// NoPanel hides the panel, whatever was chosen.
	NoPanel bool
	// Alone hides everything but the body and the toasts.
	Alone bool
	// Reserves keeps the place of the player free from the start where the panel is not beside the
	// body.
	Reserves bool
	// Beside reports that the panel stands beside the body; OnBeside is called when that changes.
	Beside   bool
	OnBeside func(beside bool)
	// OnPanelClosed is called when the panel was closed as a sheet.
	OnPanelClosed func()
}

// TopBar is the bar above the body.
type TopBar interface {
	fyne.CanvasObject
	// SetSidebarButton shows the button that brings the sidebar back while it is folded away, and
	// on it whether a recording is running.
	SetSidebarButton(folded, recording bool)
}

// Tall is an object whose height depends on its width.
type Tall interface {
	fyne.CanvasObject
	HeightFor(width float32) float32
}

// FootHolder is a body with something at its foot that toasts must not cover.
type FootHolder interface{ FootHeight() float32 }

// objects are all that there is of the scene.
func (s *Scene) objects() (all []fyne.CanvasObject) {
	for _, o := range []fyne.CanvasObject{s.Body, s.Top, s.Foot, s.Panel} {
		if o != nil {
			all = append(all, o)
		}
	}
	return all
}

// layoutPanel finds out whether the panel has room in a width, and returns whether it is shown.
func (s *Scene) layoutPanel(width float32) bool {
	if s.Panel == nil || s.NoPanel {
		s.Beside = false
		return false
	}
	least := float32(bodyLeast)
	if s.Docked {
		least = pageLeast
	}
	room := width-panelWidth() >= least
	if s.Docked && room {
		s.PanelOpen = false // what is a sheet in a narrow window does not come back as one
	}
	shown := s.PanelOpen || s.Docked && room
	if beside := shown && room; beside != s.Beside {
		s.Beside = beside
		widgets.Tell(s.OnBeside, beside)
	}
	return shown
}
