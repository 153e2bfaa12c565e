package voice

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/media/voice/voicetest"
)

// wholeSpeech is a whole speech.
type wholeSpeech struct {
	sound  []float32
	words  []Word
	pieces int
}

func (m wholeSpeech) text() string {
	var b strings.Builder
	for _, w := range m.words {
		b.WriteString(w.Text)
	}
	return b.String()
}

func speak(t *testing.T, s *Speaker, text string, how Settings) wholeSpeech {
	t.Helper()
	speech, err := s.Speak(t.Context(), text, how)
	if err != nil {
		t.Fatal(err)
	}
	var m wholeSpeech
	for p, err := range speech.Chunks(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		m.sound = append(m.sound, p.Samples...)
		m.words = append(m.words, p.Words...)
		m.pieces++
	}
	return m
}

// espeakNG is a Speaker that speaks with espeak-ng, which make test installs.
func espeakNG(t *testing.T) *Speaker {
	t.Helper()
	s := NewSpeaker()
	if e, err := s.engine(t.Context()); err != nil || e.name() != "espeak-ng" {
		t.Fatalf("%v, %v: espeak-ng is not installed (.ci/install run)", e, err)
	}
	return s
}

// silent is a Speaker on a computer without a voice.
func silent() *Speaker { return newSpeaker(recordedVoice{}) }

const sentence = "Please carry the blue boxes to the harbor before noon."

func TestSixVoicesHaveSixPitches(t *testing.T) {
	voicetest.NeedsVoice(t)
	for name, s := range map[string]*Speaker{"espeak-ng": espeakNG(t), "recorded": silent()} {
		pitches := map[string]float64{}
		for _, voice := range Names() {
			hz := pitchOf(speak(t, s, sentence, Settings{Voice: voice}).sound)
			for other, has := range pitches {
				if math.Abs(math.Log2(hz/has)) < 0.08 { // a semitone
					t.Errorf("%s: %s has %.0f Hz and %s %.0f", name, voice, hz, other, has)
				}
			}
			pitches[voice] = hz
		}
		if len(pitches) != 6 || pitches["onyx"] > 100 || pitches["shimmer"] < 180 {
			t.Errorf("%s: %v", name, pitches)
		}
	}
}

func TestSpeedChangesTheLength(t *testing.T) {
	voicetest.NeedsVoice(t)
	for name, s := range map[string]*Speaker{"espeak-ng": espeakNG(t), "recorded": silent()} {
		normal := float64(len(speak(t, s, sentence, Settings{Voice: "alloy"}).sound))
		for _, speed := range []float64{0.25, 0.5, 1, 2, 4} {
			n := float64(len(speak(t, s, sentence, Settings{Voice: "alloy", Speed: speed}).sound))
			if off := n * speed / normal; off < 0.85 || off > 1.15 {
				t.Errorf("%s: at %v it has %.2f of the length it should have", name, speed, off)
			}
		}
	}
}

func TestTheSameIsSpokenTheSame(t *testing.T) {
	voicetest.NeedsVoice(t)
	one := speak(t, espeakNG(t), sentence+" And again!", Settings{Voice: "shimmer", Speed: 0.3})
	two := speak(t, espeakNG(t), sentence+" And again!", Settings{Voice: "shimmer", Speed: 0.3})
	if !slices.Equal(one.sound, two.sound) || !slices.Equal(one.words, two.words) {
		t.Error("it differs")
	}
}

func TestSentencesComeOneByOneWithTheirWords(t *testing.T) {
	voicetest.NeedsVoice(t)
	text := "Hello there, world. It is a fine day; is it not? " + strings.Repeat("On and on it goes ", 60) + "to the end. 你好世界。 Привет! 12 + 3 = 15."
	m := speak(t, espeakNG(t), text, Settings{Voice: "nova"})
	if m.text() != text || m.pieces < 8 {
		t.Errorf("%d pieces: %q", m.pieces, m.text())
	}
	ends, last := 0, time.Duration(0)
	for _, w := range m.words {
		if w.Start < last || w.End <= w.Start || w.End > at(len(m.sound)) {
			t.Errorf("%+v after %v of %v", w, last, at(len(m.sound)))
		}
		last = w.End
		if w.EndsSentence {
			ends++
		}
	}
	if ends != 6 {
		t.Errorf("%d sentences", ends)
	}
}

func TestWordsAreTimedAsESpeakDoes(t *testing.T) {
	voicetest.NeedsVoice(t)
	// The times are those that the library of espeak-ng tells for this voice, in seconds.
	for text, want := range map[string][]float64{
		"Hello there, world.":          {0, 0.277, 0.809},
		"It is a fine day; is it not?": {0, 0.095, 0.2, 0.251, 0.561, 1.063, 1.168, 1.307},
	} {
		for i, w := range speak(t, espeakNG(t), text, Settings{Voice: "nova"}).words {
			if i < len(want) && math.Abs(w.Start.Seconds()-want[i]) > 0.2 {
				t.Errorf("%q: %q begins at %v, not %v s", text, w.Text, w.Start, want[i])
			}
		}
	}
}

func TestHostileTextsAreReadAsText(t *testing.T) {
	voicetest.NeedsVoice(t)
	s := espeakNG(t)
	plain := func(text string) wholeSpeech { return speak(t, s, text, Settings{Voice: "alloy"}) }
	for _, text := range []string{
		"-v de", "--version", "-f /etc/passwd", "<speak>Hello <break time='60s'/></speak>", "[[h@'loU]]", "[[[[h@'loU]]]]", "\x01 90P loud", "a\x00b", "\xff\xfe a",
		"\u202eback\u202c a", "\ufeffa", "\U000e0041 a", "\ue000\uf8ff a", strings.Repeat("a\u0301", 2000), strings.Repeat("\u0301", 4000) + "a",
		"&lt;break&gt;", "%s%n%d", strings.Repeat("(", 3000) + "a", strings.Repeat("a. ", 30), "१२३ ١٢٣ ①②③", "ﷺ",
	} {
		if m := plain(text); len(m.sound) < shortest || len(m.sound) > 600*Rate || levelOf(m.sound) < 0.005 {
			t.Errorf("%.20q has %d samples of level %v", text, len(m.sound), levelOf(m.sound))
		}
	}
	for _, text := range []string{"…!?", " ", "\x00", "\n\n\n", "()", "\u200b", "\u0301"} {
		if m := plain(text); len(m.sound) < shortest || len(m.words) != 0 || levelOf(m.sound) > 0.005 {
			t.Errorf("%q has %d samples and %q", text, len(m.sound), m.text())
		}
	}
	// Commands would make these differ.
	if a, b := plain("[[h@'loU]]"), plain("((h@'loU))"); !slices.Equal(a.sound, b.sound) {
		t.Error("brackets are a command")
	}
	if a, b := plain("\x0190P hello"), plain(" 90P hello"); !slices.Equal(a.sound, b.sound) {
		t.Error("control characters are a command")
	}
	if a, b := plain("<break time='60s'/> x"), 10*Rate; len(a.sound) > b {
		t.Error("markup is a command")
	}
}

func TestOnlyWhatIsTakenIsMade(t *testing.T) {
	voicetest.NeedsVoice(t)
	speech, err := espeakNG(t).Speak(t.Context(), strings.Repeat("😀", 4096), Settings{Voice: "fable"})
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for p, err := range speech.Chunks(t.Context()) {
		if err != nil || len(p.Samples) < Rate {
			t.Fatal(len(p.Samples), err)
		}
		if pieces++; pieces == 3 {
			break
		}
	}
	if len(speech.phrases) < 50 {
		t.Errorf("%d phrases", len(speech.phrases))
	}
}

func TestRecordingsSayThatTheyAre(t *testing.T) {
	for _, name := range Names() {
		speech, err := silent().Speak(t.Context(), "Привет, мир", Settings{Voice: name})
		if err != nil || speech.Engine() != EngineRecorded || speech.Language() != "en" {
			t.Fatal(err, speech)
		}
		m := speak(t, silent(), "Hello", Settings{Voice: name})
		if m.text() != recordedText(name) || levelOf(m.sound) < 0.02 || len(m.sound) < 3*Rate || len(m.sound) > 8*Rate {
			t.Errorf("%s: %q in %d samples", name, m.text(), len(m.sound))
		}
	}
	total := 0
	files, _ := recordings.ReadDir("recordings")
	for _, f := range files {
		info, _ := f.Info()
		total += int(info.Size())
	}
	if len(files) != 6 || total > 150_000 {
		t.Errorf("%d recordings of %d bytes", len(files), total)
	}
}

// TestTheRecordingsAreThoseOfTheScript keeps recordings/make true to settings.go.
func TestTheRecordingsAreThoseOfTheScript(t *testing.T) {
	script, err := os.ReadFile("recordings/make")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range manners {
		args := (&espeak{voices: voiceList{m.accent: m.accent}}).args(utterance{tongue: english, manner: m}, 1)
		line := strings.Join([]string{m.name, args[5], args[7], args[9]}, " ")
		if !bytes.Contains(script, []byte("\n"+line+"\n")) {
			t.Errorf("there is no line %q", line)
		}
	}
	if !bytes.Contains(script, []byte(recordedText("$name"))) {
		t.Error("it says something else")
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for _, how := range []Settings{{Voice: "nobody"}, {}, {Voice: "echo", Speed: 0.2}, {Voice: "echo", Speed: 5}, {Voice: "echo", Speed: math.NaN()}} {
		if _, err := silent().Speak(t.Context(), "Hello", how); err == nil {
			t.Errorf("%+v is taken", how)
		}
	}
}

// TestCancelingEndsTheProgram speaks with a program that never ends.
func TestCancelingEndsTheProgram(t *testing.T) {
	folder := t.TempDir()
	path := script(t, "espeak-ng", `
if [ "$1" = --voices ]; then echo ' 2  en-us  --/M English'; exit; fi
echo $$ > '`+folder+`/pid.new'; mv '`+folder+`/pid.new' '`+folder+`/pid'; exec sleep 1000
`)
	s := newSpeaker(findEngine(t.Context(), "linux", only(path)))
	ctx, cancel := context.WithCancel(t.Context())
	speech, err := s.Speak(ctx, "Hello. World.", Settings{Voice: "echo"})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		for _, err := range speech.Chunks(ctx) {
			ended <- err
		}
		close(ended)
	}()
	pid := waitForFile(t, folder+"/pid")
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err, more := <-ended; more {
		t.Errorf("it went on with %v", err)
	}
	if err := exec.Command("kill", "-0", pid).Run(); err == nil {
		t.Errorf("the program %s still runs", pid)
	}
}

// waitForFile waits until a file is there, and gives what it says.
func waitForFile(t *testing.T, path string) string {
	t.Helper()
	for t.Context().Err() == nil {
		if b, err := os.ReadFile(path); err == nil {
			return strings.TrimSpace(string(b))
		}
	}
	t.Fatal(path + " never came")
	return ""
}
