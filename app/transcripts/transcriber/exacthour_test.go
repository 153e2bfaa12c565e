package transcriber_test

import (
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/transcripts/transcriber"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/voice"
)

// longTimes: make times sets it for recordings of an hour.
var longTimes = os.Getenv("PARLANDO_LONG_TIMES") != ""

// programRate is the sample rate of the long recordings in Hz.
const programRate = 8000

// program strings known talks together to a recording of a length: with pauses of all lengths
// around and in them, without any pause for longer than a part may be, and with music between them.
func program(length time.Duration, seed uint64) (all speechtest.Speech, knows []speechtest.Speech) {
	dice := rand.New(rand.NewPCG(seed, 3))
	all.Rate = programRate
	var talks, fluent []speechtest.Speech
	for i := range uint64(8) {
		talks = append(talks, capitalized(speechOf(8, seed*100+i).Resample(programRate)))
	}
	for i := range uint64(3) {
		fluent = append(fluent, hurriedSpeech(seed*100+50+i))
	}
	silence := func(d time.Duration) { all.Samples = append(all.Samples, make([]float32, samplesOf(d))...) }
	say := func(s speechtest.Speech) {
		at := all.Duration()
		for _, w := range s.Words {
			all.Words = append(all.Words, voice.Word{Text: w.Text, Start: w.Start + at, End: w.End + at})
		}
		all.Samples = append(all.Samples, s.Samples...)
	}
	for n := 0; all.Duration() < length; n++ {
		say(talks[dice.IntN(len(talks))])
		silence(time.Duration(dice.IntN(900)) * time.Millisecond)
		switch n % 5 {
		case 1:
			music(&all, time.Duration(2000+dice.IntN(38_000))*time.Millisecond, dice)
			silence(time.Duration(dice.IntN(600)) * time.Millisecond)
		case 2:
			silence(time.Duration(2000+dice.IntN(28_000)) * time.Millisecond)
		case 4:
			say(fluent[dice.IntN(len(fluent))])
			silence(time.Duration(300+dice.IntN(600)) * time.Millisecond)
		}
	}
	return all, append(talks, fluent...)
}

func samplesOf(d time.Duration) int { return int(d.Seconds() * programRate) }

// hurriedSpeech speaks for longer than a part may be without a pause that ends one.
func hurriedSpeech(seed uint64) speechtest.Speech {
	all := speechtest.Speech{Rate: programRate}
	for i := range uint64(10) {
		s := capitalized(speechOf(1, seed*1000+i).Resample(programRate))
		first, last := s.Words[0].Start, s.Words[len(s.Words)-1].End
		at := all.Duration()
		for _, w := range s.Words {
			all.Words = append(all.Words, voice.Word{Text: w.Text, Start: w.Start - first + at, End: w.End - first + at})
		}
		all.Samples = append(all.Samples, s.Samples[samplesOf(first):samplesOf(last)]...)
	}
	return all
}

// capitalized returns a speech whose sentences begin with a capital letter, as those of services.
func capitalized(s speechtest.Speech) speechtest.Speech {
	s.Words = slices.Clone(s.Words)
	for i, w := range s.Words {
		if i == 0 || strings.Contains(s.Words[i-1].Text, ".") {
			s.Words[i].Text = strings.ToUpper(w.Text[:1]) + w.Text[1:]
		}
	}
	return s
}

// practiceNote matches the words of practice for sound that it does not know, two sentences, and of
// silence.
var practiceNote = regexp.MustCompile(`\[Practice:[^\]]*(\]|$)|^[^\[]*its words\.\]`)

// spokenLines returns the lines without those notes.
func spokenLines(all []transcriber.Line) (spoken []transcriber.Line) {
	for _, l := range all {
		if l.Text = strings.TrimSpace(practiceNote.ReplaceAllString(l.Text, "")); l.Text != "" {
			spoken = append(spoken, l)
		}
	}
	return spoken
}

// music appends chords.
func music(all *speechtest.Speech, length time.Duration, dice *rand.Rand) {
	var tones [3]float64
	for i := range samplesOf(length) {
		if i%(programRate/2) == 0 {
			for n := range tones {
				tones[n] = 130 * math.Pow(2, float64(dice.IntN(24))/12)
			}
		}
		v, at := 0., float64(i)/programRate
		for _, f := range tones {
			v += math.Sin(2 * math.Pi * f * at)
		}
		all.Samples = append(all.Samples, float32(0.08*v))
	}
}

// Talks, music and pauses come back with each word once and in order, and every line at its time.
func TestWordsAndTimesOfALongRecording(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it listens to minutes")
	}
	length, seeds := 5*time.Minute, uint64(1)
	if longTimes {
		length, seeds = time.Hour, 3
	}
	for seed := range seeds {
		said, knows := program(length, seed+1)
		w := newWorld(t, knows...)
		path := w.file("program.wav", encode(t, audio.WAV, said))
		j := w.exactJob(path)
		j.Model = untimedModel
		began := time.Now()
		text := w.write(j)
		took := time.Since(began)
		parts := len(w.paid())
		lines := spokenLines(text.Lines)
		var got strings.Builder
		for _, l := range lines {
			got.WriteString(l.Text + "\n")
		}
		missing, doubled := difference(strings.Fields(got.String()), strings.Fields(said.Text()))
		off := startsOff(lines, said.Words)
		slices.Sort(off)
		at := func(share float64) time.Duration {
			if len(off) == 0 {
				return 0
			}
			return off[int(float64(len(off)-1)*share)].Round(time.Millisecond)
		}
		t.Logf("seed %d: %v, %d parts, %d words, %d missing, %d too many; %d lines start off by %v (median), %v (95%%), %v (most); %v",
			seed+1, said.Duration().Round(time.Second), parts, len(said.Words), missing, doubled, len(lines), at(0.5), at(0.95), at(1), took.Round(time.Second))
		if last := said.Words[len(said.Words)-1].End; text.Covered < last-time.Second {
			t.Errorf("covered %v of the words up to %v", text.Covered, last)
		}
		if missing+doubled > 0 || !text.Timed {
			t.Errorf("timed %v, %d words are missing, %d too many", text.Timed, missing, doubled)
		}
		same(t, got.String(), said.Text())
	}
}

// difference counts the words that are missing in a text and those that it has too many, by the
// longest common sequence of words.
func difference(got, want []string) (missing, doubled int) {
	row := make([]int, len(want)+1)
	for _, g := range got {
		diagonal := 0
		for i, w := range want {
			above := row[i+1]
			if g == w {
				row[i+1] = diagonal + 1
			} else {
				row[i+1] = max(above, row[i])
			}
			diagonal = above
		}
	}
	return len(want) - row[len(want)], len(got) - row[len(want)]
}

// startsOff returns how far each line begins from its first word. The words must be those spoken.
func startsOff(lines []transcriber.Line, words []voice.Word) (off []time.Duration) {
	at := 0
	for _, l := range lines {
		if at >= len(words) {
			break
		}
		off = append(off, (l.Start - words[at].Start).Abs())
		at += len(strings.Fields(l.Text))
	}
	return off
}
