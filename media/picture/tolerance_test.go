package picture_test

import (
	"bytes"
	"testing"

	"parlando/media/picture"
)

// The colors are known, not what a library makes of them: the limited range of WebP would come as
// 16 to 235.
func TestLossyWebPKeepsBlackWhiteAndColors(t *testing.T) {
	m := open(t, prepare(t, kept(t, "flag.webp")).Data)
	closeTo(t, "red", m.At(24, 16), red)
	closeTo(t, "green", m.At(72, 16), green)
	closeTo(t, "blue", m.At(24, 48), blue)
	closeTo(t, "white", m.At(72, 48), white)
}

func TestOfAMovingWebPTheFirstFrameIsTaken(t *testing.T) {
	for _, name := range []string{"moving.webp", "moving-alpha.webp"} {
		p := prepare(t, kept(t, name))
		if p.Note != picture.FirstFrame || p.Width != 96 || p.Height != 64 {
			t.Errorf("%s: %q, %dx%d", name, p.Note, p.Width, p.Height)
		}
		closeTo(t, name, open(t, p.Data).At(24, 16), red)
		closeTo(t, name, open(t, p.Data).At(72, 48), white)
	}
}

func TestPicturesOfOldProgramsAreTaken(t *testing.T) {
	for _, name := range []string{"rle.bmp", "565.bmp"} {
		p := prepare(t, kept(t, name))
		if p.Width != 96 || p.Height != 64 || p.Note != "" {
			t.Errorf("%s: %dx%d, %q", name, p.Width, p.Height, p.Note)
		}
		wantFlag(t, open(t, p.Data))
	}
}

func TestAPNGWithoutItsEndOrWithADamagedTextIsWhole(t *testing.T) {
	file := asPNG(t, flag(96, 64))
	damaged := withChunk(file, "tEXt", []byte("Comment\x00words"))
	damaged[bytes.Index(damaged, []byte("words"))] = 'W'
	for name, data := range map[string][]byte{"no end": file[:len(file)-12], "half an end": file[:len(file)-5], "a damaged text": damaged} {
		p := prepare(t, data)
		if p.Note != "" {
			t.Errorf("%s: %q", name, p.Note)
		}
		wantFlag(t, open(t, p.Data))
	}
}

func TestAJPEGWithoutItsEndIsWhole(t *testing.T) {
	file := asJPEG(t, flag(96, 64))
	p := prepare(t, file[:len(file)-2])
	if p.Note != "" {
		t.Errorf("%q", p.Note)
	}
	wantFlag(t, open(t, p.Data))
}

// Of a damaged JPEG what can be read is shown, and that a part may be missing is said.
func TestADamagedJPEGIsShownAsFarAsItGoes(t *testing.T) {
	file := asJPEG(t, flag(960, 640))
	marked := bytes.Clone(file)
	marked[len(marked)*9/10] = 0xff
	if marked[len(marked)*9/10+1] == 0 {
		marked[len(marked)*9/10+1] = 1
	}
	for name, data := range map[string][]byte{"cut off": file[:len(file)*98/100], "one changed byte": marked} {
		p := prepare(t, data)
		if p.Width != 960 || p.Height != 640 || p.Note != picture.Incomplete {
			t.Errorf("%s: %dx%d, %q", name, p.Width, p.Height, p.Note)
		}
		m := open(t, p.Data)
		closeTo(t, name, m.At(240, 160), red)
		closeTo(t, name, m.At(720, 160), green)
	}
}
