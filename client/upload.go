package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"sync"
	"sync/atomic"

	"parlando/client/fieldname"
)

// The errors of Transcribe for recordings that are not sent.
var (
	ErrNoAudio     = errors.New("the recording is empty")
	ErrAudioFormat = errors.New("this is not a recording that can be transcribed: only mp3, mp4, mpeg, mpga, m4a, wav and webm can")
)

var errSourceChanged = errors.New("the recording differs from its declared length")

// uploadType returns the media type of a format that can be uploaded (GATEWAY.md 2.8), else "".
// Even video is declared as audio, because some servers accept nothing else.
func (f AudioFormat) uploadType() string {
	switch f {
	case AudioMP3, AudioMPEG, AudioMPGA:
		return "audio/mpeg"
	case AudioMP4, AudioM4A:
		return "audio/mp4"
	case AudioWAV:
		return "audio/wav"
	case AudioWebM:
		return "audio/webm"
	}
	return ""
}

// source is a recording that each attempt to send it reads from the start.
type source struct {
	first io.Reader
	// at, if not nil, can read the recording again; the recording begins at offset start.
	at    io.ReaderAt
	start int64
	size  int64 // -1 if unknown
	// format is detected from head, the first bytes. If at is nil, head is no longer in first.
	format AudioFormat
	head   []byte
}

// newSource reads the first bytes of a recording and determines its size.
func newSource(r io.Reader, size int64) (*source, error) {
	if r == nil {
		return nil, ErrNoAudio
	}
	s := &source{first: r, size: -1}
	if size > 0 {
		s.size = size
	}
	if seeker, ok := r.(io.Seeker); ok {
		if here, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			s.start = here
			s.at, _ = r.(io.ReaderAt)
			if end, err := seeker.Seek(0, io.SeekEnd); err == nil && s.size < 0 {
				s.size = end - here
			}
			if _, err := seeker.Seek(here, io.SeekStart); err != nil {
				return nil, fmt.Errorf("read the recording: %w", err)
			}
		}
	} else if sized, ok := r.(interface{ Len() int }); ok && s.size < 0 {
		s.size = int64(sized.Len())
	}
	if s.size < 0 {
		s.at = nil // a section cannot be read again without a known size
	}
	head := make([]byte, sniffLength)
	var n int
	var err error
	if s.at != nil {
		n, err = s.at.ReadAt(head, s.start)
	} else {
		n, err = io.ReadFull(r, head)
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("read the recording: %w", err)
	}
	s.head = head[:n]
	if n == 0 {
		return nil, ErrNoAudio
	}
	s.format = sniffAudio(s.head)
	if s.format.uploadType() == "" {
		return nil, ErrAudioFormat
	}
	return s, nil
}

// reader returns a reader of the whole recording. If at is nil it may be called only once.
func (s *source) reader() io.Reader {
	if s.at != nil {
		return io.NewSectionReader(s.at, s.start, s.size)
	}
	return io.MultiReader(bytes.NewReader(s.head), s.first)
}

// upload is a multipart form with a recording that is read while it is sent.
type upload struct {
	source      *source
	head, tail  []byte
	contentType string
	progress    func(sent, total int64)
	// eager: send the recording at once, as the service does not support "100 Continue".
	eager  bool
	mu     sync.Mutex
	failed error
}

// askFirst is the size in bytes from which on a recording is sent only after the service has
// accepted the headers ("100 Continue"). If a service refuses a request in the middle of the body,
// the connection often breaks and the reason is lost.
const askFirst = 1 << 20

// field is a plain field of a form.
type field struct{ name, value string }

// newUpload builds the form around the recording. The recording is the last field, because some
// servers start processing at the file. The file name is "audio." with the extension of the
// detected format: servers rely on the extension, and a name chosen by the user may break the form.
func newUpload(s *source, fields []field, progress func(sent, total int64)) (*upload, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, f := range fields {
		if err := form.WriteField(f.name, f.value); err != nil {
			return nil, err
		}
	}
	_, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="audio.%s"`, fieldname.File, s.format)},
		"Content-Type":        {s.format.uploadType()},
	})
	if err != nil {
		return nil, err
	}
	u := &upload{source: s, contentType: form.FormDataContentType(), progress: progress}
	u.head = bytes.Clone(b.Bytes())
	b.Reset()
	if err := form.Close(); err != nil {
		return nil, err
	}
	u.tail = b.Bytes()
	return u, nil
}

// attach makes the form the body of a request. alive is called at each read of the recording, over
// at its end.
func (u *upload) attach(r *http.Request, alive, over func()) {
	r.ContentLength = -1
	if u.source.size >= 0 {
		r.ContentLength = int64(len(u.head)) + u.source.size + int64(len(u.tail))
	}
	r.Header.Set("Content-Type", u.contentType)
	if !u.eager && (u.source.size < 0 || u.source.size >= askFirst) {
		r.Header.Set("Expect", "100-continue")
	}
	file := &uploadFile{r: u.source.reader(), upload: u, alive: alive}
	form := io.MultiReader(bytes.NewReader(u.head), file, overReader(over), bytes.NewReader(u.tail))
	r.Body = &uploadBody{Reader: form, file: file}
}

// again reports whether the form can be sent once more.
func (u *upload) again() bool { return u.source.at != nil }

// readError returns the error of reading the recording, or nil.
func (u *upload) readError() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.failed
}

func (u *upload) fail(err error) error {
	err = fmt.Errorf("read the recording: %w", err)
	u.mu.Lock()
	u.failed = err
	u.mu.Unlock()
	return err
}

// uploadBody is the form as a request body. net/http may still read from it after the request has
// ended; after Close it no longer reads the recording.
type uploadBody struct {
	io.Reader
	file *uploadFile
}

func (b *uploadBody) Close() error {
	b.file.closed.Store(true)
	return nil
}

// uploadFile reads the recording, reports progress and verifies the size.
type uploadFile struct {
	r      io.Reader
	upload *upload
	alive  func()
	sent   int64
	closed atomic.Bool
}

func (f *uploadFile) Read(p []byte) (int, error) {
	if f.closed.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	f.alive()
	n, err := f.r.Read(p)
	f.sent += int64(n)
	size := f.upload.source.size
	switch {
	case size >= 0 && f.sent > size, size >= 0 && errors.Is(err, io.EOF) && f.sent < size:
		return 0, f.upload.fail(errSourceChanged)
	case err != nil && !errors.Is(err, io.EOF):
		return n, f.upload.fail(err)
	}
	if n > 0 && f.upload.progress != nil {
		f.upload.progress(f.sent, size)
	}
	return n, err
}

// overReader is an empty reader that calls the function when it is read.
type overReader func()

func (o overReader) Read([]byte) (int, error) {
	o()
	return 0, io.EOF
}
