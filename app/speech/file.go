package speech

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"parley/media/audio"
	"parley/media/speaker"
)

const (
	// fileClip is how much of an MP3 is one clip of its sound, so that a jump decodes a minute at most and not an hour.
	fileClip = time.Minute
	// warmUp is how many frames are decoded before the first that is heard: frames use what stands in those before.
	warmUp = 12
)

// openFile is the speaker.Opener of a file. An MP3 is a clip for each minute, anything else is one clip.
func (r *reading) openFile(ctx context.Context, clip int) (audio.Decoder, error) {
	f, err := os.Open(r.path)
	if err != nil {
		return nil, unplayable(err)
	}
	file := closing(ctx, f)
	head := make([]byte, 64)
	n, _ := io.ReadFull(file, head)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, unplayable(err)
	}
	if audio.Sniff(head[:n]) == audio.MP3 {
		return minute(file, clip, fileClip)
	}
	if clip > 0 {
		return nil, io.EOF
	}
	d, err := audio.NewDecoder(file)
	if err != nil {
		return nil, unplayable(err)
	}
	return d, nil
}

// framesIn is how many frames are in a clip of about a length.
func framesIn(length time.Duration, f audio.Frame) int {
	return max(1, int(length.Seconds()*float64(f.Rate)/float64(f.Samples)))
}

// clipOfFile is how long the clips of a file are but for the last; 0 for a file that is one clip.
func clipOfFile(path string) time.Duration {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	if _, err := f.Seek(0, io.SeekStart); err != nil || audio.Sniff(head[:n]) != audio.MP3 {
		return 0
	}
	frames, err := audio.NewFrameReader(f, audio.MP3)
	if err != nil {
		return 0
	}
	first, err := frames.Next()
	if err != nil {
		return 0
	}
	return time.Duration(float64(framesIn(fileClip, first)*first.Samples) / float64(first.Rate) * float64(time.Second))
}

// filePlace is where a time of the file is in the sound, and fileTime the way back. Speech.mu is held.
func (r *reading) filePlace(at time.Duration) speaker.Place {
	if r.clip == 0 {
		return speaker.Place{At: at}
	}
	return speaker.Place{Clip: int(at / r.clip), At: at % r.clip}
}

func (r *reading) fileTime(place speaker.Place) time.Duration {
	return time.Duration(place.Clip)*r.clip + place.At
}

// minute decodes one clip of an MP3; io.EOF says that it is shorter.
func minute(file io.Reader, clip int, length time.Duration) (audio.Decoder, error) {
	frames, err := audio.NewFrameReader(file, audio.MP3)
	if err != nil {
		return nil, unplayable(err)
	}
	m := &minuteReader{frames: frames}
	var before []audio.Frame
	for number := 0; ; number++ {
		f, err := frames.Next()
		if errors.Is(err, io.EOF) && number > 0 {
			return nil, io.EOF
		}
		if err != nil {
			return nil, unplayable(err)
		}
		per := framesIn(length, f)
		if number == clip*per {
			m.left = per - 1
			skip := 0
			for _, b := range before {
				m.buf = append(m.buf, b.Data...)
				skip += b.Samples * max(1, b.Channels)
			}
			m.buf = append(m.buf, f.Data...)
			d, err := audio.NewDecoder(m)
			if err != nil {
				return nil, unplayable(err)
			}
			return &trimmed{Decoder: d, skip: skip}, nil
		}
		if before = append(before, f); len(before) > warmUp {
			before = before[1:]
		}
	}
}

// minuteReader gives the bytes of so many more frames.
type minuteReader struct {
	frames *audio.FrameReader
	buf    []byte
	left   int
}

func (m *minuteReader) Read(p []byte) (int, error) {
	if len(m.buf) == 0 {
		if m.left == 0 {
			return 0, io.EOF
		}
		f, err := m.frames.Next()
		if err != nil {
			return 0, err
		}
		m.left--
		m.buf = f.Data
	}
	n := copy(p, m.buf)
	m.buf = m.buf[n:]
	return n, nil
}

// trimmed leaves out samples at the beginning.
type trimmed struct {
	audio.Decoder
	skip int
}

func (t *trimmed) Read(samples []float32) (int, error) {
	for {
		n, err := t.Decoder.Read(samples)
		if t.skip == 0 || err != nil {
			return n, err
		}
		dropped := min(n, t.skip)
		t.skip -= dropped
		if n = copy(samples, samples[dropped:n]); n > 0 {
			return n, nil
		}
	}
}
