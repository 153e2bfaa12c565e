package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"parlando/app/internal/schema"
)

var storeroom = []Field{
	{Name: "Article", Meaning: "its name or <number>"},
	{Name: "From date", Kind: FieldDate, Optional: true},
	{Name: "Größe", Kind: FieldNumber},
	{Name: "Anzahl", Kind: FieldWhole, Meaning: `how "many"`},
	{Name: "Срочно", Kind: FieldYesNo, Optional: true},
	{Name: "Pay by", Kind: FieldChoice, Options: []string{"card", "cash"}},
	{Name: "size", Kind: FieldText},
	{Name: "Size", Kind: FieldText},
	{Name: "To", Kind: FieldDate, Meaning: "the last day"},
}

func TestFieldsBecomeASchemaAndComeBack(t *testing.T) {
	text := FieldSchema(storeroom)
	if _, err := schema.Compile(text); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"article": `{"type":"string","title":"Article","description":"its name or <number>"}`, "from_date": `{"type":"string","title":"From date","description":"(a date, YYYY-MM-DD)"}`,
		"to": `{"type":"string","title":"To","description":"the last day (a date, YYYY-MM-DD)"}`, "grosse": `{"type":"number","title":"Größe"}`, "anzahl": `{"type":"integer","title":"Anzahl","description":"how \"many\""}`,
		"field_5": `{"type":"boolean","title":"Срочно"}`, "pay_by": `{"type":"string","title":"Pay by","enum":["card","cash"]}`,
		"size": `{"type":"string"}`, "size_2": `{"type":"string","title":"Size"}`,
	} {
		var property any
		if err := json.Unmarshal([]byte(want), &property); err != nil || !reflect.DeepEqual(got["properties"].(map[string]any)[key], property) {
			t.Errorf("%s: %v, want %s", key, got["properties"].(map[string]any)[key], want)
		}
	}
	if got := fmt.Sprint(got["required"]); got != "[article grosse anzahl pay_by size size_2 to]" {
		t.Errorf("required are %s", got)
	}
	if fields, ok := Fields(text); !ok || !reflect.DeepEqual(fields, storeroom) {
		t.Errorf("they come back as %+v, %v", fields, ok)
	}
	if fields, ok := Fields(`{"type":"object","properties":{"day":{"type":"string","description":"of rest","format":"date"}}}`); !ok || !reflect.DeepEqual(fields, []Field{{Name: "day", Kind: FieldDate, Meaning: "of rest", Optional: true}}) {
		t.Errorf("a date of an earlier version is %+v, %v", fields, ok)
	}
	if fields, ok := Fields(FieldSchema([]Field{{Meaning: "of no name"}})); !ok || len(fields) > 0 {
		t.Errorf("without names: %+v, %v", fields, ok)
	}
}

// A schema that fields represent means the same when it is written from them.
func TestAWrittenSchemaFitsOnlyIfNothingIsLost(t *testing.T) {
	for text, fits := range map[string]bool{
		`{"type":"object"}`:                 true,
		`{"type":"object","properties":{}}`: true,
		`{"type":"object","properties":{"city":{"type":"string","description":"A city"}},"required":["city"]}`: true,
		`{"type":"object","properties":{"zipCode":{"type":"string","title":"Code"},"b":{"type":"boolean"}}}`:   true,
		`{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"string","enum":["x","y"]}}}`:       true,
		`{"type":"object","properties":{"a":{"type":"array"}}}`:                                                false,
		`{"type":"object","properties":{"a":{"type":["string","null"]}}}`:                                      false,
		`{"type":"object","properties":{"a":{"type":"string","minLength":3}}}`:                                 false,
		`{"type":"object","properties":{"a":{"type":"number","enum":[1]}}}`:                                    false,
		`{"type":"object","properties":{"a":{"type":"string","enum":["1,2"]}}}`:                                false,
		`{"type":"object","properties":{"a":{"type":"string","format":"email"}}}`:                              false,
		`{"type":"object","properties":{"a":{"type":"string","description":"two\nlines"}}}`:                    false,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`:                              false,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`:                  false,
		`{"type":"object","properties":{"a":true}}`:                                                            false,
		`{"type":"object","properties":{"":{"type":"string"}}}`:                                                false,
		`{"type":"object","properties":{"a":{"type":"st`:                                                       false,
		`{"type":"array"}`: false,
	} {
		fields, ok := Fields(text)
		if ok != fits {
			t.Errorf("%s: fits %v", text, ok)
		}
		if !ok {
			continue
		}
		again, ok := Fields(FieldSchema(fields))
		if !ok || !reflect.DeepEqual(again, fields) {
			t.Errorf("%s: written anew %+v, was %+v", text, again, fields)
		}
		var was, is map[string]any
		if json.Unmarshal([]byte(text), &was) != nil || json.Unmarshal([]byte(FieldSchema(fields)), &is) != nil {
			t.Fatal(text)
		}
		if len(fields) > 0 && !reflect.DeepEqual(was, is) {
			t.Errorf("%s is written as %s", text, FieldSchema(fields))
		}
	}
	many := make([]Field, maxFields+1)
	for i := range many {
		many[i].Name = fmt.Sprint("field ", i)
	}
	if _, ok := Fields(FieldSchema(many)); ok {
		t.Error("too many fit")
	}
	if _, ok := Fields(FieldSchema(many[:maxFields])); !ok {
		t.Error("the most don't fit")
	}
}
