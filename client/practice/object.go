package practice

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps the order of its members.
type object struct {
	names  []string
	values map[string]any
}

// set adds a member.
func (o *object) set(name string, value any) {
	o.names = append(o.names, name)
	o.values[name] = value
}

// MarshalJSON writes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := compact(o.values[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// compact is JSON without spaces, and with < and & as they are.
func compact(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// bare is a value as the validator takes it.
func bare(value any) any {
	switch v := value.(type) {
	case *object:
		m := make(map[string]any, len(v.names))
		for name, inner := range v.values {
			m[name] = bare(inner)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, inner := range v {
			list[i] = bare(inner)
		}
		return list
	}
	return value
}
