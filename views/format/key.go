package format

import (
	"regexp"
	"runtime"
	"strings"

	"parlando/views/i18n"
)

// keyNames returns the names of keys in the language of the window, by their English names.
func keyNames() map[string]string {
	return map[string]string{
		"Ctrl": i18n.Text("Ctrl"), "Shift": i18n.Text("Shift"), "Alt": i18n.Text("Alt"), "Enter": i18n.Text("Enter"), "Esc": i18n.Text("Esc"),
		"Space": i18n.Text("Space"), "Tab": i18n.Text("Tab"), "Up": i18n.Text("Up"), "Left": i18n.Text("Left"), "Right": i18n.Text("Right"),
	}
}

var keyName = regexp.MustCompile(`[A-Z][a-z]+`)

// Keys returns a combination of keys as they are called on the user's keyboard. combination has the
// English names: "Ctrl+Shift+D", "Alt Left, Right".
func Keys(combination string) string { return keysOn(runtime.GOOS, combination) }

func keysOn(system, combination string) string {
	names := keyNames()
	if system == "darwin" {
		names["Ctrl"] = "⌘"
	}
	return keyName.ReplaceAllStringFunc(combination, func(key string) string {
		if name := names[key]; name != "" {
			return name
		}
		return key
	})
}

// ParseKeys returns a combination that a user typed, with keys joined by "+", in its English names.
func ParseKeys(typed string) string {
	names := keyNames()
	keys := strings.Split(typed, "+")
	for i, key := range keys {
		for english, name := range names {
			if strings.EqualFold(strings.TrimSpace(key), name) {
				keys[i] = english
			}
		}
	}
	return strings.Join(keys, "+")
}
