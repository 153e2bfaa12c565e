package desktop

import "strings"

// inputMethodVariables name an input method, the most specific one first.
var inputMethodVariables = []string{"XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE", "INPUT_METHOD"}

// inputMethodOf reads the name of an input method from the environment, "" if it names none.
// Versions of one input method are one, and values that stand for the toolkit's own are none.
func inputMethodOf(getenv func(string) string) string {
	for _, variable := range inputMethodVariables {
		value := strings.ToLower(strings.TrimSpace(getenv(variable)))
		if variable == "XMODIFIERS" {
			_, value, _ = strings.Cut(value, "@im=")
			value, _, _ = strings.Cut(value, "@")
		}
		switch value {
		case "", "none", "local", "simple", "xim", "wayland", "compose", "gtk-im-context-simple":
			continue
		}
		for _, known := range []string{"fcitx", "ibus"} {
			if strings.HasPrefix(value, known) {
				return known
			}
		}
		return value
	}
	return ""
}
