package core_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"testing/synctest"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/replies"
	"parlando/client/practice"
)

// story runs a story at a home of its own, in virtual time: waiting costs nothing, and what hangs
// fails.
func story(t *testing.T, tell func(t *testing.T, h *home)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { tell(t, newHome(t)) })
}

func TestFromFirstRunToAKeptReply(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		if c, ok := p.Connections.Current(); ok {
			t.Errorf("the first run is connected with %+v", c)
		}
		chat1 := p.looksAround("")
		reply := p.asks(chat1, "What is a lighthouse for?")
		came := p.readsSome(reply, 20)
		whole := p.waitsFor(reply, chat.Done)
		if !strings.HasPrefix(whole.Text(), came) || len(whole.Text()) < 500 || whole.Request.Served != practice.WriterModel {
			t.Errorf("after %q came %+v", came, whole)
		}
		if whole.Finish != chat.FinishStop || whole.Request.Usage == nil || whole.Request.HTTPID == "" || whole.Request.Ended.IsZero() {
			t.Errorf("what Details show: finish %q, %+v", whole.Finish, whole.Request)
		}
		p.quit()

		p = h.start()
		p.wantReads(chat1, "user: What is a lighthouse for?", "assistant: "+whole.Text())
		list, err := p.History.Order(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		found, err := p.History.Summaries(t.Context(), []chat.ID{list[0].ID})
		if err != nil || found[list[0].ID].Title != "What is a lighthouse for?" {
			t.Errorf("the sidebar has %+v, %v", list, err)
		}
		if c, ok := p.Connections.Current(); !ok || c.Name != "Practice" || p.Catalog.Default(c.ID) != practice.WriterModel {
			t.Errorf("the next run begins with %+v", c)
		}
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("practice went over the network: %v", out)
		}
	})
}

func TestNothingGoesOutBeforeConnect(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.newChat("")
		if _, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(c, chat.Draft{Text: "Is anybody there?"}), nil); err == nil {
			t.Error("a message was sent to nobody")
		}
		if list, err := p.History.Thread(t.Context(), c); err != nil || len(list) != 0 {
			t.Errorf("a message that was not sent is kept: %v, %v", list, err)
		}
		if r, err := p.Connections.Connect(t.Context(), "http://api.example.org", "sk-1", plainly); err != nil || !r.NeedsAllowPlain {
			t.Errorf("plain http: %+v, %v", r, err)
		}
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent %v", out)
		}
		if r, err := p.Connections.Connect(t.Context(), "api.example.org", "sk-1", plainly); err != nil || r.Connected {
			t.Errorf("connected with nobody: %+v, %v", r, err)
		}
		if out := h.net.requests(); len(out) != 1 || out[0].what != "GET https://api.example.org/v1/models" {
			t.Errorf("the first thing sent is %v", out)
		}
	})
}

func TestTheStartWithPracticeNeedsNoClickAndNoNetwork(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.startWith(core.Flags{Practice: true})
		reply := p.asks(p.newChat(""), "Hello")
		p.waitsFor(reply, chat.Done)
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent %v", out)
		}
		if len(h.keys.All()) != 0 {
			t.Error("practice put a key into the password store")
		}
	})
}

func TestAPhotoIsLookedAt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.VisionModel)
		photo, info, err := p.Attachments.Add(t.Context(), "/home/me/sea.png", redOverBlue(t))
		if err != nil || photo.Blob.Width != 120 || photo.Blob.Height != 60 || info.Thumbnail == nil {
			t.Fatalf("%+v, %+v, %v", photo, info, err)
		}
		seen := p.waitsFor(p.sends(c, chat.Draft{Text: "What is this?", Parts: []chat.Part{photo}}), chat.Done)
		for _, told := range []string{"120 × 60", "**red** and **dark blue**"} {
			if !strings.Contains(seen.Text(), told) {
				t.Errorf("it does not tell %q:\n%s", told, seen.Text())
			}
		}
		p.quit()

		p = h.start()
		question := p.kept(seen.Parent)
		if len(question.Parts) != 2 || question.Parts[0].Name != "sea.png" {
			t.Fatalf("kept %+v", question.Parts)
		}
		if again, err := p.Attachments.Thumbnail(t.Context(), question.Parts[0].Blob.SHA256, 64); err != nil || again.Bounds().Dx() != 64 {
			t.Errorf("the picture in the conversation: %v", err)
		}
	})
}

func TestAModelThatCannotSeeSaysSoAndIsRemembered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		photo, _, err := p.Attachments.Add(t.Context(), "sea.png", redOverBlue(t))
		if err != nil {
			t.Fatal(err)
		}
		reply := p.sends(c, chat.Draft{Parts: []chat.Part{photo}})
		if m := p.waitsFor(reply, chat.Failed); m.Request.Problem.Kind != "cannot_see" {
			t.Errorf("trouble %+v", m.Request.Problem)
		}
		// Another model is asked the same.
		if err := p.History.SetModel(t.Context(), c, "", practice.VisionModel); err != nil {
			t.Fatal(err)
		}
		second, err := p.Replies.Regenerate(t.Context(), reply, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m := p.waitsFor(second, chat.Done); !strings.Contains(m.Text(), "120 × 60") {
			t.Errorf("told %q", m.Text())
		}
	})
}

func TestNothingIsSentWithoutAWord(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround("")
		if _, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(c, chat.Draft{Text: " \n"}), nil); !errors.Is(err, replies.ErrNothingToSend) {
			t.Error(err)
		}
	})
}

// redOverBlue is a picture of red with a dark blue quarter at the bottom, 120 by 60 pixels.
func redOverBlue(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 120, 60))
	for y := range 60 {
		for x := range 120 {
			c := color.NRGBA{220, 30, 30, 255}
			if y >= 45 {
				c = color.NRGBA{10, 10, 90, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
