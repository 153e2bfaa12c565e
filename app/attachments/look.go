package attachments

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"

	"parlando/app/filename"
	"parlando/app/internal/wholefile"
	"parlando/media/clipboard"
	"parlando/media/picture"
)

// LargePicture is a decoded stored picture for the viewer. It takes up to 160 MB: use only one at a
// time.
type LargePicture = picture.LargePicture

// OpenLarge decodes the stored picture with that SHA-256. The error is a *FileError if the picture
// is damaged, or an error of the store or of ctx.
func (a *Attachments) OpenLarge(ctx context.Context, sha256 string) (*LargePicture, error) {
	if err := a.enter(ctx); err != nil {
		return nil, err
	}
	defer a.leave()
	data, err := a.blobs.ReadBlob(ctx, sha256)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	return picture.DecodeLarge(ctx, data)
}

// Save writes a stored file unchanged to a folder and returns its path. The name is the first
// usable title with the extension of the file's type. If the name is taken, a number is added.
func (a *Attachments) Save(ctx context.Context, sha256, folder string, titles ...string) (string, error) {
	data, err := a.blobs.ReadBlob(ctx, sha256)
	if err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	path, err := wholefile.Create(folder, filename.New(FileExtension(data), titles...), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("save the file: %w", err)
	}
	return path, nil
}

// CanCopy reports whether this system supports copying pictures to the clipboard. It reads the
// disk.
func CanCopy() bool { return clipboard.CanSetPicture() }

// ToClipboard copies the stored picture with that SHA-256 to the clipboard.
func (a *Attachments) ToClipboard(ctx context.Context, sha256 string) error {
	large, err := a.OpenLarge(ctx, sha256)
	if err != nil {
		return err
	}
	w, h := large.Size()
	whole, err := large.RenderRegion(ctx, image.Rect(0, 0, w, h), w, h)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, whole); err != nil {
		return fmt.Errorf("write the picture for the clipboard: %w", err)
	}
	return clipboard.SetPicture(ctx, file.Bytes())
}

// FileExtension returns the usual extension for a file's content, with the dot; ".bin" if unknown,
// and for active content such as SVG and HTML.
func FileExtension(data []byte) string {
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		return ".pdf"
	}
	return cmp.Or(map[picture.Format]string{
		picture.PNG:  ".png",
		picture.JPEG: ".jpg",
		picture.WebP: ".webp",
		picture.GIF:  ".gif",
		picture.HEIC: ".heic",
		picture.AVIF: ".avif",
		picture.BMP:  ".bmp",
		picture.TIFF: ".tif",
	}[picture.DetectFormat(data)], ".bin")
}
