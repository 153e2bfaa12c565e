package app

import "fyne.io/fyne/v2"

// steadyApp is Fyne's app with its animations off: a caret that fades in and out repaints the
// window eight times a second for ever (a tenth of a core where there is no GPU), and nothing here
// should move by itself. It is light or dark as scheme says.
type steadyApp struct {
	fyne.App
	scheme *colorScheme
}

// Settings implements fyne.App.
func (a steadyApp) Settings() fyne.Settings { return steadySettings{a.App.Settings(), a.scheme} }

type steadySettings struct {
	fyne.Settings
	scheme *colorScheme
}

// ShowAnimations implements fyne.Settings.
func (steadySettings) ShowAnimations() bool { return false }

// ThemeVariant implements fyne.Settings.
func (s steadySettings) ThemeVariant() fyne.ThemeVariant {
	return s.scheme.variant(s.Settings.ThemeVariant())
}
