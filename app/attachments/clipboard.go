package attachments

import (
	"context"
	"errors"
	"fmt"

	"parlando/media/clipboard"
	"parlando/media/picture"
)

// ErrNoClipboardPicture reports that the clipboard has no picture that Parlando can access on this
// system.
var ErrNoClipboardPicture = errors.New("attachments: no picture on the clipboard")

// ErrClipboardCutOff reports that the program that owns the clipboard sent an incomplete picture.
var ErrClipboardCutOff = clipboard.ErrIncomplete

// FromClipboard returns the file of the picture on the clipboard, for Add; see package clipboard
// for the formats. The error is ErrNoClipboardPicture, ErrClipboardCutOff, a *FileError (TooLarge),
// or that of ctx.
func (a *Attachments) FromClipboard(ctx context.Context) ([]byte, error) {
	data, err := clipboard.ReadPicture(ctx, MaxFile)
	switch {
	case errors.Is(err, clipboard.ErrTooLarge):
		return nil, &FileError{Reason: picture.TooLarge}
	case errors.Is(err, clipboard.ErrNoPicture), errors.Is(err, clipboard.ErrUnavailable):
		return nil, fmt.Errorf("%w: %w", ErrNoClipboardPicture, err)
	}
	return data, err
}

// FilesFromClipboard returns the paths of copied files, none if there are none or the system does
// not support it.
func (a *Attachments) FilesFromClipboard(ctx context.Context) []string {
	paths, err := clipboard.ReadFiles(ctx)
	if err != nil {
		return nil
	}
	return paths
}
