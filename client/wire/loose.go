package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// The functions of this file parse JSON whose types cannot be trusted. For a value of another type
// they return ok = false or a zero value, not an error.

// BOM is the UTF-8 byte order mark, with which some services start their text.
var BOM = []byte("\xef\xbb\xbf")

// ParseObject parses an object; ok is false for other and damaged values.
func ParseObject(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	if FirstByte(raw) != '{' {
		return nil, false
	}
	var o map[string]json.RawMessage
	err := json.Unmarshal(raw, &o)
	return o, err == nil
}

// ParseArray parses a list without decoding its elements.
func ParseArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	if FirstByte(raw) != '[' {
		return nil, false
	}
	var a []json.RawMessage
	err := json.Unmarshal(raw, &a)
	return a, err == nil
}

// ParseString parses a JSON string and preserves lone surrogates and invalid UTF-8; see Unquote.
func ParseString(raw json.RawMessage) (string, bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	s, rest, ok := Unquote(raw)
	return s, ok && len(rest) == 0
}

// FirstString returns the first of the named members that is a nonblank string, or "".
func FirstString(o map[string]json.RawMessage, names ...string) string {
	for _, name := range names {
		if s, _ := ParseString(o[name]); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// ParseInt parses an integer, even if written as a string or a float.
func ParseInt(raw json.RawMessage) (int, bool) {
	s := strings.Trim(string(bytes.TrimSpace(raw)), "\" ")
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}

// ScalarText returns a string or number as text, "" for anything else.
func ScalarText(raw json.RawMessage) string {
	if s, ok := ParseString(raw); ok {
		return s
	}
	if b := FirstByte(raw); b == '-' || b >= '0' && b <= '9' {
		return string(bytes.TrimSpace(raw))
	}
	return ""
}

// ParseText returns a string, or a number or boolean as written: some services send a delta that
// looks like a number or boolean without quotes.
func ParseText(raw json.RawMessage) (string, bool) {
	if s, ok := ParseString(raw); ok {
		return s, true
	}
	switch b := FirstByte(raw); {
	case b == '-', b >= '0' && b <= '9', b == 't', b == 'f':
		return string(bytes.TrimSpace(raw)), true
	}
	return "", false
}

// IsBool reports whether a value is true or false.
func IsBool(raw json.RawMessage) bool {
	_, ok := ParseBool(raw)
	return ok
}

// FirstByte returns the first byte of a value, 0 if there is none.
func FirstByte(raw json.RawMessage) byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

// IsNull reports whether a value is missing or null.
func IsNull(raw json.RawMessage) bool {
	b := FirstByte(raw)
	return b == 0 || b == 'n'
}

// ParseBool reads true or false.
func ParseBool(raw json.RawMessage) (value, ok bool) {
	switch string(bytes.TrimSpace(raw)) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// IsNameByte reports whether b may occur in a name or bare word.
func IsNameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// Quote returns a text as a JSON string.
func Quote(s string) json.RawMessage {
	data, _ := json.Marshal(s) // encoding a string cannot fail
	return data
}
