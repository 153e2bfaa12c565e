package audio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"parlando/media/container"
)

func testdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func allFrames(t testing.TB, data []byte, f Format) ([]container.Frame, *container.FrameReader) {
	t.Helper()
	r, err := NewFrameReader(bytes.NewReader(data), f)
	if err != nil {
		t.Fatal(err)
	}
	var all []container.Frame
	for {
		frame, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, r
		}
		if err != nil {
			t.Fatal(err)
		}
		frame.Data = bytes.Clone(frame.Data)
		all = append(all, frame)
	}
}

func TestFramesAreReadWholeAndNothingElse(t *testing.T) {
	for _, c := range []struct {
		name           string
		format         Format
		rate, channels int
		samples        int
	}{
		{"speech.mp3", MP3, 24000, 1, 576}, {"speech-44100-stereo.mp3", MP3, 44100, 2, 1152}, {"speech.aac", AAC, 24000, 1, 1024},
	} {
		data := testdata(t, c.name)
		all, r := allFrames(t, data, c.format)
		bytesOf := 0
		for _, f := range all {
			if f.Rate != c.rate || f.Channels != c.channels || f.Samples != c.samples || f.Skipped != 0 {
				t.Fatalf("%s: %+v", c.name, f)
			}
			bytesOf += len(f.Data)
		}
		if len(all) < 30 || r.SkippedBytes() != 0 || len(data)-bytesOf > 600 || len(data) < bytesOf {
			t.Errorf("%s: %d frames, %d bytes of %d, %d left", c.name, len(all), bytesOf, len(data), r.SkippedBytes())
		}
		if c.format == MP3 && (r.Info == nil || r.Info.PaddingBefore == 0 || r.Info.Encoder == "") {
			t.Errorf("%s: padding %+v", c.name, r.Info)
		}
	}
}

func TestAHoleBetweenFramesIsCounted(t *testing.T) {
	data := testdata(t, "speech.mp3")
	whole, _ := allFrames(t, data, MP3)
	clear(data[5000:6000])
	holed, _ := allFrames(t, data, MP3)
	skipped := 0
	for _, f := range holed {
		skipped += f.Skipped
	}
	if lost := len(whole) - len(holed); lost < 5 || skipped < 1000 {
		t.Errorf("%d frames lost, %d bytes skipped", lost, skipped)
	}
}

func TestAHushedFrameIsSilentAndKeepsItsSound(t *testing.T) {
	all, _ := allFrames(t, testdata(t, "speech.mp3"), MP3)
	f := all[20]
	before := bytes.Clone(f.Data)
	f.Silence(0)
	if f.BorrowedBytes() != 0 || len(f.SideInfo()) != 9 || f.MainDataCapacity() != len(f.Data)-4-9 || !bytes.Equal(f.Data[13:], before[13:]) || bytes.Equal(f.Data, before) {
		t.Errorf("reach %d, room %d of %d", f.BorrowedBytes(), f.MainDataCapacity(), len(f.Data))
	}
	// With a checksum: that of ISO 11172-3, which covers what stands around it.
	g := container.Frame{Data: append([]byte{0xff, 0xf2, 0x84, 0xc4, 0x12, 0x34}, bytes.Repeat([]byte{0xaa}, 90)...), FrameHeader: container.FrameHeader{MPEG: 2, Channels: 1, Rate: 24000}}
	g.Silence(0)
	if g.Data[4] == 0x12 && g.Data[5] == 0x34 || g.Data[6] != 0 || g.Data[14] != 0 || g.Data[15] != 0xaa || g.MainDataCapacity() != 96-4-2-9 {
		t.Errorf("% x", g.Data[:20])
	}
}

func TestPacketsOfOpusComeThroughAnOggUnchanged(t *testing.T) {
	for _, name := range []string{"speech.opus", "speech-stereo.opus"} {
		data := testdata(t, name)
		read := func(data []byte) (packets [][]byte, length time.Duration, o *OpusReader) {
			o, err := NewOpusReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			for {
				packet, err := o.Next()
				if errors.Is(err, io.EOF) {
					return packets, length, o
				}
				if err != nil {
					t.Fatal(err)
				}
				l, err := OpusPacketDuration(packet)
				if err != nil {
					t.Fatal(err)
				}
				packets, length = append(packets, packet), length+l
			}
		}
		want, length, o := read(data)
		if !o.Intact() || length < 1600*time.Millisecond || length > 1750*time.Millisecond {
			t.Fatalf("%s: whole %v, %v", name, o.Intact(), length)
		}
		want = append(want, bytes.Repeat([]byte{0xfc}, 255*300), bytes.Repeat([]byte{0xfc}, 255), []byte{0xfc, 1, 2})
		var b bytes.Buffer
		w := container.NewOggWriter(&b, 7)
		for i, packet := range append([][]byte{o.Head, o.Tags}, want...) {
			if err := w.Write(packet, int64(i)); err != nil {
				t.Fatal(err)
			}
			if i < 2 {
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, _, again := read(b.Bytes())
		if !again.Intact() || !bytes.Equal(again.Head, o.Head) || !bytes.Equal(again.Tags, o.Tags) || len(got) != len(want) {
			t.Fatalf("%s: whole %v, %d packets of %d", name, again.Intact(), len(got), len(want))
		}
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("%s: packet %d has changed", name, i)
			}
		}
		// Without one of its pages it is not whole.
		second := bytes.Index(b.Bytes()[300:], []byte("OggS")) + 300
		third := bytes.Index(b.Bytes()[second+4:], []byte("OggS")) + second + 4
		if _, _, o := read(append(bytes.Clone(b.Bytes()[:second]), b.Bytes()[third:]...)); o.Intact() {
			t.Errorf("%s: nobody misses a page", name)
		}
	}
}

// It was looked at for ever.
func TestATagThatEndsWithinItsHeaderEndsTheSound(t *testing.T) {
	for _, name := range []string{"speech.mp3", "speech.aac"} {
		data := append(testdata(t, name), "ID3\x04\x00"...)
		f := MP3
		if name == "speech.aac" {
			f = AAC
		}
		if all, r := allFrames(t, data, f); len(all) < 30 || f == MP3 && r.SkippedBytes() == 0 {
			t.Errorf("%s: %d frames, %d bytes left", name, len(all), r.SkippedBytes())
		}
	}
}

func FuzzFrameReader(f *testing.F) {
	for _, name := range []string{"speech.mp3", "speech.aac", "hostile-panic.mp3", "speech-44100-stereo.mp3"} {
		f.Add(testdata(f, name)[:3000], true)
		f.Add(testdata(f, name)[:3000], false)
	}
	f.Fuzz(func(t *testing.T, data []byte, mp3 bool) {
		format := AAC
		if mp3 {
			format = MP3
		}
		r, err := NewFrameReader(bytes.NewReader(data), format)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for {
			frame, err := r.Next()
			if err != nil {
				if total += r.SkippedBytes(); total > len(data) {
					t.Fatalf("%d bytes of %d", total, len(data))
				}
				return
			}
			total += len(frame.Data) + frame.Skipped
			if frame.Rate <= 0 || frame.Samples <= 0 || frame.MainDataCapacity() < 0 && frame.SideInfo() != nil {
				t.Fatalf("%+v", frame)
			}
			if frame.Silence(0); frame.BorrowedBytes() != 0 && len(frame.SideInfo()) > 0 {
				t.Fatal("a hushed frame reaches back")
			}
		}
	})
}

func FuzzOpusReader(f *testing.F) {
	f.Add(testdata(f, "speech.opus"))
	f.Add(testdata(f, "speech-stereo.opus"))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := NewOpusReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		for {
			packet, err := o.Next()
			if err != nil {
				return
			}
			if l, err := OpusPacketDuration(packet); len(packet) == 0 || err == nil && (l <= 0 || l > 120*time.Millisecond) {
				t.Fatalf("a packet of %d bytes lasts %v", len(packet), l)
			}
		}
	})
}
