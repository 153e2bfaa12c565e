package attachments

import "parlando/media/picture"

// FileError reports that a file cannot be attached; its Reason selects the message, its Format
// names the kind of file.
type FileError = picture.Error

// Reason is the reason why a file cannot be attached.
type Reason = picture.Reason

// The reasons, with the content of the message.
const (
	Empty       = picture.Empty       // the file is empty
	NotAPicture = picture.NotAPicture // it is not a picture; Works lists what can be attached
	// Unsupported: it is a FileError.Format; Works lists what can be attached.
	Unsupported = picture.Unsupported
	// UnsupportedVariant: it is a FileError.Format in an unsupported variant.
	UnsupportedVariant = picture.UnsupportedVariant
	// TooManyPixels: it is FileError.Width by FileError.Height; the limit is FileError.Most pixels.
	TooManyPixels = picture.TooManyPixels
	TooLarge      = picture.TooLarge // the file has more than 100 MB, or a PDF more than 20 MB
	Damaged       = picture.Damaged  // it is truncated or inconsistent
)

// Note tells the user about a change of a picture; "" means none.
type Note = picture.Note

// The notes.
const (
	FirstFrame = picture.FirstFrame // the picture is animated, and only its first image is sent
	FirstPage  = picture.FirstPage  // the picture has pages, and only the first is sent
	// Incomplete: the file is damaged, and a part of the picture may be missing.
	Incomplete = picture.Incomplete
	// the picture is very large, and only a smaller copy can be sent
	OnlyReducedCopy = picture.Reduced
	// ProtectedDocument: the document is protected by a password or against changes; a service may
	// be unable to read it.
	ProtectedDocument Note = "protected"
)
