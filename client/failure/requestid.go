package failure

import (
	"net/http"
	"strings"
)

// requestIDHeaders are the headers in which services put their id of a request, the best first.
var requestIDHeaders = []string{
	"X-Request-Id", "Request-Id", "X-Req-Id", "X-Oneapi-Request-Id", "Apim-Request-Id", "X-Ms-Request-Id",
	"X-Amzn-Requestid", "X-Amz-Request-Id", "X-Correlation-Id", "X-Trace-Id", "X-Generation-Id", "Cf-Ray",
}

// RequestID finds the service's id of a request, at most 200 characters, or "".
func RequestID(h http.Header) string {
	for _, name := range requestIDHeaders {
		if id := ShortID(h.Get(name)); id != "" {
			return id
		}
	}
	return ""
}

// ShortID is an id without space around it, at most 200 bytes of it, and not what is shaped like a
// key.
func ShortID(id string) string {
	id = MaskKeys(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), 200)], "")
}
