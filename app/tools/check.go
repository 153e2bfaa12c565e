package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"parley/app/chat"
)

// Bounds of the JSON that comes from models and users.
const (
	maxSchemaBytes    = 64 << 10
	maxArgumentBytes  = 1 << 20
	maxDepth          = 32
	maxNumberBytes    = 1100   // digits of a number, and a little more
	maxSchemaSteps    = 50_000 // evaluations of a schema by one check, against schemas whose cost doubles with each level
	maxSchemaProblems = 5      // told to the model
	maxMessageBytes   = 300    // of one problem
)

// Check checks the arguments of a call against the schema of the definition. No arguments at all count as {}. The error says in plain
// English, for the model, what is wrong.
func (t *Tools) Check(definition chat.ToolDefinition, arguments string) error {
	if b, ok := findBuiltIn(definition.Name); ok && bytes.Equal(b.definition.Parameters, definition.Parameters) {
		_, err := b.read(arguments)
		return err
	}
	return check(definition, arguments)
}

func orEmptyObject(arguments string) string {
	if strings.TrimSpace(arguments) == "" {
		return "{}"
	}
	return arguments
}

func check(definition chat.ToolDefinition, arguments string) error {
	arguments = orEmptyObject(arguments)
	value, err := boundedObject(arguments, maxArgumentBytes)
	if err != nil {
		return plain("The arguments of %s were not read: %s.", definition.Name, err)
	}
	schema, err := compile(string(definition.Parameters))
	if err != nil {
		return plain("The definition of %s has no usable schema: %s.", definition.Name, err)
	}
	err = validate(schema, value)
	var invalid *jsonschema.ValidationError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return plain("The arguments do not fit %s: %s.", definition.Name, strings.Join(problems(invalid), "; "))
	}
	return plain("The arguments of %s were not checked: %s.", definition.Name, err)
}

// problems returns what is wrong with the arguments, each with its place.
func problems(err *jsonschema.ValidationError) (list []string) {
	if len(err.Causes) == 0 {
		text := err.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		if len(err.InstanceLocation) > 0 {
			text = strings.Join(err.InstanceLocation, ".") + ": " + text
		}
		if len(text) > maxMessageBytes {
			text = strings.ToValidUTF8(text[:maxMessageBytes], "") + "…"
		}
		return []string{text}
	}
	for _, cause := range err.Causes {
		list = append(list, problems(cause)...)
		if len(list) >= maxSchemaProblems {
			return append(list[:maxSchemaProblems-1:maxSchemaProblems-1], "and more")
		}
	}
	return list
}

// boundedObject reads one JSON object of bounded size, depth and numbers, in which no name stands twice.
func boundedObject(text string, maxBytes int) (any, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("they are %d bytes long, at most %d are taken", len(text), maxBytes)
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return nil, errors.New("they must be a JSON object")
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := inspect(dec, 0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON object")
	}
	return jsonschema.UnmarshalJSON(strings.NewReader(text))
}

// inspect reads one value. A number with a huge exponent would become a number with as many digits.
func inspect(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return fmt.Errorf("it is no complete JSON (%w)", err)
	}
	if number, ok := token.(json.Number); ok {
		return inspectNumber(string(number))
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth++; depth > maxDepth {
		return fmt.Errorf("it is nested more than %d levels deep", maxDepth)
	}
	names := map[string]bool{}
	for dec.More() {
		if open == '{' {
			token, err := dec.Token()
			if err != nil {
				return fmt.Errorf("it is no complete JSON (%w)", err)
			}
			name, _ := token.(string)
			if names[name] {
				return fmt.Errorf("the name %.100q stands twice", name)
			}
			names[name] = true
		}
		if err := inspect(dec, depth); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("it is no complete JSON (%w)", err)
	}
	return nil
}

func inspectNumber(number string) error {
	_, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	exponent = strings.TrimLeft(exponent, "+-0")
	if len(number) > maxNumberBytes || len(exponent) > 3 {
		return fmt.Errorf("the number %.40s is too long or too large", number)
	}
	return nil
}

// validate checks a value in a bounded number of steps.
func validate(schema *boundedSchema, value any) (err error) {
	schema.steps = 0
	defer func() {
		p := recover()
		if cause, ok := p.(error); ok && errors.Is(cause, errTooManySteps) {
			err = errTooManySteps
		} else if p != nil {
			panic(p)
		}
	}()
	return schema.Validate(value)
}

var errTooManySteps = errors.New("the schema is too complicated")

// boundedSchema counts its evaluations. It serves one goroutine.
type boundedSchema struct {
	*jsonschema.Schema
	steps int
}

// stepCounter is a jsonschema.SchemaExt of every part of the schema.
type stepCounter struct{ schema *boundedSchema }

// Validate counts one evaluation.
func (c stepCounter) Validate(*jsonschema.ValidatorContext, any) {
	if c.schema.steps++; c.schema.steps > maxSchemaSteps {
		panic(errTooManySteps)
	}
}

// noLoader refuses all references to other documents; the default loader reads files.
type noLoader struct{}

// Load returns an error.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to %.100q; references must stay inside the schema", strings.TrimPrefix(url, schemaBase))
}

// The names that a schema and what it refers to have for the compiler. Nothing is loaded from them.
const (
	schemaBase = "tool:///"
	schemaURL  = schemaBase + "parameters"
)

// compile compiles a schema of an object.
func compile(text string) (*boundedSchema, error) {
	value, err := boundedObject(text, maxSchemaBytes)
	if err != nil {
		return nil, err
	}
	if object, _ := value.(map[string]any); object["type"] != "object" {
		return nil, errors.New(`"type" must be "object"`)
	}
	s := &boundedSchema{}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.RegisterVocabulary(&jsonschema.Vocabulary{
		URL: schemaBase + "steps",
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return stepCounter{s}, nil
		},
	})
	c.AssertVocabs()
	if err := c.AddResource(schemaURL, value); err != nil {
		return nil, schemaError(err)
	}
	if s.Schema, err = c.Compile(schemaURL); err != nil {
		return nil, schemaError(err)
	}
	return s, nil
}

// schemaError names what is wrong with a schema, without the addresses of the compiler.
func schemaError(err error) error {
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		return errors.New(strings.Join(problems(invalid), "; "))
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return load.Err
	}
	return errors.New(strings.ReplaceAll(err.Error(), schemaURL, "the schema"))
}
