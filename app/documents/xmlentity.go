package documents

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// unescape replaces the five predefined entities, and characters given by number.
func unescape(text []byte) (string, error) {
	if bytes.IndexByte(text, '&') < 0 {
		return string(text), nil
	}
	var b strings.Builder
	for len(text) > 0 {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			b.Write(text)
			break
		}
		b.Write(text[:i])
		text = text[i+1:]
		end := bytes.IndexByte(text[:min(len(text), 32)], ';')
		if end < 0 {
			return "", fmt.Errorf("%w: an unterminated entity", errXML)
		}
		name := string(text[:end])
		text = text[end+1:]
		if char, ok := entities[name]; ok {
			b.WriteString(char)
			continue
		}
		number, ok := strings.CutPrefix(name, "#")
		base := 10
		if hex, isHex := strings.CutPrefix(number, "x"); isHex {
			number, base = hex, 16
		}
		code, err := strconv.ParseUint(number, base, 32)
		if !ok || err != nil {
			return "", fmt.Errorf("%w: the entity %q", errXML, name)
		}
		b.WriteRune(rune(min(code, 0x10FFFF+1)))
	}
	return b.String(), nil
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"}
