//go:build e2e

package e2e_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/e2e"
	"parlando/assets/spoken"
	"parlando/media/audio"
	"parlando/media/soundserver"
)

// speaker is a user who speaks into a microphone.
type speaker struct {
	user
	microphone *soundserver.Microphone
	library    string
}

// speak opens the program in practice mode, on a computer with a microphone.
func speak(t *testing.T) speaker {
	t.Helper()
	screen, ctx := open(t, e2e.ScreenOptions{})
	sound, err := screen.StartSound(ctx)
	if err != nil {
		t.Fatal(err)
	}
	microphone, err := sound.ConnectMicrophone(ctx, "headset")
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(screen.Dir, "library")
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", library, "--practice")
	if err != nil {
		t.Fatal(err)
	}
	return speaker{user{t, ctx, program}, microphone, library}
}

// reads waits until a text can be read anywhere in the window.
func (p speaker) reads(text string) (all string) {
	p.Helper()
	for {
		all, err := p.program.Texts()
		p.do("read", err)
		if strings.Contains(all, text) {
			return all
		}
		if p.ctx.Err() != nil {
			p.Fatalf("%q is not to be read in:\n%s", text, all)
		}
	}
}

// says speaks the beginning of the recording about the pear tree.
func (p speaker) says(d time.Duration) {
	p.Helper()
	sound, err := audio.NewDecoder(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
	p.do("decode the recording", err)
	sound = audio.Mono(sound)
	samples := make([]float32, int(d.Seconds()*float64(sound.Rate())))
	for n := 0; n < len(samples); {
		got, err := sound.Read(samples[n:])
		if n += got; errors.Is(err, io.EOF) {
			samples = samples[:n]
			break
		}
		p.do("decode the recording", err)
	}
	p.do("speak", p.microphone.Speak(p.ctx, samples, sound.Rate()))
}

// recorded is the length of the only recording.
func (p speaker) recorded() time.Duration {
	p.Helper()
	files, err := filepath.Glob(filepath.Join(p.library, "data", "recordings", "*", "sound.wav"))
	p.do("find the recording", err)
	if len(files) != 1 {
		p.Fatalf("there are %d recordings, want 1", len(files))
	}
	f, err := os.Open(files[0])
	p.do("open the recording", err)
	defer f.Close()
	d, err := audio.NewDecoder(f)
	p.do("decode the recording", err)
	buf, n := make([]float32, 16_000), 0
	for {
		got, err := d.Read(buf)
		n += got
		if errors.Is(err, io.EOF) {
			return time.Duration(n/d.Channels()) * time.Second / time.Duration(d.Rate())
		}
		p.do("decode the recording", err)
	}
}

func TestEndToEndWhatIsSpokenStandsWhereTheCaretWas(t *testing.T) {
	p := speak(t)
	p.click("Write a message…")
	p.typ("Please sum up: ")
	p.key("ctrl+shift+d")
	// until somebody speaks it hears exact silence
	p.sees("No sound from the microphone. Is it muted?")
	p.says(9 * time.Second)
	p.click("Stop")
	p.reads("Please sum up: Shall we decide about the old pear tree?")
	p.seesNoMore("Transcribing…")
	if n := count(t, p.library, "select count(*) from message"); n != 0 {
		t.Errorf("%d messages, want none: nothing is sent unasked", n)
	}
	p.key("ctrl+z") // one step back takes away all that was dictated
	p.seesNoMore("pear tree")
	p.reads("Please sum up:")
	p.do("quit", p.program.Quit(p.ctx))
}

// What was said before the power went is in Recordings, and can still be written down.
func TestEndToEndKilledInTheMiddleOfADictation(t *testing.T) {
	p := speak(t)
	p.click("Write a message…")
	p.key("ctrl+shift+d")
	p.sees("No sound from the microphone. Is it muted?")
	p.says(7 * time.Second)
	p.program.Kill()
	// The sound server holds back a moment of what was spoken.
	if n := p.recorded(); n < 6*time.Second {
		t.Errorf("%v of 7 s are there", n)
	}
}

func TestEndToEndWithoutAMicrophoneTheWindowSaysSo(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	if _, err := screen.StartSound(ctx); err != nil {
		t.Fatal(err)
	}
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", filepath.Join(screen.Dir, "library"), "--practice")
	if err != nil {
		t.Fatal(err)
	}
	p := speaker{user: user{t, ctx, program}}
	p.click("Write a message…")
	p.typ("What I typed")
	p.click("Dictate")
	p.reads("microphone")
	p.reads("What I typed")
	p.do("quit", program.Quit(ctx))
}

// In practice a recording that ships with Parlando becomes text, and what is typed into it stays.
func TestEndToEndARecordingBecomesText(t *testing.T) {
	p := speak(t)
	p.click("Transcribe")
	p.click("The old pear tree")
	p.click("Start")
	p.reads("A wooden prop would hold it for years.")
	p.do("quit", p.program.Quit(p.ctx))
	if n := count(t, p.library, "select count(*) from transcript"); n != 1 {
		t.Errorf("%d transcripts, want 1", n)
	}
}
