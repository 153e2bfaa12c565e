package voice

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// macOS is the voice of macOS, the program say. The code follows the documentation and is untested.
type macOS struct {
	program
	voices []macVoice
}

type macVoice struct{ name, language string }

// openMacOS lists the voices of say.
func openMacOS(ctx context.Context, path string) (*macOS, error) {
	m := &macOS{program: program{path: path, env: []string{"HOME", "TMPDIR"}}}
	list, err := m.run(ctx, "", "-v", "?")
	if err != nil {
		return nil, err
	}
	m.voices = macVoices(list)
	return m, nil
}

// macVoices parses the voice list of say: lines such as "Samantha en_US # Hello!".
func macVoices(list []byte) []macVoice {
	var all []macVoice
	for line := range bytes.Lines(list) {
		head, _, ok := bytes.Cut(line, []byte("#"))
		fields := strings.Fields(string(head))
		if n := len(fields) - 1; ok && n > 0 {
			language, _, _ := strings.Cut(strings.ReplaceAll(fields[n], "-", "_"), "_")
			all = append(all, macVoice{strings.Join(fields[:n], " "), language})
		}
	}
	return all
}

func (m *macOS) name() string { return "say" }

func (m *macOS) has(iso string) bool {
	return slices.ContainsFunc(m.voices, func(v macVoice) bool { return v.language == iso })
}

func (m *macOS) reach() (slowest, fastest float64) { return 0.5, 2.5 }

// say writes to a temporary file that only this user can read, because the program cannot write to
// a pipe.
func (m *macOS) say(ctx context.Context, u utterance, speed float64) ([]float32, error) {
	folder, err := os.MkdirTemp("", "parlando-voice-*")
	if err != nil {
		return nil, fmt.Errorf("create a file for the sound: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, "speech.wav")
	if _, err := m.run(ctx, m.input(u), m.args(u, speed, file)...); err != nil {
		return nil, err
	}
	sound, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the voice made no sound: %w", err)
	}
	return decode(sound)
}

// args returns the command line for an utterance, without its text.
func (m *macOS) args(u utterance, speed float64, file string) []string {
	args := []string{
		"-f", "-", "-o", file, "--file-format=WAVE", "--data-format=LEI16@" + strconv.Itoa(Rate),
		"-r", strconv.Itoa(int(math.Round(float64(u.manner.speed) * speed))),
	}
	if voice := m.voiceOf(u); voice != "" {
		args = append(args, "-v", voice)
	}
	return args
}

// input returns the text, preceded by a command that sets the pitch, so that the six voices differ
// even if only one is installed.
func (m *macOS) input(u utterance) string {
	return fmt.Sprintf("[[pbas %d]] %s", 30+u.manner.pitch/4+macHigher(u.manner), u.plain())
}

// macHigher returns the pitch offset of a woman's voice relative to a man's, in the units of say.
func macHigher(m manner) int {
	if m.female {
		return 12
	}
	return 0
}

// macNames lists common voices of macOS by the manner they suit.
var macNames = map[string][]string{
	"alloy": {"Samantha", "Allison"}, "echo": {"Alex", "Tom", "Fred"}, "fable": {"Daniel", "Oliver"},
	"onyx": {"Ralph", "Rishi"}, "nova": {"Karen", "Ava"}, "shimmer": {"Moira", "Kate"},
}

// voiceOf returns a voice for the language of an utterance; "" selects the system default.
func (m *macOS) voiceOf(u utterance) string {
	first := ""
	for _, v := range m.voices {
		if v.language != u.tongue.iso {
			continue
		}
		if first == "" {
			first = v.name
		}
		for _, name := range macNames[u.manner.name] {
			if strings.EqualFold(v.name, name) {
				return v.name
			}
		}
	}
	return first
}
