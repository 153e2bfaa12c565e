package hostiletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryKindIsClaimedAndEveryClaimHasAGrader(t *testing.T) {
	t.Setenv("HOSTILE_INPUTS", "")
	cases, err := read()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		seen[c.Kind] = true
	}
	for kind, folder := range claims {
		if !seen[kind] {
			t.Errorf("no case is of the kind %q", kind)
		}
		if folder != waits && !graded(t, folder) {
			t.Errorf("%s claims %q and has no test that grades it", folder, kind)
		}
	}
	for kind := range seen {
		if claims[kind] == "" {
			t.Errorf("nobody claims the kind %q", kind)
		}
	}
}

// graded reports whether the tests of a package call Grade for it, in a test of the agreed name.
func graded(t *testing.T, folder string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, body, ok := strings.Cut(string(src), "func TestHostileInputs(t *testing.T) {")
		if ok && strings.Contains(body, `hostiletest.Grade(t, "`+folder+`"`) {
			return true
		}
	}
	return false
}

func TestAnotherFileOrFolderIsRead(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.jsonl")
	line := `{"id":"a","kind":"filename","input":"x","want":{}}` + "\n\n"
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{file, folder} {
		t.Setenv("HOSTILE_INPUTS", place)
		if cases, err := read(); err != nil || len(cases) != 1 || cases[0].ID != "a" || cases[0].Text(t) != "x" {
			t.Errorf("%s: %+v, %v", place, cases, err)
		}
	}
	for _, place := range []string{t.TempDir(), filepath.Join(folder, "nothing")} {
		t.Setenv("HOSTILE_INPUTS", place)
		if cases, err := read(); err == nil {
			t.Errorf("%s: %+v", place, cases)
		}
	}
}
