//go:build !linux

package instance

import "path/filepath"

// place is the path of the socket. A folder whose path is too long for that has none.
func place(dir string) (at string, release func(), err error) {
	return filepath.Join(dir, name), func() {}, nil
}
