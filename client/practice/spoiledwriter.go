package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
)

// bodyFault is a way to spoil the body of an answer.
type bodyFault string

const (
	// goodEvents and goodBytes pass before a body is spoiled: of a stream, and of any other body.
	goodEvents, goodBytes = 6, 16
	// slowWrite is the number of bytes written at a time when a body comes slowly.
	slowWrite = 32
)

// spoiledWriter lets a body begin well and then spoils it.
type spoiledWriter struct {
	http.ResponseWriter
	ctx      context.Context
	how      bodyFault
	interval time.Duration // of a token
	events   int           // of a stream, so far
	bytes    int           // so far
	over     bool          // nothing more is sent
}

// Unwrap is for http.ResponseController.
func (s *spoiledWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

func (s *spoiledWriter) streams() bool {
	return strings.HasPrefix(s.Header().Get("Content-Type"), "text/event-stream")
}

// WriteHeader passes the status on; half a body has another length than it was going to have.
func (s *spoiledWriter) WriteHeader(status int) {
	s.Header().Del("Content-Length")
	s.ResponseWriter.WriteHeader(status)
}

// Write spoils what is written once enough has been written well. It reports all as written: who
// writes does not know.
func (s *spoiledWriter) Write(data []byte) (int, error) {
	s.Header().Del("Content-Length")
	switch {
	case s.over:
		return len(data), s.ctx.Err()
	case s.how == "slow":
		return s.slowly(data)
	case s.how == "no-done":
		if bytes.Equal(bytes.TrimSpace(data), []byte("data: [DONE]")) {
			return len(data), nil
		}
		return s.ResponseWriter.Write(data)
	case s.streams():
		// Each event is one write.
		s.events++
		if s.events <= goodEvents || s.how == "cut-word" && !s.cutWord(data) {
			return s.ResponseWriter.Write(data)
		}
		return s.spoil(data, len(data)/2)
	}
	good := goodBytes - s.bytes
	s.bytes += len(data)
	if len(data) <= good {
		return s.ResponseWriter.Write(data)
	}
	return s.spoil(data, good)
}

// cutWord sends an event with half of the word it brings, and reports whether it has one.
func (s *spoiledWriter) cutWord(event []byte) bool {
	var chunk map[string]any
	if json.Unmarshal(bytes.TrimPrefix(bytes.TrimSpace(event), []byte("data: ")), &chunk) != nil {
		return false
	}
	choices, _ := chunk["choices"].([]any)
	for _, one := range choices {
		choice, _ := one.(map[string]any)
		delta, _ := choice["delta"].(map[string]any)
		word, _ := delta["content"].(string)
		letters := []rune(strings.TrimSpace(word))
		if len(letters) < 4 || slices.ContainsFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		delta["content"] = word[:strings.Index(word, string(letters))] + string(letters[:len(letters)/2])
		if half, err := compact(chunk); err == nil {
			_, _ = fmt.Fprintf(s.ResponseWriter, "data: %s\n\n", half)
			return true
		}
	}
	return false
}

// slowly sends a little at a time.
func (s *spoiledWriter) slowly(data []byte) (int, error) {
	for sent := 0; sent < len(data); {
		n, err := s.ResponseWriter.Write(data[sent:min(len(data), sent+slowWrite)])
		sent += n
		if err != nil {
			return sent, err
		}
		s.flush()
		if !wait(s.ctx, 4*s.interval) {
			return sent, s.ctx.Err()
		}
	}
	return len(data), nil
}

// spoil ends the good part of the body: good bytes of data are part of it.
func (s *spoiledWriter) spoil(data []byte, good int) (int, error) {
	s.over = true
	switch s.how {
	case "garbage":
		junk := []byte("\x00\xff\xfe{]garbage[}\x1b\x7f\xc3(")
		if s.streams() {
			junk = []byte("data: {\"choices\":[{\"delta\":{\"content\":\n\ndata: \xff\xfe garbage\n\n\x00\x01\x02 nonsense without a colon\n\n")
		}
		_, _ = s.ResponseWriter.Write(junk)
	case "error-in-stream":
		_, _ = s.ResponseWriter.Write([]byte("data: {\"error\":{\"message\":\"The upstream model failed.\",\"type\":\"server_error\",\"param\":null,\"code\":\"upstream_error\"}}\n\n"))
	case "cut-line", "stall":
		_, _ = s.ResponseWriter.Write(data[:good])
	case "cut-word":
		if !s.streams() {
			_, _ = s.ResponseWriter.Write(data[:good])
		}
	}
	s.end()
	return len(data), nil
}

// end does what comes after the last byte; for a body too short to be spoiled before, all of it.
func (s *spoiledWriter) end() {
	s.over = true
	s.flush()
	switch s.how {
	case "stall":
		<-s.ctx.Done()
	case "cut-line":
		panic(http.ErrAbortHandler) // the connection ends without the end of the body
	}
}

func (s *spoiledWriter) flush() { _ = http.NewResponseController(s.ResponseWriter).Flush() }
