package composer

import (
	"testing"

	"parlando/views/theme"
)

// A program that has a picture alone may hand it over to whoever asks for a text, too, as xclip
// does.
func TestAPictureThatComesAsATextIsPastedAsAPicture(t *testing.T) {
	w := open(t, theme.Light, 768)
	for _, bytes := range []string{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "\xff\xd8\xff\xe0\x00\x10JFIF", "BM\x8a\xc0\x12"} {
		w.paste(bytes)
	}
	if w.pictures != 3 || w.Draft().Text != "" || len(w.Draft().Parts) != 0 {
		t.Errorf("a picture was asked for %d times, and the message is %q", w.pictures, w.Draft().Text)
	}
	for _, text := range []string{"BMW builds cars. ", "GIF89a is a format. ", "MMXXVI "} {
		w.paste(text)
	}
	if w.pictures != 3 || w.Draft().Text != "BMW builds cars. GIF89a is a format. MMXXVI " {
		t.Errorf("the message is %q", w.Draft().Text)
	}
}
