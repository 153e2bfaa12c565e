package practice_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"parlando/client"
	"parlando/client/practice"
)

// Pictures come only if they are requested. The words choose the picture, and one that comes back
// is changed.
func TestPracticeEyesDrawsAndChangesPictures(t *testing.T) {
	c := connect(t, practice.Options{})
	drawn := func(m client.Message, modalities ...string) (address string, img image.Image) {
		t.Helper()
		r := ask(practice.VisionModel, "")
		r.Messages, r.Modalities = []client.Message{m}, modalities
		got, err := listen(t, c, r)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.images) == 0 {
			return "", nil
		}
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(got.images[0], "data:image/png;base64,"))
		if err == nil {
			img, err = png.Decode(bytes.NewReader(data))
		}
		if err != nil {
			t.Fatal(err)
		}
		return got.images[0], img
	}
	if address, _ := drawn(say("user", "Draw a lighthouse")); address != "" {
		t.Error("a picture came that was not requested")
	}
	if address, _ := drawn(say("user", "What is a lighthouse?"), "image", "text"); address != "" {
		t.Error("a question was answered with a picture")
	}
	house, img := drawn(say("user", "Draw a lighthouse"), "image", "text")
	if again, _ := drawn(say("user", "Draw a lighthouse"), "image", "text"); house == "" || again != house {
		t.Error("the same words give another picture")
	}
	if other, _ := drawn(say("user", "Draw a red barn"), "image", "text"); other == "" || other == house {
		t.Error("other words give the same picture")
	}
	change := say("user", "Make it blue")
	change.Content = append(change.Content, client.ContentPart{ImageURL: house})
	_, changed := drawn(change, "image", "text")
	if changed == nil || changed.Bounds() != img.Bounds() {
		t.Fatal("the picture was not changed")
	}
	if c := color.NRGBAModel.Convert(changed.At(5, 5)).(color.NRGBA); c.B <= c.R {
		t.Errorf("it is not blue: %v", c)
	}
}
