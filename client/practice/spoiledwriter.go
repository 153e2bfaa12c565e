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

// bodyFault is a fault of the response body.
type bodyFault string

const (
	// goodEvents is the number of events of a stream, and goodBytes the number of bytes of any
	// other body, that pass before the fault.
	goodEvents, goodBytes = 6, 16
	// slowWrite is the number of bytes per write of a slow body.
	slowWrite = 32
)

// spoiledWriter passes the beginning of a body through and then injects a fault.
type spoiledWriter struct {
	http.ResponseWriter
	ctx      context.Context
	how      bodyFault
	interval time.Duration // time between two tokens
	events   int           // events of a stream so far
	bytes    int           // bytes of another body so far
	over     bool          // the rest is discarded
}

// Unwrap supports http.ResponseController.
func (s *spoiledWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

func (s *spoiledWriter) streams() bool {
	return strings.HasPrefix(s.Header().Get("Content-Type"), "text/event-stream")
}

// WriteHeader removes Content-Length, which the fault would make wrong, and writes the status.
func (s *spoiledWriter) WriteHeader(status int) {
	s.Header().Del("Content-Length")
	s.ResponseWriter.WriteHeader(status)
}

// Write injects the fault after the good part of the body. It reports all bytes as written, so that
// the handler does not notice.
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

// cutWord sends an event with only half of its word. It returns false if the event has no word to
// split.
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

// slowly writes data in small chunks with a delay after each.
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

// spoil injects the fault. The first good bytes of data still belong before the fault.
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

// end ends the body as the fault requires: it stalls or aborts the connection.
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
