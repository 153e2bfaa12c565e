//go:build !linux && !windows

package instance

import "path/filepath"

// place returns the path of the socket. It fails for a folder whose path is too long.
func place(dir string) (at string, release func(), err error) {
	return filepath.Join(dir, name), func() {}, nil
}
