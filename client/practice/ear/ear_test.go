package ear_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/client/practice/ear"
	"parlando/client/practice/ear/eartest"
)

// sentences are twenty texts that share words.
var sentences = []string{
	"The lighthouse keeper climbed the stairs every evening, and lit the lamp before the sun went down. ",
	"A small boat came round the point with its sail half torn. Nobody on board could say where they had been. ",
	"In the morning the harbor was full of fish, and the gulls were so loud that no one could sleep. ",
	"Please send the contract to my office by Friday. I will sign it on Monday and send it back. ",
	"The train to the coast leaves at nine, and the last one back is shortly after ten. ",
	"She opened the old box with a bent key and found nothing in it but a letter and a ring. ",
	"We measured the river twice, once from the bridge and once from the boat, and got two answers. ",
	"Every garden needs a bench, a tree to sit under, and somebody who has time for it. ",
	"The recipe wants two eggs, a cup of flour, some butter, and more patience than I have. ",
	"He spoke slowly, as if every word had to be paid for, and then he said nothing more. ",
	"Our new colleague will start in March. She has worked in Lisbon and in Oslo before. ",
	"It rained for nine days, and on the tenth the cellar was full and the street was a river. ",
	"The museum is closed on Mondays, but the garden behind it is always open. ",
	"They counted the votes three times, and three times the result was the same. ",
	"My grandmother kept her money in a tin, her letters in a drawer, and her opinions to herself. ",
	"The bridge was built in two years, and it took ten more to agree on its name. ",
	"There is a word for this in Finnish, but I have forgotten it again. ",
	"Turn left at the church, follow the wall, and ring the bell beside the green door. ",
	"The orchestra tuned for a long time, and some of us thought that this was the piece. ",
	"Nobody believed the forecast, and so everybody got wet on the way home. ",
}

// taught is a memory that knows utterances.
func taught(t testing.TB, all ...eartest.Speech) *ear.Memory {
	t.Helper()
	m := ear.NewMemory(0)
	for _, s := range all {
		if err := s.Enroll(m); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func hear(t testing.TB, m *ear.Memory, s eartest.Speech) ear.Transcript {
	t.Helper()
	got, err := m.Transcribe(t.Context(), s.Source())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// words are the words of what was recognized.
func words(t ear.Transcript) []ear.Word {
	var all []ear.Word
	for _, s := range t.Segments {
		all = append(all, s.Words...)
	}
	return all
}

func bare(words []ear.Word) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Bare()
	}
	return all
}

func middle(w ear.Word) time.Duration { return (w.Start + w.End) / 2 }

// wrong says what is wrong with recognized words: none may be missing but edge at each end, none
// may be there that was not said, and all must be where they were said.
func wrong(got, want []ear.Word, edge int) string {
	for skip := range edge + 1 {
		for miss := range edge + 1 {
			for extra := range edge + 1 {
				for more := range edge + 1 {
					if skip+miss > len(want) || extra+more > len(got) || skip > 0 && extra > 0 || miss > 0 && more > 0 {
						continue
					}
					g, w := got[extra:len(got)-more], want[skip:len(want)-miss]
					if strings.Join(bare(g), " ") != strings.Join(bare(w), " ") {
						continue
					}
					for i := range g {
						if d := (middle(g[i]) - middle(w[i])).Abs(); d > 60*time.Millisecond {
							return fmt.Sprintf("%q is said at %v, not at %v", g[i].Text, middle(w[i]), middle(g[i]))
						}
					}
					return ""
				}
			}
		}
	}
	return fmt.Sprintf("heard %q\n instead of %q", bare(got), bare(want))
}

// changes are what may happen to a sound on its way.
func changes(dice *rand.Rand) map[string]func(eartest.Speech) eartest.Speech {
	return map[string]func(eartest.Speech) eartest.Speech{
		"as it is": func(s eartest.Speech) eartest.Speech { return s },
		"8000 Hz":  func(s eartest.Speech) eartest.Speech { return s.At(8000) },
		"11025 Hz": func(s eartest.Speech) eartest.Speech { return s.At(11025) },
		"16000 Hz": func(s eartest.Speech) eartest.Speech { return s.At(16000) },
		"44100 Hz": func(s eartest.Speech) eartest.Speech { return s.At(44100) },
		"48000 Hz": func(s eartest.Speech) eartest.Speech { return s.At(48000) },
		"quiet":    func(s eartest.Speech) eartest.Speech { return s.Each(func(x float32) float32 { return x * 0.05 }) },
		"clipped": func(s eartest.Speech) eartest.Speech {
			return s.Each(func(x float32) float32 { return max(min(x*4, 1), -1) })
		},
		"8 bits": func(s eartest.Speech) eartest.Speech {
			return s.Each(func(x float32) float32 { return float32(math.Round(float64(x)*128) / 128) })
		},
		"noise": func(s eartest.Speech) eartest.Speech {
			return s.Each(func(x float32) float32 { return x + float32(dice.NormFloat64()*0.004) })
		},
		"between silence": func(s eartest.Speech) eartest.Speech {
			silence := eartest.Speech{Rate: s.Rate, Samples: make([]float32, s.Rate)}
			return silence.Then(0, s).Then(time.Second, silence)
		},
		"dull": func(s eartest.Speech) eartest.Speech {
			last := float32(0)
			return s.Each(func(x float32) float32 { last += (x - last) * 0.3; return last })
		},
	}
}

// worthwhile leaves out most of the changes that differ little from the sound as it is, and most of
// all when each costs ten times as much.
func worthwhile(change string, utterance int) bool {
	if eartest.Raced && utterance > 2 {
		return false
	}
	return change == "as it is" || change == "8000 Hz" || change == "noise" || utterance%7 == len(change)%7
}

// utterances are the sentences, spoken.
var utterances = sync.OnceValue(func() []eartest.Speech {
	all := make([]eartest.Speech, len(sentences))
	for i, s := range sentences {
		all[i] = eartest.Say(s)
	}
	return all
})

var everything = ear.NewMemory(0)

// enrolled tells everything all utterances.
var enrolled = sync.OnceValue(func() error {
	for _, s := range utterances() {
		if err := s.Enroll(everything); err != nil {
			return err
		}
	}
	return nil
})

// wellTaught is a memory that knows all utterances. No test may tell it more.
func wellTaught(t testing.TB) *ear.Memory {
	t.Helper()
	if err := enrolled(); err != nil {
		t.Fatal(err)
	}
	return everything
}

func TestWhatWasSaidIsRecognizedWhole(t *testing.T) {
	all := utterances()
	m := wellTaught(t)
	for name, change := range changes(rand.New(rand.NewPCG(1, 2))) {
		for i, s := range all {
			if !worthwhile(name, i) {
				continue
			}
			s = change(s)
			got := hear(t, m, s)
			if bad := wrong(words(got), s.Words, 0); bad != "" {
				t.Errorf("%s, utterance %d: %s", name, i, bad)
			}
			if got.Text() != s.Text() {
				t.Errorf("%s, utterance %d: %q", name, i, got.Text())
			}
		}
	}
}

func TestAnyPartIsRecognized(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	all := utterances()
	m := wellTaught(t)
	for name, change := range changes(dice) {
		for i, s := range all {
			if !worthwhile(name, i) {
				continue
			}
			whole := s.Duration()
			length := 2*time.Second + time.Duration(dice.Float64()*float64(whole-2*time.Second))
			from := time.Duration(dice.Float64() * float64(whole-length))
			s = change(s.Cut(from, from+length))
			if bad := wrong(words(hear(t, m, s)), s.Words, 1); bad != "" {
				t.Errorf("%s, utterance %d, %v to %v: %s", name, i, from, from+length, bad)
			}
		}
	}
}

func TestNothingIsRecognizedFalsely(t *testing.T) {
	m := wellTaught(t)
	dice := rand.New(rand.NewPCG(5, 6))
	sounds := map[string]eartest.Speech{}
	make5s := func(name string, f func(i int) float64) {
		s := eartest.Speech{Rate: 24000, Samples: make([]float32, 5*24000)}
		for i := range s.Samples {
			s.Samples[i] = float32(f(i))
		}
		sounds[name] = s
	}
	make5s("white noise", func(int) float64 { return dice.NormFloat64() * 0.1 })
	walk := 0.0
	make5s("brown noise", func(int) float64 { walk = walk*0.99 + dice.NormFloat64()*0.01; return walk })
	for _, hz := range []float64{100, 440, 1000, 3000} {
		make5s(fmt.Sprint(hz, " Hz"), func(i int) float64 { return math.Sin(2*math.Pi*hz*float64(i)/24000) / 2 })
	}
	make5s("sweep", func(i int) float64 { x := float64(i) / 24000; return math.Sin(2 * math.Pi * (200 + 300*x) * x) })
	make5s("clicks", func(i int) float64 { return float64(max(0, 1-i%6000)) })
	make5s("beating", func(i int) float64 {
		return math.Sin(2*math.Pi*300*float64(i)/24000) * math.Sin(2*math.Pi*4*float64(i)/24000)
	})
	make5s("buzz", func(i int) float64 { return float64(i%200)/200 - 0.5 })
	for _, text := range []string{
		"When the winter came, we closed the upper rooms and lived beside the stove. ",
		"This sentence was never eartest.Speech before. It only sounds like the others. ",
		"Bring a coat, because the wind from the sea is colder than it looks. ",
		"The committee met for the fourth time without a chair or a table. ",
		"Somebody has painted the fence blue, and I would like to know who it was. ",
		"Ten people came, nine people left, and one is still here. ",
		"A letter from Oslo was lying on the stairs when they came home. ",
		"Fish is sold from the boat before the sun is up. ",
		"I have counted the eggs and there are not enough for everybody. ",
		"Listen to the bell, and tell me when you hear nothing more. ",
	} {
		sounds[text] = eartest.Say(text)
	}
	for name, s := range sounds {
		got := hear(t, m, s)
		if w := words(got); len(w) > 0 {
			t.Errorf("%s: heard %q", name, bare(w))
		}
		if len(got.Segments) == 0 {
			t.Errorf("%s: said to be silent", name)
		}
	}
}
