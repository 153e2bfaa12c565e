package attachments

import (
	"context"
	"errors"
	"fmt"

	"parlando/media/clipboard"
	"parlando/media/picture"
)

// ErrNoClipboardPicture means that there is no picture on the clipboard, or none that Parlando can
// reach on this system.
var ErrNoClipboardPicture = errors.New("attachments: no picture on the clipboard")

// ErrClipboardCutOff means that the program that offers the picture on the clipboard did not hand
// it over to its end.
var ErrClipboardCutOff = clipboard.ErrCutOff

// FromClipboard returns the file of the picture on the clipboard, for Add; see package clipboard
// for what it asks. The error is ErrNoClipboardPicture, ErrClipboardCutOff, a *FileError
// (TooLarge), or that of ctx.
func (a *Attachments) FromClipboard(ctx context.Context) ([]byte, error) {
	data, err := clipboard.Picture(ctx, MaxFile)
	switch {
	case errors.Is(err, clipboard.ErrTooLarge):
		return nil, &FileError{Reason: picture.TooLarge}
	case errors.Is(err, clipboard.ErrNoPicture), errors.Is(err, clipboard.ErrUnreachable):
		return nil, fmt.Errorf("%w: %w", ErrNoClipboardPicture, err)
	}
	return data, err
}

// FilesFromClipboard returns the paths of the files that were copied, none where there are none or
// this system does not tell.
func (a *Attachments) FilesFromClipboard(ctx context.Context) []string {
	paths, err := clipboard.Files(ctx)
	if err != nil {
		return nil
	}
	return paths
}
