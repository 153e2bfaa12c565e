//go:build !windows

package imports

import "golang.org/x/sys/unix"

// freeSpace returns the number of bytes that this user can still write to the disk of a folder.
func freeSpace(folder string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail * uint64(s.Bsize)), nil
}
