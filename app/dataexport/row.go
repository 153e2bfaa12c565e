package dataexport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// timeFormat is RFC 3339 with milliseconds, in UTC.
const timeFormat = "2006-01-02T15:04:05.000Z"

// lastTime is the last time that timeFormat can write.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).UnixMilli()

// isStandard reports whether a value is the default of its column, so that it is left out.
func (c column) isStandard(value any) bool {
	switch v := value.(type) {
	case nil:
		return c.standard == "NULL"
	case int64:
		return strconv.FormatInt(v, 10) == c.standard
	case string:
		return v == "" && c.standard == "''"
	}
	return false
}

// encode returns the JSON of a value.
func (c column) encode(value any) ([]byte, error) {
	switch v := value.(type) {
	case int64:
		if c.isTime() && v > 0 && v <= lastTime {
			value = time.UnixMilli(v).UTC().Format(timeFormat)
		}
	case string:
		if c.isObject() && isContainer([]byte(v)) && json.Valid([]byte(v)) {
			return []byte(v), nil
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// decode returns the value of a column from its JSON.
func (c column) decode(data json.RawMessage) (value any, err error) {
	switch {
	case bytes.Equal(data, []byte("null")):
		return nil, nil
	case isContainer(data) && c.isObject():
		return string(data), nil
	case bytes.HasPrefix(data, []byte(`"`)):
		var text string
		if err := json.Unmarshal(data, &text); err != nil || c.kind == "TEXT" {
			return text, err
		}
		t, err := time.Parse(time.RFC3339Nano, text)
		return t.UnixMilli(), err
	case c.kind == "INTEGER":
		return strconv.ParseInt(string(data), 10, 64)
	case c.kind == "REAL":
		return strconv.ParseFloat(string(data), 64)
	}
	return nil, ErrDamaged
}

// isContainer reports whether JSON is an object or an array.
func isContainer(data []byte) bool {
	return len(data) > 0 && (data[0] == '{' || data[0] == '[')
}

// object is a JSON object that is being written.
type object struct{ bytes.Buffer }

// member begins a member, whose value follows.
func (o *object) member(name string) {
	separator := ","
	if o.Len() == 0 {
		separator = "{"
	}
	fmt.Fprintf(&o.Buffer, "%s%q:", separator, name)
}

// end ends the object and returns it.
func (o *object) end() []byte {
	if o.Len() == 0 {
		o.WriteByte('{')
	}
	o.WriteByte('}')
	return o.Bytes()
}
