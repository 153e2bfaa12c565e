// Package desktop uses the desktop's own services: its file dialog, notifications, color scheme and
// file manager. It keeps the computer from sleeping and finds input methods.
//
// On Linux and other Unixes it speaks to these services over D-Bus. Each has its own file, and what
// a system lacks is ErrNone, after which the caller does without.
package desktop

import (
	"errors"
	"strings"
	"time"
)

var (
	// ErrNone means that this desktop has no such service, or that the service refuses or does not
	// answer.
	ErrNone = errors.New("desktop: not available")
	// ErrCanceled means that the user canceled the dialog.
	ErrCanceled = errors.New("desktop: canceled by the user")
)

// appID is the name of the program's desktop entry and of its icon.
const appID = "org.parlando.Parlando"

// callTimeout bounds each call of a service, but not what the user takes to answer.
var callTimeout = 3 * time.Second

// busText returns s as D-Bus takes it: valid UTF-8 without NUL.
func busText(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}
