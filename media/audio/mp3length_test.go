package audio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"time"

	"parlando/media/container"
)

// toldMP3 is an MP3 whose first frame tells of so many frames and bytes, with the given frames
// behind it.
func toldMP3(like []byte, frames, size uint32, all []byte) []byte {
	h, _ := container.ParseMP3(like)
	first := append(bytes.Clone(like[:container.MP3HeaderSize]), make([]byte, h.Length-container.MP3HeaderSize)...)
	tag := append([]byte("Xing\x00\x00\x00\x03"), binary.BigEndian.AppendUint32(nil, frames)...)
	copy(first[container.MP3HeaderSize+h.SideInfoLength():], binary.BigEndian.AppendUint32(tag, size))
	return append(first, all...)
}

// The length is that of the frames, whatever an encoder told of their number.
func TestMP3ThatTellsAWrongNumberOfFrames(t *testing.T) {
	t.Parallel()
	steady, _ := allFrames(t, fixture(t, "speech.mp3"), MP3)
	h := steady[0].FrameHeader
	// by their bit rates, in an order that repeats within each place that is looked at
	var varying [][]byte
	for _, rate := range []byte{4, 8, 6, 12, 5} {
		f := bytes.Clone(steady[0].Data[:container.MP3HeaderSize])
		f[2] = f[2]&0x0d | rate<<4
		like, _ := container.ParseMP3(f)
		varying = append(varying, append(f, make([]byte, like.Length-container.MP3HeaderSize)...))
	}
	for _, c := range []struct {
		varying bool
		wrong   float64 // by how much the told number is
	}{{false, 1}, {false, 0.25}, {false, 1.1}, {true, 1}, {true, 2}, {true, 1e5}} {
		var all []byte
		count := 0
		for ; len(all) < 500<<10; count++ {
			if c.varying {
				all = append(all, varying[count%len(varying)]...)
			} else {
				all = append(all, steady[count%len(steady)].Data...)
			}
		}
		data := toldMP3(steady[0].Data, uint32(float64(count)*c.wrong), uint32(len(all)), all)
		f, err := Open(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		long := container.Duration(int64(count*h.Samples), h.Rate)
		length, exact := f.Length()
		off := (length - long).Abs()
		if !exact || off > 50*time.Millisecond {
			t.Errorf("%+v: it says %v of %v, exact: %v", c, length, long, exact)
		}
	}
}

// An MP3 whose tag says too small a size is found behind the picture in it.
func TestMP3BehindATagThatSaysTooLittle(t *testing.T) {
	t.Parallel()
	want := whole(t, "speech.mp3")
	for _, size := range []int{10_000, 24 << 10, 36<<10 + 5, 300_000} {
		tag := append([]byte("ID3\x04\x00\x00\x00\x00\x01\x00"), make([]byte, size)...)
		for i := range size {
			tag[10+i] = byte(i*i*7 + i>>8)
		}
		got, err := decode(bytes.NewReader(slices.Concat(tag, fixture(t, "speech.mp3"))))
		if err != nil || len(got) != len(want) {
			t.Error(fmt.Sprint(size, ":"), len(got), "samples of", len(want), err)
		}
	}
}
