package failure

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"parlando/client/wire"
)

// ErrorBody is the content of an error body. GATEWAY.md 7 does not specify its format; ErrorBody
// covers those of real gateways.
type ErrorBody struct {
	// Message is the error message. Code may be a number or a word.
	Message, Code string

	typ, param     string
	status         int
	wait           string // wait from a dedicated field, in the syntax of waitInText
	id, requestID  string // id of the reply, and of the request
	inner          string // error of the upstream service, for classification
	raw            string // body, if it has more than the fields above
	isHTML, isJSON bool
	images, list   bool // images: the request had pictures; list: it was for the model list
	waits          bool // the headers specify a wait
	fields         []string
	sent           []Field // optional fields of the request
	guessed        bool    // status was set by guessStatus
	codeStatus     int     // Code if it is a number from 400 to 599
}

// ParseErrorBody parses an error body: JSON in any of the known formats, an event stream, a web
// page or plain text.
func ParseErrorBody(body []byte) ErrorBody {
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), wire.BOM))
	if payload := ssePayload(trimmed); payload != nil {
		trimmed = payload
	}
	if len(trimmed) > 0 && trimmed[0] == '"' && json.Valid(trimmed) {
		return ParseJSONError(trimmed)
	}
	if value, ok := wire.RepairJSON(trimmed); ok {
		return ParseJSONError(value)
	}
	if value, ok := wire.CloseJSON(trimmed); ok && len(value) > 2 {
		return ParseJSONError(value)
	}
	text := string(trimmed)
	if IsWebPage(text) {
		return ErrorBody{Message: PageTitle(text), isHTML: true}
	}
	return ErrorBody{Message: text}
}

// ParseJSONError parses an error in JSON.
func ParseJSONError(value json.RawMessage) ErrorBody {
	f := ErrorBody{isJSON: true}
	f.collect(value, 0)
	f.findWait(value, 0)
	if o, ok := wire.ParseObject(value); ok {
		f.id = ShortID(wire.ScalarText(o["id"]))
	}
	if extra(value, 0) {
		f.raw = string(value)
	}
	if f.Message == "" {
		f.Message, f.raw = string(value), ""
	}
	return f
}

// collect reads all known fields from value and its nested values.
func (f *ErrorBody) collect(value json.RawMessage, depth int) {
	if depth > 5 {
		return
	}
	if s, ok := wire.ParseString(value); ok {
		f.collectText(s, depth)
		return
	}
	if list, ok := wire.ParseArray(value); ok {
		for _, item := range list[:min(len(list), 20)] {
			f.collect(item, depth+1)
		}
		return
	}
	if o, ok := wire.ParseObject(value); ok {
		f.collectObject(o, depth)
	}
}

// collectText adds a text, and reads the fields of JSON in it: some gateways embed the whole
// upstream error in a string, after some words.
func (f *ErrorBody) collectText(s string, depth int) {
	inner := strings.TrimSpace(s)
	if at := strings.IndexAny(inner, "{["); at > 0 && wire.StartsLikeJSON([]byte(inner[at:])) {
		if value, ok := wire.RepairJSON([]byte(inner[at:])); ok {
			behind := ErrorBody{}
			behind.collect(value, depth+1)
			f.takeBehind(behind.Code+" "+behind.typ, behind.codeStatus)
		}
	} else if value, ok := wire.RepairJSON([]byte(inner)); ok {
		f.collect(value, depth+1)
		if f.Message != "" {
			return
		}
	}
	f.say(s)
}

// takeBehind records the message and status of the upstream service.
func (f *ErrorBody) takeBehind(words string, status int) {
	f.inner += " " + words
	if f.codeStatus == 0 {
		f.codeStatus = status
	}
}

// collectObject reads all known fields from an object and its nested values.
func (f *ErrorBody) collectObject(o map[string]json.RawMessage, depth int) {
	for _, name := range []string{
		"code", "error_code", "errcode", "status_code", "statusCode", "http_code", "__type", "Code",
	} {
		f.take(&f.Code, o[name])
	}
	// Next to a numeric code, the status may be a word, such as "RESOURCE_EXHAUSTED".
	for _, name := range []string{"type", "error_type", "status", "reason"} {
		f.take(&f.typ, o[name])
	}
	f.take(&f.param, o["param"])
	if strings.Contains(f.param, " ") { // a sentence
		f.say(f.param)
		f.param = ""
	}
	if f.requestID == "" {
		f.requestID = ShortID(wire.ScalarText(o["request_id"]))
	}
	if place, ok := wire.ParseArray(o["loc"]); ok {
		f.collectInvalid(o, place)
		return
	}
	for _, name := range messageNames {
		if inner, there := o[name]; there && (f.Message == "" || name == "error" || name == "message") && !f.has(inner) {
			f.collect(inner, depth+1)
		}
	}
	// An error of the service behind a gateway helps to classify the error, but does not become the
	// message.
	for _, name := range []string{
		"metadata", "innererror", "inner_error", "details", "upstream_error", "provider_error",
		"raw", "body",
	} {
		if inner := o[name]; !wire.IsNull(inner) && len(inner) <= wire.MaxErrorBody {
			behind := ErrorBody{}
			if s, ok := wire.ParseString(inner); ok && !wire.StartsLikeJSON([]byte(strings.TrimSpace(s))) {
				behind.inner = s
			} else {
				behind.collect(inner, depth+1)
			}
			f.takeBehind(behind.Code+" "+behind.typ+" "+behind.Message+" "+behind.inner, behind.codeStatus)
		}
	}
}

// collectInvalid reads the report of an invalid field in FastAPI's format:
// {"loc":["body","temperature"],"msg":"…"}.
func (f *ErrorBody) collectInvalid(o map[string]json.RawMessage, place []json.RawMessage) {
	var names []string
	for _, step := range place {
		if name := strings.TrimSuffix(wire.ScalarText(step), "[]"); name != "" && name != "body" {
			names = append(names, name)
		}
	}
	f.fields = append(f.fields, names...)
	message, _ := wire.ParseString(o["msg"])
	f.say(strings.Join(names, ".") + ": " + message)
	if kind, _ := wire.ParseString(o["type"]); kind != "" {
		f.typ += " " + kind
	}
}

// messageNames lists the members with the message of an error, or with an object that has one.
var messageNames = []string{
	"error", "errors", "Error", "message", "Message", "detail", "msg", "header", "error_message",
	"errorMessage", "error_msg", "base_resp", "status_msg", "error_description", "fault",
	"faultstring", "reason", "title", "data", "Response",
}

// has reports whether value is a text that the message already contains.
func (f *ErrorBody) has(value json.RawMessage) bool {
	s, ok := wire.ParseString(value)
	return ok && (s == "" || strings.Contains(f.Message, s))
}

// say appends a sentence to the message.
func (f *ErrorBody) say(s string) {
	s = strings.TrimSpace(s)
	if IsWebPage(s) {
		s = PageTitle(s)
	}
	if s == "" || strings.Contains(f.Message, s) {
		return
	}
	if f.Message != "" {
		f.Message += "; "
	}
	f.Message += s
}

// take stores a scalar in place if place is empty, and records a code that is an HTTP status.
func (f *ErrorBody) take(place *string, value json.RawMessage) {
	s := wire.ScalarText(value)
	if s == "" || s == "error" {
		return
	}
	if n, ok := wire.ParseInt(value); ok && n >= 400 && n <= 599 {
		f.codeStatus = n
	}
	if *place == "" {
		*place = s
	}
}

// detail returns the text for Error.Detail, before it is shortened and masked.
func (f ErrorBody) detail() string {
	if f.raw != "" {
		return f.Message + "\n" + f.raw
	}
	return f.Message
}

// extra reports whether an error body has more than the common fields, or is nested deeper than
// usual.
func extra(value json.RawMessage, depth int) bool {
	if depth > 5 {
		return true
	}
	o, ok := wire.ParseObject(value)
	if !ok {
		return false
	}
	known := map[string]bool{"error": true, "message": true, "type": true, "code": true, "param": true, "detail": true, "object": true, "status": true}
	for name, inner := range o {
		if !known[name] {
			return true
		}
		if name == "error" && extra(inner, depth+1) {
			return true
		}
	}
	return false
}

// ssePayload returns the data of an error in an event stream, nil if the body is no event stream.
func ssePayload(body []byte) []byte {
	if rest, ok := bytes.CutPrefix(body, []byte("error:")); ok && wire.StartsLikeJSON(rest) {
		return bytes.TrimSpace(rest)
	}
	if !bytes.HasPrefix(body, []byte("data:")) && !bytes.HasPrefix(body, []byte("event:")) {
		return nil
	}
	var data []byte
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimSpace(rest)...), '\n')
		}
		if len(data) > 0 && (len(line) == 0 || json.Valid(data)) {
			break
		}
	}
	return bytes.TrimSpace(data)
}

// findWait searches an error for a field with a wait, such as {"retryDelay":"33s"} or
// {"retry_after":20}.
func (f *ErrorBody) findWait(value json.RawMessage, depth int) {
	if depth > 6 || f.wait != "" {
		return
	}
	if list, ok := wire.ParseArray(value); ok {
		for _, item := range list[:min(len(list), 20)] {
			f.findWait(item, depth+1)
		}
		return
	}
	if s, ok := wire.ParseString(value); ok && wire.StartsLikeJSON([]byte(s)) {
		if inner, ok := wire.RepairJSON([]byte(s)); ok {
			f.findWait(inner, depth+1)
		}
		return
	}
	o, _ := wire.ParseObject(value)
	for name, inner := range o {
		switch name {
		case "retryDelay", "retry_after", "retry_after_seconds", "retryAfterSeconds", "retryAfter",
			"retry-after", "Retry-After", "retry_in", "wait_seconds", "reset_after",
			"estimated_time", "resets_in_seconds":
			if s := wire.ScalarText(inner); s != "" {
				f.wait = "retry after " + s + " seconds"
			}
		case "retry_after_ms":
			if s := wire.ScalarText(inner); s != "" {
				f.wait = "retry after " + s + " milliseconds"
			}
		case "X-RateLimit-Reset": // OpenRouter, in metadata.headers
			if d := resetIn(wire.ScalarText(inner), time.Now()); d > 0 && wire.ScalarText(o["X-RateLimit-Remaining"]) == "0" {
				f.wait = "retry after " + strconv.Itoa(int(d.Seconds())+1) + " seconds"
			}
		default:
			f.findWait(inner, depth+1)
		}
	}
}

// text returns the complete text of the error in lower case.
func (f ErrorBody) text() string {
	return strings.ToLower(f.Code + " " + f.typ + " " + f.Message + " " + f.inner)
}

// meant returns the status of the error itself, which may differ from the response's status.
func (f ErrorBody) meant() int {
	told := f.codeStatus
	if found := statusInText().FindStringSubmatch(f.text()); told == 0 && found != nil {
		told, _ = strconv.Atoi(found[1])
	}
	// Gateways often respond to an upstream error with another status.
	if vague := f.status == 200 || f.status == 400 || f.status >= 500 && f.status != 504 && f.status != 524; vague {
		switch told {
		case 401, 402, 403, 408, 413, 429, 504, 524:
			return told
		case 400, 404, 422:
			if f.status >= 500 {
				return told
			}
		}
	}
	return f.status
}
