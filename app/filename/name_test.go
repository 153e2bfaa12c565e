package filename

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parlando/app/internal/wholefile"
	"parlando/client/hostiletest"
)

func TestATitleBecomesAName(t *testing.T) {
	family := "👩‍👩‍👧‍👦" // 25 bytes
	for title, want := range map[string]string{
		"Talk with Ada":                  "Talk with Ada.mp3",
		"../../etc/passwd":               "etc passwd.mp3",
		`..\..\evil.bat`:                 "evil.bat.mp3",
		"C:\\a?b*c<d>e|f\"g":             "C a b c d e f g.mp3",
		"CON":                            "_CON.mp3",
		"aux":                            "_aux.mp3",
		"nul.txt":                        "_nul.txt.mp3",
		"com1 .txt":                      "_com1 .txt.mp3",
		"COM¹":                           "_COM¹.mp3",
		"lpt0":                           "_lpt0.mp3",
		"conin$":                         "_conin$.mp3",
		"com":                            "com.mp3",
		"com10":                          "com10.mp3",
		"console":                        "console.mp3",
		"a\x00b\nc\u0085d\u2028e":        "a b c d e.mp3",
		"ends. . ":                       "ends.mp3",
		".hidden":                        "hidden.mp3",
		"abc\u202egnp.exe":               "abcgnp.exe.mp3",
		"\u2066a\u2069\u200eb":           "ab.mp3",
		"con\u200b":                      "_con.mp3",
		"zero\u200bwidth\ufeff":          "zerowidth.mp3",
		"a\U000e0041\ufffe\u3164":        "a.mp3",
		"bad \xff\xfe bytes":             "bad bytes.mp3",
		"Ünï çödé 你好":                    "Ünï çödé 你好.mp3",
		"می‌خواهم " + family:             "می‌خواهم " + family + ".mp3",
		"-rf":                            "-rf.mp3",
		"":                               "Parlando.mp3",
		" ... ":                          "Parlando.mp3",
		"It leans over the…":             "It leans over the.mp3",
		"\u200d\u200c\u202e":             "Parlando.mp3",
		strings.Repeat("x", 290):         strings.Repeat("x", 255-7-4) + ".mp3",
		strings.Repeat(family, 40):       strings.Repeat(family, 9) + ".mp3",
		strings.Repeat("x", 243) + ". y": strings.Repeat("x", 243) + ".mp3",
	} {
		if got := New(".mp3", title); got != want {
			t.Errorf("%q: %q, not %q", title, got, want)
		}
	}
}

func TestTheFirstTitleThatIsANameIsTaken(t *testing.T) {
	for want, titles := range map[string][]string{
		"a":        {"a", "b"},
		"b":        {" \u202e", "b", "c"},
		"Picture":  {"", "...", "Picture"},
		"Parlando": {"", "/"},
	} {
		if got := New("", titles...); got != want {
			t.Errorf("%q: %q, not %q", titles, got, want)
		}
	}
	if got := New(""); got != "Parlando" {
		t.Errorf("no title: %q", got)
	}
}

// TestHostileInputs saves a file twice under the name made of each input.
func TestHostileInputs(t *testing.T) {
	hostiletest.Grade(t, "app/filename", map[string]func(*testing.T, hostiletest.Case){"filename": func(t *testing.T, c hostiletest.Case) {
		outer := t.TempDir()
		chosen := filepath.Join(outer, "chosen")
		if err := os.Mkdir(chosen, 0o700); err != nil {
			t.Fatal(err)
		}
		name := New(".txt", c.Text(t))
		checkName(t, name)
		for n := range 2 {
			temp := filepath.Join(chosen, "new")
			if err := os.WriteFile(temp, []byte{byte('0' + n)}, 0o600); err != nil {
				t.Fatal(err)
			}
			path, err := wholefile.RenameToFree(temp, filepath.Join(chosen, name))
			if err != nil || filepath.Dir(path) != chosen {
				t.Fatalf("%q is saved as %q: %v", name, path, err)
			}
			checkName(t, filepath.Base(path))
		}
		if first, err := os.ReadFile(filepath.Join(chosen, name)); err != nil || string(first) != "0" {
			t.Errorf("%q was replaced: %q, %v", name, first, err)
		}
		if here, _ := os.ReadDir(chosen); len(here) != 2 {
			t.Errorf("%q: %v in the chosen folder", name, here)
		}
		if there, _ := os.ReadDir(outer); len(there) != 1 {
			t.Errorf("%q: %v beside the chosen folder", name, there)
		}
	}})
}

func FuzzName(f *testing.F) {
	f.Add("aux.txt")
	f.Add("\u202e..")
	f.Fuzz(func(t *testing.T, title string) { checkName(t, New(".txt", title)) })
}

// checkName fails when some system would not take a name, or shows it as something else.
func checkName(t *testing.T, name string) {
	t.Helper()
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case len(name) > 255, name == "", !utf8.ValidString(name), filepath.Base(name) != name, name != strings.Trim(name, ". "):
	case strings.ContainsAny(name, `/\:*?"<>|`), strings.ContainsFunc(name, unicode.IsControl):
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }):
	case map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "com1": true, "lpt9": true}[strings.ToLower(strings.TrimSpace(stem))]:
	default:
		return
	}
	t.Errorf("%q is no name for a file", name)
}
