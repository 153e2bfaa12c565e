package ear

import (
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// spoken is an utterance of the test's voice.
type spoken struct {
	rate    int
	samples []float32
	words   []Word
}

// text is what was said.
func (s spoken) text() string {
	var b strings.Builder
	for _, w := range s.words {
		b.WriteString(w.Text)
	}
	return strings.TrimSpace(b.String())
}

// say is a voice that needs no program: a buzz through three resonances that glide from vowel to vowel, with hisses between.
// A word sounds the same wherever it stands, but for its pitch, which falls along the sentence as people's does.
func say(text string) spoken {
	const rate = 24000
	s := spoken{rate: rate}
	v := &voice{rate: rate}
	v.pause(0.12)
	for sentence := range strings.SplitAfterSeq(text, ". ") {
		words := strings.SplitAfter(sentence, " ")
		if words = slices.DeleteFunc(words, func(w string) bool { return w == "" }); len(words) == 0 {
			continue
		}
		for i, w := range words {
			start := v.now()
			v.word(strings.ToLower(strings.Trim(w, " .,")), 1.15-0.35*float64(i)/float64(len(words)))
			s.words = append(s.words, Word{Text: w, Start: start, End: v.now(), EndsSentence: i == len(words)-1})
			v.pause(0.03)
			if strings.HasSuffix(strings.TrimSpace(w), ",") {
				v.pause(0.15)
			}
		}
		v.pause(0.3)
	}
	s.samples = v.out
	return s
}

type voice struct {
	rate   int
	out    []float32
	phase  float64
	states [3][2]float64
	now3   [3]float64
}

func (v *voice) now() time.Duration {
	return time.Duration(float64(len(v.out)) / float64(v.rate) * float64(time.Second))
}

func (v *voice) pause(seconds float64) {
	v.out = append(v.out, make([]float32, int(seconds*float64(v.rate)))...)
}

// vowels are the resonances in Hz.
var vowels = [][3]float64{{300, 870, 2240}, {270, 2290, 3010}, {390, 1990, 2550}, {530, 1840, 2480}, {660, 1720, 2410}, {730, 1090, 2440}, {570, 840, 2410}, {440, 1020, 2240}, {640, 1190, 2390}, {490, 1350, 1690}}

// word speaks the letters of a word two by two.
func (v *voice) word(letters string, pitch float64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(letters))
	dice := rand.New(rand.NewPCG(h.Sum64(), 1))
	v.now3 = vowels[dice.IntN(len(vowels))]
	for range (len(letters) + 2) / 3 {
		v.hiss(0.03+0.06*dice.Float64(), 800+3500*dice.Float64(), dice)
		v.vowel(vowels[dice.IntN(len(vowels))], (0.09+0.1*dice.Float64())*1, 120*pitch*(0.92+0.16*dice.Float64()))
	}
}

func (v *voice) hiss(seconds, hz float64, dice *rand.Rand) {
	n := int(seconds * float64(v.rate))
	var state [2]float64
	for i := range n {
		x := resonate(&state, dice.NormFloat64()*0.03, hz, 600, v.rate)
		v.out = append(v.out, float32(x*math.Sin(math.Pi*float64(i)/float64(n))))
	}
}

func (v *voice) vowel(to [3]float64, seconds, hz float64) {
	n := int(seconds * float64(v.rate))
	for i := range n {
		v.phase += hz * (1 + 0.1*float64(i)/float64(n)) / float64(v.rate)
		buzz := 0.0
		if v.phase >= 1 {
			v.phase--
			buzz = 1
		}
		sum := 0.0
		for f := range v.now3 {
			v.now3[f] += (to[f] - v.now3[f]) * 30 / float64(v.rate)
			sum += resonate(&v.states[f], buzz, v.now3[f], 70+30*float64(f), v.rate) / float64(1+f)
		}
		v.out = append(v.out, float32(sum*0.35*math.Sqrt(math.Sin(math.Pi*(float64(i)+0.5)/float64(n)))))
	}
}

// resonate is a resonance of two poles.
func resonate(state *[2]float64, x, hz, width float64, rate int) float64 {
	r := math.Exp(-math.Pi * width / float64(rate))
	y := (1-r)*x*4 + 2*r*math.Cos(2*math.Pi*hz/float64(rate))*state[0] - r*r*state[1]
	state[1], state[0] = state[0], y
	return y
}

// at is a sound at another rate, by a windowed sinc.
func (s spoken) at(rate int) spoken {
	if rate == s.rate {
		return s
	}
	ratio := float64(s.rate) / float64(rate)
	cut := min(1, 1/ratio) * 0.95
	half := 8 / cut
	out := spoken{rate: rate, words: s.words, samples: make([]float32, int(float64(len(s.samples))/ratio))}
	for i := range out.samples {
		at := float64(i) * ratio
		sum := 0.0
		for j := max(int(math.Ceil(at-half)), 0); j <= min(int(at+half), len(s.samples)-1); j++ {
			x := at - float64(j)
			w := 0.5 + 0.5*math.Cos(math.Pi*x/half)
			y := cut
			if x != 0 {
				y = math.Sin(math.Pi*x*cut) / (math.Pi * x)
			}
			sum += float64(s.samples[j]) * y * w
		}
		out.samples[i] = float32(sum)
	}
	return out
}

// cut is the part between two moments, with the words whose middle lies in it, at their times in the part.
func (s spoken) cut(from, to time.Duration) spoken {
	place := func(d time.Duration) int { return min(max(int(d.Seconds()*float64(s.rate)), 0), len(s.samples)) }
	out := spoken{rate: s.rate, samples: s.samples[place(from):place(to)]}
	for _, w := range s.words {
		if m := w.middle(); m >= from && m <= to {
			w.Start, w.End = max(w.Start, from)-from, min(w.End, to)-from
			out.words = append(out.words, w)
		}
	}
	return out
}

// then is one sound after another, with a pause between.
func (s spoken) then(pause time.Duration, next spoken) spoken {
	out := spoken{rate: s.rate, samples: append([]float32(nil), s.samples...), words: append([]Word(nil), s.words...)}
	out.samples = append(out.samples, make([]float32, int(pause.Seconds()*float64(s.rate)))...)
	shift := time.Duration(float64(len(out.samples)) / float64(s.rate) * float64(time.Second))
	for _, w := range next.words {
		w.Start, w.End = w.Start+shift, w.End+shift
		out.words = append(out.words, w)
	}
	out.samples = append(out.samples, next.samples...)
	return out
}

// each changes every sample.
func (s spoken) each(change func(float32) float32) spoken {
	out := spoken{rate: s.rate, words: s.words, samples: make([]float32, len(s.samples))}
	for i, x := range s.samples {
		out.samples[i] = change(x)
	}
	return out
}

// source is a sound as a Source, in uneven pieces.
type source struct {
	spoken
	at int
}

func (s *source) Rate() int { return s.rate }

func (s *source) Read(samples []float32) (int, error) {
	n := copy(samples[:min(len(samples), 1+s.at%4001)], s.samples[s.at:])
	s.at += n
	if s.at == len(s.samples) {
		return n, io.EOF
	}
	return n, nil
}
