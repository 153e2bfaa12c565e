package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"parlando/media/container"
)

// changeBoxes replaces the contents of each box of a kind in an MP4: with none if change returns
// nil. The index of its samples is not changed.
func changeBoxes(data []byte, kind string, change func(body []byte) [][]byte) []byte {
	var all []byte
	for b := range container.Boxes(data) {
		switch {
		case b.Kind == kind:
			for _, body := range change(b.Body) {
				all = append(all, container.MakeBox(kind, body)...)
			}
		case slices.Contains([]string{"moov", "trak", "edts"}, b.Kind):
			all = append(all, container.MakeBox(b.Kind, changeBoxes(b.Body, kind, change))...)
		default:
			all = append(all, container.MakeBox(b.Kind, b.Body)...)
		}
	}
	return all
}

// editedMP4 is speech.m4a with other edits: their starts and lengths, in milliseconds of what it
// decodes to, and a start of -1 for silence.
func editedMP4(t *testing.T, edits ...[2]int) []byte {
	t.Helper()
	return changeBoxes(fixture(t, "speech.m4a"), "elst", func([]byte) [][]byte {
		b := binary.BigEndian.AppendUint32(make([]byte, 4), uint32(len(edits)))
		for _, e := range edits {
			start := uint32(e[0] * 24) // ticks of the track
			if e[0] < 0 {
				start = 1<<32 - 1
			}
			for _, v := range []uint32{uint32(e[1]), start, 1 << 16} {
				b = binary.BigEndian.AppendUint32(b, v)
			}
		}
		return [][]byte{b}
	})
}

// All edits of an MP4 are played, in their order, and each place in them is found.
func TestMP4WithSeveralEdits(t *testing.T) {
	t.Parallel()
	all, err := asItIs(bytes.NewReader(editedMP4(t, [2]int{0, 0})))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		edits [][2]int
		want  [][2]int
	}{
		{[][2]int{{1000, 500}, {100, 700}}, [][2]int{{1000, 1500}, {100, 800}}},
		{[][2]int{{-1, 300}, {1000, 500}, {-1, 100}, {100, 700}, {100, 50}}, [][2]int{{1000, 1500}, {-1, 100}, {100, 800}, {100, 150}}},
		{[][2]int{{1000, 500}, {-1, 1000}, {100, 700}, {-1, 500}}, [][2]int{{1000, 1500}, {-1, 1000}, {100, 800}}},
		{[][2]int{{1000, 500}, {-1, 8_000_000}, {100, 700}}, [][2]int{{1000, 1500}, {100, 800}}},
		{[][2]int{{100, 200}, {300, 200}, {900, 100}}, [][2]int{{100, 500}, {900, 1000}}},
		{[][2]int{{100, 200}, {90_000, 200}, {0, 100}}, [][2]int{{100, 300}, {0, 100}}},
	} {
		var want []float32
		for _, piece := range c.want {
			if piece[0] < 0 {
				want = append(want, make([]float32, 24*piece[1])...)
				continue
			}
			want = append(want, all[24*piece[0]:24*piece[1]]...)
		}
		data := editedMP4(t, c.edits...)
		got, err := asItIs(bytes.NewReader(data))
		if err != nil || len(got) != len(want) || snr(want, got) < 40 {
			t.Errorf("%v: %d samples of %d, %.0f dB, %v", c.edits, len(got), len(want), snr(want, got), err)
			continue
		}
		f, err := Open(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if length, exact := f.Length(); !exact || length != container.Duration(int64(len(want)), 24000) {
			t.Errorf("%v: it says %v, exact: %v", c.edits, length, exact)
		}
		for at := 0; at < len(want); at += 24 * 77 {
			if err := f.Seek(container.Duration(int64(at), 24000)); err != nil {
				t.Fatal(err)
			}
			rest := readAll(t, f)
			if len(rest) < len(want)-at || len(rest) > len(want)-at+1 || snr(want[at:], rest[len(rest)-(len(want)-at):]) < 40 {
				t.Errorf("%v: from %d on %d samples of %d", c.edits, at, len(rest), len(want)-at)
			}
		}
	}
}

// An MP4 that cannot be read any more while it is played is not called damaged.
func TestAnMP4ThatCannotBeReadAnyMore(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"plain": editedMP4(t, [2]int{0, 0}), "several edits": editedMP4(t, [2]int{1000, 500}, [2]int{100, 700}),
	} {
		for how, open := range map[string]func(r io.ReadSeeker) (Decoder, error){
			"Open":       func(r io.ReadSeeker) (Decoder, error) { return Open(r) },
			"NewDecoder": func(r io.ReadSeeker) (Decoder, error) { return NewDecoder(r) },
		} {
			r := &breakingFile{Reader: bytes.NewReader(data)}
			d, err := open(r)
			if err != nil {
				t.Fatal(err)
			}
			r.err = errors.New("the disk is gone")
			if _, err := drain(d); err != r.err { //nolint:errorlint // the very same
				t.Errorf("%s, %s: %T %v", name, how, err, err)
			}
		}
	}
}

// breakingFile is a file that cannot be read any more once it has an error.
type breakingFile struct {
	*bytes.Reader
	err error
}

func (f *breakingFile) Read(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return f.Reader.Read(p)
}

// What is edited cannot be split without decoding it, unless its edits make one piece.
func TestFramesOfAnMP4WithSeveralEdits(t *testing.T) {
	t.Parallel()
	if _, err := ReadMP4(bytes.NewReader(editedMP4(t, [2]int{1000, 500}, [2]int{100, 700}))); !errors.As(err, new(*UnsupportedError)) {
		t.Error(err)
	}
	if s, err := ReadMP4(bytes.NewReader(editedMP4(t, [2]int{100, 200}, [2]int{300, 700}))); err != nil || s.Padding != 100*time.Millisecond {
		t.Error(s, err)
	}
}

// Of two tracks the one is played that is enabled; a track that is disabled is better than none.
func TestMP4WithATrackThatIsDisabled(t *testing.T) {
	t.Parallel()
	whole := len(whole(t, "speech.m4a"))
	disable := func(body []byte) [][]byte {
		body = bytes.Clone(body)
		body[3] &^= 1
		return [][]byte{body}
	}
	disabled := changeBoxes(editedMP4(t, [2]int{0, 300}), "tkhd", disable)
	enabled := container.FindBox(fixture(t, "speech.m4a"), "moov", "trak")
	both := changeBoxes(disabled, "trak", func(body []byte) [][]byte { return [][]byte{body, enabled} })
	if got, err := decode(bytes.NewReader(both)); err != nil || len(got) != whole {
		t.Errorf("%d samples of %d, %v", len(got), whole, err)
	}
	const short = 300 * 24
	if got, err := decode(bytes.NewReader(disabled)); err != nil || len(got) < short || len(got) > short+24 {
		t.Errorf("alone: %d samples of %d, %v", len(got), short, err)
	}
}
