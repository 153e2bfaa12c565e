package settings

import (
	"math"
	"reflect"
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/fieldtest"
)

// everyField returns settings of which every field, also of those in lists, has a valid value that
// is not its default.
func everyField() Settings {
	s := fieldtest.Full[Settings]()
	s.Theme, s.TextSize = Dark, 1.5
	s.Comfort.Sent, s.Comfort.SentWith = 2, SendEnter
	s.Comfort.SendWith, s.Comfort.ReadingWidth, s.Comfort.Motion = SendShiftEnter, WidthWide, MotionReduced
	s.Comfort.Contrast, s.Comfort.SimpleTextSize = ContrastMore, 1.2
	s.Proxy.Mode = ProxyCustom
	s.Dictation.Pause = 2
	s.Transcription.Limit = MinTranscriptionLimit
	s.Presets[0].Parameters.User, s.Presets[0].Parameters.Preset = "", ""
	s.Presets[0].ID = Balanced // others are not BuiltIn
	s.AnswerForms[0].Once = false
	return s
}

// A number or a choice outside its range, as in a file edited by hand, is corrected wherever it is;
// a valid one stays.
func TestEveryFieldIsSanitized(t *testing.T) {
	t.Parallel()
	if got := everyField().sanitized(); !reflect.DeepEqual(got, everyField()) {
		t.Errorf("valid settings become\n%+v, want\n%+v", got, everyField())
	}
	full := everyField()
	fieldtest.Leaves(&full, func(path string, leaf reflect.Value) {
		for _, bad := range invalid(leaf.Type()) {
			s := everyField()
			fieldtest.Set(&s, path, bad)
			s = s.sanitized()
			fieldtest.Leaves(&s, func(p string, v reflect.Value) {
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
	fieldtest.Cloned(t, s, s.clone())
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
	want := everyField()
	want.Temporary = "" // a temporary chat leaves nothing on the disk, its name included
	if s, err = Load(dir); err != nil || !reflect.DeepEqual(s.Get(), want) {
		t.Errorf("read back are\n%+v, %v, want\n%+v", s.Get(), err, want)
	}
}
