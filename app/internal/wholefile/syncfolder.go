package wholefile

import "os"

// SyncFolder makes a new name in a folder survive a failure of power. Some systems cannot do that;
// there is nothing better to be done then.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
