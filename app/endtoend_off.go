//go:build !e2e

package app

import (
	"fyne.io/fyne/v2"

	"parlando/app/core"
)

// listen does nothing: only builds for end-to-end tests answer questions.
func listen(fyne.Window) {}

// options returns the defaults.
func options() core.Options { return core.Options{} }
