package exportjson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// unmarshal decodes data into v as json.Unmarshal does, leaves out values whose type v does not
// expect, and reads data only once, which takes half the time. ok is false if data is damaged or
// contains what only json.Unmarshal can decode; v is incomplete then.
func unmarshal(data []byte, v any) (ok bool) {
	p := parser{data: data}
	if !p.value(reflect.ValueOf(v).Elem()) {
		return false
	}
	return p.peek() == 0 && p.at == len(data)
}

// maxDepth is the maximum number of values within each other.
const maxDepth = 1000

// parser reads JSON from at on. Its methods report whether they could read what they expect.
type parser struct {
	data  []byte
	at    int
	depth int
}

// peek returns the next byte that is not space, 0 at the end.
func (p *parser) peek() byte {
	for ; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// pass passes the byte c after space.
func (p *parser) pass(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

// list reads the elements of an array or the members of an object up to the closing bracket.
func (p *parser) list(closing byte, element func() bool) bool {
	p.at++
	if p.depth++; p.depth > maxDepth {
		return false
	}
	defer func() { p.depth-- }()
	if p.pass(closing) {
		return true
	}
	for {
		if !element() {
			return false
		}
		if p.pass(closing) {
			return true
		}
		if !p.pass(',') {
			return false
		}
	}
}

// members reads an object and calls member at each value.
func (p *parser) members(member func(key []byte) bool) bool {
	return p.list('}', func() bool {
		p.peek()
		key, ok := p.text()
		return ok && p.pass(':') && member(key)
	})
}

// value reads a value into v.
func (p *parser) value(v reflect.Value) bool {
	c, kind, t := p.peek(), v.Kind(), typeOf(v.Type())
	switch {
	case t.isUnusual:
		return false
	case kind == reflect.Pointer && c != 'n':
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return p.value(v.Elem())
	case kind != reflect.Pointer && t.decodesItself:
		from := p.at
		return p.skip() && v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(p.data[from:p.at]) == nil
	case kind == reflect.Interface:
		one, ok := p.any()
		if ok && one != nil {
			v.Set(reflect.ValueOf(one))
		} else {
			v.SetZero()
		}
		return ok
	case c == '"' && kind == reflect.String:
		text, ok := p.text()
		v.SetString(string(text))
		return ok
	case c == '{' && kind == reflect.Struct:
		return p.structure(v)
	case c == '{' && kind == reflect.Map:
		return p.mapping(v)
	case c == '[' && kind == reflect.Slice:
		return p.slice(v)
	}
	return p.scalar(v, c)
}

// scalar reads a number, true, false or null, and passes what v does not expect.
func (p *parser) scalar(v reflect.Value, c byte) bool {
	from := p.at
	if !p.skip() {
		return false
	}
	text := string(p.data[from:min(p.at, from+maxNumberBytes)])
	isNumber := c == '-' || c >= '0' && c <= '9'
	switch kind := v.Kind(); {
	case c == 'n' && (kind == reflect.Pointer || kind == reflect.Map || kind == reflect.Slice):
		v.SetZero()
	case kind == reflect.Bool && (c == 't' || c == 'f'):
		v.SetBool(c == 't')
	case isNumber && kind == reflect.Int:
		if n, err := strconv.Atoi(text); err == nil {
			v.SetInt(int64(n))
		}
	case isNumber && kind == reflect.Float64:
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			v.SetFloat(n)
		}
	}
	return true
}

// maxNumberBytes is more than any number needs that is not out of range.
const maxNumberBytes = 1000

func (p *parser) structure(v reflect.Value) bool {
	t := typeOf(v.Type())
	return p.members(func(key []byte) bool {
		if i, ok := t.field(key); ok {
			return p.value(v.Field(i))
		}
		return p.skip()
	})
}

func (p *parser) mapping(v reflect.Value) bool {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	element := reflect.New(v.Type().Elem()).Elem()
	return p.members(func(key []byte) bool {
		name := reflect.ValueOf(string(key))
		element.SetZero()
		ok := p.value(element)
		v.SetMapIndex(name, element)
		return ok
	})
}

func (p *parser) slice(v reflect.Value) bool {
	n := 0
	ok := p.list(']', func() bool {
		n++
		if n > v.Cap() {
			v.Grow(1)
		}
		if n > v.Len() {
			v.SetLen(n)
		}
		return p.value(v.Index(n - 1))
	})
	if v.SetLen(n); n == 0 {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	return ok
}

// any reads a value of any type.
func (p *parser) any() (v any, ok bool) {
	switch c := p.peek(); c {
	case '"':
		text, ok := p.text()
		return string(text), ok
	case '{':
		o := map[string]any{}
		return o, p.members(func(key []byte) (ok bool) {
			name := string(key)
			o[name], ok = p.any()
			return ok
		})
	case '[':
		list := []any{}
		ok = p.list(']', func() bool {
			one, ok := p.any()
			list = append(list, one)
			return ok
		})
		return list, ok
	case 'n', 't', 'f':
		if ok = p.skip(); c != 'n' {
			v = c == 't'
		}
		return v, ok
	}
	var n float64
	from := p.at
	if !p.skip() {
		return nil, false
	}
	n, err := strconv.ParseFloat(string(p.data[from:p.at]), 64)
	return n, err == nil
}

// skip passes a value.
func (p *parser) skip() bool {
	switch c := p.peek(); c {
	case '"':
		_, ok := p.text()
		return ok
	case '{':
		return p.members(func([]byte) bool { return p.skip() })
	case '[':
		return p.list(']', p.skip)
	}
	from := p.at
	for p.at < len(p.data) && strings.IndexByte(",]} \t\r\n", p.data[p.at]) < 0 {
		p.at++
	}
	switch literal := p.data[from:p.at]; string(literal) {
	case "null", "true", "false":
		return true
	default:
		return json.Valid(literal)
	}
}

// text reads a string. The bytes are valid until the next change of data.
func (p *parser) text() (text []byte, ok bool) {
	if p.at == len(p.data) || p.data[p.at] != '"' {
		return nil, false
	}
	from := p.at + 1
	isASCII := true
	for p.at = from; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; {
		case c == '"':
			text = p.data[from:p.at]
			p.at++
			return text, isASCII || utf8.Valid(text)
		case c == '\\':
			return p.escaped(from)
		case c < ' ':
			return nil, false
		case c >= utf8.RuneSelf:
			isASCII = false
		}
	}
	return nil, false
}

// escaped reads the rest of a string that starts at from, from its first escape sequence on.
func (p *parser) escaped(from int) (text []byte, ok bool) {
	end := stringEnd(p.data, from-1)
	if end == len(p.data) {
		return nil, false
	}
	text = append(make([]byte, 0, end-from), p.data[from:p.at]...)
	for p.at < end {
		run := p.at
		for p.at < end && p.data[p.at] != '\\' {
			if p.data[p.at] < ' ' {
				return nil, false
			}
			p.at++
		}
		text = append(text, p.data[run:p.at]...)
		if p.at < end {
			if text, ok = p.escape(text, end); !ok {
				return nil, false
			}
		}
	}
	p.at = end + 1
	return text, utf8.Valid(text)
}

// escape appends the character of an escape sequence of a string that ends at end.
func (p *parser) escape(text []byte, end int) (_ []byte, ok bool) {
	c := p.data[p.at+1]
	if c == 'u' {
		r, ok := p.unit(end)
		if ok && utf16.IsSurrogate(r) {
			first, next := r, p.at
			second, _ := p.unit(end)
			if r = utf16.DecodeRune(first, second); r == utf8.RuneError {
				p.at = next
			}
		}
		return utf8.AppendRune(text, r), ok
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return nil, false
	}
	p.at += 2
	return append(text, "\"\\/\b\f\n\r\t"[i]), true
}

// unit reads a sequence such as \u00e9.
func (p *parser) unit(end int) (r rune, ok bool) {
	if p.at+6 > end || p.data[p.at] != '\\' || p.data[p.at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.data[p.at+2:p.at+6]), 16, 16)
	p.at += 6
	return rune(n), err == nil
}

// decodedType tells a parser how to decode values of a type.
type decodedType struct {
	// decodesItself reports that a pointer to it is a json.Unmarshaler.
	decodesItself bool
	// isUnusual reports that only json.Unmarshal can decode it.
	isUnusual bool
	// fields are the indexes of the fields of a struct by their keys, folded has them by the keys
	// in lower case.
	fields, folded map[string]int
}

var decodedTypes sync.Map // of *decodedType by reflect.Type

func typeOf(t reflect.Type) *decodedType {
	if known, ok := decodedTypes.Load(t); ok {
		return known.(*decodedType)
	}
	d := &decodedType{decodesItself: reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())}
	switch kind := t.Kind(); {
	case d.decodesItself:
	case kind == reflect.Struct:
		d.addFields(t)
	case kind == reflect.Map:
		d.isUnusual = t.Key() != reflect.TypeFor[string]()
	case kind == reflect.Slice:
		d.isUnusual = t.Elem().Kind() == reflect.Uint8
	case kind == reflect.Interface:
		d.isUnusual = t.NumMethod() > 0
	default:
		d.isUnusual = kind != reflect.String && kind != reflect.Bool && kind != reflect.Int && kind != reflect.Float64 && kind != reflect.Pointer
	}
	known, _ := decodedTypes.LoadOrStore(t, d)
	return known.(*decodedType)
}

// addFields adds the fields of a struct.
func (d *decodedType) addFields(t reflect.Type) {
	d.fields, d.folded = map[string]int{}, map[string]int{}
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		d.isUnusual = d.isUnusual || f.Anonymous || options != ""
		if key == "-" || !f.IsExported() {
			continue
		}
		key = cmp.Or(key, f.Name)
		d.fields[key] = i
		d.folded[strings.ToLower(key)] = i
	}
}

// field returns the index of the field for a key, whose case may differ.
func (d *decodedType) field(key []byte) (index int, ok bool) {
	if index, ok = d.fields[string(key)]; ok {
		return index, true
	}
	if index, ok = d.folded[string(key)]; !ok && bytes.ContainsFunc(key, unicode.IsUpper) {
		index, ok = d.folded[strings.ToLower(string(key))]
	}
	return index, ok
}
