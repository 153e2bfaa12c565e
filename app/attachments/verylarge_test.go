package attachments_test

import (
	"testing"

	"parlando/app/attachments"
)

func TestAVeryLargePhotoIsSentAsASmallerCopyAndSaid(t *testing.T) {
	s := &shelf{}
	// 40.9 megapixels
	part, info, err := attachments.New(s).Add(t.Context(), "sea.png", bombPNG(t, 6600, 6200))
	if err != nil {
		t.Fatal(err)
	}
	if info.Note != attachments.OnlyReducedCopy || part.Blob.Width != 2048 || part.Blob.Height != 1924 || part.Original != nil || len(s.blobs) != 1 {
		t.Errorf("%+v, %+v, %d stored", info, part, len(s.blobs))
	}
}
