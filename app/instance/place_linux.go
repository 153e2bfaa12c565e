package instance

import (
	"fmt"
	"os"
	"path/filepath"
)

// longestPath is the longest address of a socket, in bytes.
const longestPath = 100

// place is the path of the socket, which is used until release is called. Where the folder's own
// path does not go into the address of a socket, it is reached through an open file.
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
