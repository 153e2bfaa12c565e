package transcriber_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/voice"
)

// ninetyMinutes is the length of the interviews in this file.
const ninetyMinutes = 90 * time.Minute

// An interview of 90 minutes, as an MP3 and as a WAV, is cut, sent and comes back as one text: no
// word is missing or doubled, and every line is within 0.3 s of its time. What is said repeats
// after some minutes, in another order.
func TestNinetyMinutesComeBackAsOneText(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it listens to three hours")
	}
	var talks []speechtest.Speech
	for seed := range uint64(4) {
		talks = append(talks, speechOf(18, 100+seed).Resample(16000))
	}
	w := newWorld(t, talks...)
	for _, f := range []audio.Format{audio.MP3, audio.WAV} {
		path := filepath.Join(w.dir, "interview."+string(f))
		words := interview(t, path, f, talks)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		j := w.job(path)
		j.Limit = info.Size() / 5
		if f == audio.WAV {
			j.Limit = 30_000_000 // made small it would still be longer
		}
		text := w.write(j)
		var said strings.Builder
		for _, word := range words {
			said.WriteString(word.Text)
		}
		same(t, text.Text, said.String())
		near(t, text.Lines, words)
		if n := len(w.paid()); n < 6 || !text.Timed || text.Length < ninetyMinutes {
			t.Errorf("%s: %d parts, %+v", f, n, text.Length)
		}
	}
}

// interview makes a file of talks, one after the other, and gives the words with their times.
func interview(t testing.TB, path string, f audio.Format, talks []speechtest.Speech) (words []voice.Word) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(file)
	rate := talks[0].Rate
	var at time.Duration
	say := func(s speechtest.Speech, length time.Duration) {
		for _, word := range s.Words {
			word.Start, word.End = word.Start+at, word.End+at
			words = append(words, word)
		}
		at += length
	}
	order := func(n int) int { return (n*n + n/3) % len(talks) }
	var failed error
	switch f {
	case audio.MP3:
		// The frames of each talk come from one encoding.
		var frames [][]byte
		var lengths []time.Duration
		for _, s := range talks {
			data, length := framesOf(t, encode(t, audio.MP3, s))
			frames, lengths = append(frames, data), append(lengths, length)
		}
		for n := 0; at < ninetyMinutes && failed == nil; n++ {
			i := order(n)
			_, failed = out.Write(frames[i])
			say(talks[i], lengths[i])
		}
		failed = errors.Join(failed, out.Flush())
	default:
		e, err := audio.NewEncoder(file, f, rate, 1)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; at < ninetyMinutes && failed == nil; n++ {
			i := order(n)
			failed = e.Write(talks[i].Samples)
			say(talks[i], talks[i].Duration())
		}
		failed = errors.Join(failed, e.Close())
	}
	if err := errors.Join(failed, file.Close()); err != nil {
		t.Fatal(err)
	}
	return words
}

// framesOf gives the frames of an MP3 without what stands around them, and how long they are.
func framesOf(t testing.TB, data []byte) (frames []byte, length time.Duration) {
	t.Helper()
	r, err := audio.NewFrameReader(bytes.NewReader(data), audio.MP3)
	if err != nil {
		t.Fatal(err)
	}
	for {
		frame, err := r.Next()
		if errors.Is(err, io.EOF) {
			return frames, length
		}
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, frame.Data...)
		length += time.Duration(frame.Samples) * time.Second / time.Duration(frame.Rate)
	}
}
