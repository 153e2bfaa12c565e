package markup

import "testing"

func TestAnAddressEndsWhereTheSentenceGoesOn(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.org/a?b=c#d, and":   "https://example.org/a?b=c#d",
		"HTTP://Example.org.":                "HTTP://Example.org",
		"https://example.org/a_(b)) there":   "https://example.org/a_(b)",
		"https://example.org/[1]] there":     "https://example.org/[1]",
		"https://example.org/東京。":            "https://example.org/東京",
		"https://example.org/x\u00a0y":       "https://example.org/x",
		"https://example.org/**":             "https://example.org/",
		"https://":                           "",
		"https://...":                        "",
		"www.example.org":                    "",
		"see https://example.org":            "",
		"https://example.org/\xffend":        "https://example.org/\xffend",
		"https://example.org/\"quoted\"":     "https://example.org/",
		"https://example.org/क्षि and there": "https://example.org/क्षि",
	} {
		if got := text[:AddressLength([]byte(text), "http://", "https://")]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
