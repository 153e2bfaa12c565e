// Package schema parses JSON from models and users, and validates it against JSON Schemas.
// Everything is bounded: sizes, depths, numbers and the steps of a validation. Nothing is ever
// loaded: a schema can only refer to itself.
package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSchemaBytes bounds a schema.
const maxSchemaBytes = 64 << 10

// Names under which the compiler knows a schema and its references. Nothing is loaded from them.
const (
	baseURL   = "schema:///"
	schemaURL = baseURL + "schema"
)

// ErrTooComplicated reports that a validation exceeded its number of steps.
var ErrTooComplicated = errors.New("the schema is too complex")

// Schema is a compiled JSON Schema of an object. It must not be used concurrently.
type Schema struct {
	compiled *jsonschema.Schema
	// steps counts the evaluations of subschemas in the current validation.
	steps, maxSteps int
}

// Compile compiles a schema of an object. The error is an English explanation.
func Compile(text string) (*Schema, error) {
	value, err := ReadObject(text, maxSchemaBytes)
	if err != nil {
		return nil, err
	}
	if value["type"] != "object" {
		return nil, errors.New(`"type" must be "object"`)
	}
	s := &Schema{}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.RegisterVocabulary(&jsonschema.Vocabulary{
		URL: baseURL + "steps",
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return stepCounter{s}, nil
		},
	})
	c.AssertVocabs()
	if err := c.AddResource(schemaURL, value); err != nil {
		return nil, schemaError(err)
	}
	if s.compiled, err = c.Compile(schemaURL); err != nil {
		return nil, schemaError(err)
	}
	return s, nil
}

// Check validates a value in at most maxSteps evaluations, because the cost of some schemas doubles
// with each level. The error is a *Mismatch or ErrTooComplicated.
func (s *Schema) Check(value any, maxSteps int) (err error) {
	s.steps, s.maxSteps = 0, maxSteps
	defer func() {
		p := recover()
		if cause, ok := p.(error); ok && errors.Is(cause, ErrTooComplicated) {
			err = ErrTooComplicated
		} else if p != nil {
			panic(p)
		}
	}()
	return mismatch(s.compiled.Validate(value))
}

// stepCounter is a jsonschema.SchemaExt added to every subschema.
type stepCounter struct{ schema *Schema }

// Validate counts one evaluation.
func (c stepCounter) Validate(*jsonschema.ValidatorContext, any) {
	if c.schema.steps++; c.schema.steps > c.schema.maxSteps {
		panic(ErrTooComplicated)
	}
}

// noLoader refuses all references to other documents; the default loader reads files.
type noLoader struct{}

// Load always returns an error.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("the schema refers to %.100q; references must stay inside the schema", strings.TrimPrefix(url, baseURL))
}

// schemaError describes the error in a schema without the compiler's URLs.
func schemaError(err error) error {
	if m := (*Mismatch)(nil); errors.As(mismatch(err), &m) {
		return m
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return load.Err
	}
	return errors.New(strings.ReplaceAll(err.Error(), schemaURL, "the schema"))
}
