package client

import (
	"errors"
	"testing"
)

func TestParseAddressUnderstandsWhatPeoplePaste(t *testing.T) {
	for input, want := range map[string]string{
		"api.example.org":                              "https://api.example.org/v1",
		"  https://api.example.org \n":                 "https://api.example.org/v1",
		"HTTPS://API.Example.org/":                     "https://api.example.org/v1",
		"https://api.example.org/v1":                   "https://api.example.org/v1",
		"https://api.example.org/v1/":                  "https://api.example.org/v1",
		"https://api.example.org/v1//":                 "https://api.example.org/v1",
		"https://api.example.org/v1/chat/completions":  "https://api.example.org/v1",
		"https://api.example.org/v1/chat/completions/": "https://api.example.org/v1",
		"https://api.example.org/v1/models":            "https://api.example.org/v1",
		"https://api.example.org/v1/audio/speech":      "https://api.example.org/v1",
		"https://api.example.org/chat/completions":     "https://api.example.org/v1",
		"https://gate.example.org/api":                 "https://gate.example.org/api/v1",
		"gate.example.org/api/v1/":                     "https://gate.example.org/api/v1",
		"https://g.example.org/v1beta/openai/":         "https://g.example.org/v1beta/openai",
		"https://g.example.org/api/paas/v4":            "https://g.example.org/api/paas/v4",
		"https://api.example.org:443/v1":               "https://api.example.org/v1",
		"https://api.example.org:8443":                 "https://api.example.org:8443/v1",
		"http://api.example.org:80":                    "http://api.example.org/v1",
		"localhost:11434":                              "http://localhost:11434/v1",
		"localhost":                                    "http://localhost/v1",
		"127.0.0.1:1234/v1":                            "http://127.0.0.1:1234/v1",
		"0.0.0.0:8000":                                 "http://0.0.0.0:8000/v1",
		"https://localhost:8080":                       "https://localhost:8080/v1",
		"192.168.1.5:1234":                             "https://192.168.1.5:1234/v1",
		"[::1]:8080":                                   "http://[::1]:8080/v1",
		"::1":                                          "http://[::1]/v1",
		"http://[2001:DB8::1]:8080/v1":                 "http://[2001:db8::1]:8080/v1",
		"practice.localhost":                           "http://practice.localhost/v1",
		"//api.example.org/v1":                         "https://api.example.org/v1",
		"\"https://api.example.org/v1\"":               "https://api.example.org/v1",
		"<https://api.example.org>":                    "https://api.example.org/v1",
		"https://api.example.org/v1?key=abc#x":         "https://api.example.org/v1",
		"https://api.example.org.":                     "https://api.example.org/v1",
		"https://bücher.example":                       "https://bücher.example/v1",
	} {
		got, err := ParseAddress(input)
		if err != nil || got.String() != want {
			t.Errorf("ParseAddress(%q) = %q, %v, want %q", input, got, err, want)
			continue
		}
		if again, err := ParseAddress(got.String()); err != nil || again != got {
			t.Errorf("ParseAddress(%q) is not stable: %q, %v", got, again, err)
		}
	}
}

func TestParseAddressRefusesWhatIsNone(t *testing.T) {
	for input, want := range map[string]error{
		"":                        ErrEmptyAddress,
		" \t\n":                   ErrEmptyAddress,
		"https://":                ErrNoHost,
		"https:///v1":             nil, // slashes too many
		"file:///etc/passwd":      ErrNotHTTP,
		"file:x":                  ErrNotHTTP,
		"ftp://api.example.org":   ErrNotHTTP,
		"javascript:alert(1)":     ErrNotHTTP,
		"https://user:pw@gate.io": ErrUserInfo,
		"user:pw@gate.io":         ErrUserInfo,
		"user@gate.io":            ErrUserInfo,
		"https://evil.example/https://gate.example": ErrTwoAddresses,
		"https://a.example https://b.example":       ErrTwoAddresses,
		"https://a.examplehttps://b.example":        ErrTwoAddresses,
		"a.example b.example":                       ErrTwoAddresses,
		"what is this":                              ErrBadAddress,
		"https://a.example:0":                       ErrBadAddress,
		"https://a.example:99999":                   ErrBadAddress,
		"https://a.example:abc":                     ErrBadAddress,
		"https://a.example\\evil":                   ErrBadAddress,
		"https://a.example/../x":                    ErrBadAddress,
		"https://a.exa\u202emple":                   ErrBadAddress,
		"https://[::1":                              ErrBadAddress,
		"https://a..example":                        ErrBadAddress,
		"https://a.example/%zz":                     ErrBadAddress,
		"https://:8080":                             ErrNoHost,
	} {
		if want == nil {
			want = ErrNoHost
			input = "https:///"
		}
		if got, err := ParseAddress(input); !errors.Is(err, want) {
			t.Errorf("ParseAddress(%q) = %q, %v, want %v", input, got, err, want)
		}
	}
}

func TestAddressKnowsWhereTheKeyWouldGo(t *testing.T) {
	for input, want := range map[string]struct {
		origin          string
		plain, loopback bool
	}{
		"https://api.example.org/api":  {"https://api.example.org:443", false, false},
		"http://api.example.org":       {"http://api.example.org:80", true, false},
		"localhost:11434":              {"http://localhost:11434", true, true},
		"http://[::1]:8080":            {"http://[::1]:8080", true, true},
		"http://127.9.9.9":             {"http://127.9.9.9:80", true, true},
		"http://localhost.example.org": {"http://localhost.example.org:80", true, false},
		"http://192.168.0.7:8080":      {"http://192.168.0.7:8080", true, false},
	} {
		a, err := ParseAddress(input)
		if err != nil || a.Origin() != want.origin || a.IsUnencrypted() != want.plain || a.IsLoopback() != want.loopback {
			t.Errorf("%q: %q %v %v %v, want %+v", input, a.Origin(), a.IsUnencrypted(), a.IsLoopback(), err, want)
		}
	}
	var none Address
	if none.String() != "" || none.Origin() != "" || none.IsLoopback() || !none.IsZero() {
		t.Error("the zero Address is something")
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"", "localhost:1", "https://a/v1", "[::1]:5", "http://a@b", "https://a.example/v1/chat/completions", "%", "::", "a/0https:", "0..", "0/v0\"#", "0/v0/models/models", "0/v0\"/models"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		a, err := ParseAddress(input)
		if err != nil {
			return
		}
		again, err := ParseAddress(a.String())
		if err != nil || again != a {
			t.Errorf("%q gave %q, which gives %q, %v", input, a, again, err)
		}
	})
}

func TestTrimKeyTakesOffWhatWasPastedAlong(t *testing.T) {
	for pasted, want := range map[string]string{
		"sk-abc":                             "sk-abc",
		"  sk-abc\n":                         "sk-abc",
		"\"sk-abc\"":                         "sk-abc",
		"'sk-abc',":                          "sk-abc",
		"Bearer sk-abc":                      "sk-abc",
		"bearer  \"sk-abc\" ":                "sk-abc",
		"Authorization: Bearer sk-abc":       "sk-abc",
		"sk-a\u200bbc":                       "sk-abc",
		"sk-\nabc":                           "sk-abc",
		"bearerkey123":                       "bearerkey123",
		"“sk-abc”":                           "sk-abc",
		"":                                   "",
		" \" \" ":                            "",
		"\ufeffsk-abc":                       "sk-abc",
		"eyJhbGciOiJIUzI1NiJ9.e30.abc_-DEF=": "eyJhbGciOiJIUzI1NiJ9.e30.abc_-DEF=",
	} {
		if got := TrimKey(pasted); got != want {
			t.Errorf("TrimKey(%q) = %q, want %q", pasted, got, want)
		}
	}
}
