package practice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	textmessage "golang.org/x/text/message"
)

const (
	// maxForm is the largest JSON Schema that is taken, in bytes.
	maxForm = 100_000
	// formAddress is what a schema is called inside the compiler.
	formRoot    = "form:///"
	formAddress = formRoot + "schema"
)

// form is a JSON Schema that answers or arguments have to follow.
type form struct {
	schema *jsonschema.Schema
	// order has the names of an object's properties as they were written, by the place of the schema.
	order map[string][]string
	raw   json.RawMessage
}

// newForm compiles a JSON Schema, or says in a sentence what is wrong with it. It reads no file and no network.
func newForm(raw json.RawMessage) (_ *form, problem string) {
	if len(raw) > maxForm {
		return nil, fmt.Sprintf("it is larger than %d bytes.", maxForm)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, "it is not valid JSON."
	}
	if tooGreat(doc) {
		return nil, "it has a number with more digits than are taken."
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	compiler.UseLoader(refusingLoader{})
	if err := compiler.AddResource(formAddress, doc); err != nil {
		return nil, formProblem(err)
	}
	schema, err := compiler.Compile(formAddress)
	if err != nil {
		return nil, formProblem(err)
	}
	f := &form{schema: schema, order: map[string][]string{}, raw: raw}
	f.readOrder(raw, formAddress+"#", 0)
	return f, ""
}

// english is what the validator speaks.
var english = sync.OnceValue(func() *textmessage.Printer { return textmessage.NewPrinter(language.English) })

// tooGreat reports whether there is a number that would take long to write out, such as 1e999999999.
func tooGreat(doc any) bool {
	switch v := doc.(type) {
	case json.Number:
		f, err := v.Float64()
		return err != nil || len(v) > 100 || f != 0 && (f > 1e300 || f < -1e300 || f < 1e-300 && f > -1e-300)
	case []any:
		return slices.ContainsFunc(v, tooGreat)
	case map[string]any:
		for _, inner := range v {
			if tooGreat(inner) {
				return true
			}
		}
	}
	return false
}

// refusingLoader loads nothing: a schema may refer to itself alone.
type refusingLoader struct{}

var errNotLoaded = errors.New("not loaded")

func (refusingLoader) Load(string) (any, error) { return nil, errNotLoaded }

// formProblem makes a sentence of what the compiler says.
func formProblem(err error) string {
	var outside *jsonschema.LoadURLError
	if errors.As(err, &outside) {
		return fmt.Sprintf("it refers to %.200q, and nothing outside the schema is loaded. Put it into '$defs'.", strings.TrimPrefix(outside.URL, formRoot))
	}
	var broken *jsonschema.SchemaValidationError
	if errors.As(err, &broken) {
		err = broken.Err
	}
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		for len(invalid.Causes) > 0 {
			invalid = invalid.Causes[0]
		}
		return fmt.Sprintf("%s: %s.", spot(invalid.InstanceLocation), invalid.ErrorKind.LocalizedString(english()))
	}
	return strings.ReplaceAll(strings.ReplaceAll(err.Error(), formAddress, ""), "jsonschema: ", "") + "."
}

// spot names a place in JSON.
func spot(path []string) string {
	if len(path) == 0 {
		return "at its root"
	}
	return "at '/" + strings.Join(path, "/") + "'"
}

// maxOrdered is how deep the order of properties is noted.
const maxOrdered = 64

// readOrder notes the order of the properties in raw and all that is below.
func (f *form) readOrder(raw json.RawMessage, at string, depth int) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	first, err := dec.Token()
	if err != nil {
		return
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for i := 0; dec.More(); i++ {
		name := fmt.Sprint(i)
		if first == json.Delim('{') {
			token, err := dec.Token()
			if err != nil {
				return
			}
			name, _ = token.(string)
		}
		var inner json.RawMessage
		if dec.Decode(&inner) != nil {
			return
		}
		if strings.HasSuffix(at, "/properties") {
			f.order[strings.TrimSuffix(at, "/properties")] = append(f.order[strings.TrimSuffix(at, "/properties")], name)
		}
		if depth < maxOrdered && (inner[0] == '{' || inner[0] == '[') {
			f.readOrder(inner, at+"/"+url.PathEscape(escape.Replace(name)), depth+1)
		}
	}
}

// validate checks a value; the problem names the place.
func (f *form) validate(value any) (problem string) {
	err := f.schema.Validate(value)
	if err == nil {
		return ""
	}
	return formProblem(err)
}
