package exportjson

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// everyKind has fields of all types that the readers use.
type everyKind struct {
	Text   string
	Named  wordsOf `json:"named"`
	Number float64 `json:"number"`
	Count  int
	Yes    bool `json:"yes"`
	Any    any
	Raw    json.RawMessage
	Time   Time
	Inner  *everyKind
	Values []everyKind
	Texts  []string
	ByKey  map[string]everyKind
}

// checkAgainstStandard compares unmarshal with json.Unmarshal.
func checkAgainstStandard(t *testing.T, data []byte, got, want any) {
	t.Helper()
	ok := unmarshal(data, got)
	err := json.Unmarshal(data, want)
	if mismatch := new(json.UnmarshalTypeError); err != nil && !errors.As(err, &mismatch) {
		if ok {
			t.Fatalf("%q is read, but the error is %v", data, err)
		}
		return
	}
	if ok && !reflect.DeepEqual(got, want) {
		t.Fatalf("%q became %+v, want %+v", data, got, want)
	}
}

var documents = []string{
	`{"Text":"a\u00e9\ud83d\ude00\ud83d \"\\\/\b\f\n\r\t","named":{"value":"x"},"number":-1.5e3,"Count":7,"yes":true,"other":{"a":[1,{}]}}`,
	` { "text" : "Ärger" , "COUNT" : 3 , "any" : [ null , 1 , "a" , {"b":false} , [ ] ] , "raw" : { "x" : [1, 2] } , "time" : 1700000000.5 } `,
	`{"inner":{"inner":null,"text":null},"values":[{"text":"a"},null,{"count":1.5}],"texts":["a",1,null,"b"],"bykey":{"a":{"text":"b"},"\u0061":{"count":1}}}`,
	`{"text":1,"number":"x","count":[],"yes":"true","inner":[],"values":{},"texts":"a","bykey":[1],"time":{},"named":7}`,
	`{"inner":{"text":"a"},"inner":{"count":1},"values":[{"text":"a"}],"values":[{"count":1}],"bykey":{"a":{"text":"b"}},"bykey":{"a":{"count":1}}}`,
	`{"texts":[],"values":[],"bykey":{},"any":{}}`, `null`, `[]`, `"a"`, `{"number":1e999,"count":1e3}`, `{"raw":null,"time":null,"any":null,"bykey":null}`,
	`{"a":01}`, `{"a":1.}`, `{"a" 1}`, `{"a":1,}`, `{"a":tru}`, `{"a":"\x"}`, `{"a":"` + "\n" + `"}`, `{"text":"` + "\xff" + `"}`, `{"a":"\u12"}`, `{} {}`, `{"a":[}`,
}

func TestAParserDecodesAsTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for _, document := range documents {
		for end := range len(document) {
			checkAgainstStandard(t, []byte(document[:end]), new(everyKind), new(everyKind))
		}
		checkAgainstStandard(t, []byte(document), new(everyKind), new(everyKind))
		checkAgainstStandard(t, []byte(document), new(any), new(any))
	}
	for _, depth := range []int{maxDepth - 1, maxDepth} {
		deep := strings.Repeat(`{"inner":`, depth) + "{}" + strings.Repeat("}", depth)
		checkAgainstStandard(t, []byte(deep), new(everyKind), new(everyKind))
	}
}

func FuzzParser(f *testing.F) {
	for _, document := range documents {
		f.Add([]byte(document))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkAgainstStandard(t, data, new(everyKind), new(everyKind))
		checkAgainstStandard(t, data, new(any), new(any))
	})
}
