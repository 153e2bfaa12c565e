package practice_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"parlando/client/practice"
)

func TestPracticeDrawsOnRequest(t *testing.T) {
	for asked, want := range map[string]int{"Draw a lighthouse": 1, "draw three pictures, one damaged and one elsewhere": 5, "How do I draw a cat?": 0} {
		for _, stream := range []bool{true, false} {
			r := ask(practice.WriterModel, asked)
			if !stream {
				r.Omit = []string{"stream"}
			}
			got, err := listen(t, connect(t, practice.Options{}), r)
			images := got.images
			if err != nil || len(images) != want {
				t.Fatalf("%q, stream %v: %d pictures, %v", asked, stream, len(images), err)
			}
			if want == 0 {
				continue
			}
			data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(images[0], "data:image/png;base64,"))
			if err != nil {
				t.Fatal(err)
			}
			if img, err := png.Decode(bytes.NewReader(data)); err != nil || img.Bounds().Dx() != 960 {
				t.Errorf("%v", err)
			}
			if want == 5 && images[4] != "https://pictures.example.org/lighthouse.png" {
				t.Errorf("elsewhere: %.60s", images[4])
			}
		}
	}
}
