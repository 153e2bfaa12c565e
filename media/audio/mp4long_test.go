package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"time"

	"parlando/media/container"
)

// tenHours is the head of an audio book of ten hours, whose packets have some 80 bytes each: as
// much as a file of the size it gives.
func tenHours() (head []byte, size int64) {
	const rate, packets, packetSize = 48_000, 10 * 3600 * 48_000 / 1024, 80
	words := func(all ...uint32) (b []byte) {
		for _, v := range all {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	sizes := words(0, 0, packets)
	for i := range packets {
		sizes = binary.BigEndian.AppendUint32(sizes, packetSize+uint32(i%7)-3)
	}
	esds := []byte{0, 0, 0, 0, 3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 0x11, 0x88}
	entry := container.MakeBox("mp4a", make([]byte, 28), container.MakeBox("esds", esds))
	moov := container.MakeBox("moov", container.MakeBox("trak", container.MakeBox("tkhd", words(1, 0, 0, 1)),
		container.MakeBox("mdia", container.MakeBox("mdhd", words(0, 0, 0, rate, packets*1024)), container.MakeBox("minf", container.MakeBox("stbl",
			container.MakeBox("stsd", words(0, 1), entry), container.MakeBox("stts", words(0, 1, packets, 1024)),
			container.MakeBox("stsc", words(0, 1, 1, packets, 1)), container.MakeBox("stsz", sizes), container.MakeBox("stco", words(0, 1, 1<<24)))))))
	head = append(container.MakeBox("ftyp", []byte("M4B \x00\x00\x00\x00")), moov...)
	return append(head, "\x00\x00\x00\x00mdat"...), int64(packets*packetSize) + 1<<24
}

// zeros is a file that has nothing but zeros behind its head.
type zeros struct {
	head     []byte
	size, at int64
}

func (z *zeros) Read(p []byte) (int, error) {
	if z.at >= z.size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), z.size-z.at)]
	clear(p)
	if z.at < int64(len(z.head)) {
		copy(p, z.head[z.at:])
	}
	z.at += int64(len(p))
	return len(p), nil
}

func (z *zeros) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += z.at
	case io.SeekEnd:
		offset += z.size
	}
	z.at = offset
	return offset, nil
}

// An audio book may have as many packets as its size allows, and a small file no more than before.
func TestAnAudioBookOfTenHours(t *testing.T) {
	t.Parallel()
	head, size := tenHours()
	f, err := Open(&zeros{head: head, size: size})
	if err != nil {
		t.Fatal(err)
	}
	if length, exact := f.Length(); !exact || length.Round(time.Second) != 10*time.Hour {
		t.Errorf("it says %v, exact: %v", length, exact)
	}
	if s, err := ReadMP4(&zeros{head: head, size: size}); err != nil || len(s.Frames) < 1_600_000 {
		t.Error(err)
	}
	if _, err := Open(bytes.NewReader(head)); !errors.As(err, new(*DecodeError)) {
		t.Error("a file of seven megabytes:", err)
	}
}

// A fragmented MP4 that was cut off within what tells of a fragment is heard up to there.
func TestMP4CutOffWithinAMoof(t *testing.T) {
	t.Parallel()
	data := fixture(t, "speech-partly-fragmented.mp4")
	begin := bytes.Index(data, []byte("moof")) - 4
	fragment := int(binary.BigEndian.Uint32(data[begin:]))
	fragment += int(binary.BigEndian.Uint32(data[begin+fragment:])) // its mdat
	for _, cut := range []int{begin, begin + fragment} {
		if string(data[cut+4:cut+8]) != "moof" {
			t.Fatal("no fragment begins there")
		}
		want, err := asItIs(bytes.NewReader(data[:cut]))
		if err != nil || len(want) < 10_000 {
			t.Fatal(len(want), err)
		}
		for end := cut + 8; end < cut+int(binary.BigEndian.Uint32(data[cut:])); end += 11 {
			got, err := asItIs(bytes.NewReader(data[:end]))
			if !errors.Is(err, io.ErrUnexpectedEOF) || len(got) < len(want) {
				t.Errorf("%d bytes of a moof: %d samples of %d, %v", end-cut, len(got), len(want), err)
			}
		}
	}
}
