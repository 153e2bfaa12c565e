package settings_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/app/chat"
	"parlando/app/settings"
)

func ids(list []settings.Preset) (out []chat.ID) {
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

func of[T any](v T) *T { return &v }

func TestTheFirstPresetsAreThereAlsoForWhoComesFromBeforeThem(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(`{"theme":"dark"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ids(s.Get().Presets), ids(settings.DefaultPresets()); !slices.Equal(got, want) || len(want) < 6 {
		t.Errorf("there are %q", got)
	}
	// Who has deleted all of them does not meet them again.
	if err := s.Update(func(s *settings.Settings) { s.Presets = nil }); err != nil {
		t.Fatal(err)
	}
	if s, err = settings.Load(dir); err != nil || len(s.Get().Presets) != 0 || len(s.Get().MissingPresets()) != len(settings.DefaultPresets()) {
		t.Errorf("after all were deleted there are %q, %v", ids(s.Get().Presets), err)
	}
}

func TestPresetsComeBackAsTheyWereLeft(t *testing.T) {
	dir := t.TempDir()
	s, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	mine := settings.Preset{ID: "mine", Name: "Letters", Model: "writer-1", Parameters: chat.Parameters{
		Stop: []string{"\n"}, Seed: of(int64(-3)), Replies: of(2), MaxTokens: of(9), AllAtOnce: true, Instructions: "Briefly.", User: "not kept",
	}}
	if err := s.Update(func(s *settings.Settings) {
		slices.Reverse(s.Presets)
		s.Presets = slices.Insert(s.Presets, 0, mine)
	}); err != nil {
		t.Fatal(err)
	}
	want := s.Get().Presets
	s, err = settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Get().Presets
	if !slices.Equal(ids(got), ids(want)) {
		t.Fatalf("order %q, want %q", ids(got), ids(want))
	}
	for i := range got {
		// The first one read takes the place of one that is there by default: nothing of that may
		// stay.
		if got[i].BuiltIn != want[i].BuiltIn || got[i].Name != want[i].Name || !got[i].Parameters.Equal(want[i].Parameters) {
			t.Errorf("%+v\nwant %+v", got[i], want[i])
		}
	}
	if p := got[0].Parameters; p.User != "" || *p.Seed != -3 || p.Temperature != nil {
		t.Errorf("kept %+v", p)
	}
}

func TestWhatAFileMendedByHandCannotDoToPresets(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(`{"presets":[{"id":"","name":"no id"},{"id":"a","name":"A","built_in":true},
		{"id":"a","name":"twice"},{"id":"b","name":" "},{"id":"precise","name":"","built_in":true,"parameters":{"temperature":9,"stop":["","1","2","3","4","5"],"n":99,"seed":9007199254740993}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Get().Presets
	if !slices.Equal(ids(got), []chat.ID{"a", "precise"}) || got[0].BuiltIn {
		t.Fatalf("there are %+v", got)
	}
	if p := got[1].Parameters; *p.Temperature != 2 || !slices.Equal(p.Stop, []string{"1", "2", "3", "4"}) || p.Replies != nil || p.Seed != nil {
		t.Errorf("held to %+v", p)
	}
}

func TestAPresetTakesNothingThatIsThePersonsOwn(t *testing.T) {
	precise := settings.Preset{ID: "precise", Parameters: chat.Parameters{Temperature: of(0.2)}}
	translator := settings.Preset{ID: "translator", Parameters: chat.Parameters{Instructions: "Translate."}}
	own := chat.Parameters{Instructions: "I am Ada.", User: "ada", TopP: of(0.5)}

	got := precise.Apply(own)
	if got.Instructions != "I am Ada." || got.User != "ada" || got.TopP != nil || got.Preset != "precise" || !precise.Matches(got) {
		t.Errorf("own instructions: %+v", got)
	}
	got = translator.Apply(precise.TakeOff(got, own))
	if got.Instructions != "Translate." || got.Temperature != nil || !translator.Matches(got) || precise.Matches(got) {
		t.Errorf("a preset with instructions: %+v", got)
	}
	got = precise.Apply(translator.TakeOff(got, chat.Parameters{}))
	if got.Instructions != "" || got.User != "ada" {
		t.Errorf("instructions of the preset before stay: %+v", got)
	}
	if got := precise.TakeOff(precise.Apply(own), own); !got.Equal(own) || got.Preset != "" {
		t.Errorf("taken off again: %+v", got)
	}
	changed := precise.Apply(own)
	changed.Temperature, changed.Tools = of(0.3), []string{"calculator"}
	if got := precise.TakeOff(changed, own); *got.Temperature != 0.3 || len(got.Tools) != 1 || got.TopP == nil || *got.TopP != 0.5 {
		t.Errorf("taken off after changes: %+v", got)
	}
	got.Temperature = of(0.3)
	if precise.Matches(got) {
		t.Error("another number is said to be the same")
	}
}
