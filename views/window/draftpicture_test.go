package window

import (
	"os"
	"testing"
	"time"
)

// withoutFiles takes away the attachments that are stored, until heal puts them back.
func (h *home) withoutFiles() (heal func()) {
	h.t.Helper()
	do := func(err error) {
		h.t.Helper()
		if err != nil {
			h.t.Fatal(err)
		}
	}
	blobs := h.stored("blobs")
	do(os.Rename(blobs, blobs+".lost"))
	return func() {
		h.t.Helper()
		do(os.RemoveAll(blobs))
		do(os.Rename(blobs+".lost", blobs))
	}
}

func TestAPictureOfADraftThatCannotBeReadIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.board("one.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "one.png" })
		p.wait(time.Second)
		p.quit()
		heal := h.withoutFiles()
		p = h.start()
		p.sees("A picture in your message couldn't be read.")
		heal()
		p.triesAgain()
		p.seesNot("A picture in your message couldn't be read.")
	})
}

func TestAPictureThatWasSentAndCannotBeReadIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.board("one.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "one.png" })
		p.sends("What is this?")
		p.readsToTheEnd()
		p.quit()
		heal := h.withoutFiles()
		p = h.start()
		p.scrollsUp()
		p.sees("This picture couldn't be read.")
		heal()
		p.clicksFirst("Try again") // the one below is that of the reply
		p.seesNot("This picture couldn't be read.")
		p.has("Show picture one.png")
	})
}
