package wire

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// ReportsError reports whether an object is an error, in any of the shapes that come with
// status 200.
func ReportsError(o map[string]json.RawMessage) bool {
	word := func(name string) string { s, _ := String(o[name]); return s }
	for _, name := range []string{"error", "errors", "Error", "error_msg", "errorMessage", "error_message"} {
		if MeansError(o[name]) {
			return true
		}
	}
	for _, name := range []string{"statusCode", "status_code"} {
		if n, ok := Int(o[name]); ok && n >= 400 && n <= 599 {
			return true
		}
	}
	for _, name := range []string{"fault", "detail", "message"} {
		if inner, ok := Object(o[name]); ok && (name == "fault" || MeansError(inner["error"])) {
			return true
		}
	}
	if inner, ok := Object(o["Response"]); ok && MeansError(inner["Error"]) { // Tencent
		return true
	}
	if head, ok := Object(o["header"]); ok { // iFlytek
		if n, ok := Int(head["code"]); ok && n != 0 {
			return true
		}
	}
	if word("object") == "error" || word("type") == "error" || word("__type") != "" {
		return true
	}
	// MiniMax: {"base_resp":{"status_code":1008,"status_msg":"insufficient
	// balance"},"choices":null}
	if base, ok := Object(o["base_resp"]); ok {
		if n, ok := Int(base["status_code"]); ok && n != 0 {
			return true
		}
	}
	if choices, there := o["choices"]; there && !IsNull(choices) {
		return false
	}
	said := FirstString(o, "message", "msg", "detail", "Message", "error_description", "reason", "title")
	if said == "" {
		return FirstByte(o["detail"]) == '['
	}
	if success, known := Bool(o["success"]); known {
		return !success
	}
	if fine := strings.ToLower(strings.Trim(said, " .!")); fine == "ok" || fine == "success" {
		return false
	}
	for _, name := range []string{"status", "state", "type"} {
		switch w := strings.ToLower(word(name)); {
		case w == "error", w == "fail", w == "failed", w == "failure",
			strings.HasSuffix(w, "_error"), strings.HasSuffix(w, "exception"):
			return true
		}
	}
	for _, name := range []string{"code", "status", "status_code", "statusCode", "error_code", "errcode", "http_code"} {
		if n, ok := Int(o[name]); ok {
			if n != 0 && (n < 200 || n > 299) && n != 1 {
				return true
			}
		} else if code := strings.ToLower(word(name)); name == "code" &&
			code != "" && code != "ok" && code != "success" {
			return true
		}
	}
	return !IsNull(o["detail"]) && len(o) == 1 || len(o) <= 2 && soundsWrong(said)
}

// wrong are words that only a message about a failure has.
var wrong = regexp.MustCompile(`(?i)\b(error|exception|failed|failure|denied|unauthorized|forbidden|` +
	`invalid|not found|unavailable|timed? ?out|` +
	`overloaded|rate limit|too many|quota|exceeded|insufficient|refused|rejected|` +
	`aborted|bad gateway|disconnected|reset by peer|broken pipe|` +
	`not supported|unsupported|upstream|context length|expired)`)

// soundsWrong reports whether a text in plain words tells of a failure.
func soundsWrong(text string) bool { return wrong.MatchString(text[:min(len(text), 2000)]) }

// MeansError reports whether an "error" member says that there is one.
func MeansError(raw json.RawMessage) bool {
	switch FirstByte(raw) {
	case '{':
		o, ok := Object(raw)
		isSet := func(v json.RawMessage) bool { return !IsNull(v) }
		if !ok || !slices.ContainsFunc(slices.Collect(maps.Values(o)), isSet) {
			return false
		}
		// {"code":0,"message":""} and {"code":200,"message":"success"} say that there is none.
		n, counted := Int(o["code"])
		message, told := String(o["message"])
		message = strings.ToLower(message)
		return !(counted && (n == 0 || n == 200) && told && (message == "" || message == "ok" || message == "success"))
	case '"':
		s, _ := String(raw)
		return strings.TrimSpace(s) != ""
	case '[':
		a, _ := Array(raw)
		return len(a) > 0
	case 't':
		return true
	}
	return false
}
