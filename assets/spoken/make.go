//go:build ignore

// This program generates the recordings of this package, with espeak-ng and lame: go run make.go
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"parlando/media/audio"
)

// rate is the sample rate of espeak-ng in Hz, fileRate that of the files.
const rate, fileRate = 22050, 24000

// Pauses after the parts of a sentence, after a sentence, and before another speaker.
const shortPause, pause, longPause = 180 * time.Millisecond, 420 * time.Millisecond, 650 * time.Millisecond

// speaker is a voice of espeak-ng.
type speaker struct {
	voice       string
	pitch, pace int
}

// turn is the text of one speaker's turn. Bars separate the parts spoken in one breath.
type turn struct {
	speaker int
	text    string
}

type recording struct {
	name     string
	speakers []speaker
	turns    []turn
}

var recordings = []recording{
	{
		name:     "pear-tree",
		speakers: []speaker{{"en-gb-x-rp+f5", 62, 160}, {"en-us+m3", 38, 162}},
		turns: []turn{
			{0, "Shall we decide about the old pear tree? It leans over the path,| and some people want it cut down."},
			{1, "I measured it on Sunday. The trunk is sound,| and only one branch hangs low. A wooden prop would hold it for years."},
			{0, "How much would a prop cost?"},
			{1, "Forty euros for the oak,| and I can build it myself on Saturday morning."},
			{0, "Then we keep the tree,| you build the prop,| and I bake the first pear cake in September."},
			{1, "Agreed. And the lowest pears belong to the children,| because they can reach them without a ladder."},
		},
	},
	{
		name:     "mariposas",
		speakers: []speaker{{"es+f2", 50, 158}},
		turns: []turn{
			{0, "Cada otoño,| millones de mariposas monarca vuelan desde Canadá hasta los bosques de México. Ninguna de ellas ha hecho antes ese viaje."},
			{0, "Pesan medio gramo,| y algunas recorren más de cuatro mil kilómetros. Las que vuelven al norte en primavera son sus hijas y sus nietas."},
			{0, "Nadie les ha enseñado el camino,| y sin embargo lo encuentran."},
		},
	},
}

func main() {
	log.SetFlags(0)
	for _, r := range recordings {
		if err := r.make(); err != nil {
			log.Fatalf("%s: %v", r.name, err)
		}
	}
}

func (r recording) make() error {
	sound := silence(400 * time.Millisecond)
	var words []string // JSON objects
	for i, t := range r.turns {
		if i > 0 {
			last := pause
			if t.speaker != r.turns[i-1].speaker {
				last = longPause
			}
			sound = append(sound, silence(last)...)
		}
		for j, sentence := range sentences(t.text) {
			if j > 0 {
				sound = append(sound, silence(pause)...)
			}
			breaths := strings.Split(sentence, "|")
			for k, breath := range breaths {
				if k > 0 {
					sound = append(sound, silence(shortPause)...)
				}
				said, times, err := r.speakers[t.speaker].say(strings.TrimSpace(breath))
				if err != nil {
					return err
				}
				begin := length(sound)
				sound = append(sound, said...)
				for n, word := range strings.Fields(breath) {
					last := k == len(breaths)-1 && n == len(times)-2
					words = append(words, spokenWord(word, begin+times[n], begin+times[n+1], last))
				}
			}
		}
	}
	sound = append(sound, silence(600*time.Millisecond)...)

	mp3 := r.name + ".mp3"
	var wav bytes.Buffer
	if err := write(&wav, sound); err != nil {
		return err
	}
	lame := exec.Command("lame", "--quiet", "-m", "m", "-b", "32", "--resample", strconv.Itoa(fileRate), "-", mp3)
	lame.Stdin, lame.Stderr = &wav, os.Stderr
	if err := lame.Run(); err != nil {
		return err
	}
	fmt.Printf("%s: %v, %d words\n", r.name, length(sound), len(words))
	return os.WriteFile(r.name+".json", []byte("[\n  "+strings.Join(words, ",\n  ")+"\n]\n"), 0o644)
}

// spokenWord returns a word with its times in milliseconds, in the JSON that spoken.Words parses.
func spokenWord(word string, start, end time.Duration, endsSentence bool) string {
	ends := ""
	if endsSentence {
		ends = `, "ends": true`
	}
	return fmt.Sprintf(`{"text": %q, "start": %d, "end": %d%s}`, word+" ", start.Milliseconds(), end.Milliseconds(), ends)
}

// sentences splits a text after its full stops and question marks.
func sentences(text string) []string {
	var all []string
	from := 0
	for i, c := range text {
		if c == '.' || c == '?' {
			all = append(all, strings.TrimSpace(text[from:i+1]))
			from = i + 1
		}
	}
	return all
}

// say speaks the text of one breath, without silence at the ends. times are the start of each word
// and the end of the last. A word starts as long before the end as the text from that word on takes
// when spoken separately.
func (s speaker) say(text string) (sound []int16, times []time.Duration, err error) {
	if sound, err = s.speak(text); err != nil {
		return nil, nil, err
	}
	words := strings.Fields(text)
	whole := length(sound)
	times = []time.Duration{0}
	for n := 1; n < len(words); n++ {
		rest, err := s.speak(strings.Join(words[n:], " "))
		if err != nil {
			return nil, nil, err
		}
		times = append(times, min(max(whole-length(rest), times[n-1]+60*time.Millisecond), whole))
	}
	return sound, append(times, whole), nil
}

// speak returns the samples of a text without silence at the ends.
func (s speaker) speak(text string) ([]int16, error) {
	program := exec.Command("espeak-ng", "--stdin", "--stdout", "-b", "1", "-v", s.voice, "-p", strconv.Itoa(s.pitch), "-s", strconv.Itoa(s.pace))
	program.Stdin, program.Stderr = strings.NewReader(text), os.Stderr
	wav, err := program.Output()
	if err != nil {
		return nil, err
	}
	d, err := audio.NewDecoder(bytes.NewReader(wav))
	if err != nil {
		return nil, err
	}
	if d.Rate() != rate || d.Channels() != 1 {
		return nil, fmt.Errorf("espeak-ng speaks at %d Hz", d.Rate())
	}
	samples, err := audio.ReadAll(d)
	if err != nil {
		return nil, err
	}
	sound := make([]int16, len(samples))
	first, last := -1, 0
	for i, x := range samples {
		sound[i] = int16(x * 32767)
		if x > 0.01 || x < -0.01 {
			if first < 0 {
				first = i
			}
			last = i + 1
		}
	}
	if first < 0 {
		return nil, fmt.Errorf("%q is silent", text)
	}
	return sound[first:last], nil
}

// write writes samples as a WAV file.
func write(w io.Writer, sound []int16) error {
	e, err := audio.NewEncoder(w, audio.WAV, rate, 1)
	if err != nil {
		return err
	}
	samples := make([]float32, len(sound))
	for i, s := range sound {
		samples[i] = float32(s) / 32768
	}
	if err := e.Write(samples); err != nil {
		return err
	}
	return e.Close()
}

func silence(d time.Duration) []int16 { return make([]int16, int(d.Seconds()*rate)) }

func length(sound []int16) time.Duration { return time.Duration(len(sound)) * time.Second / rate }
