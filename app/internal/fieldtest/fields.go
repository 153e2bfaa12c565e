// Package fieldtest visits every field of a value, so that a test fails if a method forgets a new
// field.
package fieldtest

import (
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"
	"time"
)

// Full returns a value with all fields set, recursively: true, 1, half, a second, "a", or a list or
// map with one element.
func Full[T any]() (v T) {
	fill(reflect.ValueOf(&v).Elem())
	return v
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(field(v, i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte("{}"))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("a")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Int64:
		v.SetInt(1)
		if v.Type() == reflect.TypeFor[time.Duration]() {
			v.SetInt(int64(time.Second))
		}
	default:
		v.SetInt(1)
	}
}

// field returns a settable field of an addressable struct, even an unexported one.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

// Each yields, for every exported field of a struct, its name and a value with only this field set,
// to the value in full.
func Each[T any](full T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
			if !f.IsExported() || f.Anonymous {
				continue
			}
			var one T
			reflect.ValueOf(&one).Elem().FieldByIndex(f.Index).Set(reflect.ValueOf(full).FieldByIndex(f.Index))
			if !yield(f.Name, one) {
				return
			}
		}
	}
}

// Leaves calls visit with the path of every value below v, a pointer, that contains no other
// values.
func Leaves(v any, visit func(path string, leaf reflect.Value)) {
	leaves(reflect.ValueOf(v).Elem(), "", visit)
}

func leaves(v reflect.Value, path string, visit func(path string, leaf reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			visit(path, v)
			return
		}
		for i := range v.NumField() {
			leaves(field(v, i), path+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(v.Elem(), path, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	default:
		visit(path, v)
	}
}

// Set sets the value at a path of Leaves below v, a pointer.
func Set(v any, path string, to reflect.Value) {
	Leaves(v, func(p string, leaf reflect.Value) {
		if p == path {
			leaf.Set(to)
		}
	})
}

// Compared fails t for every value below T that equal ignores, except at the paths of except, which
// equal must ignore.
func Compared[T any](t testing.TB, equal func(a, b T) bool, except ...string) {
	t.Helper()
	full := Full[T]()
	if !equal(full, Full[T]()) {
		t.Error("a copy is not equal")
	}
	Leaves(&full, func(path string, leaf reflect.Value) {
		t.Helper()
		other := Full[T]()
		Set(&other, path, reflect.Zero(leaf.Type()))
		if got := equal(full, other); got != slices.Contains(except, path) || got != equal(other, full) {
			t.Errorf("without %s it is equal: %t", path, got)
		}
	})
}

// Cloned fails t unless b is equal to a and shares no list, map or pointer with a, except at and
// below the paths of except.
func Cloned[T any](t testing.TB, a, b T, except ...string) {
	t.Helper()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the copy is\n%+v, want\n%+v", b, a)
		return
	}
	shared(t, reflect.ValueOf(a), reflect.ValueOf(b), "", except)
}

func shared(t testing.TB, a, b reflect.Value, path string, except []string) {
	t.Helper()
	if a.Type() == reflect.TypeFor[time.Time]() || slices.Contains(except, path) {
		return
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			shared(t, a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name, except)
		}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		switch {
		case a.IsNil():
		case a.Pointer() == b.Pointer():
			t.Errorf("%s is shared with the copy", path)
		case a.Kind() == reflect.Pointer:
			shared(t, a.Elem(), b.Elem(), path, except)
		case a.Kind() == reflect.Slice:
			for i := range a.Len() {
				shared(t, a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i), except)
			}
		default:
			for _, key := range a.MapKeys() {
				shared(t, a.MapIndex(key), b.MapIndex(key), fmt.Sprintf("%s[%v]", path, key), except)
			}
		}
	}
}
