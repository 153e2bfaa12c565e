package audio

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/media/container"
)

// FuzzDecode holds every decoder to its promises for any bytes: no panic, whole frames between -1
// and 1, never nothing without an error, and the same error for ever after the first.
func FuzzDecode(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds:", err)
	}
	// Short ones: what is long takes the fuzzer a minute to make shorter.
	const most = 5000
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), most)], true)
		f.Add(data[max(0, len(data)-most):], false)
	}
	for _, data := range headerLies() {
		f.Add(data[:min(len(data), most)], false)
	}
	f.Fuzz(func(t *testing.T, data []byte, file bool) {
		var r io.Reader = bytes.NewReader(data)
		if !file {
			r = onlyReader{r}
		}
		d, err := NewDecoder(r)
		if err != nil {
			if d != nil {
				t.Errorf("both a decoder and %v", err)
			}
			return
		}
		hold(t, d)
	})
}

// FuzzSeek holds files to theirs: any length and any place of any bytes.
func FuzzSeek(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds:", err)
	}
	for i, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 8000)], uint16(i*100))
	}
	f.Fuzz(func(t *testing.T, data []byte, ms uint16) {
		s, err := Open(bytes.NewReader(data))
		if err != nil {
			if s != nil {
				t.Errorf("both a file and %v", err)
			}
			return
		}
		if length, _ := s.Length(); length < 0 {
			t.Errorf("it is %v long", length)
		}
		for _, to := range []time.Duration{time.Duration(ms) * time.Millisecond, 0, 1 << 62} {
			if err := s.Seek(to); err == nil {
				hold(t, s)
			}
		}
	})
}

// FuzzRepack holds the repacker to its promises for any frames: as many frames as it got, that
// go-mp3 knows the length of, and whose main data are there.
func FuzzRepack(f *testing.F) {
	const most = 1500 // what is long takes the fuzzer a minute to make shorter
	f.Add(fixture(f, "speech-44100-stereo.mp3")[:most])
	f.Fuzz(func(t *testing.T, data []byte) {
		frames, err := startFrames(container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10)), container.FrameHeader{})
		if err != nil || frames.section.MPEG != 1 {
			return
		}
		var whole bytes.Buffer
		r := &mp3Repacker{frames: io.TeeReader(frames, &whole)}
		packed, err := io.ReadAll(r)
		if err != nil && frames.end == nil {
			t.Fatal(err)
		}
		got, reach := 0, 0
		for rest := packed; len(rest) > 0; got++ {
			h, ok := container.ParseMP3(rest)
			if !ok || h.Length == 0 || h.Length > len(rest) {
				t.Fatalf("frame %d: %+v of %d bytes", got, h, len(rest))
			}
			frame := container.Frame{FrameHeader: h, Data: rest[:h.Length]}
			if frame.BorrowedBytes() > reach {
				t.Fatalf("frame %d reaches %d bytes back, of %d", got, frame.BorrowedBytes(), reach)
			}
			reach, rest = frame.MainDataCapacity(), rest[h.Length:]
		}
		for rest := whole.Bytes(); len(rest) > 0; got-- {
			h, _ := container.ParseMP3(rest)
			rest = rest[min(h.Length, len(rest)):]
		}
		if got != 0 {
			t.Errorf("%d frames more than there were", got)
		}
	})
}

// FuzzPCM is FuzzDecode for what any bytes are.
func FuzzPCM(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		hold(t, NewPCMDecoder(bytes.NewReader(data)))
	})
}

// hold reads some seconds of a sound, and looks at what it gets.
func hold(t *testing.T, d Decoder) {
	t.Helper()
	rate, channels := d.Rate(), d.Channels()
	if rate < minRate || rate > maxRate || channels < 1 || channels > maxChannels {
		t.Fatalf("it is %d Hz in %d channels", rate, channels)
	}
	buf := make([]float32, 4096+1)
	for all := 0; all < 500_000; {
		n, err := d.Read(buf)
		all += n
		switch {
		case n == 0 && err == nil:
			t.Fatal("nothing, and no error")
		case n > 0 && err != nil:
			t.Fatalf("%d samples and %v", n, err)
		case n%channels != 0:
			t.Fatalf("%d samples in %d channels", n, channels)
		case d.Rate() != rate || d.Channels() != channels:
			t.Fatal("the shape changed")
		}
		for i, v := range buf[:n] {
			if !(v >= -1 && v <= 1) {
				t.Fatalf("sample %d is %v", i, v)
			}
		}
		if err != nil {
			if _, again := d.Read(buf); again != err { //nolint:errorlint // the very same
				t.Fatalf("first %v, then %v", err, again)
			}
			return
		}
	}
}
