// Package speechtest synthesizes deterministic speech with known words for tests, without an
// external program.
package speechtest

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"parlando/media/audio"
	"parlando/media/voice"
)

// Speech is an utterance or a part of one.
type Speech struct {
	Rate    int       // in Hz
	Samples []float32 // one channel
	Words   []voice.Word
}

// Text joins the spoken sentences.
func (s Speech) Text() string {
	var b strings.Builder
	for _, w := range s.Words {
		b.WriteString(w.Text)
	}
	return strings.TrimSpace(b.String())
}

// Synthesize synthesizes text: a buzz through three resonances that glide from vowel to vowel, with
// hisses between. A word sounds the same in every position except for its pitch, which falls along
// the sentence as in human speech.
func Synthesize(text string) Speech {
	const rate = 24000
	s := Speech{Rate: rate}
	v := &mouth{rate: rate}
	v.pause(0.12)
	for sentence := range strings.SplitAfterSeq(text, ". ") {
		words := strings.SplitAfter(sentence, " ")
		if words = slices.DeleteFunc(words, func(w string) bool { return w == "" }); len(words) == 0 {
			continue
		}
		for i, w := range words {
			start := v.now()
			v.word(strings.ToLower(strings.Trim(w, " .,")), 1.15-0.35*float64(i)/float64(len(words)))
			s.Words = append(s.Words, voice.Word{Text: w, Start: start, End: v.now(), EndsSentence: i == len(words)-1})
			v.pause(0.03)
			if strings.HasSuffix(strings.TrimSpace(w), ",") {
				v.pause(0.15)
			}
		}
		v.pause(0.3)
	}
	s.Samples = v.out
	return s
}

type mouth struct {
	rate   int
	out    []float32
	phase  float64
	states [3][2]float64
	mouth  [3]float64
}

func (v *mouth) now() time.Duration {
	return time.Duration(float64(len(v.out)) / float64(v.rate) * float64(time.Second))
}

func (v *mouth) pause(seconds float64) {
	v.out = append(v.out, make([]float32, int(seconds*float64(v.rate)))...)
}

// vowels has the three resonances of each vowel in Hz.
var vowels = [][3]float64{{300, 870, 2240}, {270, 2290, 3010}, {390, 1990, 2550}, {530, 1840, 2480}, {660, 1720, 2410}, {730, 1090, 2440}, {570, 840, 2410}, {440, 1020, 2240}, {640, 1190, 2390}, {490, 1350, 1690}}

// word adds one syllable for every three letters of a word, always the same for the same word.
func (v *mouth) word(letters string, pitch float64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(letters))
	dice := rand.New(rand.NewPCG(h.Sum64(), 1))
	v.mouth = vowels[dice.IntN(len(vowels))]
	for range (len(letters) + 2) / 3 {
		v.hiss(0.03+0.06*dice.Float64(), 800+3500*dice.Float64(), dice)
		v.vowel(vowels[dice.IntN(len(vowels))], (0.09+0.1*dice.Float64())*1, 120*pitch*(0.92+0.16*dice.Float64()))
	}
}

func (v *mouth) hiss(seconds, hz float64, dice *rand.Rand) {
	n := int(seconds * float64(v.rate))
	var state [2]float64
	r := fall(600, v.rate)
	for i := range n {
		x := resonate(&state, dice.NormFloat64()*0.03, hz, r, v.rate)
		v.out = append(v.out, float32(x*math.Sin(math.Pi*float64(i)/float64(n))))
	}
}

func (v *mouth) vowel(to [3]float64, seconds, hz float64) {
	n := int(seconds * float64(v.rate))
	var falls [3]float64
	for f := range falls {
		falls[f] = fall(70+30*float64(f), v.rate)
	}
	for i := range n {
		v.phase += hz * (1 + 0.1*float64(i)/float64(n)) / float64(v.rate)
		buzz := 0.0
		if v.phase >= 1 {
			v.phase--
			buzz = 1
		}
		sum := 0.0
		for f := range v.mouth {
			v.mouth[f] += (to[f] - v.mouth[f]) * 30 / float64(v.rate)
			sum += resonate(&v.states[f], buzz, v.mouth[f], falls[f], v.rate) / float64(1+f)
		}
		v.out = append(v.out, float32(sum*0.35*math.Sqrt(math.Sin(math.Pi*(float64(i)+0.5)/float64(n)))))
	}
}

// fall returns the decay per sample of a resonance with a bandwidth in Hz.
func fall(width float64, rate int) float64 { return math.Exp(-math.Pi * width / float64(rate)) }

// resonate applies a two-pole resonator with decay r to one sample.
func resonate(state *[2]float64, x, hz, r float64, rate int) float64 {
	y := (1-r)*x*4 + 2*r*math.Cos(2*math.Pi*hz/float64(rate))*state[0] - r*r*state[1]
	state[1], state[0] = state[0], y
	return y
}

// Resample returns the speech resampled to a rate in Hz.
func (s Speech) Resample(rate int) Speech {
	// Reading from memory cannot fail.
	samples, _ := audio.ReadAll(audio.Resample(audio.NewSampleDecoder(s.Samples, s.Rate, 1), rate))
	return Speech{Rate: rate, Samples: samples, Words: s.Words}
}

// Cut returns the part of the speech between from and to. It has the words whose middle is in that
// range, with times relative to from.
func (s Speech) Cut(from, to time.Duration) Speech {
	place := func(d time.Duration) int { return min(max(int(d.Seconds()*float64(s.Rate)), 0), len(s.Samples)) }
	out := Speech{Rate: s.Rate, Samples: s.Samples[place(from):place(to)]}
	for _, w := range s.Words {
		if m := (w.Start + w.End) / 2; m >= from && m <= to {
			w.Start, w.End = max(w.Start, from)-from, min(w.End, to)-from
			out.Words = append(out.Words, w)
		}
	}
	return out
}

// Append appends another speech after a pause.
func (s Speech) Append(pause time.Duration, next Speech) Speech {
	out := Speech{Rate: s.Rate, Samples: append([]float32(nil), s.Samples...), Words: append([]voice.Word(nil), s.Words...)}
	out.Samples = append(out.Samples, make([]float32, int(pause.Seconds()*float64(s.Rate)))...)
	shift := time.Duration(float64(len(out.Samples)) / float64(s.Rate) * float64(time.Second))
	for _, w := range next.Words {
		w.Start, w.End = w.Start+shift, w.End+shift
		out.Words = append(out.Words, w)
	}
	out.Samples = append(out.Samples, next.Samples...)
	return out
}

// Map returns the speech with change applied to every sample.
func (s Speech) Map(change func(float32) float32) Speech {
	out := Speech{Rate: s.Rate, Words: s.Words, Samples: make([]float32, len(s.Samples))}
	for i, x := range s.Samples {
		out.Samples[i] = change(x)
	}
	return out
}

// Duration returns the length of the speech.
func (s Speech) Duration() time.Duration {
	return time.Duration(float64(len(s.Samples)) / float64(s.Rate) * float64(time.Second))
}
