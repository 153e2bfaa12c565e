package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// EndsWithConnection reports whether only the end of the connection ends the body, so that the end
// may never come.
func EndsWithConnection(r *http.Response) bool {
	return r.ProtoMajor == 1 && r.ContentLength < 0 && len(r.TransferEncoding) == 0
}

// JSONValueReader reads a body and ends it as soon as a complete JSON value, or the end mark of a
// stream, has been read.
type JSONValueReader struct {
	Reader io.Reader
	// MayContinue reports whether more data may follow a complete value; nil means never. If it
	// returns true, Wait is called; line means that the value ended with a line end, so that
	// another line may follow.
	MayContinue func(value []byte) bool
	Wait        func(line bool)

	came  []byte
	tries int
	over  bool
}

// maxJSONEnd bounds the bytes of a body in which a complete value is looked for, maxJSONEndTries
// the number of attempts. Beyond them the body is passed through.
const (
	maxJSONEnd      = 4 << 20
	maxJSONEndTries = 64
)

// Read implements io.Reader.
func (j *JSONValueReader) Read(p []byte) (int, error) {
	if j.over {
		return 0, io.EOF
	}
	n, err := j.Reader.Read(p)
	if len(j.came)+n > maxJSONEnd || j.tries >= maxJSONEndTries {
		return n, err
	}
	j.came = append(j.came, p[:n]...)
	end := bytes.TrimSpace(j.came)
	if len(end) == 0 || bytes.IndexByte([]byte(`}]"`), end[len(end)-1]) < 0 {
		return n, err
	}
	j.tries++
	if value := bytes.TrimPrefix(end, BOM); json.Valid(value) || bytes.HasSuffix(end, []byte("[DONE]")) {
		if j.over = j.MayContinue == nil || !j.MayContinue(value); !j.over {
			j.Wait(j.came[len(j.came)-1] == '\n')
		}
	}
	return n, err
}
