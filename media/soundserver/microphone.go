package soundserver

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
)

// Microphone is a virtual microphone that records digital silence and the samples that the test
// plays into it.
type Microphone struct {
	server       *Server
	name         string
	mouth, input string // module ids
}

// ConnectMicrophone adds a microphone with the given name (letters, digits, - and _), and makes it
// the default source.
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

// sink returns the name of the sink that feeds the microphone.
func (m *Microphone) sink() string { return m.name + "-mouth" }

// Disconnect removes the microphone.
func (m *Microphone) Disconnect(ctx context.Context) error {
	for _, module := range []string{m.input, m.mouth} {
		if _, err := m.server.pactl(ctx, "unload-module", module); err != nil {
			return err
		}
	}
	return nil
}

// Speak plays mono samples at rate Hz into the microphone in real time. It returns when all have
// been played or ctx is done.
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
