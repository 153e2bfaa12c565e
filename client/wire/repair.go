package wire

import (
	"bytes"
	"encoding/json"
	"strings"
)

// maxDepth bounds the depth of repaired JSON; deeper values become null.
const maxDepth = 500

// RepairJSON returns valid JSON for an object or list whose errors have a unique repair: raw
// control characters and unknown escapes in strings, NaN, Python literals and quotes, a comma
// before a closing bracket, and values nested too deeply. ok is false for any other error; valid
// JSON is returned unchanged.
func RepairJSON(data []byte) (repaired []byte, ok bool) {
	data = bytes.TrimSpace(data)
	if json.Valid(data) {
		return data, true
	}
	r := repairer{out: make([]byte, 0, len(data)+64)}
	if !StartsLikeJSON(data) || !r.scan(data) || len(r.stack) > 0 {
		return nil, false
	}
	return r.out, json.Valid(r.out)
}

// CloseJSON repairs a truncated value like RepairJSON: it also closes open strings and brackets,
// and drops a member without a value.
func CloseJSON(data []byte) (closed []byte, ok bool) {
	data = bytes.TrimLeft(data, " \t\r\n")
	r := repairer{out: make([]byte, 0, len(data)+64)}
	if !StartsLikeJSON(data) {
		return nil, false
	}
	r.scan(data)
	if r.quote != 0 {
		r.out = append(r.out, '"')
	}
	for _, try := range []struct {
		out   []byte
		stack string
	}{{r.out, string(r.stack)}, {r.out[:r.goodLength], r.goodStack}} {
		closed = bytes.Clone(try.out)
		for i := range len(try.stack) {
			// in ASCII, } is { + 2 and ] is [ + 2
			closed = append(closed, try.stack[len(try.stack)-1-i]+2)
		}
		if json.Valid(closed) {
			return closed, true
		}
	}
	return nil, false
}

// StartsLikeJSON reports whether data starts like an object or a list. "[Music]" and "{laughs}
// Hello" do not.
func StartsLikeJSON(data []byte) bool {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' && data[0] != '[' {
		return false
	}
	switch FirstByte(data[1:]) {
	case '"', '\'', '}', 0:
		return data[0] == '{' || FirstByte(data[1:]) == '"'
	case '{', '[', ']':
		return data[0] == '['
	}
	return false
}

// openString reports whether data is an object truncated inside a string.
func openString(data []byte) bool {
	if FirstByte(data) != '{' {
		return false
	}
	inside := false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if inside {
				i++
			}
		case '"':
			inside = !inside
		}
	}
	return inside
}

// repairer rewrites JSON.
type repairer struct {
	out   []byte
	stack []byte // open brackets
	quote byte   // the closing quote while inside a string
	// goodLength and goodStack describe the last position at which the value can be closed.
	goodLength int
	goodStack  string
}

// scan rewrites all of data; it fails if data ends in a string or closes too many brackets.
func (r *repairer) scan(data []byte) bool {
	for i := 0; i < len(data); {
		c := data[i]
		switch {
		case r.quote != 0:
			i += r.inString(data[i:])
			continue
		case c == '"' || c == '\'':
			r.quote = c
			r.write('"')
		case c == '{' || c == '[':
			r.stack = append(r.stack, c)
			if len(r.stack) == maxDepth+1 {
				r.out = append(r.out, "null"...)
			}
			r.write(c)
			r.good()
		case c == '}' || c == ']':
			if len(r.stack) == 0 {
				return false
			}
			if end := bytes.TrimRight(r.out, " \t\r\n"); len(r.stack) <= maxDepth && bytes.HasSuffix(end, []byte(",")) {
				r.out = end[:len(end)-1]
			}
			r.write(c)
			r.stack = r.stack[:len(r.stack)-1]
		case c == ',':
			r.good()
			r.write(c)
		case IsNameByte(c) && (c < '0' || c > '9'):
			n := 1
			for i+n < len(data) && IsNameByte(data[i+n]) {
				n++
			}
			r.word(string(data[i : i+n]))
			i += n
			continue
		default:
			r.write(c)
		}
		i++
	}
	return r.quote == 0
}

// write appends bytes unless they are nested too deeply.
func (r *repairer) write(all ...byte) {
	if len(r.stack) <= maxDepth {
		r.out = append(r.out, all...)
	}
}

// good records the current position in goodLength and goodStack.
func (r *repairer) good() {
	if len(r.stack) <= maxDepth {
		r.goodLength, r.goodStack = len(r.out), string(r.stack)
	}
}

// word writes a bare word as JSON: None, undefined, NaN and infinities become null; True and False
// become lower case.
func (r *repairer) word(word string) {
	switch word {
	case "None", "undefined", "NaN", "nan", "Infinity", "inf", "Inf":
		if len(r.stack) <= maxDepth {
			r.out = bytes.TrimRight(r.out, "-+")
		}
		word = "null"
	case "True", "False":
		word = strings.ToLower(word)
	}
	r.write([]byte(word)...)
}

// inString writes the next character of a string and returns the number of bytes read.
func (r *repairer) inString(data []byte) int {
	const digits = "0123456789abcdef"
	switch c := data[0]; {
	case c == r.quote:
		r.quote = 0
		r.write('"')
	case c == '"':
		r.write('\\', '"')
	case c == '\n':
		r.write('\\', 'n')
	case c == '\r':
		r.write('\\', 'r')
	case c == '\t':
		r.write('\\', 't')
	case c < ' ':
		r.write('\\', 'u', '0', '0', digits[c>>4], digits[c&15])
	case c != '\\':
		r.write(c)
	case len(data) == 1:
		// Drop an incomplete escape at the end.
	case bytes.IndexByte([]byte(`"\/bfnrt`), data[1]) >= 0:
		r.write(c, data[1])
		return 2
	case data[1] == '\'':
		r.write('\'')
		return 2
	case data[1] == 'u':
		if _, ok := hex4(data[2:]); ok {
			r.write(data[:6]...)
			return 6
		}
		if len(data) < 6 { // the data ends within the escape
			return len(data)
		}
		r.write('\\', '\\')
	default:
		r.write('\\', '\\') // invalid escapes such as "\(": the model did not escape a backslash
	}
	return 1
}
