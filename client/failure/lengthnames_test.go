package failure

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestALimitIsRefusedByAnyOfItsNames holds limits that a service names otherwise than the request.
func TestALimitIsRefusedByAnyOfItsNames(t *testing.T) {
	for _, c := range []struct {
		sent, message, param string
		field                string
		most                 float64 // 0 where the name itself is refused
	}{
		{"max_tokens", "max_completion_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.", "max_completion_tokens", "max_tokens", 16384},
		{"max_completion_tokens", "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.", "max_tokens", "max_completion_tokens", 16384},
		{"max_tokens", "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet", "", "max_tokens", 64000},
		{"max_completion_tokens", "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model", "", "max_completion_tokens", 8192},
		{"max_completion_tokens", "Range of max_tokens should be [1, 8192]", "", "max_completion_tokens", 8192},
		{"max_tokens", "Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).", "", "max_tokens", 65536},
		{"max_tokens", "max_output_tokens must be between 1 and 8192", "", "max_tokens", 8192},
		{"max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "max_tokens", 0},
		{"max_completion_tokens", "Unsupported parameter: 'max_completion_tokens' is not supported with this model. Use 'max_tokens' instead.", "max_completion_tokens", "max_completion_tokens", 0},
		{"max_completion_tokens", "Extra inputs are not permitted", "max_completion_tokens", "max_completion_tokens", 0},
	} {
		body, err := json.Marshal(map[string]any{"error": map[string]any{"message": c.message, "type": "invalid_request_error", "param": c.param}})
		if err != nil {
			t.Fatal(err)
		}
		q := Request{Fields: []Field{{c.sent, json.RawMessage("100000")}}}
		e := q.NewStatusError(&http.Response{StatusCode: http.StatusBadRequest, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(body)))})
		r := e.Refusal
		switch {
		case r == nil || r.Field != c.field || r.AnyValue != (c.most == 0):
			t.Errorf("%s: %q: %s %+v", c.sent, c.message, e.Kind, r)
		case c.most > 0 && (r.Max == nil || *r.Max != c.most):
			t.Errorf("%s: %q: the most is %v", c.sent, c.message, r.Max)
		}
	}
}
