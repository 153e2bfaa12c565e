package soundserver

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
)

// Microphone is one that hears exact silence, and what the test speaks into it.
type Microphone struct {
	server       *Server
	name         string
	mouth, input string // modules
}

// ConnectMicrophone puts a microphone in that programs see under name (letters, digits, - and _),
// and makes it the one that is used by default.
func (s *Server) ConnectMicrophone(ctx context.Context, name string) (*Microphone, error) {
	m := &Microphone{server: s, name: name}
	var err error
	m.mouth, err = s.pactl(ctx, "load-module", "module-null-sink", "sink_name="+m.sink(), fmt.Sprint("rate=", Rate), "channels=1", "format=float32le", "norewinds=1")
	if err != nil {
		return nil, err
	}
	m.input, err = s.pactl(ctx, "load-module", "module-remap-source", "source_name="+name, "master="+m.sink()+".monitor", "channels=1", "remix=no",
		"source_properties=device.description="+name)
	if err == nil {
		_, err = s.pactl(ctx, "set-default-source", name)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// sink is the output whose sound the microphone hears.
func (m *Microphone) sink() string { return m.name + "-mouth" }

// Disconnect takes the microphone away.
func (m *Microphone) Disconnect(ctx context.Context) error {
	for _, module := range []string{m.input, m.mouth} {
		if _, err := m.server.pactl(ctx, "unload-module", module); err != nil {
			return err
		}
	}
	return nil
}

// Speak has the microphone hear samples of one channel at rate Hz, in real time, and returns when
// all are heard or ctx ends.
func (m *Microphone) Speak(ctx context.Context, samples []float32, rate int) error {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, samples); err != nil {
		return err
	}
	cmd := m.server.command(ctx, "pacat", "--playback", "-d", m.sink(), "--raw", "--format=float32le", fmt.Sprint("--rate=", rate), "--channels=1")
	cmd.Stdin = &b
	out := &bytes.Buffer{}
	cmd.Stderr = out
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("pacat: %w: %s", err, out)
	}
	return nil
}
