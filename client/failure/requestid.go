package failure

import (
	"net/http"
	"strings"
)

// requestIDHeaders lists the headers with a request id, preferred ones first.
var requestIDHeaders = []string{
	"X-Request-Id", "Request-Id", "X-Req-Id", "X-Oneapi-Request-Id", "Apim-Request-Id", "X-Ms-Request-Id",
	"X-Amzn-Requestid", "X-Amz-Request-Id", "X-Correlation-Id", "X-Trace-Id", "X-Generation-Id", "Cf-Ray",
}

// RequestID returns the service's request id, at most 200 characters, or "".
func RequestID(h http.Header) string {
	for _, name := range requestIDHeaders {
		if id := ShortID(h.Get(name)); id != "" {
			return id
		}
	}
	return ""
}

// ShortID returns an id without surrounding white space, truncated to 200 bytes, with keys masked.
func ShortID(id string) string {
	id = MaskKeys(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), 200)], "")
}
