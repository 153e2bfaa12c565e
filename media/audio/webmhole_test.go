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

// retimed is a WebM or Matroska with the packets of another one, each in a block with a time of its
// own.
func retimed(t *testing.T, data []byte, format Format, timeOf func(block int, at time.Duration) time.Duration) []byte {
	t.Helper()
	file, _, err := openWebM(container.NewReader(bytes.NewReader(data), 0, 64<<10), format)
	if err != nil {
		t.Fatal(err)
	}
	var clusters, cluster []byte
	begun := int64(0)
	flush := func() {
		if len(cluster) > 0 {
			head := element(container.IDClusterTime, binary.BigEndian.AppendUint64(nil, uint64(begun)))
			clusters = append(clusters, element(container.IDCluster, append(head, cluster...))...)
		}
		cluster = nil
	}
	for i := 0; ; i++ {
		block, err := file.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(block.Packets) != 1 {
			t.Fatal(len(block.Packets), err)
		}
		ms := timeOf(i, block.Time).Milliseconds()
		if len(cluster) == 0 || ms-begun > 3000 || ms < begun {
			flush()
			begun = ms
		}
		head := []byte{0x80 | byte(file.Track.Number), byte((ms - begun) >> 8), byte(ms - begun), 0x80}
		cluster = append(cluster, element(container.IDSimpleBlock, append(head, block.Packets[0]...))...)
	}
	flush()
	segment := append(element(container.IDTracks, element(container.IDTrack, file.Track.Payload)), clusters...)
	kind := map[Format]string{WebM: "webm", Matroska: "matroska"}[format]
	return append(element(container.IDEBML, element(0x4282, []byte(kind))), element(container.IDSegment, segment)...)
}

// The sound behind a hole in the times of a WebM stands at its time, whether it is played from the
// start or sought, and what it is long agrees.
func TestAHoleInTheTimesOfAWebMIsSilence(t *testing.T) {
	t.Parallel()
	files := longFiles(t)
	for _, c := range []struct {
		name   string
		data   []byte
		format Format
		hole   time.Duration
		behind time.Duration
	}{
		{"Opus, between clusters", files["long.webm"], WebM, 7500 * time.Millisecond, 6 * time.Second},
		{"Opus, inside a cluster", files["long.webm"], WebM, 800 * time.Millisecond, 7 * time.Second},
		{"Opus, among the first blocks", files["long.webm"], WebM, 2 * time.Second, 100 * time.Millisecond},
		{"Opus, more than a minute", files["long.webm"], WebM, 61 * time.Second, 9 * time.Second},
		{"Vorbis", longVorbisWebM(t, 8), WebM, 4 * time.Second, 5 * time.Second},
		{"Vorbis, among the first blocks", longVorbisWebM(t, 8), WebM, 4 * time.Second, 120 * time.Millisecond},
		{"AAC", aacMatroskaFile(t), Matroska, 3 * time.Second, 700 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			whole, err := asItIs(bytes.NewReader(c.data))
			if err != nil {
				t.Fatal(err)
			}
			same, err := asItIs(bytes.NewReader(retimed(t, c.data, c.format, func(_ int, at time.Duration) time.Duration { return at })))
			if err != nil || !slices.Equal(same, whole) {
				t.Fatalf("without a hole: %d samples of %d, %v", len(same), len(whole), err)
			}
			data := retimed(t, c.data, c.format, func(_ int, at time.Duration) time.Duration {
				if at > c.behind {
					at += c.hole
				}
				return at
			})
			f, err := Open(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			rate := f.Rate()
			got, err := asItIs(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			silent := len(got) - len(whole)
			if d := container.Duration(int64(silent), rate) - c.hole; d.Abs() > 2*time.Millisecond {
				t.Fatalf("%d samples of silence for %v", silent, c.hole)
			}
			from := 0 // of the silence
			for from < len(whole) && got[from] == whole[from] {
				from++
			}
			if near := int(c.behind.Seconds() * float64(rate)); from < near-rate/20 || from > near+rate/10 {
				t.Errorf("the sound differs from %d on, not from %d", from, near)
			}
			if !slices.Equal(got[len(got)-len(whole)+from:], whole[from:]) {
				t.Error("the sound behind the hole is another one")
			}
			if length, exact := f.Length(); !exact {
				t.Errorf("its length is not told exactly: %v", length)
			}
			checkPlaces(t, f, got)
			behind := from + silent
			for _, at := range []int{max(0, from-rate/5), from + rate/100, from + silent/2, behind - rate/50, behind + rate/50, behind + rate/3} {
				checkPlace(t, f, got, container.Duration(int64(at), rate))
			}
		})
	}
}

// aacMatroskaFile is a Matroska of AAC, one packet in each block.
func aacMatroskaFile(t *testing.T) []byte {
	t.Helper()
	return aacMatroska([]byte{0x13, 0x08}, aacFrames(t), 1024*time.Second/24000)
}

// Times that no recorder writes do not make hours of silence of a few bytes, and nothing is lost of
// the sound.
func TestHostileTimesOfAWebM(t *testing.T) {
	t.Parallel()
	data := aacMatroskaFile(t)
	whole, err := asItIs(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		times func(block int, at time.Duration) time.Duration
		most  time.Duration // of silence
	}{
		"a hole of days":      {func(i int, at time.Duration) time.Duration { return at + time.Duration(i/10)*50*time.Hour }, 0},
		"half an hour each":   {func(i int, at time.Duration) time.Duration { return at + time.Duration(i)*30*time.Minute }, 4 * time.Hour},
		"it goes back":        {func(i int, at time.Duration) time.Duration { return at - time.Duration(i/20)*5*time.Second }, 0},
		"back and forth":      {func(i int, at time.Duration) time.Duration { return time.Duration(i%2) * 10 * time.Minute }, time.Hour},
		"one cluster is late": {func(i int, at time.Duration) time.Duration { return at + time.Duration(i/10%2)*2*time.Hour }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := NewDecoder(bytes.NewReader(retimed(t, data, Matroska, c.times)))
			if err != nil {
				t.Fatal(err)
			}
			loud, all := 0, 0
			buf := make([]float32, 1<<16)
			for {
				n, err := d.Read(buf)
				if all += n; errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range buf[:n] {
					if v != 0 {
						loud++
					}
				}
			}
			was := 0
			for _, v := range whole {
				if v != 0 {
					was++
				}
			}
			if silent := container.Duration(int64(all-len(whole)), d.Rate()); silent > c.most || loud != was {
				t.Errorf("%v of silence, %d samples of %d are sound", silent, loud, was)
			}
		})
	}
}

// What follows damage at the very start of a WebM stays at its time, too.
func TestADamagedStartOfAWebMKeepsTheTimes(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{"Opus": longFiles(t)["long.webm"], "Vorbis": longVorbisWebM(t, 4)} {
		want, err := asItIs(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		file, _, err := openWebM(container.NewReader(bytes.NewReader(data), 0, 64<<10), WebM)
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(data)
		for range 10 {
			block, err := file.Next()
			if err != nil {
				t.Fatal(err)
			}
			clear(damaged[block.Offset : block.Offset+int64(block.Size)])
		}
		got, err := asItIs(bytes.NewReader(damaged))
		if more := len(got) - len(want); err != nil || more < -1500 || more > 1500 {
			t.Errorf("%s: %d samples of %d, %v", name, len(got), len(want), err)
		}
		checkPlaces(t, opened(t, damaged), got)
	}
}

// Recorders whose times tremble, such as browsers, leave a place and a length to within some
// milliseconds, so that the length is not called exact.
func TestTremblingTimesOfAWebMAreNotCalledExact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data    []byte
		format  Format
		tremble func(block int, at time.Duration) time.Duration // up to 8 ms
	}{
		"all of it": {longFiles(t)["long.webm"], WebM, func(i int, _ time.Duration) time.Duration { return time.Duration(i*i*7%9) * time.Millisecond }},
		"at the end": {longFiles(t)["long.webm"], WebM, func(i int, at time.Duration) time.Duration {
			return time.Duration(i*i*7%9) * time.Millisecond * (at / (8 * time.Second))
		}},
		"AAC": {aacMatroskaFile(t), Matroska, func(i int, _ time.Duration) time.Duration { return time.Duration(i*i*7%9) * time.Millisecond }},
	} {
		t.Run(name, func(t *testing.T) {
			data := retimed(t, c.data, c.format, func(i int, at time.Duration) time.Duration { return at + c.tremble(i, at) })
			want, err := asItIs(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			f := opened(t, data)
			rate, channels := f.Rate(), f.Channels()
			heard := container.Duration(int64(len(want)/channels), rate)
			if length, exact := f.Length(); exact || (length-heard).Abs() > 12*time.Millisecond {
				t.Errorf("%v are heard, and it says %v (exact: %v)", heard, length, exact)
			}
			for i := range 2 {
				to := heard * time.Duration(i+2) / 4
				if err := f.Seek(to); err != nil {
					t.Fatal(err)
				}
				at := int(int64(to) * int64(rate) / int64(time.Second))
				if off := container.Duration(int64(len(want)/channels-at-len(readAll(t, f))/channels), rate); off.Abs() > 4*time.Millisecond {
					t.Errorf("%v is found %v off", to, off)
				}
			}
		})
	}
}
