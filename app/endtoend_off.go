//go:build !e2e

package app

import (
	"fyne.io/fyne/v2"

	"parlando/app/core"
)

// listen does nothing: only a build for the end-to-end tests answers questions.
func listen(fyne.Window) {}

// options are the usual ones.
func options() core.Options { return core.Options{} }
