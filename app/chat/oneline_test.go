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

func TestOneLineLeavesNothingHidden(t *testing.T) {
	for text, want := range map[string]string{
		"  One\r\n two\u2028three\t":         "One two three",
		"abc\u202edef\u2066ghi\u200f\u061c":  "abcdefghi",
		"a\x00b\x1b[31mc\ufeff\u200b":        "ab[31mc",
		"Tag\U000e0041\U000e0042s":           "Tags",
		"👩\u200d👧 می\u200cخواهم":             "👩\u200d👧 می\u200cخواهم",
		"bad\xffbytes":                       "badbytes",
		"<b>bold</b> and [a](https://x.org)": "<b>bold</b> and [a](https://x.org)",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
