package instance

import (
	"fmt"
	"os"
	"path/filepath"
)

// longestPath is the maximum length of a socket address, in bytes.
const longestPath = 100

// place returns the path of the socket, valid until release is called. If the folder's path is too
// long for a socket address, the folder is addressed through an open file descriptor.
func place(dir string) (at string, release func(), err error) {
	at = filepath.Join(dir, name)
	if len(at) <= longestPath {
		return at, func() {}, nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", f.Fd(), name), func() { _ = f.Close() }, nil
}
