package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func read(t *testing.T, text string) map[string]any {
	t.Helper()
	value, err := ReadObject(text, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestReadObjectIsBounded(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "must be a JSON object",
		"[{}]":                        "must be a JSON object",
		`{"a":`:                       "incomplete JSON",
		`{"a":1} {}`:                  "text after the JSON object",
		`{"a":1,"a":2}`:               "is used twice",
		`{"a":1e99999}`:               "too large",
		`{"a":"` + longText + `"}`:    "at most 1000",
		nested(33):                    "levels deep",
		`{"a":` + longNumber + `}`:    "too long",
		`{"a":[1,{"b":1e-999999}]}`:   "too large",
		`{"a":[1,{"b":1,"b":2},"c"]}`: "is used twice",
	} {
		limit := 1000
		if want == "too long" {
			limit = 10_000
		}
		if _, err := ReadObject(text, limit); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
	if value := read(t, " {\"a\":1.50}\n"); value["a"] != json.Number("1.50") {
		t.Errorf("%v", value)
	}
	read(t, nested(32))
}

var longText, longNumber = strings.Repeat("x", 1000), strings.Repeat("1", 1200)

func nested(depth int) string {
	return strings.Repeat(`{"a":`, depth-1) + "{}" + strings.Repeat("}", depth-1)
}

func TestCheckNamesPlacesAndReasons(t *testing.T) {
	s, err := Compile(`{"type":"object","properties":{"list":{"type":"array","items":{"type":"string"}}},"required":["name"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(read(t, `{"name":1,"list":["a"]}`), 100); err != nil {
		t.Error(err)
	}
	var m *Mismatch
	if err := s.Check(read(t, `{"list":["a",2]}`), 100); !errors.As(err, &m) || len(m.Problems) != 2 ||
		!strings.Contains(err.Error(), "list.1: got number, want string") || !strings.Contains(err.Error(), "missing property 'name'") {
		t.Errorf("%v", err)
	}
	many := `{"name":"","list":[` + strings.Repeat("1,", 500) + `1]}`
	if err := s.Check(read(t, many), 1000); !errors.As(err, &m) || len(m.Problems) != maxProblems || strings.Count(err.Error(), ";") != 4 ||
		!strings.HasSuffix(err.Error(), "; and more") {
		t.Errorf("%v", err)
	}
	fitting := strings.ReplaceAll(many, "1", `"1"`)
	if err := s.Check(read(t, fitting), 1000); err != nil {
		t.Error(err)
	}
	if err := s.Check(read(t, fitting), 100); !errors.Is(err, ErrTooComplicated) {
		t.Errorf("%v", err)
	}
	if err := s.Check(read(t, `{"name":1}`), 100); err != nil {
		t.Errorf("after a check that was too long: %v", err)
	}
}
