package client

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// The functions of this file read JSON whose types cannot be trusted: they answer with ok = false
// instead of failing.

var bom = []byte("\xef\xbb\xbf")

func asObject(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	if first(raw) != '{' {
		return nil, false
	}
	var o map[string]json.RawMessage
	err := json.Unmarshal(raw, &o)
	return o, err == nil
}

func asArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	if first(raw) != '[' {
		return nil, false
	}
	var a []json.RawMessage
	err := json.Unmarshal(raw, &a)
	return a, err == nil
}

// asString reads a JSON string with its lone surrogates and broken UTF-8 as they came; see unquote.
func asString(raw json.RawMessage) (string, bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	s, rest, ok := unquote(raw)
	return s, ok && len(rest) == 0
}

// firstString is the first of the named members that is a string and not blank, "" for none.
func firstString(o map[string]json.RawMessage, names ...string) string {
	for _, name := range names {
		if s, _ := asString(o[name]); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// asInt reads a whole number, also one written as a string or a float.
func asInt(raw json.RawMessage) (int, bool) {
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

// scalar is a string or number as text, "" for everything else.
func scalar(raw json.RawMessage) string {
	if s, ok := asString(raw); ok {
		return s
	}
	if b := first(raw); b == '-' || b >= '0' && b <= '9' {
		return string(bytes.TrimSpace(raw))
	}
	return ""
}

// asText is a string, or a number or a boolean as it is written: some services send a piece of text
// that looks like one without quotes.
func asText(raw json.RawMessage) (string, bool) {
	if s, ok := asString(raw); ok {
		return s, true
	}
	switch b := first(raw); {
	case b == '-', b >= '0' && b <= '9', b == 't', b == 'f':
		return string(bytes.TrimSpace(raw)), true
	}
	return "", false
}

func isBool(raw json.RawMessage) bool {
	_, ok := asBool(raw)
	return ok
}

// first is the first byte of a value, 0 when there is none.
func first(raw json.RawMessage) byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

// isNull reports whether a value is missing or null.
func isNull(raw json.RawMessage) bool {
	b := first(raw)
	return b == 0 || b == 'n'
}

func asBool(raw json.RawMessage) (value, ok bool) {
	switch string(bytes.TrimSpace(raw)) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// nameByte reports whether b may stand in a name, as in a bare word.
func nameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// jsonText is a text in JSON.
func jsonText(s string) json.RawMessage {
	data, _ := json.Marshal(s) // a string always can be
	return data
}
