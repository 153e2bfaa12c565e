package audio

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// The samples of the codings of telephones and dictation machines are those of other programs, bit
// by bit: of ffmpeg, and for IMA ADPCM in WAV, which ffmpeg rounds in a way of its own, of SoX.
func TestSamplesOfTelephoneCodingsAreThoseOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"speech-gsm.wav": "b4b7771d2d9b44bd", "speech-ms-adpcm.wav": "94cfc32ea3b6df60", "speech-ima-adpcm.wav": "c0816d1a1ee679ac",
		"speech-ima-adpcm.caf": "489ebdfcb5754bea", "speech-ima-adpcm.mov": "489ebdfcb5754bea",
	} {
		all, err := asItIs(bytes.NewReader(fixture(t, name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sum := sha256.Sum256(appendTo16(nil, all))
		if got := hex.EncodeToString(sum[:8]); got != want {
			t.Errorf("%s: %d samples of sum %s, not %s", name, len(all), got, want)
		}
	}
}

// A CAF of samples may leave out the size of a sample.
func TestCAFWithoutTheSizeOfASample(t *testing.T) {
	t.Parallel()
	data := bytes.Clone(fixture(t, "speech.caf"))
	binary.BigEndian.PutUint32(data[8+12+16:], 0)
	if got, err := asItIs(bytes.NewReader(data)); err != nil || len(got) != len(speech(t)) {
		t.Errorf("%d samples, %v", len(got), err)
	}
}

// QuickTime counts samples instead of packets in the tables of IMA ADPCM.
func TestIMAADPCMOfQuickTimeIsDecoded(t *testing.T) {
	t.Parallel()
	data := bytes.Clone(fixture(t, "speech-ima-adpcm.mov"))
	want, err := asItIs(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	be := binary.BigEndian
	scale := func(box string, at int, value uint32) {
		be.PutUint32(data[bytes.Index(data, []byte(box))+4+at:], value)
	}
	packets := uint32(len(want) / imaAppleFrames)
	scale("stsz", 4, 1)
	scale("stsz", 8, packets*imaAppleFrames)
	scale("stsc", 12, packets*imaAppleFrames)
	scale("stts", 8, packets*imaAppleFrames)
	scale("stts", 12, 1)
	got, err := asItIs(bytes.NewReader(data))
	if err != nil || len(got) != len(want) || snr(want, got) < 200 {
		t.Fatalf("%d samples of %d, %v", len(got), len(want), err)
	}
	checkPlaces(t, opened(t, data), want)
}

// A block whose head is damaged is silent, and what follows is heard at its time.
func TestADamagedBlockIsSilent(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]int{"speech-ms-adpcm.wav": 0, "speech-ima-adpcm.wav": 2, "speech-ima-adpcm.caf": 1} {
		data := bytes.Clone(fixture(t, name))
		want, err := asItIs(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		block := map[bool]int{true: 512, false: imaAppleBytes}[at != 1]
		begin := bytes.Index(data, []byte("data"))
		if at == 1 {
			begin += 16
		} else {
			begin += 8
		}
		data[begin+3*block+at] = 0x7f
		f, err := Open(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		got := readAll(t, f)
		if len(got) != len(want) || f.Damaged() != 1 || snr(want[len(want)/2:], got[len(want)/2:]) < 40 {
			t.Errorf("%s: %d samples of %d, %d damaged", name, len(got), len(want), f.Damaged())
		}
	}
}

// aCAF is a Core Audio file of packets of different sizes. The table of their sizes stands before
// or behind them.
func aCAF(coding string, rate float64, frames uint32, channels uint32, cookie []byte, before, heard int, behind bool, packets ...[]byte) []byte {
	be := binary.BigEndian
	chunk := func(kind string, parts ...[]byte) []byte {
		all := bytes.Join(parts, nil)
		return append(be.AppendUint64([]byte(kind), uint64(len(all))), all...)
	}
	file, _ := binary.Append([]byte("caff\x00\x01\x00\x00desc\x00\x00\x00\x00\x00\x00\x00\x20"), be, rate)
	file = append(file, coding...)
	for _, v := range []uint32{0, 0, frames, channels, 0} {
		file = be.AppendUint32(file, v)
	}
	table := be.AppendUint64(nil, uint64(len(packets)))
	table = be.AppendUint64(table, uint64(heard))
	table = be.AppendUint32(table, uint32(before))
	table = be.AppendUint32(table, uint32(max(0, len(packets)*int(frames)-before-heard)))
	for _, p := range packets {
		table = append(table, 0x80|byte(len(p)>>7), byte(len(p)&0x7f))
	}
	if cookie != nil {
		file = append(file, chunk("kuki", cookie)...)
	}
	data, sizes := chunk("data", make([]byte, 4), bytes.Join(packets, nil)), chunk("pakt", table)
	if behind {
		return append(append(file, data...), sizes...)
	}
	return append(append(file, sizes...), data...)
}

// packetsOfMP4 are the packets of a fixture.
func packetsOfMP4(t *testing.T, name string) (all [][]byte) {
	t.Helper()
	r := bytes.NewReader(fixture(t, name))
	track, err := readMP4Sound(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range track.Packets {
		packet, err := p.Read(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, packet)
	}
	return all
}

// Voice messages of an iPhone are Opus in CAF, of 24,000 Hz and with a table behind the packets;
// other programs write AAC.
func TestCompressedCAFIsDecoded(t *testing.T) {
	t.Parallel()
	aac := packetsOfMP4(t, "speech.m4a")
	opus := packetsOfMP4(t, "speech-opus.mp4")
	esds := []byte{3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 0x13, 0x08}
	samples := len(speech(t))
	for name, c := range map[string]struct {
		data []byte
		rate int
		like float64
	}{
		"Opus":              {aCAF("opus", 24000, 480, 1, nil, 156, samples, true, opus...), 48000, 0.9},
		"Opus, table first": {aCAF("opus", 48000, 960, 1, nil, 312, 2*samples, false, opus...), 48000, 0.9},
		"AAC":               {aCAF("aac ", 24000, 1024, 1, esds, 1024, samples, true, aac...), 24000, 0.98},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Open(bytes.NewReader(c.data))
			if err != nil {
				t.Fatal(err)
			}
			all := readAll(t, f)
			got, err := decode(onlyReader{bytes.NewReader(c.data)})
			if err != nil {
				t.Fatal(err)
			}
			if like, late := match(speech(t), got, 0, 500); like < c.like || late != 0 || f.Rate() != c.rate || len(got) != samples {
				t.Errorf("%d samples of %d at %d Hz, %d late, like the speech by %.3f", len(got), samples, f.Rate(), late, like)
			}
			checkPlaces(t, opened(t, c.data), all)
		})
	}
}
