package voice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"parlando/media/bounded"
)

// nowhere is a computer without any program.
func nowhere(string) (string, error) { return "", errors.New("not found") }

// script writes a program named name that does what the lines say, and returns its path.
func script(t *testing.T, name, lines string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+lines), 0o700); err != nil { //nolint:gosec // It is a program.
		t.Fatal(err)
	}
	return path
}

func only(path string) func(string) (string, error) {
	return func(name string) (string, error) {
		if name == filepath.Base(path) {
			return path, nil
		}
		return nowhere(name)
	}
}

func TestTheVoiceOfTheComputerIsFound(t *testing.T) {
	espeak := script(t, "espeak-ng", "echo 'Pty Language Age/Gender VoiceName'; echo ' 2  en-us  --/M English'\n")
	broken := script(t, "espeak-ng", "echo 'no data' >&2; exit 1\n")
	empty := script(t, "espeak-ng", "echo 'Pty Language Age/Gender VoiceName'\n")
	say := script(t, "say", "echo 'Samantha            en_US    # Hello!'\n")
	power := script(t, "powershell.exe", "exit 1\n")
	for _, c := range []struct{ system, path, want string }{
		{"linux", espeak, "espeak-ng"},
		{"darwin", espeak, "espeak-ng"},
		{"linux", broken, EngineRecorded},
		{"linux", empty, EngineRecorded},
		{"linux", say, EngineRecorded},
		{"darwin", say, "say"},
		{"windows", power, "sapi"},
		{"linux", "", EngineRecorded},
		{"darwin", "", EngineRecorded},
		{"windows", "", EngineRecorded},
	} {
		if got := findEngine(t.Context(), c.system, only(c.path)).name(); got != c.want {
			t.Errorf("%s with %s: %s, not %s", c.system, filepath.Base(c.path), got, c.want)
		}
	}
}

func TestESpeakIsAskedWithFixedArguments(t *testing.T) {
	e := &espeak{voices: parseVoices([]byte(" 2  en-us  --/M English gmw/en-US\n 5  en-gb-x-rp  --/M English gmw/en\n 5  ru  --/M Russian zle/ru\n"))}
	alloy, _ := mannerOf("alloy")
	fable, _ := mannerOf("fable")
	russian, _ := tongueOf("Привет", "")
	greek, _ := tongueOf("Γειά", "")
	for _, c := range []struct {
		u     utterance
		speed float64
		want  string
	}{
		{utterance{text: "--version", tongue: english, manner: alloy}, 1, "--stdin --stdout -b 1 -v en-us+f4 -p 32 -s 172"},
		{utterance{text: "x", tongue: english, manner: fable, on: true}, 2, "--stdin --stdout -b 1 -v en-gb-x-rp+m2 -p 65 -s 336 -z"},
		{utterance{text: "x", tongue: russian, manner: alloy}, 1, "--stdin --stdout -b 1 -v ru+f4 -p 32 -s 172"},
		// it is not installed
		{utterance{text: "x", tongue: greek, manner: alloy}, 1, "--stdin --stdout -b 1 -v en-us+f4 -p 32 -s 172"},
	} {
		if got := strings.Join(e.args(c.u, c.speed), " "); got != c.want {
			t.Errorf("%q instead of %q", got, c.want)
		}
	}
	slowest, fastest := e.reach()
	for _, m := range manners {
		if w := float64(m.speed); w*slowest < espeakSlowest-0.01 || w*fastest > espeakFastest+0.01 || slowest > 0.6 || fastest < 2 {
			t.Errorf("%s from %v to %v", m.name, slowest, fastest)
		}
	}
}

func TestMacOSIsAskedWithFixedArguments(t *testing.T) {
	m := &macOS{voices: macVoices([]byte("Alex                en_US    # Most people recognize me by my voice.\nSamantha            en_US    # Hello!\nMilena              ru_RU    # Привет!\nEddy (English (UK)) en_GB    # Hello! My name is Eddy.\nbad line\n"))}
	alloy, _ := mannerOf("alloy")
	onyx, _ := mannerOf("onyx")
	russian, _ := tongueOf("Привет", "")
	u := utterance{text: "-v [[rate 900]] hi", tongue: english, manner: alloy}
	if got, want := strings.Join(m.args(u, 1.5, "/tmp/x.wav"), " "), "-f - -o /tmp/x.wav --file-format=WAVE --data-format=LEI16@24000 -r 258 -v Samantha"; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
	if got := m.input(u); got != "[[pbas 50]] -v ((rate 900)) hi" {
		t.Error(got)
	}
	u.manner = onyx
	if got := m.voiceOf(u); got != "Alex" {
		t.Error(got)
	}
	u.tongue = russian
	if got := m.voiceOf(u); got != "Milena" {
		t.Error(got)
	}
	if got := m.voices[len(m.voices)-1]; got != (macVoice{"Eddy (English (UK))", "en"}) {
		t.Errorf("%+v", got)
	}
}

func TestSAPIIsAskedWithFixedArguments(t *testing.T) {
	s := openSAPI("powershell.exe")
	nova, _ := mannerOf("nova")
	u := utterance{text: "'); Remove-Item x; ('", tongue: english, manner: nova}
	args := s.args(u, 2)
	if !slices.Equal(args[:3], []string{"-NoProfile", "-NonInteractive", "-Command"}) || len(args) != 4 {
		t.Errorf("%q", args)
	}
	for _, part := range []string{"SelectVoiceByHints('Female', 'Adult', 0, [Globalization.CultureInfo]::GetCultureInfo('en-us'))", "$voice.Rate = 7", "pitch='+2%'"} {
		if !strings.Contains(args[3], part) {
			t.Errorf("it lacks %s:\n%s", part, args[3])
		}
	}
	if strings.Contains(args[3], "Remove-Item") || strings.Contains(args[3], "%!") {
		t.Error(args[3])
	}
}

func TestTheTextGoesOverStandardInputAndNoEnvironmentWithIt(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PARLANDO_SECRET", "sesame")
	path := script(t, "espeak-ng", `
if [ "$1" = --voices ]; then echo ' 2  en-us  --/M English'; exit; fi
echo "$@" >> '`+folder+`/args'; env >> '`+folder+`/env'; cat >> '`+folder+`/text'; exit 3
`)
	s := newSpeaker(findEngine(t.Context(), "linux", only(path)))
	speech, err := s.Speak(t.Context(), "-f /etc/passwd $(id) `id` [[h@'loU]] <speak>\x00\x01 90P\xff", Settings{Voice: "echo"})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range speech.Chunks(t.Context()) {
		if err == nil || !strings.Contains(err.Error(), "exit status 3") {
			t.Error(err)
		}
	}
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if args := read("args"); strings.Contains(args, "passwd") || strings.Contains(args, "id") {
		t.Error(args)
	}
	if env := read("env"); strings.Contains(env, "sesame") || strings.Contains(env, "HOME=") {
		t.Error(env)
	}
	if text := read("text"); text != "-f /etc/passwd $(id) `id` ((h@'loU)) <speak>   90P " {
		t.Errorf("%q", text)
	}
}

func TestAVoiceThatIsCanceledIsNotTakenForMissing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := NewSpeaker()
	if _, err := s.Speak(ctx, "Hello", Settings{Voice: "echo"}); !errors.Is(err, context.Canceled) || s.found != nil {
		t.Errorf("%v, %v", err, s.found)
	}
}

func TestAProgramThatWritesWithoutEndIsCutOff(t *testing.T) {
	path := script(t, "espeak-ng", "yes 'it never stops'; echo 'why it ended' >&2\n")
	out, err := program{path: path}.run(t.Context(), "Hello")
	if !errors.Is(err, bounded.ErrFull) || out != nil {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}
