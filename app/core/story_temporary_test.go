package core_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/client/practice"
)

// traces returns the files of all folders of the user that contain one of the words or have it in
// their name, and whether there is any picture or clip.
func (h *home) traces(words ...string) (found []string, pictures, clips int) {
	h.t.Helper()
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, w := range words {
			if bytes.Contains(data, []byte(w)) || strings.Contains(path, w) {
				found = append(found, w+" in "+path)
			}
		}
		switch {
		case strings.Contains(path, string(filepath.Separator)+"blobs"+string(filepath.Separator)):
			pictures++
		case strings.Contains(path, string(filepath.Separator)+"clips"+string(filepath.Separator)):
			clips++
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return found, pictures, clips
}

// board is a PNG of one color.
func board(t *testing.T) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = color.Alpha{A: 200}.A
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chatsAboutHerons has a conversation with a picture, a title, a draft and a reply that was read
// aloud.
func (p *user) chatsAboutHerons(c chat.ID) chat.Message {
	p.t.Helper()
	ctx := p.t.Context()
	p.hearsLittle(c)
	part, _, err := p.Attachments.In(c).Add(ctx, "Heronfile.png", board(p.t))
	if err != nil {
		p.t.Fatal(err)
	}
	p.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = true })
	reply := p.waitsFor(p.sends(c, chat.Draft{Text: "Heronquestion", Parts: []chat.Part{part}}), chat.Done)
	p.listens(speech.Idle)
	p.Drafts.Append(c, chat.Draft{Text: "Herondraft"})
	p.Drafts.SetFormField(string(c)+"/picture address", "address", "Heronaddress")
	if err := p.History.Rename(ctx, c, "Herontitle"); err != nil {
		p.t.Fatal(err)
	}
	if err := p.Drafts.Flush(); err != nil {
		p.t.Fatal(err)
	}
	return reply
}

func TestATemporaryChatLeavesNoTraceButItsCost(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = overThere{practice.New(practice.Options{}).Transport()}
		p := h.start()
		made := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
		words := []string{"Heron"}
		id, err := p.History.BeginTemporary(t.Context(), chat.Conversation{Connection: made.ID, Model: practice.VisionModel})
		if err != nil {
			t.Fatal(err)
		}
		p.Settings.Change(func(s *settings.Settings) { s.Temporary = id })
		reply := p.chatsAboutHerons(id)
		if h.heard() == 0 {
			t.Error("the reply was not read aloud")
		}
		words = append(words, string(id), string(reply.ID), reply.Text()[:20])
		if found, pictures, clips := h.traces(words...); len(found)+pictures+clips > 0 {
			t.Errorf("%v, %d pictures, %d clips", found, pictures, clips)
		}
		paid := map[string]int{}
		for _, e := range p.entries() {
			if e.Conversation != "" || e.Request != "" {
				t.Errorf("the ledger names the chat: %+v", e)
			}
			paid[string(e.Purpose)]++
		}
		if paid["chat"] != 1 || paid["reading"] == 0 {
			t.Errorf("the ledger has %v", paid)
		}
		p.quit()
		if found, pictures, clips := h.traces(words...); len(found)+pictures+clips > 0 {
			t.Errorf("after quitting: %v, %d pictures, %d clips", found, pictures, clips)
		}

		// The same in an ordinary chat leaves each trace, and so does the temporary chat once it is
		// kept.
		p = h.start()
		if id, err = p.History.BeginTemporary(t.Context(), chat.Conversation{Connection: made.ID, Model: practice.VisionModel}); err != nil {
			t.Fatal(err)
		}
		if err := p.History.Keep(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		p.Settings.Change(func(s *settings.Settings) { s.Conversation = id })
		p.chatsAboutHerons(id)
		if found, pictures, clips := h.traces("Heronquestion", "Herondraft", "Heronaddress", "Herontitle", string(id)); len(found) < 5 || pictures == 0 || clips == 0 {
			t.Errorf("kept: %v, %d pictures, %d clips", found, pictures, clips)
		}
	})
}
