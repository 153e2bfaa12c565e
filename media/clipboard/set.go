package clipboard

import "context"

// CanSet reports whether a picture can be put on the clipboard: on Linux wl-copy (Wayland) or xclip
// (X11) must be installed. It accesses the file system.
func CanSet() bool { return canSet() }

// Set puts a PNG picture on the clipboard. Errors wrap ErrUnreachable.
func Set(ctx context.Context, png []byte) error { return set(ctx, png) }
