// Package desktop uses services of the desktop: its file dialog, notifications, color scheme and
// file manager. It prevents the computer from sleeping and detects input methods and
// screen readers.
//
// On Linux and other Unixes it uses D-Bus; each service has its own file. ErrNone means that a
// service is not available; callers then work without it.
package desktop

import (
	"errors"
	"strings"
	"time"
)

var (
	// ErrNone means that this desktop has no such service, or that the service refuses or does not
	// respond.
	ErrNone = errors.New("desktop: not available")
	// ErrCanceled means that the user canceled the dialog.
	ErrCanceled = errors.New("desktop: canceled by the user")
)

// appID is the name of the program's desktop entry and icon.
const appID = "org.parlando.Parlando"

// callTimeout bounds each call of a service, but not the time a dialog is open.
var callTimeout = 3 * time.Second

// busText returns s as a valid D-Bus string: UTF-8 without NUL.
func busText(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}
