package attachments

import "parlando/media/picture"

// FileError reports that a file cannot be attached. The message to show depends on Reason; Format
// is the kind of the file.
type FileError = picture.Error

// Reason is the reason why a file cannot be attached.
type Reason = picture.Reason

// The reasons.
const (
	Empty       = picture.Empty       // the file is empty
	NotAPicture = picture.NotAPicture // the file is not a picture; see PictureFormats
	// Unsupported: the format in FileError.Format cannot be attached; see PictureFormats.
	Unsupported = picture.Unsupported
	// UnsupportedVariant: the file is an unsupported variant of FileError.Format.
	UnsupportedVariant = picture.UnsupportedVariant
	// TooManyPixels: the picture is FileError.Width by Height; the limit is MaxPixels.
	TooManyPixels = picture.TooManyPixels
	TooLarge      = picture.TooLarge // the file has more than 100 MB, or a PDF more than 20 MB
	Damaged       = picture.Damaged  // the file is truncated or inconsistent
)

// Note tells the user how the sent picture differs from the file; "" means no note.
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
