package practice

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
)

const (
	// DefaultMaxRecording is the default of Options.MaxRecording: 25 MB.
	DefaultMaxRecording = 25 << 20
	// maxFieldBytes limits a plain field of a form, maxFormExtra everything except the recording.
	maxFieldBytes, maxFormExtra = 1000, 1 << 20
)

// Form fields that are lists: they may be repeated, with or without [] after the name. Only some
// models read languages and keywords.
const (
	granularities = "timestamp_granularities"
	languages     = "languages"
	keywords      = "keywords"
)

// upload is a form with a recording (docs/gateway.md 2.8) whose general structure is validated.
type upload struct {
	form      *multipart.Form
	fields    map[string]string
	lists     map[string][]string
	recording multipart.File // nil for none
}

// close removes the recording, if any.
func (u *upload) close() {
	if u == nil {
		return
	}
	if u.recording != nil {
		_ = u.recording.Close()
	}
	_ = u.form.RemoveAll()
}

// receive reads the form of a request to its end, even if it returns a fault. The recording is
// stored in a file that close removes; unknown parts are ignored.
func receive(r *http.Request, limit int64) (*upload, *fault) {
	if bad := wants(r, "multipart/form-data"); bad != nil {
		return nil, bad
	}
	// Refuse before the body is sent if the client waits for "100 Continue".
	if r.ContentLength > limit+maxFormExtra && r.Header.Get("Expect") != "" {
		return nil, recordingTooLarge(limit)
	}
	defer drain(r.Body)
	r.Body = http.MaxBytesReader(nil, r.Body, limit+maxFormExtra)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, badForm("The Content-Type header has no boundary. Send it as multipart/form-data; boundary=…")
	}
	form, err := parts.ReadForm(0)
	if err != nil {
		// A truncated part may look malformed; reading again shows whether the body timed out.
		if _, err := r.Body.Read(make([]byte, 1)); stopped(err) {
			return nil, tooSlow()
		}
		return nil, brokenForm(err, limit)
	}
	u := &upload{form: form, fields: map[string]string{}, lists: map[string][]string{}}
	bad := u.takeFile(limit)
	for _, name := range []string{"model", "language", "response_format", "temperature", granularities} {
		if bad == nil {
			bad = u.takeField(name)
		}
	}
	if bad != nil {
		u.close()
		return nil, bad
	}
	return u, nil
}

// takeField validates a field of the form and stores it in fields or lists.
func (u *upload) takeField(name string) *fault {
	values, files := u.form.Value[name], u.form.File[name]
	list := name == granularities || name == languages || name == keywords
	if list {
		values = slices.Concat(values, u.form.Value[name+"[]"])
		files = slices.Concat(files, u.form.File[name+"[]"])
	}
	switch {
	case len(files) > 0:
		return wrong(name, fmt.Sprintf("Invalid type for '%s': expected a plain field, but got a file.", name))
	case len(values) == 0:
		return nil
	case slices.ContainsFunc(values, func(v string) bool { return len(v) > maxFieldBytes }):
		return wrong(name, fmt.Sprintf("Invalid '%s': it is longer than %d bytes.", name, maxFieldBytes))
	case slices.Contains(values, ""):
		return wrong(name, fmt.Sprintf("Invalid '%s': it is empty. Leave it out instead.", name))
	case list:
		u.lists[name] = values
	case len(values) > 1:
		return wrong(name, fmt.Sprintf("Duplicate field '%s': send it once.", name))
	default:
		u.fields[name] = values[0]
	}
	return nil
}

func (u *upload) takeFile(limit int64) *fault {
	files := u.form.File["file"]
	switch {
	case len(u.form.Value["file"]) > 0:
		return wrong("file", "Invalid type for 'file': expected a file with a name, but got a plain field.")
	case len(files) == 0:
		return nil // reported as missing once the model is known
	case len(files) > 1:
		return wrong("file", "Duplicate field 'file': send one recording.")
	case files[0].Size > limit:
		return recordingTooLarge(limit)
	case files[0].Size == 0:
		return wrong("file", "Invalid 'file': it is empty.")
	}
	var err error
	if u.recording, err = files[0].Open(); err != nil {
		return noRoom(err)
	}
	return nil
}

func noRoom(err error) *fault {
	return &fault{status: http.StatusInternalServerError, message: fmt.Sprintf("The recording could not be put aside: %v.", err)}
}

func badForm(message string) *fault {
	return &fault{status: http.StatusBadRequest, code: "invalid_form", message: message}
}

// brokenForm returns the fault for a form that cannot be parsed.
func brokenForm(err error, limit int64) *fault {
	var tooMuch *http.MaxBytesError
	var notStored *fs.PathError
	switch {
	case errors.As(err, &tooMuch), errors.Is(err, multipart.ErrMessageTooLarge):
		return recordingTooLarge(limit)
	case errors.As(err, &notStored):
		return noRoom(err)
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

// oneOfThese returns the message that lists the allowed values of a field.
func oneOfThese(name, value string, allowed []string) string {
	if slices.Contains(allowed, value) {
		return ""
	}
	last := len(allowed) - 1
	return fmt.Sprintf("Invalid '%s': %.40q. Supported values are: '%s' and '%s'.", name, value, strings.Join(allowed[:last], "', '"), allowed[last])
}
