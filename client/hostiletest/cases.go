// Package hostiletest provides hostile inputs for tests, and declares which package grades which of
// them.
//
// Each package with a guard has a test named TestHostileInputs that calls Grade. HOSTILE_INPUTS
// names another file of cases, or a folder of files that end in .jsonl.
package hostiletest

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

//go:embed testdata/*.jsonl
var own embed.FS

// waits is the claim for a feature that does not exist yet, so that no package can grade it.
const waits = "a later issue"

// claims maps each kind of case to the folder of the package that grades it.
var claims = map[string]string{
	"redirect": "client",
	"base-url": "client",
	"link":     "app/markdown",
	"markdown": "app/markdown",
	"text":     "app/markdown",
	"filename": "app/filename",
	"picture":  "app/attachments",
	// These are for importing other programs' archives of chats, and for tool servers.
	"import":     waits,
	"mcp-config": waits,
	"mcp-tool":   waits,
}

// Case is one hostile input.
type Case struct {
	ID, Kind string
	// Input is a string or an object, depending on Kind. Want describes the allowed results.
	Input, Want json.RawMessage
}

// Text returns an input that is one text.
func (c Case) Text(t testing.TB) string {
	t.Helper()
	var text string
	Decode(t, c.Input, &text)
	return text
}

// Decode decodes part of a case into a value.
func Decode(t testing.TB, part json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(part, into); err != nil {
		t.Fatalf("%s: %v", part, err)
	}
}

// Grade runs the graders of the package in folder, by kind, with each case as a subtest named after
// its id. It skips kinds of other packages; unclaimed kinds and missing graders fail.
func Grade(t *testing.T, folder string, graders map[string]func(*testing.T, Case)) {
	t.Helper()
	for kind, by := range claims {
		if (graders[kind] != nil) != (by == folder) {
			t.Errorf("%q is claimed by %s", kind, by)
		}
	}
	cases, err := read()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		grade, known := graders[c.Kind], claims[c.Kind] != ""
		switch {
		case grade != nil:
			t.Run(c.ID, func(t *testing.T) { grade(t, c) })
		case !known:
			t.Run(c.ID, func(t *testing.T) { t.Errorf("no package grades the kind %q", c.Kind) })
		}
	}
}

// read returns the cases in HOSTILE_INPUTS, or else the built-in ones.
func read() ([]Case, error) {
	place := os.Getenv("HOSTILE_INPUTS")
	if place == "" {
		return readFiles(own, "testdata/*.jsonl")
	}
	info, err := os.Stat(place)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return readFiles(os.DirFS(place), "*.jsonl")
	}
	data, err := os.ReadFile(place)
	if err != nil {
		return nil, err
	}
	return parse(data)
}

// readFiles returns the cases of all files that match a pattern. It fails if there are none.
func readFiles(from fs.FS, pattern string) ([]Case, error) {
	names, err := fs.Glob(from, pattern)
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		cases, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, cases...)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no hostile inputs")
	}
	return all, nil
}

// parse reads one case per line.
func parse(data []byte) ([]Case, error) {
	var cases []Case
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var c Case
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, err
		}
		// A case that imports a picture is tested by the package for pictures.
		if c.Kind == "import" && bytes.Contains(c.Input, []byte(`"image"`)) {
			c.Kind = "picture"
		}
		cases = append(cases, c)
	}
	return cases, nil
}
