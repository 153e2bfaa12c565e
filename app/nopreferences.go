package app

import "fyne.io/fyne/v2"

// noPreferences are preferences that store nothing: Parlando stores the user's choices in
// app/settings.
type noPreferences struct{}

var _ fyne.Preferences = noPreferences{}

func (noPreferences) Bool(string) bool                                             { return false }
func (noPreferences) BoolWithFallback(_ string, fallback bool) bool                { return fallback }
func (noPreferences) SetBool(string, bool)                                         {}
func (noPreferences) BoolList(string) []bool                                       { return nil }
func (noPreferences) BoolListWithFallback(_ string, fallback []bool) []bool        { return fallback }
func (noPreferences) SetBoolList(string, []bool)                                   {}
func (noPreferences) Float(string) float64                                         { return 0 }
func (noPreferences) FloatWithFallback(_ string, fallback float64) float64         { return fallback }
func (noPreferences) SetFloat(string, float64)                                     {}
func (noPreferences) FloatList(string) []float64                                   { return nil }
func (noPreferences) FloatListWithFallback(_ string, fallback []float64) []float64 { return fallback }
func (noPreferences) SetFloatList(string, []float64)                               {}
func (noPreferences) Int(string) int                                               { return 0 }
func (noPreferences) IntWithFallback(_ string, fallback int) int                   { return fallback }
func (noPreferences) SetInt(string, int)                                           {}
func (noPreferences) IntList(string) []int                                         { return nil }
func (noPreferences) IntListWithFallback(_ string, fallback []int) []int           { return fallback }
func (noPreferences) SetIntList(string, []int)                                     {}
func (noPreferences) String(string) string                                         { return "" }
func (noPreferences) StringWithFallback(_ string, fallback string) string          { return fallback }
func (noPreferences) SetString(string, string)                                     {}
func (noPreferences) StringList(string) []string                                   { return nil }
func (noPreferences) StringListWithFallback(_ string, fallback []string) []string  { return fallback }
func (noPreferences) SetStringList(string, []string)                               {}
func (noPreferences) RemoveValue(string)                                           {}
func (noPreferences) AddChangeListener(func())                                     {}
func (noPreferences) ChangeListeners() []func()                                    { return nil }
