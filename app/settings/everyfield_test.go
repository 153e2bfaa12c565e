package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"parlando/app/chat"
)

// everyField returns settings of which every field, also of those in lists, has a valid value that
// is not its default.
func everyField() Settings {
	var s Settings
	fill(reflect.ValueOf(&s).Elem())
	s.Theme, s.TextSize = Dark, 1.5
	s.Comfort.SendWith, s.Comfort.ReadingWidth, s.Comfort.Motion = SendShiftEnter, WidthWide, MotionLess
	s.Proxy.Mode = ProxyCustom
	s.Dictation.Pause = 2
	s.Transcription.Limit = MinTranscriptionLimit
	s.Presets[0].Parameters.User, s.Presets[0].Parameters.Preset = "", ""
	s.Presets[0].ID = Balanced // others are not BuiltIn
	s.AnswerForms[0].Once = false
	return s
}

// fill gives every field below v a value: true, 1, half, "a", a list or map of one.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
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
	default:
		v.SetInt(1)
	}
}

// leaves calls visit with every value below v that contains no other, and its path.
func leaves(v reflect.Value, path string, visit func(path string, leaf reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				leaves(v.Field(i), path+"."+f.Name, visit)
			}
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

// A number or a choice outside its range, as in a file edited by hand, is corrected wherever it is;
// a valid one stays.
func TestEveryFieldIsSanitized(t *testing.T) {
	t.Parallel()
	if got := everyField().sanitized(); !reflect.DeepEqual(got, everyField()) {
		t.Errorf("valid settings become\n%+v, want\n%+v", got, everyField())
	}
	full := everyField()
	leaves(reflect.ValueOf(&full).Elem(), "", func(path string, leaf reflect.Value) {
		for _, bad := range invalid(leaf.Type()) {
			s := everyField()
			leaves(reflect.ValueOf(&s).Elem(), "", func(p string, v reflect.Value) {
				if p == path {
					v.Set(bad)
				}
			})
			s = s.sanitized()
			leaves(reflect.ValueOf(&s).Elem(), "", func(p string, v reflect.Value) {
				if p == path && v.Equal(bad) {
					t.Errorf("%s stays %v", path, bad)
				}
			})
		}
	})
}

// invalid returns values that no field of this type may have: numbers far outside every range (but
// not every whole number has an upper bound), and words that are no choice.
func invalid(kind reflect.Type) (all []reflect.Value) {
	switch kind.Kind() {
	case reflect.Float32, reflect.Float64:
		all = []reflect.Value{reflect.ValueOf(-1e9), reflect.ValueOf(1e9)}
	case reflect.Int, reflect.Int64:
		all = []reflect.Value{reflect.ValueOf(math.MinInt64)}
	case reflect.String:
		switch kind {
		case reflect.TypeFor[string](), reflect.TypeFor[chat.ID]():
		case reflect.TypeFor[ConnectionKind](), reflect.TypeFor[chat.AnswerKind](), reflect.TypeFor[chat.ColumnKind]():
			// A later version may know more of them, and what the user made with it stays.
		default:
			all = []reflect.Value{reflect.ValueOf("nonsense")}
		}
	}
	for i := range all {
		all[i] = all[i].Convert(kind)
	}
	return all
}

// A copy is equal and shares no list, map or pointer, so that changing it changes nothing else.
func TestEveryFieldIsCloned(t *testing.T) {
	t.Parallel()
	s := everyField()
	c := s.clone()
	if !reflect.DeepEqual(c, s) {
		t.Errorf("the copy is\n%+v, want\n%+v", c, s)
	}
	shared(t, reflect.ValueOf(c), reflect.ValueOf(s), "")
}

// shared fails t for every list, map and pointer that is in both a and b.
func shared(t *testing.T, a, b reflect.Value, path string) {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				shared(t, a.Field(i), b.Field(i), path+"."+f.Name)
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared with the copy", path)
		} else if a.Kind() == reflect.Pointer {
			shared(t, a.Elem(), b.Elem(), path)
		} else if a.Kind() == reflect.Slice {
			for i := range a.Len() {
				shared(t, a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))
			}
		}
	}
}

func TestEveryFieldIsStored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(func(v *Settings) { *v = everyField() }); err != nil {
		t.Fatal(err)
	}
	if s, err = Load(dir); err != nil || !reflect.DeepEqual(s.Get(), everyField()) {
		t.Errorf("read back are\n%+v, %v, want\n%+v", s.Get(), err, everyField())
	}
}
