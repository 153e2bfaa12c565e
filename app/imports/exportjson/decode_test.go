package exportjson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/imports/exportjson"
)

func TestAnUnexpectedTypeLeavesOutOneValue(t *testing.T) {
	t.Parallel()
	var v struct {
		Title string
		Count int
		Names []string
	}
	err := exportjson.Decode([]byte(`{"title": 5, "count": "x", "names": ["a", {}, "b"]}`), &v)
	if err != nil || v.Title != "" || !slices.Equal(v.Names, []string{"a", "", "b"}) {
		t.Errorf("%+v, %v", v, err)
	}
	if err := exportjson.Decode([]byte(`{"title": "x`), &v); err == nil {
		t.Error("a truncated object is no error")
	}
	if err := exportjson.Decode([]byte(strings.Repeat(`{"a":`, 100_000)), &v); err == nil {
		t.Error("100,000 levels are no error")
	}
}

func TestTextsCanBeStored(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`"a\u0000b"`:         "a\uFFFDb",
		`"\u0000\u0000"`:     "\uFFFD\uFFFD",
		`"C:\\u0000"`:        `C:\u0000`,
		`"\\\u0000"`:         "\\\uFFFD",
		`"x\ud83d y"`:        "x\uFFFD y",
		`"\ud83d\ude00"`:     "😀",
		"\"bad \xff UTF-8\"": "bad \uFFFD UTF-8",
	} {
		var got string
		if err := exportjson.Decode([]byte(in), &got); err != nil || got != want {
			t.Errorf("%s became %q, %v", in, got, err)
		}
	}
}

func TestTooManyObjectsAreRefused(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"{},", "1,", "null,", "[],", `"",`, `{"a":{}},`, "[1,2],"} {
		var all any
		many := "[" + strings.Repeat(unit, exportjson.MaxObjects) + "1]"
		if err := exportjson.Decode([]byte(many), &all); !errors.Is(err, exportjson.ErrTooManyObjects) {
			t.Errorf("%s: the error is %v", unit, err)
		}
	}
	var all map[string]struct{}
	rows := strings.Repeat(`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8},`, 130_000)
	if err := exportjson.Decode([]byte("["+rows+"{}]"), &[]any{}); !errors.Is(err, exportjson.ErrTooManyObjects) {
		t.Errorf("values: the error is %v", err)
	}
	members := "{" + strings.Repeat(`"":0,`, exportjson.MaxObjects+1) + `"":0}`
	if err := exportjson.Decode([]byte(members), &all); !errors.Is(err, exportjson.ErrTooManyObjects) {
		t.Errorf("members: the error is %v", err)
	}
	var many []struct{}
	enough := "[" + strings.Repeat("{},", exportjson.MaxObjects-2) + "{}]"
	if err := exportjson.Decode([]byte(enough), &many); err != nil || len(many) != exportjson.MaxObjects-1 {
		t.Errorf("%d objects, %v", len(many), err)
	}
	var text string
	code := `"` + strings.Repeat(`{\"}`, 2*exportjson.MaxObjects) + `"`
	if err := exportjson.Decode([]byte(code), &text); err != nil {
		t.Errorf("braces in a text: %v", err)
	}
}

func TestKeysOfAnObject(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		` {"a": {"b": 1, "c": ["d", {"e": 2}]}, "f\"{": "g", "h": [1, "i"], "j": null} {"k": 1}`: `a f"{ h j`,
		`{"a": 1, "b": [{"c": "tru`: "a b",
		`{"a": "x", "un`:            "a",
		`["a", {"b": 1}]`:           "",
		`"a"`:                       "",
		"":                          "",
		"{}":                        "",
	} {
		if got := strings.Join(exportjson.Keys([]byte(in)), " "); got != want {
			t.Errorf("%s has the keys %s, want %s", in, got, want)
		}
	}
}

func TestTimesInEveryNotation(t *testing.T) {
	t.Parallel()
	want := time.Date(2025, 3, 4, 5, 6, 7, 500_000_000, time.UTC)
	for _, in := range []string{
		"1741064767.5", "1741064767500", `"1741064767.5"`, `"2025-03-04T05:06:07.5Z"`, `"2025-03-04T06:06:07.500000+01:00"`,
		`"2025-03-04T05:06:07.5"`, `"2025-03-04 05:06:07.5"`,
	} {
		var got exportjson.Time
		if err := exportjson.Decode([]byte(in), &got); err != nil || !got.Equal(want) {
			t.Errorf("%s became %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"null", "0", "-5", "1e300", `"NaN"`, `"Inf"`, `""`, `"soon"`, "{}", "[1]", `"0001-01-01T00:00:00Z"`, "true"} {
		var got exportjson.Time
		if err := exportjson.Decode([]byte(in), &got); err != nil || !got.IsZero() {
			t.Errorf("%s became %v, %v", in, got, err)
		}
	}
}
