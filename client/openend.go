package client

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// openEnded reports whether the end of the connection is the only end a body has, so that one that
// stays open would be waited for in vain.
func openEnded(r *http.Response) bool {
	return r.ProtoMajor == 1 && r.ContentLength < 0 && len(r.TransferEncoding) == 0
}

// jsonEnd reads a body and ends it as soon as what came is a whole JSON value, or the end mark of a
// stream. With more, which reports whether something may follow the value, it calls wait in place
// of that.
type jsonEnd struct {
	r     io.Reader
	more  func(value []byte) bool
	wait  func(line bool) // line: a line end came with it, so that another may follow
	came  []byte
	tries int
	over  bool
}

// maxJSONEnd is how much of a body is looked at, in bytes, and how often.
const (
	maxJSONEnd      = 4 << 20
	maxJSONEndTries = 64
)

func (j *jsonEnd) Read(p []byte) (int, error) {
	if j.over {
		return 0, io.EOF
	}
	n, err := j.r.Read(p)
	if len(j.came)+n > maxJSONEnd || j.tries >= maxJSONEndTries {
		return n, err
	}
	j.came = append(j.came, p[:n]...)
	end := bytes.TrimSpace(j.came)
	if len(end) == 0 || bytes.IndexByte([]byte(`}]"`), end[len(end)-1]) < 0 {
		return n, err
	}
	j.tries++
	if value := bytes.TrimPrefix(end, bom); json.Valid(value) || bytes.HasSuffix(end, []byte("[DONE]")) {
		if j.over = j.more == nil || !j.more(value); !j.over {
			j.wait(j.came[len(j.came)-1] == '\n')
		}
	}
	return n, err
}
