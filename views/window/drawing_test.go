package window

import (
	"strings"
	"testing"

	"parlando/app/chat"
)

// A user has a picture made, changes it, and finds the button for that also in the viewer. Only the
// model whose list says that it makes pictures is asked for them.
func TestAPictureIsMadeAndChangedInAChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(string) (int, string) { return 0, "" })
		p := h.entersAt()
		p.chooses("Practice eyes")
		p.sends("Draw a lighthouse")
		p.readsToTheEnd()
		if got := service.last(); !strings.Contains(got, `"modalities":["image","text"]`) {
			t.Errorf("requested %s", got)
		}
		first := p.lastPicture()
		p.clicks("Change this picture")
		p.until("the picture in the message", func() bool { return len(p.composer.Draft().Parts) == 1 })
		p.sends("Make it blue")
		p.readsToTheEnd()
		if second := p.lastPicture(); second == first {
			t.Error("the picture is as before")
		}
		p.clicks("Show picture")
		p.drain()
		p.has("Save as…")
		p.clicks("Change this picture")
		p.hasNot("Save as…")
		p.until("the picture in the message", func() bool { return len(p.composer.Draft().Parts) == 1 })
		p.clicks("New chat")
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		if got := service.last(); strings.Contains(got, "modalities") {
			t.Errorf("requested of a model that only writes: %s", got)
		}
	})
}

// While the data of a picture arrives, its place is shown in the reply, until the picture is.
func TestAPictureThatIsComingHasItsPlace(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.sends("Draw a lighthouse")
		p.sees("A picture is coming…")
		p.readsToTheEnd()
		p.has("Show picture")
		p.seesNot("A picture is coming…")
		p.lastPicture()
	})
}

// lastPicture returns the file of the picture in the last reply.
func (p *user) lastPicture() string {
	p.t.Helper()
	for _, part := range p.lastReply().Parts {
		if part.Kind == chat.PartImage {
			return part.Blob.SHA256
		}
	}
	p.t.Fatal("the last reply has no picture")
	return ""
}
