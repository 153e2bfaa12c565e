package main

import (
	"bytes"
	"io"
	"net/http"
)

// memoryBase is an address that is never dialed.
const memoryBase = "http://memory.localhost/v1"

// fromMemory responds to every request with the same body, without a network.
type fromMemory []byte

func (m fromMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(bytes.NewReader(m)), ContentLength: -1,
	}, nil
}
