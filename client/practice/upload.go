package practice

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
)

const (
	// DefaultMaxRecording is the largest recording in bytes that is taken unless Options say
	// otherwise: 25 MB.
	DefaultMaxRecording = 25 << 20
	// maxFieldBytes is the longest plain field of a form, and maxFormExtra how large everything in
	// it but the recording is.
	maxFieldBytes, maxFormExtra = 1000, 1 << 20
)

// granularities is the one field of the form that is a list.
const granularities = "timestamp_granularities"

// upload is a form with a recording (docs/gateway.md 2.8), checked for what every form has to keep
// to.
type upload struct {
	fields   map[string]string
	lists    map[string][]string
	file     *os.File // at its beginning; nil when there is none
	fileSize int64
	// broken are the fields that break a rule by the way they are sent, each with what is wrong.
	broken *fault
}

// close removes the recording, if there is one.
func (u *upload) close() {
	if u != nil && u.file != nil {
		u.file.Close()
		_ = os.Remove(u.file.Name())
		u.file = nil
	}
}

// errFormTooLarge is a form with more than a recording in it.
var errFormTooLarge = errors.New("the form is too large")

// capped is a reader of at most left bytes.
type capped struct {
	r    io.Reader
	left int64
	err  error // that of r
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errFormTooLarge
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.err = err
	return n, err
}

// receive reads the form of a request to its end, also one that it refuses.
func receive(r *http.Request, limit int64) (*upload, *fault) {
	if bad := wants(r, "multipart/form-data"); bad != nil {
		return nil, bad
	}
	// Who asks before sending is told at once.
	if r.ContentLength > limit+maxFormExtra && r.Header.Get("Expect") != "" {
		return nil, recordingTooLarge(limit)
	}
	defer drain(r.Body)
	within := &capped{r: r.Body, left: limit + maxFormExtra}
	r.Body = io.NopCloser(within)
	form, err := r.MultipartReader()
	if err != nil {
		return nil, badForm("The Content-Type header has no boundary. Send it as multipart/form-data; boundary=…")
	}
	u, bad := readUpload(form, limit)
	if bad != nil && stopped(within.err) {
		return nil, tooSlow() // whatever half a part looks like
	}
	return u, bad
}

// readUpload reads the parts of a form in any order. The recording goes to a file that close
// removes; parts that mean nothing here are passed over.
func readUpload(form *multipart.Reader, limit int64) (_ *upload, bad *fault) {
	u := &upload{fields: map[string]string{}, lists: map[string][]string{}}
	defer func() {
		if bad != nil {
			u.close()
		}
	}()
	for {
		part, err := form.NextPart()
		if err == io.EOF { //nolint:errorlint // A wrapped one is a form without an end.
			break
		}
		if err != nil {
			return nil, brokenForm(err, limit)
		}
		switch name := part.FormName(); name {
		case "file":
			bad = u.takeFile(part, limit)
		case "model", "language", "response_format", "temperature", granularities, granularities + "[]":
			bad = u.takeField(name, part, limit)
		default:
			if _, err := io.Copy(io.Discard, part); err != nil {
				bad = brokenForm(err, limit)
			}
		}
		if bad != nil {
			return nil, bad
		}
	}
	if u.broken != nil {
		return nil, u.broken
	}
	return u, nil
}

// refuse keeps the first field that breaks a rule; the form is read to its end before it is told.
func (u *upload) refuse(param, message string) {
	if u.broken == nil {
		u.broken = wrong(param, message)
	}
}

func (u *upload) takeField(name string, part *multipart.Part, limit int64) *fault {
	value, err := io.ReadAll(io.LimitReader(part, maxFieldBytes+1))
	if err == nil {
		_, err = io.Copy(io.Discard, part)
	}
	if err != nil {
		return brokenForm(err, limit)
	}
	list := name == granularities || name == granularities+"[]"
	if list {
		name = granularities
	}
	_, again := u.fields[name]
	switch {
	case part.FileName() != "":
		u.refuse(name, fmt.Sprintf("Invalid type for '%s': expected a plain field, but got a file.", name))
	case len(value) > maxFieldBytes:
		u.refuse(name, fmt.Sprintf("Invalid '%s': it is longer than %d bytes.", name, maxFieldBytes))
	case len(value) == 0:
		u.refuse(name, fmt.Sprintf("Invalid '%s': it is empty. Leave it out instead.", name))
	case list && len(u.lists[name]) >= 8:
		u.refuse(name, fmt.Sprintf("Invalid '%s': there are too many of them.", name))
	case list:
		u.lists[name] = append(u.lists[name], string(value))
	case again:
		u.refuse(name, fmt.Sprintf("Duplicate field '%s': send it once.", name))
	default:
		u.fields[name] = string(value)
	}
	return nil
}

func (u *upload) takeFile(part *multipart.Part, limit int64) *fault {
	if u.file != nil {
		u.refuse("file", "Duplicate field 'file': send one recording.")
		if _, err := io.Copy(io.Discard, part); err != nil {
			return brokenForm(err, limit)
		}
		return nil
	}
	file, err := os.CreateTemp("", "parlando-practice-*")
	if err != nil {
		return noRoom(err)
	}
	u.file = file
	w := &keeper{w: file}
	u.fileSize, err = io.Copy(w, io.LimitReader(part, limit+1))
	switch {
	case w.err != nil:
		return noRoom(w.err)
	case err != nil:
		return brokenForm(err, limit)
	case u.fileSize > limit:
		return recordingTooLarge(limit)
	case u.fileSize == 0:
		u.refuse("file", "Invalid 'file': it is empty.")
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return noRoom(err)
	}
	return nil
}

// keeper remembers that writing failed, and not reading.
type keeper struct {
	w   io.Writer
	err error
}

func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.w.Write(p)
	if err != nil {
		k.err = err
	}
	return n, err
}

func noRoom(err error) *fault {
	return &fault{status: http.StatusInternalServerError, message: fmt.Sprintf("The recording could not be put aside: %v.", err)}
}

func badForm(message string) *fault {
	return &fault{status: http.StatusBadRequest, code: "invalid_form", message: message}
}

// brokenForm is the answer to a form that cannot be read.
func brokenForm(err error, limit int64) *fault {
	switch {
	case errors.Is(err, errFormTooLarge):
		return recordingTooLarge(limit)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return badForm("The form ends before its last boundary: a part of the upload is missing.")
	}
	return badForm("The body is not valid multipart/form-data: its parts cannot be told apart.")
}

func recordingTooLarge(limit int64) *fault {
	return &fault{
		status: http.StatusRequestEntityTooLarge, param: "file", code: "file_too_large",
		message: fmt.Sprintf("The recording is larger than %d bytes (%.4g MB), which is the most that is taken here.", limit, float64(limit)/(1<<20)),
	}
}

// oneOfThese says which values a field may have.
func oneOfThese(name, value string, allowed []string) string {
	if slices.Contains(allowed, value) {
		return ""
	}
	last := len(allowed) - 1
	return fmt.Sprintf("Invalid '%s': %.40q. Supported values are: '%s' and '%s'.", name, value, strings.Join(allowed[:last], "', '"), allowed[last])
}
