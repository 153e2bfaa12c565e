package clipboard

import "context"

// CanSetPicture reports whether a picture can be put on the clipboard: on Linux wl-copy (Wayland)
// or xclip (X11) must be installed. It accesses the file system.
func CanSetPicture() bool { return canSet() }

// SetPicture puts a PNG picture on the clipboard. Errors wrap ErrUnavailable.
func SetPicture(ctx context.Context, png []byte) error { return set(ctx, png) }
