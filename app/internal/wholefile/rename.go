package wholefile

import (
	"os"
	"time"
)

// Rename renames a file and replaces an existing one. On Windows renaming fails while another
// program, such as a virus scanner, has either file open; Rename retries for about a second.
func Rename(from, to string) error { return rename(from, to, time.Sleep) }

func rename(from, to string, wait func(time.Duration)) error {
	const firstPause, lastPause = 5 * time.Millisecond, 640 * time.Millisecond
	for pause := firstPause; ; pause *= 2 {
		err := os.Rename(from, to)
		if err == nil || !isInUse(err) || pause > lastPause {
			return err
		}
		wait(pause)
	}
}
