package conversation_test

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/theme"
)

// picture is a part with a picture of a size.
func picture(sha, name string, width, height int) chat.Part {
	return chat.Part{Kind: chat.PartImage, Name: name, Blob: &chat.Blob{SHA256: sha, MIME: "image/png", Size: 4000, Width: width, Height: height}}
}

func TestWhatWasAttachedIsShownNamedAndOpened(t *testing.T) {
	s := newScene(t, 1024, 900, theme.Light)
	var did []string
	s.OnShowPicture = func(m chat.ID, sha string) { did = append(did, "show "+string(m)+" "+sha) }
	s.OnOpenFile = func(m chat.ID, sha string) { did = append(did, "open "+string(m)+" "+sha) }
	s.OnOpenPicture = func(addr string) { did = append(did, "address "+addr) }
	q := user("1", "Compare them.")
	photograph := picture("a", "sea.jpg", 400, 300)
	photograph.Original, photograph.AsIs = &chat.Blob{SHA256: "o", MIME: "image/jpeg", Size: 3_400_000, Width: 4000, Height: 3000}, true
	q.Parts = append([]chat.Part{
		photograph, picture("b", "", 200, 300),
		{Kind: chat.PartFile, Name: "lease.pdf", Pages: 12, Blob: &chat.Blob{SHA256: "p", MIME: "application/pdf", Size: 3_400_000}},
		{Kind: chat.PartPasted, Name: "notes.md", Text: "# Notes\n"},
		{Kind: chat.PartRemoteImage, Text: "https://pictures.example.org/far/sea.png"},
	}, q.Parts...)
	s.show(q, reply("2", "They are alike."))
	s.SetPicture("o", photo())
	s.SetPicture("b", photo())
	for _, name := range []string{"Show picture sea.jpg", "Open document", "Open picture address", "Show text"} {
		s.tap(t, name, 0)
	}
	if got := strings.Join(did, ", "); got != "show 1 o, open 1 p, address https://pictures.example.org/far/sea.png" {
		t.Errorf("did %s", got)
	}
	s.tap(t, "Collapse text", 0)
	s.tap(t, "Copy", 0)
	want := "Compare them.\n\n[sea.jpg]\n[A picture]\n[lease.pdf, 12 pages]\n[notes.md]\n[https://pictures.example.org/far/sea.png]"
	if len(s.copied) != 1 || s.copied[0] != want {
		t.Errorf("copied %q", s.copied)
	}
}

func TestThePicturesOfAReplyFillTheColumnAndADamagedOneCanBeSaved(t *testing.T) {
	s := newScene(t, 1024, 900, theme.Dark)
	asked := map[string]float32{}
	s.OnReadPicture = func(sha string, edge float32) { asked[sha] = edge }
	var saved []string
	s.OnSavePicture = func(m chat.ID, sha string) { saved = append(saved, sha) }
	a := reply("2", "Here.")
	a.Parts = append(a.Parts, picture("a", "", 960, 640), picture("b", "", 640, 960), picture("c", "", 1200, 500), picture("d", "", 800, 800), picture("x", "", 0, 0))
	s.show(user("1", "Draw."), a)
	if asked["a"] < 200 || asked["a"] > 400 {
		t.Errorf("asked for %v", asked)
	}
	for _, sha := range []string{"a", "b", "c"} {
		s.SetPicture(sha, photo())
	}
	if _, ok := s.FindClickableArea("Save original", 1); ok {
		t.Error("a picture that was not looked at yet is said to be damaged")
	}
	s.SetDamaged("d")
	s.tap(t, "Save original", 0)
	s.tap(t, "Save original", 1)
	if got := strings.Join(saved, ""); got != "dx" {
		t.Errorf("saved %s", got)
	}

	alone := newScene(t, 720, 700, theme.Light)
	one := reply("2", "Here.")
	one.Parts = append(one.Parts, picture("a", "", 960, 640))
	alone.show(user("1", "Draw."), one)
	alone.SetPicture("a", image.NewNRGBA(image.Rect(0, 0, 96, 64)))
	if at, ok := alone.FindClickableArea("Show picture", 0); !ok || at.X < 300 {
		t.Errorf("the picture is at %v", at)
	}
}

func TestNoLineGoesAcrossABubble(t *testing.T) {
	s := newScene(t, 1024, 900, theme.Light)
	q := user("1", "One line.\n\nAnother one.")
	q.Parts = append([]chat.Part{picture("a", "sea.jpg", 400, 300)}, q.Parts...)
	s.show(q, reply("2", "Fine."))
	// The soft edges of two grounds that only touch let through what is behind them.
	var grounds []fyne.Position // upper and lower edges
	fill := fynetheme.Color(theme.ColorUserBubble)
	s.walk(func(o fyne.CanvasObject, at fyne.Position) {
		filled := false
		switch o := o.(type) {
		case *canvas.Rectangle:
			filled = o.FillColor == fill
		case *canvas.LinearGradient:
			filled = o.StartColor == fill
		}
		if filled {
			grounds = append(grounds, fyne.NewPos(at.Y, at.Y+o.Size().Height))
		}
	})
	if len(grounds) < 2 {
		t.Fatalf("the bubble has %d grounds", len(grounds))
	}
	slices.SortFunc(grounds, func(a, b fyne.Position) int { return cmp.Compare(a.X, b.X) })
	for i, g := range grounds[1:] {
		if before := grounds[i]; before.Y <= g.X {
			t.Errorf("one part of the bubble ends at %v, the next begins at %v", before.Y, g.X)
		}
	}
}
