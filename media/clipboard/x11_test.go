//go:build !windows && !darwin

package clipboard_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"parlando/media/clipboard"
	"parlando/media/virtualscreen"
)

// plenty is more than any picture here has.
const plenty = 50 << 20

// noise is a PNG of about 3 bytes for each pixel.
func noise(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(img.Pix) // it never fails
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPictureIsTakenHoweverItIsHandedOver(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	large, small := noise(t, 2000, 2000), noise(t, 30, 20)
	if len(large) < 12e6 {
		t.Fatalf("%d bytes are not large", len(large))
	}
	jpeg := append([]byte("\xff\xd8\xff\xe0"), small...)
	bmp := append([]byte("BM"), small...)
	for name, c := range map[string]struct {
		offers map[string]offer
		want   []byte
	}{
		"whole":                     {map[string]offer{"image/png": {whole: small}, "UTF8_STRING": {whole: []byte("a text")}}, small},
		"12 MB in pieces of 64 KB":  {map[string]offer{"image/png": {pieces: cut(large, 64<<10), says: 1}}, large},
		"in uneven pieces":          {map[string]offer{"image/png": {pieces: cut(large, 77_777), says: uint32(len(large))}}, large},
		"PNG before others":         {map[string]offer{"image/bmp": {whole: bmp}, "image/jpeg": {whole: jpeg}, "image/png": {whole: small}}, small},
		"JPEG alone":                {map[string]offer{"image/jpeg": {whole: jpeg}, "text/html": {whole: []byte("<img>")}}, jpeg},
		"BMP alone":                 {map[string]offer{"image/bmp": {pieces: cut(bmp, 100)}}, bmp},
		"PNG is listed and refused": {map[string]offer{"image/png": {refuse: true}, "image/jpeg": {whole: jpeg}}, jpeg},
		"the PNG is a text":         {map[string]offer{"image/png": {whole: []byte("not available")}, "image/jpeg": {whole: jpeg}}, jpeg},
		"the PNG is empty pieces":   {map[string]offer{"image/png": {pieces: cut(nil, 1)}, "image/jpeg": {whole: jpeg}}, jpeg},
	} {
		t.Run(name, func(t *testing.T) {
			o := owns(t, c.offers)
			data, err := clipboard.ReadPicture(t.Context(), plenty)
			if err != nil || !bytes.Equal(data, c.want) {
				t.Errorf("%d bytes, %v; want %d", len(data), err, len(c.want))
			}
			o.die()
			<-o.ended
		})
	}
}

func TestWhereNoPictureIsNoneIsTaken(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	if data, err := clipboard.ReadPicture(t.Context(), plenty); !errors.Is(err, clipboard.ErrNoPicture) || data != nil {
		t.Errorf("nobody owns the clipboard: %d bytes, %v", len(data), err)
	}
	for name, offers := range map[string]map[string]offer{
		"a text":                    {"UTF8_STRING": {whole: []byte("a text")}, "text/plain": {whole: []byte("a text")}},
		"a text that is called PNG": {"image/png": {whole: []byte("a text, and a long one")}},
		"nothing at all":            {},
		"it tells nothing":          nil,
	} {
		t.Run(name, func(t *testing.T) {
			o := owns(t, offers)
			if data, err := clipboard.ReadPicture(t.Context(), plenty); !errors.Is(err, clipboard.ErrNoPicture) || data != nil {
				t.Errorf("%d bytes, %v", len(data), err)
			}
			o.die()
			<-o.ended
		})
	}
}

func TestAnOwnerThatDiesInTheMiddleEndsIt(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	picture := noise(t, 300, 300)
	it := make(chan *owner, 1)
	it <- owns(t, map[string]offer{"image/png": {says: uint32(len(picture)), pieces: func(n int) []byte {
		if n == 3 {
			(<-it).die()
		}
		return cut(picture, 50_000)(n)
	}}})
	if data, err := clipboard.ReadPicture(t.Context(), plenty); !errors.Is(err, clipboard.ErrIncomplete) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestAPictureWithoutEndIsRefused(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	begin := noise(t, 30, 20)
	served := 0
	o := owns(t, map[string]offer{"image/png": {says: 1, pieces: func(n int) []byte {
		served = n
		return append(begin, make([]byte, 10_000)...)
	}}})
	if data, err := clipboard.ReadPicture(t.Context(), 1<<20); !errors.Is(err, clipboard.ErrTooLarge) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	o.die()
	<-o.ended
	if served > 110 {
		t.Errorf("%d pieces of 10 KB were taken where 1 MB is allowed", served)
	}
}

func TestAPictureThatIsTooLargeIsNotTaken(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	picture := noise(t, 200, 200)
	for name, served := range map[string]offer{
		"whole": {whole: picture},
		"in pieces": {says: 2 << 20, pieces: func(n int) []byte {
			if n > 0 {
				t.Error("a second piece was asked for")
			}
			return picture[:10]
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := owns(t, map[string]offer{"image/png": served})
			if data, err := clipboard.ReadPicture(t.Context(), 100_000); !errors.Is(err, clipboard.ErrTooLarge) || data != nil {
				t.Errorf("%d bytes, %v", len(data), err)
			}
			o.die()
			<-o.ended
		})
	}
}

func TestCancelingDoesNotWaitForASlowOwner(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	ctx, cancel := context.WithCancel(t.Context())
	owns(t, map[string]offer{"image/png": {says: 1, pieces: func(n int) []byte {
		if n == 2 {
			cancel()
			<-t.Context().Done() // nothing more comes
		}
		return []byte("\x89PNG\r\n\x1a\n and more")
	}}})
	if data, err := clipboard.ReadPicture(ctx, plenty); !errors.Is(err, context.Canceled) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestAnOwnerThatStandsStillIsLeft(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	for name, o := range map[string]offer{
		"at once":      {silent: true},
		"in a picture": {says: 1, pieces: func(n int) []byte { return [][]byte{[]byte("\x89PNG\r\n\x1a\n"), []byte("more"), nil}[min(n, 2)] }, stops: 2},
	} {
		t.Run(name, func(t *testing.T) {
			owns(t, map[string]offer{"image/png": o})
			if data, err := clipboard.FromX11(t.Context(), plenty, 100*time.Millisecond); !errors.Is(err, clipboard.ErrIncomplete) || data != nil {
				t.Errorf("%d bytes, %v", len(data), err)
			}
		})
	}
}

// xclip is a program of somebody else, and hands large pictures over in pieces.
func TestAPictureOfAForeignProgramIsTaken(t *testing.T) {
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("xclip is missing: run .ci/install test")
	}
	virtualscreen.ForTest(t, "64x64x24")
	want := noise(t, 1000, 1000)
	file := filepath.Join(t.TempDir(), "picture.png")
	if err := os.WriteFile(file, want, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := exec.CommandContext(t.Context(), "xclip", "-selection", "clipboard", "-target", "image/png", "-in", file).Run(); err != nil {
		t.Fatal(err)
	}
	data, err := clipboard.ReadPicture(t.Context(), plenty)
	// it owns the clipboard a moment after it has said that it does
	for errors.Is(err, clipboard.ErrNoPicture) {
		data, err = clipboard.ReadPicture(t.Context(), plenty)
	}
	if err != nil || !bytes.Equal(data, want) {
		t.Errorf("%d bytes, %v; want %d", len(data), err, len(want))
	}
}

func TestWithoutADisplayTheClipboardIsNotWithinReach(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	for _, display := range []string{"", ":99999", "nonsense"} {
		t.Setenv("DISPLAY", display)
		if data, err := clipboard.ReadPicture(t.Context(), plenty); !errors.Is(err, clipboard.ErrUnavailable) || data != nil {
			t.Errorf("%q: %d bytes, %v", display, len(data), err)
		}
	}
}
