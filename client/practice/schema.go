package practice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	textmessage "golang.org/x/text/message"
)

const (
	// maxSchema is the maximum size of a JSON Schema in bytes.
	maxSchema = 100_000
	// schemaRoot is the base URL inside the compiler; the schema is at schemaAddress.
	schemaRoot    = "schema:///"
	schemaAddress = schemaRoot + "schema"
)

// schema is a compiled JSON Schema for replies or arguments.
type schema struct {
	compiled *jsonschema.Schema
	raw      json.RawMessage
}

// newSchema compiles a JSON Schema, or describes the error in a sentence. It reads no files and
// does not use the network.
func newSchema(raw json.RawMessage) (_ *schema, problem string) {
	if len(raw) > maxSchema {
		return nil, fmt.Sprintf("it is larger than %d bytes.", maxSchema)
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
	if err := compiler.AddResource(schemaAddress, doc); err != nil {
		return nil, schemaProblem(err)
	}
	compiled, err := compiler.Compile(schemaAddress)
	if err != nil {
		return nil, schemaProblem(err)
	}
	return &schema{compiled: compiled, raw: raw}, ""
}

// english is the language of the validator's messages.
var english = sync.OnceValue(func() *textmessage.Printer { return textmessage.NewPrinter(language.English) })

// tooGreat reports whether doc contains a number that is expensive to expand, such as 1e999999999.
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

// refusingLoader loads nothing, so that a schema can refer only to itself.
type refusingLoader struct{}

var errNotLoaded = errors.New("not loaded")

func (refusingLoader) Load(string) (any, error) { return nil, errNotLoaded }

// schemaProblem formats an error of the compiler as a sentence.
func schemaProblem(err error) string {
	var outside *jsonschema.LoadURLError
	if errors.As(err, &outside) {
		return fmt.Sprintf("it refers to %.200q, and nothing outside the schema is loaded. Put it into '$defs'.", strings.TrimPrefix(outside.URL, schemaRoot))
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
	return strings.ReplaceAll(strings.ReplaceAll(err.Error(), schemaAddress, ""), "jsonschema: ", "") + "."
}

// spot formats a path in JSON for messages.
func spot(path []string) string {
	if len(path) == 0 {
		return "at its root"
	}
	return "at '/" + strings.Join(path, "/") + "'"
}

// validate checks a value; problem includes the path of the violation.
func (s *schema) validate(value any) (problem string) {
	err := s.compiled.Validate(value)
	if err == nil {
		return ""
	}
	return schemaProblem(err)
}
