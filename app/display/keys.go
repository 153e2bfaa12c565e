package display

import (
	"fmt"
	"strconv"
	"strings"
)

// Keys is a key combination: any number of modifiers and one other key.
type Keys struct {
	Ctrl, Alt, Shift, Super bool
	// Key is a letter or a digit, "Space", or "F1" to "F24".
	Key string
}

// ParseKeys parses a key combination such as "Ctrl+Alt+Space". Case does not matter, and the parts
// may be joined by "+", "-" or spaces. The error is ErrInvalidKeys. Combinations without Ctrl, Alt
// or Super are refused, except function keys: no other program would receive the key.
func ParseKeys(written string) (Keys, error) {
	var k Keys
	parts := strings.FieldsFunc(strings.ToLower(written), func(r rune) bool { return r == '+' || r == '-' || r == ' ' })
	for _, p := range parts {
		switch p {
		case "ctrl", "control", "strg":
			k.Ctrl = true
		case "alt":
			k.Alt = true
		case "shift":
			k.Shift = true
		case "super", "win", "windows", "meta", "cmd":
			k.Super = true
		default:
			if k.Key != "" || symbol(p) == 0 {
				return Keys{}, fmt.Errorf("%w: %q", ErrInvalidKeys, written)
			}
			k.Key = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	if k.Key == "" || !k.Ctrl && !k.Alt && !k.Super && !(len(k.Key) > 1 && k.Key[0] == 'F') {
		return Keys{}, fmt.Errorf("%w: %q", ErrInvalidKeys, written)
	}
	return k, nil
}

// String formats the combination so that ParseKeys can parse it.
func (k Keys) String() string {
	var parts []string
	for _, m := range []struct {
		down bool
		name string
	}{{k.Ctrl, "Ctrl"}, {k.Alt, "Alt"}, {k.Shift, "Shift"}, {k.Super, "Super"}} {
		if m.down {
			parts = append(parts, m.name)
		}
	}
	return strings.Join(append(parts, k.Key), "+")
}

// symbol returns the X11 keysym of a key in lower case, 0 if there is none.
func symbol(key string) uint32 {
	switch {
	case key == "space":
		return 0x20
	case len(key) == 1 && (key[0] >= 'a' && key[0] <= 'z' || key[0] >= '0' && key[0] <= '9'):
		return uint32(key[0])
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(key, "f")); err == nil && key[0] == 'f' && n >= 1 && n <= 24 && key[1] != '0' && key[1] != '+' {
		return 0xffbe + uint32(n) - 1
	}
	return 0
}
