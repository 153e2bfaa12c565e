// Package clipboard reads the picture or the files on the clipboard, and only when it is asked;
// and it puts a text there in two forms, plain and as HTML (TextOwner), or a picture.
//
// To read on X11 it speaks to the program that owns the clipboard itself, so that pictures of any
// size arrive, piece by piece where that program wants it so. On Wayland the tool wl-paste is
// asked, where it is installed: a program without a window in front may not look at the clipboard
// there, and the window's toolkit knows of texts alone; without the tool, the X11 that most Wayland
// desktops have beside is asked. On Windows and macOS it is golang.design/x/clipboard.
package clipboard

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"parlando/media/fileuri"
)

// Why there is no picture.
var (
	// ErrNoPicture means that there is none on the clipboard.
	ErrNoPicture = errors.New("clipboard: no picture")
	// ErrUnreachable means that the clipboard cannot be read on this system, or not now.
	ErrUnreachable = errors.New("clipboard: not within reach")
	// ErrTooLarge means that the picture has more bytes than were allowed.
	ErrTooLarge = errors.New("clipboard: the picture is too large")
	// ErrCutOff means that the program that offers the picture did not hand it over to its end.
	ErrCutOff = errors.New("clipboard: the picture was not handed over whole")
)

// Picture returns the file of the picture on the clipboard: PNG where it can be had, else JPEG,
// WebP, GIF, BMP or TIFF. It has at most most bytes; a larger one is not read to its end. The error
// is one of those above, or that of ctx.
func Picture(ctx context.Context, most int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return picture(ctx, most)
}

// maxURIList bounds the list of copied files, in bytes.
const maxURIList = 1 << 20

// Files returns the paths of the files on the clipboard, as file managers put them there
// (text/uri-list). The error is one of those of Picture; on Windows and macOS it is ErrUnreachable.
func Files(ctx context.Context) (paths []string, err error) {
	list, err := uriList(ctx, maxURIList)
	for line := range strings.Lines(string(list)) {
		if path, err := fileuri.Path(strings.TrimSpace(line)); err == nil {
			paths = append(paths, path)
		}
	}
	return paths, err
}

// isPicture tells by its first bytes whether data is a file of a picture, whatever it was called:
// programs offer pictures that they do not have, and hand over a text or a page that says so.
func isPicture(data []byte) bool {
	for _, begin := range []string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF8", "BM", "II*\x00", "MM\x00*"} {
		if bytes.HasPrefix(data, []byte(begin)) {
			return true
		}
	}
	return len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}
