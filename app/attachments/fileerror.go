package attachments

import "parlando/media/picture"

// FileError is the error of a file that cannot be attached; its Reason selects the sentence to
// show, its Format names the kind of file.
type FileError = picture.Error

// Reason is the reason why a file cannot be attached.
type Reason = picture.Reason

// The reasons, with what the sentence should say.
const (
	Empty       = picture.Empty       // the file is empty
	NotAPicture = picture.NotAPicture // it is no picture; Works names what can be attached
	// it is a FileError.Format; Works names what can be attached
	Unsupported = picture.Unsupported
	// it is a FileError.Format, written in a way that cannot be read here
	Variant = picture.Variant
	// it is FileError.Width by FileError.Height; FileError.Most pixels are the most
	TooManyPixels = picture.TooManyPixels
	TooLarge      = picture.TooLarge // the file has more than 100 MB, or a PDF more than 20 MB
	Damaged       = picture.Damaged  // it ends too early or does not hold together
)

// Note is something the user should know about what became of a picture; "" is nothing.
type Note = picture.Note

// The notes.
const (
	FirstFrame = picture.FirstFrame // the picture moves, and only its first frame is sent
	FirstPage  = picture.FirstPage  // the picture has pages, and only the first is sent
	Incomplete = picture.Incomplete // the file is damaged, and a part of the picture may be missing
	// the picture is very large, and only a smaller copy can be sent
	Smaller = picture.Smaller
	// Protected: the document is locked by a password, or against changes; a service may not be
	// able to read it.
	Protected Note = "protected"
)
