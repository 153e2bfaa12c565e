package window

import "testing"

// Nobody may make files in /sys.
func TestAFolderWithoutRightsForTheFileOfAnotherComputerIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.frame.Files().RememberFolder("save-backup", "/sys")
		p.opensBackups()
		p.clicks("Move to another computer…")
		p.clicks("Save")
		p.sees("Parlando isn't allowed to save in this folder.")
		p.frame.Files().RememberFolder("save-backup", t.TempDir())
		p.clicks("Try again")
		p.clicks("Save")
		p.sees("Saved as Parlando ")
	})
}
