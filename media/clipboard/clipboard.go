// Package clipboard reads a picture or files from the clipboard on demand, and writes a picture, or
// a text as both plain text and HTML (TextOwner).
//
// On X11 it talks to the owner of the clipboard directly, so that pictures of any size arrive,
// incrementally if the owner requires that. On Wayland it runs wl-paste if that is installed,
// because a program without a focused window may not read the clipboard and the GUI toolkit
// supports text only; without the tool it uses the X11 server that most Wayland desktops also run.
// On Windows and macOS it uses golang.design/x/clipboard.
package clipboard

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"parlando/media/fileuri"
)

// The errors of reading the clipboard.
var (
	// ErrNoPicture means that the clipboard has no picture.
	ErrNoPicture = errors.New("clipboard: no picture")
	// ErrUnavailable means that the clipboard cannot be read on this system, or not now.
	ErrUnavailable = errors.New("clipboard: not available")
	// ErrTooLarge means that the picture has more bytes than allowed.
	ErrTooLarge = errors.New("clipboard: the picture is too large")
	// ErrIncomplete means that the owner of the clipboard transferred only a part of the picture.
	ErrIncomplete = errors.New("clipboard: the picture was not handed over whole")
)

// ReadPicture returns the picture file on the clipboard: PNG if offered, else JPEG, WebP, GIF, BMP
// or TIFF. A picture of more than most bytes is not read to its end. The error is one of the Err
// values above, or the error of ctx.
func ReadPicture(ctx context.Context, most int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return picture(ctx, most)
}

// maxURIList bounds the list of copied files, in bytes.
const maxURIList = 1 << 20

// ReadFiles returns the paths of the files that a file manager has copied to the clipboard
// (text/uri-list). It returns the same errors as ReadPicture; on Windows and macOS always
// ErrUnavailable.
func ReadFiles(ctx context.Context) (paths []string, err error) {
	list, err := uriList(ctx, maxURIList)
	for line := range strings.Lines(string(list)) {
		if path, err := fileuri.Path(strings.TrimSpace(line)); err == nil {
			paths = append(paths, path)
		}
	}
	return paths, err
}

// isPicture reports whether data starts like a picture file. Some programs offer pictures that they
// do not have and return a text or a web page instead.
func isPicture(data []byte) bool {
	for _, begin := range []string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF8", "BM", "II*\x00", "MM\x00*"} {
		if bytes.HasPrefix(data, []byte(begin)) {
			return true
		}
	}
	return len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}
