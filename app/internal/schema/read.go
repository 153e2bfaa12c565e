package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The limits of JSON from models and users.
const (
	maxDepth       = 32
	maxNumberBytes = 1100 // digits of a number, with some room for sign, point and exponent
)

// ReadObject parses one JSON object of bounded size, depth and numbers, without duplicate names.
// Numbers are json.Number. The error is an English explanation.
func ReadObject(text string, maxBytes int) (map[string]any, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("%d bytes long, at most %d are allowed", len(text), maxBytes)
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return nil, errors.New("must be a JSON object")
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := inspect(dec, 0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the JSON object")
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	object, _ := value.(map[string]any)
	return object, err
}

// inspect checks one value. A number with a huge exponent is refused, since it would expand to as
// many digits.
func inspect(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return incomplete(err)
	}
	if number, ok := token.(json.Number); ok {
		return inspectNumber(string(number))
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth++; depth > maxDepth {
		return fmt.Errorf("nested more than %d levels deep", maxDepth)
	}
	names := map[string]bool{}
	for dec.More() {
		if open == '{' {
			token, err := dec.Token()
			if err != nil {
				return incomplete(err)
			}
			name, _ := token.(string)
			if names[name] {
				return fmt.Errorf("the name %.100q is used twice", name)
			}
			names[name] = true
		}
		if err := inspect(dec, depth); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return incomplete(err)
	}
	return nil
}

func incomplete(err error) error { return fmt.Errorf("incomplete JSON (%w)", err) }

func inspectNumber(number string) error {
	_, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	exponent = strings.TrimLeft(exponent, "+-0")
	if len(number) > maxNumberBytes || len(exponent) > 3 {
		return fmt.Errorf("the number %.40s is too long or too large", number)
	}
	return nil
}
