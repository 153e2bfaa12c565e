package app

import (
	"fyne.io/fyne/v2"

	"parlando/app/core"
)

// steadyApp is Fyne's app without animations: a fading caret would repaint the window eight times a
// second forever (a tenth of a core without a GPU), and nothing should move by itself. Its theme
// variant is that of scheme. It has an ID for the desktop, and stores no preferences.
type steadyApp struct {
	fyne.App
	scheme *colorScheme
}

// Settings implements fyne.App.
func (a steadyApp) Settings() fyne.Settings { return steadySettings{a.App.Settings(), a.scheme} }

// UniqueID implements fyne.App.
func (steadyApp) UniqueID() string { return core.ID }

// Metadata implements fyne.App.
func (a steadyApp) Metadata() fyne.AppMetadata {
	m := a.App.Metadata()
	m.ID = core.ID
	return m
}

// Preferences implements fyne.App.
func (steadyApp) Preferences() fyne.Preferences { return noPreferences{} }

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
