package attachments_test

import (
	"image/color"
	"testing"

	"parlando/app/attachments"
	"parlando/app/chat"
)

func TestAPictureIsHalvedUntilModelsCouldReadNoMore(t *testing.T) {
	a := attachments.New(&shelf{})
	part, _, err := a.Add(t.Context(), "a.png", square(t, 1100, color.Black))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{550, 550} { // 275 would be too small
		if part, err = a.HalfSize(t.Context(), part); err != nil {
			t.Fatal(err)
		}
		if part.Blob.Width != want || part.Blob.Height != want || part.Original != nil || part.Name != "a.png" {
			t.Errorf("%+v of %+v", part, part.Blob)
		}
	}
}

// The original was sent, so it is the original that was too large.
func TestOfAnOriginalTheSentSizeIsHalved(t *testing.T) {
	a := attachments.New(&shelf{})
	part, _, err := a.Add(t.Context(), "a.png", square(t, 1200, color.Black))
	if err != nil {
		t.Fatal(err)
	}
	part.AsIs = true
	if part, err = a.HalfSize(t.Context(), part); err != nil || part.AsIs || part.Blob.Width != 600 {
		t.Errorf("%+v, %v", part, err)
	}
	text := chat.Part{Kind: chat.PartPasted, Text: "words"}
	if same, err := a.HalfSize(t.Context(), text); err != nil || same.Text != text.Text {
		t.Errorf("%+v, %v", same, err)
	}
}
