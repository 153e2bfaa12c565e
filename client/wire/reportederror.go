package wire

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// ReportsError reports whether an object is an error, in any of the formats sent with status 200.
func ReportsError(o map[string]json.RawMessage) bool {
	if holdsError(o) {
		return true
	}
	if !IsNull(o["choices"]) {
		return false
	}
	said := FirstString(o, "message", "msg", "detail", "Message", "error_description", "reason", "title")
	if said == "" {
		return FirstByte(o["detail"]) == '['
	}
	if success, known := ParseBool(o["success"]); known {
		return !success
	}
	if fine := strings.ToLower(strings.Trim(said, " .!")); fine == "ok" || fine == "success" {
		return false
	}
	return hasFailed(o) || hasErrorCode(o) || !IsNull(o["detail"]) && len(o) == 1 || len(o) <= 2 && soundsWrong(said)
}

// errorPaths lists the paths of members that hold an error.
var errorPaths = [][]string{
	{"error"},
	{"errors"},
	{"Error"},
	{"error_msg"},
	{"errorMessage"},
	{"error_message"},
	{"detail", "error"},
	{"message", "error"},
	{"Response", "Error"}, // Tencent
}

// codePaths lists the paths of codes that are 0 on success: those of iFlytek and of MiniMax,
// {"base_resp":{"status_code":1008,"status_msg":"insufficient balance"},"choices":null}.
var codePaths = [][]string{{"header", "code"}, {"base_resp", "status_code"}}

// holdsError reports whether an object has a member that only errors have.
func holdsError(o map[string]json.RawMessage) bool {
	for _, path := range errorPaths {
		if IsErrorValue(inside(o, path)) {
			return true
		}
	}
	for _, path := range codePaths {
		if n, ok := ParseInt(inside(o, path)); ok && n != 0 {
			return true
		}
	}
	for _, name := range []string{"statusCode", "status_code"} {
		if n, ok := ParseInt(o[name]); ok && n >= 400 && n <= 599 {
			return true
		}
	}
	_, fault := ParseObject(o["fault"])
	return fault || word(o, "object") == "error" || word(o, "type") == "error" || word(o, "__type") != ""
}

// inside returns the value at the end of a path of members.
func inside(o map[string]json.RawMessage, path []string) json.RawMessage {
	for _, name := range path[:len(path)-1] {
		o, _ = ParseObject(o[name])
	}
	return o[path[len(path)-1]]
}

// word returns a string member, "" if it is missing or not a string.
func word(o map[string]json.RawMessage, name string) string {
	s, _ := ParseString(o[name])
	return s
}

// hasFailed reports whether an object that has a message also has a status that means failure.
func hasFailed(o map[string]json.RawMessage) bool {
	for _, name := range []string{"status", "state", "type"} {
		w := strings.ToLower(word(o, name))
		if slices.Contains([]string{"error", "fail", "failed", "failure"}, w) ||
			strings.HasSuffix(w, "_error") || strings.HasSuffix(w, "exception") {
			return true
		}
	}
	return false
}

// hasErrorCode reports whether an object that has a message also has a code that means an error.
func hasErrorCode(o map[string]json.RawMessage) bool {
	for _, name := range []string{"code", "status", "status_code", "statusCode", "error_code", "errcode", "http_code"} {
		if n, ok := ParseInt(o[name]); ok && n != 0 && n != 1 && (n < 200 || n > 299) {
			return true
		}
	}
	_, isNumber := ParseInt(o["code"])
	return !isNumber && !slices.Contains([]string{"", "ok", "success"}, strings.ToLower(word(o, "code")))
}

// wrong matches words that occur only in messages about a failure.
var wrong = regexp.MustCompile(`(?i)\b(error|exception|failed|failure|denied|unauthorized|forbidden|` +
	`invalid|not found|unavailable|timed? ?out|` +
	`overloaded|rate limit|too many|quota|exceeded|insufficient|refused|rejected|` +
	`aborted|bad gateway|disconnected|reset by peer|broken pipe|` +
	`not supported|unsupported|upstream|context length|expired)`)

// soundsWrong reports whether a plain text describes a failure.
func soundsWrong(text string) bool { return wrong.MatchString(text[:min(len(text), 2000)]) }

// IsErrorValue reports whether the value of an "error" member denotes an error.
func IsErrorValue(raw json.RawMessage) bool {
	switch FirstByte(raw) {
	case '{':
		o, ok := ParseObject(raw)
		isSet := func(v json.RawMessage) bool { return !IsNull(v) }
		if !ok || !slices.ContainsFunc(slices.Collect(maps.Values(o)), isSet) {
			return false
		}
		// {"code":0,"message":""} and {"code":200,"message":"success"} report no error.
		n, counted := ParseInt(o["code"])
		message, told := ParseString(o["message"])
		message = strings.ToLower(message)
		return !(counted && (n == 0 || n == 200) && told && (message == "" || message == "ok" || message == "success"))
	case '"':
		s, _ := ParseString(raw)
		return strings.TrimSpace(s) != ""
	case '[':
		a, _ := ParseArray(raw)
		return len(a) > 0
	case 't':
		return true
	}
	return false
}
