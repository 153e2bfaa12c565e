package attachments_test

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/attachments"
)

func TestAFileIsSavedAsItIsAndNothingIsReplaced(t *testing.T) {
	blobs := &shelf{}
	a := attachments.New(blobs)
	data := square(t, 40, color.White)
	blob, err := blobs.PutBlob(t.Context(), "", data, "image/png", 40, 40)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, c := range []struct{ title, want string }{{"Sea", "Sea.png"}, {"Sea", "Sea (2).png"}, {"../aux\u202e", "_aux.png"}, {"", "Picture.png"}} {
		want := c.want
		path, err := a.Save(t.Context(), blob.SHA256, folder, c.title, "Picture")
		if err != nil || filepath.Base(path) != want {
			t.Fatalf("saved as %s, %v", path, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(data) {
			t.Errorf("%s has %d bytes, %v", want, len(got), err)
		}
	}
	if _, err := a.Save(t.Context(), blob.SHA256, filepath.Join(folder, "nowhere"), "Sea"); err == nil {
		t.Error("saved into a folder that is not there")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 4 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	large, err := a.OpenLarge(t.Context(), blob.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	if part, err := large.RenderRegion(t.Context(), image.Rect(10, 0, 30, 20), 10, 10); err != nil || part.Rect != image.Rect(0, 0, 10, 10) {
		t.Errorf("%v, %v", part.Rect, err)
	}
}

func TestTheEndingOfAFileIsThatOfItsBytes(t *testing.T) {
	for bytes, want := range map[string]string{
		"%PDF-1.7\n": ".pdf", "\x89PNG\r\n\x1a\n": ".png", "\xff\xd8\xff\xe0": ".jpg", "GIF89a": ".gif", "RIFF\x00\x00\x00\x00WEBPVP8 ": ".webp",
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`: ".bin", "something": ".bin", "": ".bin",
	} {
		if got := attachments.FileExtension([]byte(bytes)); got != want {
			t.Errorf("%q: %s, not %s", bytes, got, want)
		}
	}
}
