package window

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestAPictureOfADraftThatCannotBeReadIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.board("one.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "one.png" })
		p.wait(time.Second)
		p.quit()
		blobs, err := filepath.Glob(filepath.Join(h.dir, "*", "blobs"))
		if err == nil {
			err = os.Rename(blobs[0], blobs[0]+".lost")
		}
		if err != nil {
			t.Fatal(err)
		}
		p = h.start()
		p.sees("A picture of your message could not be read.")
		if err := os.RemoveAll(blobs[0]); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(blobs[0]+".lost", blobs[0]); err != nil {
			t.Fatal(err)
		}
		p.triesAgain()
		p.seesNot("A picture of your message could not be read.")
	})
}
