package tools

import (
	"bytes"
	"errors"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/schema"
)

// The limits of checking arguments.
const (
	maxArgumentBytes = 1 << 20
	maxSchemaSteps   = 50_000 // evaluations of subschemas in one check
)

// Check validates the arguments of a call against the schema of the definition. Empty arguments
// count as {}. The error is an English sentence for the model.
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
	value, err := schema.ReadObject(arguments, maxArgumentBytes)
	if err != nil {
		return plain("arguments_not_read", "The arguments of %s were not read: %s.", definition.Name, err.Error())
	}
	compiled, err := schema.Compile(string(definition.Parameters))
	if err != nil {
		return plain("definition_unusable", "The definition of %s has no usable schema: %s.", definition.Name, err.Error())
	}
	err = compiled.Check(value, maxSchemaSteps)
	var mismatch *schema.Mismatch
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch):
		return plain("arguments_do_not_fit", "The arguments do not fit %s: %s.", definition.Name, mismatch.Error())
	}
	return plain("arguments_not_checked", "The arguments of %s were not checked: %s.", definition.Name, err.Error())
}
