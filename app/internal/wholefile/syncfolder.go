package wholefile

import "os"

// SyncFolder makes a new file name survive a power failure. Errors are ignored, because some
// systems do not support it.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
