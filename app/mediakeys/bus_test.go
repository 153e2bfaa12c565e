//go:build !windows && !darwin

package mediakeys

import (
	"context"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"parlando/app/speech"
	"parlando/media/portal/portaltest"
)

// reader is a player that does at once what it is told, and tells the Keys so.
type reader struct {
	mu    sync.Mutex
	s     speech.Snapshot
	calls []string
	keys  *Keys
}

func newReader(t *testing.T) *reader {
	r := &reader{}
	r.keys = New(r, "org.parlando.Parlando", nil)
	t.Cleanup(func() { _ = r.keys.Close(context.Background()) })
	return r
}

func (r *reader) do(call string, f func(*speech.Snapshot)) {
	r.mu.Lock()
	if call != "" {
		r.calls = append(r.calls, call)
	}
	f(&r.s)
	r.mu.Unlock()
	r.keys.Update()
}

func (r *reader) Toggle() {
	r.do("toggle", func(s *speech.Snapshot) {
		if s.Phase == speech.Paused {
			s.Phase = speech.Playing
		} else {
			s.Phase = speech.Paused
		}
	})
}
func (r *reader) Pause()    { r.do("pause", func(s *speech.Snapshot) { s.Phase = speech.Paused }) }
func (r *reader) Resume()   { r.do("resume", func(s *speech.Snapshot) { s.Phase = speech.Playing }) }
func (r *reader) Stop()     { r.do("stop", func(s *speech.Snapshot) { *s = speech.Snapshot{} }) }
func (r *reader) Next()     { r.do("next", func(s *speech.Snapshot) { s.Sentence++ }) }
func (r *reader) Previous() { r.do("previous", func(s *speech.Snapshot) { s.Sentence-- }) }

func (r *reader) Seek(to time.Duration) {
	r.do("seek "+to.String(), func(s *speech.Snapshot) { s.Place = to })
}

func (r *reader) SetVolume(v float64) {
	r.do("volume", func(s *speech.Snapshot) { s.Volume = v })
}
func (r *reader) SetSpeed(v float64) { r.do("speed", func(s *speech.Snapshot) { s.Speed = v }) }
func (r *reader) Snapshot() speech.Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.s
}

// last returns the last call and how many there were.
func (r *reader) last() (string, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) == 0 {
		return "", 0
	}
	return r.calls[len(r.calls)-1], len(r.calls)
}

func (r *reader) begin() {
	r.do("", func(s *speech.Snapshot) {
		*s = speech.Snapshot{
			Phase: speech.Playing, Source: speech.Source{Kind: speech.Message, ID: "a-1"}, Title: "Rabbits", Sentence: 2, Sentences: 3,
			Place: 5 * time.Second, Length: time.Minute, Voice: speech.Voice{Voice: "nova"}, Speed: 1.5, Volume: 0.5,
		}
	})
}

const busName = "org.mpris.MediaPlayer2.Parlando"

// owners reports the player's coming and going: "" is gone.
func owners(t *testing.T, desktop *dbus.Conn, name string) <-chan *dbus.Signal {
	t.Helper()
	signals := make(chan *dbus.Signal, 100)
	desktop.Signal(signals)
	if err := desktop.AddMatchSignal(dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name)); err != nil {
		t.Fatal(err)
	}
	if err := desktop.AddMatchSignal(dbus.WithMatchObjectPath(objectPath)); err != nil {
		t.Fatal(err)
	}
	return signals
}

// until gives the next signal of that name.
func until(t *testing.T, signals <-chan *dbus.Signal, member string) []any {
	t.Helper()
	patience := time.After(20 * time.Second)
	for {
		select {
		case s := <-signals:
			if s != nil && strings.HasSuffix(s.Name, "."+member) {
				return s.Body
			}
		case <-patience:
			t.Fatalf("no %s came", member)
		}
	}
}

func TestADesktopDrivesWhatIsRead(t *testing.T) {
	desktop := portaltest.SessionBus(t)
	signals := owners(t, desktop, busName)
	r := newReader(t)
	r.keys.Update()
	if has(t, desktop, busName) {
		t.Fatal("a player is there before anything was read")
	}
	raised := make(chan struct{}, 1)
	r.keys.OnRaise(func() { raised <- struct{}{} })
	r.begin()
	if body := until(t, signals, "NameOwnerChanged"); body[2] == "" {
		t.Fatalf("%v", body)
	}
	player := desktop.Object(busName, objectPath)

	var got map[string]dbus.Variant
	if err := player.Call("org.freedesktop.DBus.Properties.GetAll", 0, playerInterface).Store(&got); err != nil {
		t.Fatal(err)
	}
	plain := map[string]any{}
	for name, v := range got {
		plain[name] = v.Value()
	}
	meta := map[string]any{}
	for name, v := range plain["Metadata"].(map[string]dbus.Variant) {
		meta[name] = v.Value()
	}
	plain["Metadata"] = meta
	if d := cmp.Diff(map[string]any{
		"PlaybackStatus": "Playing", "Rate": 1.5, "MinimumRate": 0.5, "MaximumRate": 2.0, "Volume": 0.5, "Position": int64(5_000_000),
		"CanGoNext": true, "CanGoPrevious": true, "CanPlay": true, "CanPause": true, "CanSeek": true, "CanControl": true,
		"Metadata": map[string]any{
			"mpris:trackid": dbus.ObjectPath("/parlando/track/_6d65737361676520612d31"), "mpris:length": int64(60_000_000),
			"xesam:title": "Rabbits", "xesam:artist": []string{"nova"},
		},
	}, plain); d != "" {
		t.Error(d)
	}
	for name, want := range map[string]any{"Identity": "Parlando", "CanRaise": true, "CanQuit": false, "DesktopEntry": "org.parlando.Parlando", "HasTrackList": false} {
		if v, err := player.GetProperty(rootInterface + "." + name); err != nil || v.Value() != want {
			t.Errorf("%s is %v, %v", name, v, err)
		}
	}

	for _, c := range []struct {
		method string
		args   []any
		want   string
	}{
		{"PlayPause", nil, "toggle"},
		{"Play", nil, "resume"},
		{"Pause", nil, "pause"},
		{"Next", nil, "next"},
		{"Previous", nil, "previous"},
		{"Seek", []any{int64(10_000_000)}, "seek 15s"},
		{"Seek", []any{int64(-60_000_000)}, "seek 0s"},
		{"Seek", []any{int64(math.MaxInt64)}, "seek 1m0s"},
		{"Seek", []any{int64(math.MinInt64)}, "seek 0s"},
		{"SetPosition", []any{track(speech.Source{Kind: speech.Message, ID: "a-1"}), int64(30_000_000)}, "seek 30s"},
	} {
		if err := player.Call(playerInterface+"."+c.method, 0, c.args...).Err; err != nil {
			t.Errorf("%s: %v", c.method, err)
		}
		if call, _ := r.last(); call != c.want {
			t.Errorf("%s%v did %q", c.method, c.args, call)
		}
	}
	_, calls := r.last()
	for _, args := range [][]any{{dbus.ObjectPath("/another"), int64(1)}, {track(r.Snapshot().Source), int64(-1)}, {track(r.Snapshot().Source), int64(61_000_000)}} {
		if err := player.Call(playerInterface+".SetPosition", 0, args...).Err; err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	if call, n := r.last(); n != calls {
		t.Errorf("a position of something else did %q", call)
	}
	if v, err := player.GetProperty(playerInterface + ".Position"); err != nil || v.Value() != int64(30_000_000) {
		t.Errorf("the position is %v, %v", v, err)
	}

	for _, c := range []struct {
		name  string
		value any
		want  string
		now   func(speech.Snapshot) any
		is    any
	}{
		{"Volume", 0.25, "volume", func(s speech.Snapshot) any { return s.Volume }, 0.25},
		{"Volume", -1.0, "volume", func(s speech.Snapshot) any { return s.Volume }, 0.0},
		{"Volume", 7.0, "volume", func(s speech.Snapshot) any { return s.Volume }, 1.0},
		{"Rate", 9.0, "speed", func(s speech.Snapshot) any { return s.Speed }, 2.0},
		{"Rate", 0.0, "pause", func(s speech.Snapshot) any { return s.Phase }, speech.Paused},
	} {
		if err := player.SetProperty(playerInterface+"."+c.name, dbus.MakeVariant(c.value)); err != nil {
			t.Errorf("%s %v: %v", c.name, c.value, err)
		}
		if call, _ := r.last(); call != c.want || c.now(r.Snapshot()) != c.is {
			t.Errorf("%s %v did %q: %v", c.name, c.value, call, c.now(r.Snapshot()))
		}
	}
	for _, name := range []string{playerInterface + ".Position", playerInterface + ".Nothing", rootInterface + ".Identity", "org.other.Thing"} {
		if err := player.SetProperty(name, dbus.MakeVariant(1.0)); err == nil {
			t.Errorf("%s can be set", name)
		}
	}
	for _, value := range []any{"loud", math.NaN(), int32(1)} {
		if err := player.SetProperty(playerInterface+".Volume", dbus.MakeVariant(value)); err == nil {
			t.Errorf("a volume of %v can be set", value)
		}
	}
	if err := player.Call(rootInterface+".Raise", 0).Err; err != nil {
		t.Error(err)
	}
	<-raised
	if err := player.Call(playerInterface+".OpenUri", 0, "file:///etc/passwd").Err; err == nil {
		t.Error("an address was opened")
	}
	var described string
	if err := player.Call("org.freedesktop.DBus.Introspectable.Introspect", 0).Store(&described); err != nil || !strings.Contains(described, `name="PlayPause"`) {
		t.Errorf("%v: %s", err, described)
	}

	if err := player.Call(playerInterface+".Stop", 0).Err; err != nil {
		t.Error(err)
	}
	if body := until(t, signals, "NameOwnerChanged"); body[2] != "" {
		t.Errorf("stopped, and the player is still there: %v", body)
	}
	r.begin()
	if body := until(t, signals, "NameOwnerChanged"); body[2] == "" {
		t.Errorf("read again, and there is no player: %v", body)
	}
	if err := r.keys.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if has(t, desktop, busName) {
		t.Error("closed, and the player is still there")
	}
	r.begin()
}

func TestADesktopIsToldWhatChanges(t *testing.T) {
	desktop := portaltest.SessionBus(t)
	signals := owners(t, desktop, busName)
	r := newReader(t)
	r.begin()
	until(t, signals, "NameOwnerChanged")

	r.Pause()
	if got := changed(t, signals); len(got) != 1 || got["PlaybackStatus"].Value() != "Paused" {
		t.Errorf("paused: %v", got)
	}
	// The place moves on its own while it is played; nobody is told until it jumps.
	r.do("", func(s *speech.Snapshot) { s.Place += 100 * time.Millisecond })
	r.do("", func(s *speech.Snapshot) { s.Sentence = 3 })
	if got := changed(t, signals); len(got) != 1 || got["CanGoNext"].Value() != false {
		t.Errorf("the last sentence: %v", got)
	}
	r.do("", func(s *speech.Snapshot) { s.Place = 40 * time.Second })
	if body := until(t, signals, "Seeked"); body[0] != int64(40_000_000) {
		t.Errorf("it jumped to %v", body)
	}
	r.do("", func(s *speech.Snapshot) { s.Source.ID, s.Title, s.Place, s.Estimated = "b", "", 0, true })
	got := changed(t, signals)
	meta, _ := got["Metadata"].Value().(map[string]dbus.Variant)
	if meta["xesam:title"].Value() != "Parlando" || meta["mpris:length"].Value() != int64(70_000_000) {
		t.Errorf("another text: %v", got)
	}
	for phase, want := range map[speech.Phase]string{speech.Preparing: "Playing", speech.NoOutput: "Playing", speech.Failed: "Paused", speech.Idle: "Stopped"} {
		if got := status(phase); got != want {
			t.Errorf("%s is %s", phase, got)
		}
	}
}

func TestAnotherParlandoHasAnotherName(t *testing.T) {
	desktop := portaltest.SessionBus(t)
	if _, err := desktop.RequestName(busName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	signals := owners(t, desktop, busName+".instance"+strconv.Itoa(os.Getpid()))
	r := newReader(t)
	r.begin()
	if body := until(t, signals, "NameOwnerChanged"); body[2] == "" {
		t.Errorf("%v", body)
	}
}

// Without a bus nothing happens, and none is started; nor is one looked for at every sentence.
func TestWithoutABus(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	started := t.TempDir() + "/started"
	t.Setenv("PATH", t.TempDir())
	for _, name := range []string{"dbus-launch", "dbus-daemon"} {
		if err := os.WriteFile(os.Getenv("PATH")+"/"+name, []byte("#!/bin/sh\n: >"+started+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	for _, address := range []string{"", "autolaunch:", "unix:path=" + t.TempDir() + "/none", "nonsense"} {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
		r := &reader{}
		r.keys = New(r, "", nil)
		r.begin()
		r.Pause()
		r.Stop()
		r.begin()
		if err := r.keys.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(started); err == nil {
		t.Error("a bus was started")
	}
}

// A bus that ends while something is read takes nothing else with it.
func TestTheBusEnds(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	desktop := portaltest.SessionBus(t)
	signals := owners(t, desktop, busName)
	r := newReader(t)
	r.begin()
	until(t, signals, "NameOwnerChanged")
	var id uint32
	if err := desktop.BusObject().Call("org.freedesktop.DBus.GetConnectionUnixProcessID", 0, "org.freedesktop.DBus").Store(&id); err != nil {
		t.Fatal(err)
	}
	daemon, err := os.FindProcess(int(id))
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Kill(); err != nil {
		t.Fatal(err)
	}
	r.keys.running.Wait(t.Context()) // it is gone, as if by itself
	r.Next()
	if call, _ := r.last(); call != "next" {
		t.Errorf("did %q", call)
	}
	if err := r.keys.Close(t.Context()); err != nil {
		t.Error(err)
	}
	_ = desktop.Close()
}

func TestManyAtOnce(t *testing.T) {
	portaltest.SessionBus(t)
	r := newReader(t)
	ctx, stop := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer stop()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				r.begin()
				r.Next()
				r.Stop()
			}
		})
	}
	all.Wait()
	if err := r.keys.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func has(t *testing.T, desktop *dbus.Conn, name string) bool {
	t.Helper()
	var yes bool
	if err := desktop.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, name).Store(&yes); err != nil {
		t.Fatal(err)
	}
	return yes
}

func changed(t *testing.T, signals <-chan *dbus.Signal) map[string]dbus.Variant {
	t.Helper()
	body := until(t, signals, "PropertiesChanged")
	if body[0] != playerInterface {
		t.Errorf("changed of %v", body[0])
	}
	got, _ := body[1].(map[string]dbus.Variant)
	return got
}
