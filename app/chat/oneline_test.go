package chat

import "testing"

func TestOneLineHasNoControls(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		" Moving\n\thouse ":         "Moving house",
		"a\u202etxt.exe\u202c":      "atxt.exe",
		"\x1b[31mred\x00":           "[31mred",
		"a\xffb":                    "ab",
		"\u2067\u2069":              "",
		"משכנתא 2026 · \u200fplans": "משכנתא 2026 · plans",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
