package desktop

import "strings"

// inputMethodVariables lists the environment variables that name an input method, the most specific
// first.
var inputMethodVariables = []string{"XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE", "INPUT_METHOD"}

// inputMethodOf returns the name of the input method in the environment, "" if there is none. It
// maps all versions of an input method to one name and ignores values that mean the toolkit's
// built-in one.
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
