package voice

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
)

// espeak is the espeak-ng engine.
type espeak struct {
	program
	voices voiceList
}

// openESpeak lists the voices of espeak-ng. It fails if there is no voice, as without its data
// files.
func openESpeak(ctx context.Context, path string) (*espeak, error) {
	e := &espeak{program: program{path: path, env: []string{"ESPEAK_DATA_PATH", "SystemRoot"}}}
	list, err := e.run(ctx, "", "--voices")
	if err != nil {
		return nil, err
	}
	e.voices = parseVoices(list)
	if e.voiceOf(utterance{tongue: english, manner: manners[0]}) == "" {
		return nil, errors.New("espeak-ng has no voices")
	}
	return e, nil
}

func (e *espeak) name() string { return "espeak-ng" }

func (e *espeak) has(iso string) bool { return iso == english.iso || e.voices[iso] != "" }

// voiceList has the best voice of espeak-ng for each language code.
type voiceList map[string]string

// parseVoices parses the voice list of espeak-ng: lines such as " 5  fr-fr  --/M  French_(France)
// roa/fr  (fr 5)". The parentheses list other languages of the voice and their quality, 1 being
// best.
func parseVoices(list []byte) voiceList {
	voices, ranks := voiceList{}, map[string]int{}
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "Pty" {
			continue
		}
		name := fields[1]
		voices[name], ranks[name] = name, 0
		for _, other := range strings.Split(line, "(")[1:] {
			code, rank, _ := strings.Cut(strings.TrimRight(other, ") \n"), " ")
			n, err := strconv.Atoi(rank)
			if err != nil {
				continue // not a language code, but part of the name
			}
			if best, known := ranks[code]; !known || n < best {
				voices[code], ranks[code] = name, n
			}
		}
	}
	return voices
}

// espeakSlowest and espeakFastest are the speeds of espeak-ng in words per minute.
const espeakSlowest, espeakFastest = 80, 450

func (e *espeak) reach() (slowest, fastest float64) {
	slowest, fastest = 0, math.Inf(1)
	for _, m := range manners {
		slowest = max(slowest, espeakSlowest/float64(m.speed))
		fastest = min(fastest, espeakFastest/float64(m.speed))
	}
	return slowest, fastest
}

func (e *espeak) say(ctx context.Context, u utterance, speed float64) ([]float32, error) {
	file, err := e.run(ctx, u.plain(), e.args(u, speed)...)
	if err != nil {
		return nil, err
	}
	return decode(file)
}

// args returns the command line for an utterance, without its text.
func (e *espeak) args(u utterance, speed float64) []string {
	args := []string{
		"--stdin", "--stdout", "-b", "1", // UTF-8
		"-v", e.voiceOf(u) + "+" + u.manner.variant,
		"-p", strconv.Itoa(u.manner.pitch),
		"-s", strconv.Itoa(int(math.Round(float64(u.manner.speed) * speed))),
	}
	if u.on {
		args = append(args, "-z") // no pause as at the end of a sentence
	}
	return args
}

// voiceOf returns the voice for the language of an utterance, or else for English; "" if neither
// exists.
func (e *espeak) voiceOf(u utterance) string {
	wanted := []string{u.tongue.iso, u.manner.accent, "en-us", "en-gb-x-rp", "en"}
	if u.tongue == english {
		wanted = wanted[1:]
	}
	for _, voice := range wanted {
		if name, ok := e.voices[voice]; ok {
			return name
		}
	}
	for code, name := range e.voices {
		if strings.HasPrefix(code, "en") {
			return name
		}
	}
	return ""
}
