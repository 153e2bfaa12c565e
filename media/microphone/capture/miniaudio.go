//go:build cgo

package capture

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"runtime"
	"unicode"
	"unsafe"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

const (
	// period is the length of a block of samples in milliseconds.
	period = 20
	// periods is the number of blocks that the sound system buffers while this program is late: one
	// second.
	periods = 50
)

// system is an initialized sound system.
type system struct {
	backend malgo.Backend
	context *malgo.AllocatedContext
}

// connect initializes the sound system of this computer. A null backend is not accepted.
func connect() (*system, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	name := []byte("Parlando\x00")
	pin.Pin(&name[0])
	var config malgo.ContextConfig
	config.Pulse.PApplicationName = &name[0]
	var last error
	for _, b := range backends {
		c, err := malgo.InitContext([]malgo.Backend{b}, config, nil)
		if err == nil {
			return &system{b, c}, nil
		}
		last = err
	}
	return nil, fmt.Errorf("%w: %w", microphone.ErrNoSoundSystem, last)
}

func (s *system) close() {
	_ = s.context.Uninit() // a failure here has no remedy
	s.context.Free()
}

// listedDevice is a microphone with the id that opens it.
type listedDevice struct {
	microphone.Device
	id malgo.DeviceID
}

// devices lists the microphones, the default first.
func (s *system) devices() ([]listedDevice, error) {
	infos, err := s.context.Devices(malgo.Capture)
	if err != nil {
		return nil, captureError(err)
	}
	all := make([]listedDevice, 0, len(infos))
	for _, info := range infos {
		all = append(all, listedDevice{microphone.Device{ID: name(info.ID), Name: info.Name(), Default: info.IsDefault != 0}, info.ID})
	}
	return real(s.backend, all), nil
}

// name returns the id of a device as stored in settings: the system's own text id if it is
// printable, else a hex dump.
func name(id malgo.DeviceID) string {
	end := 0
	for end < len(id) && id[end] != 0 {
		end++
	}
	text := string(id[:end])
	for _, r := range text {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			text = ""
		}
	}
	for _, b := range id[end:] {
		if b != 0 { // UTF-16, or not text
			text = ""
		}
	}
	if text == "" {
		last := len(id)
		for last > 0 && id[last-1] == 0 {
			last--
		}
		return hex.EncodeToString(id[:last])
	}
	return text
}

func list() ([]microphone.Device, error) {
	s, err := connect()
	if err != nil {
		return nil, err
	}
	defer s.close()
	all, err := s.devices()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, microphone.ErrNoDevice
	}
	devices := make([]microphone.Device, len(all))
	for i, d := range all {
		devices[i] = d.Device
	}
	return devices, nil
}

// open opens a device and captures until the session is stopped.
func open(device string, s *session) error {
	system, err := connect()
	if err != nil {
		return err
	}
	defer system.close()
	all, err := system.devices()
	if err != nil {
		return err
	}
	chosen, err := choose(all, device)
	if err != nil {
		return err
	}
	s.opens(chosen.Device)
	config := malgo.DefaultDeviceConfig(malgo.Capture)
	config.SampleRate = microphone.Rate
	config.PeriodSizeInMilliseconds, config.Periods = period, periods
	config.Capture.Format, config.Capture.Channels = malgo.FormatS16, 1
	// The highest order, to prevent aliasing of frequencies above half the sample rate.
	config.Resampling.Linear.LpfOrder = 8
	config.Pulse.StreamNameCapture = "Dictation"
	var pin runtime.Pinner
	defer pin.Unpin()
	if device != "" || !chosen.Default {
		id := chosen.id // a separate copy, because C must not see Go pointers
		pin.Pin(&id)
		config.Capture.DeviceID = unsafe.Pointer(&id)
	}
	stopped := make(chan struct{}, 1)
	var samples []int16
	d, err := malgo.InitDevice(system.context.Context, config, malgo.DeviceCallbacks{
		Data: func(_, in []byte, _ uint32) {
			samples = samples[:0]
			for ; len(in) >= 2; in = in[2:] {
				samples = append(samples, int16(binary.NativeEndian.Uint16(in)))
			}
			s.heard(samples)
		},
		Stop: func() {
			select {
			case stopped <- struct{}{}:
			default:
			}
		},
	})
	if err != nil {
		return captureError(err)
	}
	defer d.Uninit()
	// Stop before the callbacks go away, so that the last samples are delivered.
	defer d.Stop() //nolint:errcheck // a removed device cannot be stopped
	if err := d.Start(); err != nil {
		return captureError(err)
	}
	for {
		select {
		case <-s.stop:
			return nil
		case <-stopped:
			// A device that is only suspended stays started; watch ends the session if it stays
			// silent.
			if !d.IsStarted() {
				return microphone.ErrDisconnected
			}
		}
	}
}

// choose returns the requested device; "" selects the default, or the first if the system has no
// default.
func choose(all []listedDevice, device string) (*listedDevice, error) {
	for i := range all {
		if device == "" || all[i].ID == device {
			return &all[i], nil
		}
	}
	return nil, microphone.ErrNoDevice
}
