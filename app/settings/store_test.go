package settings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/settings"
)

func load(t *testing.T, dir string) *settings.Store {
	t.Helper()
	s, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAFirstStartHasTheDefaultsAndWritesNothing(t *testing.T) {
	dir := t.TempDir()
	if diff := cmp.Diff(settings.Defaults(), load(t, dir).Get()); diff != "" {
		t.Error(diff)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("files were made: %v", left)
	}
}

func TestEverySettingIsThereAfterARestart(t *testing.T) {
	dir := t.TempDir()
	warm, longest := 0.7, 500
	want := settings.Settings{
		Theme: settings.Dark, TextSize: 1.25, WindowWidth: 1000, WindowHeight: 700.5, SidebarOpen: false, AdjustOpen: true,
		Conversation: "conv", Connection: "c1",
		Connections: []settings.Connection{{ID: "c1", Kind: settings.Service, Name: "api.example.org", Address: "https://api.example.org/v1"}, {ID: "c2", Kind: settings.Local, Name: "Mine", Named: true, NoKey: true, Model: "m", Parameters: &chat.Parameters{Temperature: &warm}, Direct: true}},
		Forgotten:   []settings.RemovedConnection{{ID: "c0", Kind: settings.Service, Name: "Old", Address: "https://old.example/v1", At: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), Account: "c0 https://old.example:443"}},
		Proxy:       settings.Proxy{Mode: settings.ProxyCustom, Address: "socks5://proxy.example:1080", Login: true},
		Parameters:  chat.Parameters{Temperature: &warm, MaxTokens: &longest, Instructions: "Be kind."},
		WindowPlace: settings.WindowPosition{Known: true, X: -1200, Y: 40, Maximized: true},
		Comfort: settings.Comfort{
			SendWith: settings.SendShiftEnter, ReadingWidth: settings.WidthFull, Motion: settings.MotionReduced, Contrast: settings.ContrastMore, SimpleTextSize: 1.5, Simple: true, QuickKeys: "Ctrl+Alt+P",
		},
		Recording: settings.Recording{Device: "usb", DeviceName: "Headset"},
		Speech: settings.Speech{
			Voice: "onyx", Local: true, Models: map[chat.ID]string{"c1": "tts-1-hd"}, RequestSpeed: 0.5, PlayingSpeed: 1.5, Volume: 0,
			Instructions: "Calmly.\nAs at bedtime.",
			ReadReplies:  true, Format: "flac",
		},
		Dictation: settings.Dictation{Language: "pt", Words: []string{"Ana", "jay son -> JSON"}, TidyUp: true, SendAtOnce: true, Pause: 2.5},
		Transcription: settings.Transcription{
			Models: map[chat.ID]string{"c1": "listen-1"}, Language: "de", Temperature: &warm, Limit: 10_000_000, ConcurrentFiles: 2, Copy: true,
		},
		Backups: settings.Backups{Off: true, Folder: "/media/usb", WithoutSounds: true, LimitGB: 20, Recipient: "age1"},
	}
	if err := load(t, dir).Update(func(s *settings.Settings) { *s = want }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, load(t, dir).Get()); diff != "" {
		t.Error(diff)
	}
}

func TestAChangeIsSeenAtOnceAndOnDiskAfterClose(t *testing.T) {
	dir := t.TempDir()
	s := load(t, dir)
	s.Change(func(s *settings.Settings) { s.Theme = settings.Light })
	if s.Get().Theme != settings.Light {
		t.Error("not seen at once")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if load(t, dir).Get().Theme != settings.Light {
		t.Error("not on disk")
	}
}

func TestACopyOfTheSettingsIsTheCallersOwn(t *testing.T) {
	s := load(t, t.TempDir())
	warm := 0.5
	if err := s.Update(func(s *settings.Settings) {
		s.Connections = []settings.Connection{{ID: "a", Name: "A", Parameters: &chat.Parameters{Temperature: &warm}}}
		s.Parameters.Temperature = &warm
		s.Speech.ModelVoices = map[string]string{"kokoro": "af_sky"}
	}); err != nil {
		t.Fatal(err)
	}
	warm = 1.5
	mine := s.Get()
	mine.Connections[0].Name = "changed"
	*mine.Parameters.Temperature = 2
	*mine.Connections[0].Parameters.Temperature = 2
	mine.Speech.ModelVoices["kokoro"] = "changed"
	if got := s.Get(); got.Speech.ModelVoices["kokoro"] != "af_sky" || got.Connections[0].Name != "A" || *got.Connections[0].Parameters.Temperature != 0.5 || *got.Parameters.Temperature != 0.5 {
		t.Errorf("%+v, %v", got.Connections, *got.Parameters.Temperature)
	}
}

func TestADamagedFileIsMovedReportedAndReplacedByDefaults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(`{"theme":"da`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(dir)
	if err == nil {
		t.Error("not reported")
	}
	if diff := cmp.Diff(settings.Defaults(), s.Get()); diff != "" {
		t.Error(diff)
	}
	kept, err := os.ReadFile(s.Damaged())
	if err != nil || string(kept) != `{"theme":"da` {
		t.Errorf("%q, %v", kept, err)
	}
	if err := s.Update(func(s *settings.Settings) { s.Theme = settings.Dark }); err != nil {
		t.Error(err)
	}
	if again := load(t, dir); again.Damaged() != "" || again.Get().Theme != settings.Dark {
		t.Error("reported a second time")
	}
}

func TestUnknownFieldsOutliveAnUpdate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, settings.FileName)
	if err := os.WriteFile(path, []byte(`{"voice":"alloy","connections":[{"id":"a","name":"A","proxy":"p"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := load(t, dir).Update(func(s *settings.Settings) { s.AdjustOpen = true }); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	data, _ := os.ReadFile(path)
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got["voice"] != "alloy" || got["connections"].([]any)[0].(map[string]any)["proxy"] != "p" {
		t.Errorf("%s", data)
	}
}

func TestValuesOutOfRangeAreMovedIntoIt(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(`{"theme":"pink","text_size":90,"window_width":-4,"connection":"gone","connections":[{"name":"no id"}],"parameters":{"temperature":7,"presence_penalty":-9,"max_tokens":0}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	got := load(t, dir).Get()
	if got.Theme != settings.FollowSystem || got.TextSize != settings.MaxTextSize || got.WindowWidth != 0 || got.Connection != "" || len(got.Connections) != 0 ||
		*got.Parameters.Temperature != 2 || *got.Parameters.PresencePenalty != -2 || got.Parameters.MaxTokens != nil {
		t.Errorf("%+v", got)
	}
}

func TestManyGoroutinesMayChangeIt(t *testing.T) {
	dir := t.TempDir()
	s := load(t, dir)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				s.Change(func(s *settings.Settings) { s.WindowWidth++ })
				_ = s.Get()
			}
		})
	}
	all.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := load(t, dir).Get().WindowWidth; got != 80 {
		t.Errorf("%v of 80 changes", got)
	}
}

func TestSettingsThatCouldNotBeReadAreReadLaterUnderWhatWasChanged(t *testing.T) {
	dir := t.TempDir()
	s := load(t, dir)
	if err := s.Update(func(s *settings.Settings) {
		s.Theme, s.TextSize = settings.Dark, 1.2
		s.Connections = append(s.Connections, settings.Connection{ID: "mine", Kind: settings.Service, Name: "Mine", Address: "https://mine.example.org/v1"})
		s.Connection = "mine"
	}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, settings.FileName)
	if err := os.Rename(path, path+".real"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(dir)
	if err == nil || !s.ReadFailed() || s.Damaged() != "" {
		t.Fatalf("a folder was read: %v", err)
	}
	if s.Update(func(s *settings.Settings) { s.TextSize = 1.5 }) == nil {
		t.Error("it was written")
	}
	if s.Reload() == nil || !s.ReadFailed() {
		t.Error("it was read all the same")
	}
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".real", path); err != nil {
		t.Fatal(err)
	}
	if s.Close() == nil {
		t.Error("what was not read is written over")
	}
	told := 0
	s.OnChanged(func() { told++ })
	if err := s.Reload(); err != nil || s.ReadFailed() {
		t.Fatal(err)
	}
	if err := s.Reload(); err != nil || told != 1 {
		t.Errorf("told %d times that the file was read, %v", told, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, got := range []settings.Settings{s.Get(), load(t, dir).Get()} {
		if got.Theme != settings.Dark || got.TextSize != 1.5 || got.Connection != "mine" || len(got.Connections) != 1 {
			t.Errorf("%+v", got)
		}
	}
}

func TestAChangeIsTold(t *testing.T) {
	s, err := settings.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	s.OnChanged(func() { told++ })
	s.Change(func(s *settings.Settings) { s.Speech.Volume = 0.5 })
	s.Change(func(s *settings.Settings) { s.Speech.Volume = 0.5 })
	if told != 1 {
		t.Errorf("told %d times of one change", told)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAModelIsChosenForOneConnectionAndLeftToItsServiceAgain(t *testing.T) {
	var s settings.Settings
	s.Transcription.Models.Set("home", "") // none is chosen yet
	s.Transcription.Models.Set("home", "small")
	s.Transcription.Models.Set("work", "large")
	s.Transcription.Models.Set("home", "")
	if diff := cmp.Diff(settings.Models{"work": "large"}, s.Transcription.Models); diff != "" {
		t.Error(diff)
	}
}
