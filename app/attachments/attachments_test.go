package attachments_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/media/picture"
)

// shelf keeps blobs in memory and counts how often it is read.
type shelf struct {
	mu    sync.Mutex
	blobs map[string][]byte
	reads int
	fail  error
}

func (s *shelf) PutBlob(_ context.Context, _ chat.ID, data []byte, mime string, w, h int) (chat.Blob, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return chat.Blob{}, s.fail
	}
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if s.blobs == nil {
		s.blobs = map[string][]byte{}
	}
	s.blobs[name] = data
	return chat.Blob{SHA256: name, MIME: mime, Size: int64(len(data)), Width: w, Height: h}, nil
}

func (s *shelf) ReadBlob(_ context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	data, ok := s.blobs[name]
	if !ok {
		return nil, errors.New("no such blob")
	}
	return data, nil
}

func square(t *testing.T, side int, c color.Color) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnAddedPictureIsStoredAsItWillBeSent(t *testing.T) {
	s := &shelf{}
	a := attachments.New(s)
	part, info, err := a.Add(t.Context(), "/home/me/Photos/cat.png", square(t, 2100, color.White))
	if err != nil {
		t.Fatal(err)
	}
	if part.Kind != chat.PartImage || part.Name != "cat.png" || part.Blob.Width != 2048 || part.Blob.MIME != "image/png" {
		t.Errorf("%+v, %+v", part, part.Blob)
	}
	if data := s.blobs[part.Blob.SHA256]; int64(len(data)) != part.Blob.Size || picture.DetectFormat(data) != picture.PNG {
		t.Errorf("stored %d bytes, said %d", len(data), part.Blob.Size)
	}
	if attachments.EstimateTokens(part).Likely != 85+170*4 || part.Blob.Width != 2048 || info.Thumbnail.Bounds().Dx() != 256 || info.Note != "" {
		t.Errorf("%+v", info)
	}
}

func TestAFileIsReadByItsContentNotItsName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "holiday.heic")
	if err := os.WriteFile(path, square(t, 20, color.Black), 0o600); err != nil {
		t.Fatal(err)
	}
	part, _, err := attachments.New(&shelf{}).FromFile(t.Context(), path, "")
	if err != nil || part.Name != "holiday.heic" || part.Blob.MIME != "image/png" {
		t.Errorf("%+v, %v", part, err)
	}
}

func TestWhatCannotBeAttachedSaysWhyAndStoresNothing(t *testing.T) {
	s := &shelf{}
	a := attachments.New(s)
	var failed *attachments.FileError
	for name, c := range map[string]struct {
		data   string
		reason attachments.Reason
		format picture.Format
	}{
		"half a HEIC": {"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", attachments.Damaged, picture.HEIC},
		"a film":      {"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2", attachments.Unsupported, picture.Film},
		"half a PDF":  {"%PDF-1.4\n1 0 obj", attachments.Damaged, picture.PDF},
		"a large PDF": {"%PDF-1.4\nstartxref" + strings.Repeat(" ", attachments.MaxSent), attachments.TooLarge, picture.PDF},
	} {
		if _, _, err := a.Add(t.Context(), "x.png", []byte(c.data)); !errors.As(err, &failed) || failed.Reason != c.reason || failed.Format != c.format {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := a.FromFile(t.Context(), t.TempDir(), ""); !errors.As(err, &failed) || failed.Reason != picture.NotAPicture {
		t.Errorf("a folder: %v", err)
	}
	if _, _, err := a.FromFile(t.Context(), filepath.Join(t.TempDir(), "gone.png"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	endless := filepath.Join(t.TempDir(), "endless")
	if err := os.WriteFile(endless, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(endless, 1<<40); err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.FromFile(t.Context(), endless, ""); !errors.As(err, &failed) || failed.Reason != picture.TooLarge {
		t.Errorf("something endless: %v", err)
	}
	if len(s.blobs) != 0 {
		t.Errorf("%d blobs were stored", len(s.blobs))
	}
}

func TestAFullDiskIsToldAsWhatItIs(t *testing.T) {
	full := errors.New("disk full")
	if _, _, err := attachments.New(&shelf{fail: full}).Add(t.Context(), "a.png", square(t, 4, color.Black)); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

func TestAThumbnailIsMadeOnceAndThenComesFromMemory(t *testing.T) {
	s := &shelf{}
	a := attachments.New(s)
	part, _, err := a.Add(t.Context(), "a.png", square(t, 500, color.NRGBA{200, 10, 10, 255}))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			m, err := a.Thumbnail(t.Context(), part.Blob.SHA256, 100)
			if err != nil || m.Bounds() != image.Rect(0, 0, 100, 100) {
				t.Errorf("%v, %v", m, err)
			}
		})
	}
	all.Wait()
	if s.reads != 1 {
		t.Errorf("read %d times", s.reads)
	}
	if m, err := a.Thumbnail(t.Context(), part.Blob.SHA256, 400); err != nil || m.Bounds().Dx() != 400 {
		t.Errorf("another size: %v", err)
	}
	if _, err := a.Thumbnail(t.Context(), "none", 100); err == nil {
		t.Error("a missing blob has a picture")
	}
}

func TestWaitingForAPictureEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := attachments.New(&shelf{})
	if _, _, err := a.Add(ctx, "a.png", square(t, 4, color.Black)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAMessageTakesTenPicturesAndAnyNumberOfTexts(t *testing.T) {
	parts := []chat.Part{{Kind: chat.PartPasted}, {Kind: chat.PartText}}
	for want := attachments.MaxParts; want > 0; want-- {
		if got, err := attachments.RemainingParts(parts); got != want || err != nil {
			t.Fatalf("%d, %v; want %d", got, err, want)
		}
		parts = append(parts, chat.Part{Kind: []chat.PartKind{chat.PartImage, chat.PartFile, chat.PartRemoteImage}[want%3]})
	}
	if got, err := attachments.RemainingParts(parts); got != 0 || !errors.Is(err, attachments.ErrTooMany) {
		t.Errorf("%d, %v", got, err)
	}
}

func TestANameIsSafeToShow(t *testing.T) {
	a := attachments.New(&shelf{})
	for name, want := range map[string]string{
		`C:\Users\me\cat.png`: "cat.png", "a\x00b\n\u202egnp.exe": "abgnp.exe", " 猫 .png ": "猫 .png",
		strings.Repeat("ä", 200) + ".png": strings.Repeat("ä", 80) + "…" + strings.Repeat("ä", 35) + ".png",
	} {
		part, _, err := a.Add(t.Context(), name, square(t, 4, color.Black))
		if err != nil || part.Name != want {
			t.Errorf("%q became %q, %v", name, part.Name, err)
		}
	}
}
