//go:build cgo && linux

package capture

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

func named(ids ...string) []listedDevice {
	var all []listedDevice
	for _, id := range ids {
		isDefault := id[0] == '*'
		if isDefault {
			id = id[1:]
		}
		all = append(all, listedDevice{Device: microphone.Device{ID: id, Default: isDefault}})
	}
	return all
}

func TestOnlyTheDefaultAndRealMicrophonesAreListed(t *testing.T) {
	for _, c := range []struct {
		what    string
		backend malgo.Backend
		is      []listedDevice
		want    []string
	}{
		{"a laptop", malgo.BackendPulseaudio, named("alsa_output.pci.analog-stereo.monitor", "bluez_input.00", "*alsa_input.pci.analog-stereo"), []string{"alsa_input.pci.analog-stereo", "bluez_input.00"}},
		{"no microphone", malgo.BackendPulseaudio, named("*alsa_output.pci.analog-stereo.monitor"), nil},
		{"what is played was chosen", malgo.BackendPulseaudio, named("mic", "*out.monitor"), []string{"out.monitor", "mic"}},
		{"ALSA with cards", malgo.BackendAlsa, named("null", "samplerate", "*default", "speex", "sysdefault:CARD=PCH", ":0,0", ":1,0"), []string{"default", ":0,0", ":1,0"}},
		{"ALSA with none", malgo.BackendAlsa, named("null", "samplerate", "*default", "upmix"), []string{"default"}},
		{"ALSA without anything", malgo.BackendAlsa, named("null"), nil},
	} {
		var got []string
		for _, d := range real(c.backend, c.is) {
			got = append(got, d.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

func TestADeviceIsRememberedByWhatItsSystemCallsIt(t *testing.T) {
	var text, wide, number malgo.DeviceID
	copy(text[:], "alsa_input.pci-0000_00_1f.3.analog-stereo")
	for i, r := range "{0.0.1}" {
		binary.LittleEndian.PutUint16(wide[2*i:], uint16(r))
	}
	number[0] = 7
	for _, c := range []struct {
		id   malgo.DeviceID
		want string
	}{
		{text, "alsa_input.pci-0000_00_1f.3.analog-stereo"},
		{wide, "7b0030002e0030002e0031007d"},
		{number, "07"},
		{malgo.DeviceID{}, ""},
	} {
		if got := name(c.id); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestALSAsSilenceIsExplainedByTheDevices(t *testing.T) {
	none, some := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(some, "pcmC0D0c"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := lookedAt(none); !errors.Is(err, microphone.ErrNoDevice) {
		t.Error(err)
	}
	if err := lookedAt(some); !errors.Is(err, microphone.ErrFailed) {
		t.Error(err)
	}
	if err := os.Chmod(filepath.Join(some, "pcmC0D0c"), 0); err != nil {
		t.Fatal(err)
	}
	if err := lookedAt(some); os.Geteuid() != 0 && !errors.Is(err, microphone.ErrForbidden) {
		t.Error(err)
	}
}

func TestTheErrorsOfTheSoundSystemHaveAMeaning(t *testing.T) {
	for is, want := range map[error]error{
		malgo.ErrAccessDenied:        microphone.ErrForbidden,
		malgo.ErrBusy:                microphone.ErrBusy,
		malgo.ErrAlreadyInUse:        microphone.ErrBusy,
		malgo.ErrNoDevice:            microphone.ErrNoDevice,
		malgo.ErrDoesNotExist:        microphone.ErrNoDevice,
		malgo.ErrFailedToInitBackend: microphone.ErrNoSoundSystem,
		malgo.ErrGeneric:             microphone.ErrFailed,
	} {
		if err := captureError(is); !errors.Is(err, want) || !errors.Is(err, is) {
			t.Errorf("%v: %v", is, err)
		}
	}
}
