//go:build !windows && !darwin

package mediakeys

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/introspect"
	"github.com/godbus/dbus/v5/prop"

	"parlando/app/speech"
	"parlando/media/portal"
)

const (
	// jump is the minimum change of the position that is signaled to the desktop, in addition to
	// normal playback.
	jump = 1500 * time.Millisecond
)

var errGone = errors.New("the session bus is gone")

// bus is the media player on the session bus.
type bus struct {
	keys *Keys
	conn *dbus.Conn
	// stop keeps the end of Keys from closing the connection.
	stop func() bool
	// name is the player's bus name, "" while it has none.
	name string
	// shown are the properties last sent to the desktop, last is the snapshot and at the time that
	// they were sent.
	shown map[string]any
	last  speech.Snapshot
	at    time.Time
}

// connect connects to an existing session bus; it never starts one. See appear for the player.
func (k *Keys) connect() (*bus, error) {
	conn, err := portal.SessionBus(k.ctx)
	if err != nil {
		return nil, err
	}
	b := &bus{keys: k, conn: conn, stop: context.AfterFunc(k.ctx, func() { _ = conn.Close() })}
	if err := b.open(); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bus) open() error {
	for _, methods := range []struct {
		of    string
		table map[string]any
	}{
		{rootInterface, b.root()},
		{playerInterface, b.player()},
		{prop.IntrospectData.Name, b.properties()},
	} {
		if err := b.conn.ExportMethodTable(methods.table, objectPath, methods.of); err != nil {
			return fmt.Errorf("export the player: %w", err)
		}
	}
	if err := b.conn.Export(introspect.NewIntrospectable(description()), objectPath, introspect.IntrospectData.Name); err != nil {
		return fmt.Errorf("export the player: %w", err)
	}
	return nil
}

// appear acquires a player's bus name, by which desktops find it.
func (b *bus) appear(s speech.Snapshot, now time.Time) error {
	b.shown, b.last, b.at = playerProperties(s), s, now
	b.name = rootInterface + ".Parlando"
	reply, err := b.conn.RequestName(b.name, dbus.NameFlagDoNotQueue)
	if err == nil && reply != dbus.RequestNameReplyPrimaryOwner {
		// A Parlando with another library is reading aloud.
		b.name += fmt.Sprintf(".instance%d", os.Getpid())
		_, err = b.conn.RequestName(b.name, dbus.NameFlagDoNotQueue)
	}
	if err != nil {
		return fmt.Errorf("acquire the player's name: %w", err)
	}
	return nil
}

// vanish releases the bus name.
func (b *bus) vanish() error {
	name := b.name
	b.name = ""
	if _, err := b.conn.ReleaseName(name); err != nil {
		return fmt.Errorf("release the player's name: %w", err)
	}
	return nil
}

// close closes the connection, which also releases the bus name.
func (b *bus) close() {
	b.stop()
	_ = b.conn.Close()
}

// show sends the properties that changed since the last call.
func (b *bus) show(s speech.Snapshot, now time.Time) error {
	fresh := playerProperties(s)
	changed := map[string]dbus.Variant{}
	for name, value := range fresh {
		// the desktop advances the position itself
		if name != "Position" && !reflect.DeepEqual(value, b.shown[name]) {
			changed[name] = dbus.MakeVariant(value)
		}
	}
	expected := b.last.Place
	if b.last.Phase == speech.Playing {
		expected += time.Duration(float64(now.Sub(b.at)) * clamp(b.last.Speed, minSpeed, maxSpeed, 1))
	}
	jumped := s.Source == b.last.Source && (s.Place-expected).Abs() > jump
	b.shown, b.last, b.at = fresh, s, now
	if len(changed) > 0 {
		if err := b.conn.Emit(objectPath, prop.IntrospectData.Name+".PropertiesChanged", playerInterface, changed, []string{}); err != nil {
			return err
		}
	}
	if jumped {
		return b.conn.Emit(objectPath, playerInterface+".Seeked", s.Place.Microseconds())
	}
	return nil
}

// root returns the methods of org.mpris.MediaPlayer2.
func (b *bus) root() map[string]any {
	return map[string]any{
		"Raise": func() *dbus.Error {
			if raise := b.keys.raiser(); raise != nil {
				raise()
			}
			return nil
		},
		"Quit": func() *dbus.Error { return nil }, // CanQuit is false
	}
}

func (k *Keys) raiser() func() {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.raise
}

// player returns the methods of org.mpris.MediaPlayer2.Player.
func (b *bus) player() map[string]any {
	p := b.keys.player
	do := func(f func()) func() *dbus.Error {
		return func() *dbus.Error {
			f()
			b.keys.wakeUp()
			return nil
		}
	}
	return map[string]any{
		"PlayPause": do(p.Toggle),
		"Play":      do(p.Resume),
		"Pause":     do(p.Pause),
		"Stop":      do(p.Stop),
		"Next":      do(p.Next),
		"Previous":  do(p.Previous),
		"Seek": func(offset int64) *dbus.Error {
			s := p.Snapshot()
			return do(func() { p.Seek(within(s, s.Place.Microseconds(), offset)) })()
		},
		"SetPosition": func(of dbus.ObjectPath, position int64) *dbus.Error {
			s := p.Snapshot()
			if of != track(s.Source) || position < 0 || position > s.Length.Microseconds() {
				return nil // the request is for an earlier track: ignore it, as specified
			}
			return do(func() { p.Seek(within(s, 0, position)) })()
		},
		"OpenUri": func(string) *dbus.Error {
			return dbus.NewError("org.freedesktop.DBus.Error.NotSupported", []any{"Parlando opens no addresses"})
		},
	}
}

// within returns a position plus an offset, both in microseconds, clamped to the length.
func within(s speech.Snapshot, from, offset int64) time.Duration {
	end := s.Length.Microseconds()
	offset = min(max(offset, -from), max(end-from, 0))
	return time.Duration(from+offset) * time.Microsecond
}

// properties returns the methods of org.freedesktop.DBus.Properties. Package prop only supports
// values set in advance, but the position changes all the time, so these methods read each value
// from the player.
func (b *bus) properties() map[string]any {
	return map[string]any{
		"Get": func(of, name string) (dbus.Variant, *dbus.Error) {
			all, err := b.values(of)
			if err != nil {
				return dbus.Variant{}, err
			}
			value, ok := all[name]
			if !ok {
				return dbus.Variant{}, prop.ErrPropNotFound
			}
			return dbus.MakeVariant(value), nil
		},
		"GetAll": func(of string) (map[string]dbus.Variant, *dbus.Error) {
			all, err := b.values(of)
			if err != nil {
				return nil, err
			}
			out := make(map[string]dbus.Variant, len(all))
			for name, value := range all {
				out[name] = dbus.MakeVariant(value)
			}
			return out, nil
		},
		"Set": b.set,
	}
}

func (b *bus) values(of string) (map[string]any, *dbus.Error) {
	switch of {
	case rootInterface:
		return rootProperties(b.keys.desktop, b.keys.raiser() != nil), nil
	case playerInterface:
		return playerProperties(b.keys.player.Snapshot()), nil
	}
	return nil, prop.ErrIfaceNotFound
}

func (b *bus) set(of, name string, value dbus.Variant) *dbus.Error {
	all, err := b.values(of)
	if err != nil {
		return err
	}
	if _, ok := all[name]; !ok {
		return prop.ErrPropNotFound
	}
	if of != playerInterface || name != "Volume" && name != "Rate" {
		return prop.ErrReadOnly
	}
	v, ok := value.Value().(float64)
	if !ok || v != v {
		return prop.ErrInvalidArg
	}
	switch p := b.keys.player; {
	case name == "Volume":
		p.SetVolume(clamp(v, 0, 1, 0))
	case v <= 0: // a rate of 0 pauses, as specified
		p.Pause()
	default:
		p.SetSpeed(clamp(v, minSpeed, maxSpeed, 1))
	}
	b.keys.wakeUp()
	return nil
}

// description returns the player's introspection data.
func description() *introspect.Node {
	in := func(pairs ...string) []introspect.Arg {
		var args []introspect.Arg
		for i := 0; i < len(pairs); i += 2 {
			args = append(args, introspect.Arg{Name: pairs[i], Type: pairs[i+1], Direction: "in"})
		}
		return args
	}
	properties := func(all map[string]any) (out []introspect.Property) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			p := introspect.Property{Name: name, Type: dbus.SignatureOf(all[name]).String(), Access: "read"}
			if name == "Volume" || name == "Rate" {
				p.Access = "readwrite"
			}
			if name == "Position" {
				p.Annotations = []introspect.Annotation{{Name: "org.freedesktop.DBus.Property.EmitsChangedSignal", Value: "false"}}
			}
			out = append(out, p)
		}
		return out
	}
	var methods []introspect.Method
	for _, name := range []string{"PlayPause", "Play", "Pause", "Stop", "Next", "Previous"} {
		methods = append(methods, introspect.Method{Name: name})
	}
	methods = append(
		methods,
		introspect.Method{Name: "Seek", Args: in("Offset", "x")},
		introspect.Method{Name: "SetPosition", Args: in("TrackId", "o", "Position", "x")},
		introspect.Method{Name: "OpenUri", Args: in("Uri", "s")},
	)
	return &introspect.Node{Name: string(objectPath), Interfaces: []introspect.Interface{
		{
			Name:       rootInterface,
			Methods:    []introspect.Method{{Name: "Raise"}, {Name: "Quit"}},
			Properties: properties(rootProperties("", true)),
		},
		{
			Name:       playerInterface,
			Methods:    methods,
			Signals:    []introspect.Signal{{Name: "Seeked", Args: []introspect.Arg{{Name: "Position", Type: "x"}}}},
			Properties: properties(playerProperties(speech.Snapshot{})),
		},
		prop.IntrospectData,
	}}
}
