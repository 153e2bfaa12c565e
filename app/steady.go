package app

import "fyne.io/fyne/v2"

// steadyApp is Fyne's app with its animations off: a caret that fades in and out repaints the
// window eight times a second for ever (a tenth of a core where there is no GPU), and nothing here
// should move by itself.
type steadyApp struct{ fyne.App }

// Settings implements fyne.App.
func (a steadyApp) Settings() fyne.Settings { return steadySettings{a.App.Settings()} }

type steadySettings struct{ fyne.Settings }

// ShowAnimations implements fyne.Settings.
func (steadySettings) ShowAnimations() bool { return false }
