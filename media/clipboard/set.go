package clipboard

import "context"

// CanSet reports whether a picture can be put on the clipboard here: on Linux one of the tools
// wl-copy (Wayland) and xclip (X11) must be installed. It looks at the disk.
func CanSet() bool { return canSet() }

// Set puts a picture on the clipboard, as a PNG file. The error is ErrUnreachable, or what the tool
// said besides.
func Set(ctx context.Context, png []byte) error { return set(ctx, png) }
