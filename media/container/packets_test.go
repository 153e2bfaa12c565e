package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/media/internal/disktest"
)

// packets sums up the packets of a file: their number, the checksum of all their bytes, and their
// duration in samples per channel, or the time of the last block in milliseconds.
type packets struct {
	count  int
	sum    uint32
	length int64
}

func (p *packets) add(b []byte, length int64) {
	p.count++
	p.sum = crc32.Update(p.sum, crc32.IEEETable, b)
	p.length += length
}

// readPackets reads the packets of a file with the reader of its container.
func readPackets(file io.ReadSeeker, name string) (p packets, err error) {
	r := NewReader(file, 0, 64<<10)
	switch filepath.Ext(name) {
	case ".mp3":
		return readFrames(NewMP3(r))
	case ".aac":
		return readFrames(NewADTS(r))
	case ".ogg", ".oga", ".opus":
		o := NewOgg(r)
		for {
			packet, _, err := o.Next()
			if err != nil {
				return p, err
			}
			p.add(packet, o.Page.Granule-p.length)
		}
	case ".webm", ".mkv", ".mka":
		w, err := NewWebM(r)
		if err != nil {
			return p, err
		}
		for _, w.Track = range w.Tracks {
			if w.Track.Sound {
				break
			}
		}
		for {
			b, err := w.Next()
			if err != nil {
				return p, err
			}
			for _, packet := range b.Packets {
				p.add(packet, b.Time.Milliseconds()-p.length)
			}
		}
	case ".mp4", ".m4a", ".mov":
		t, err := ReadMP4(file, chooseSound)
		if err != nil {
			return p, err
		}
		return p, p.read(file, t.Packets)
	case ".caf":
		c, err := ReadCAF(file)
		if err != nil {
			return p, err
		}
		return p, p.read(file, c.Packets)
	case ".wav":
		w, err := NewWAV(r)
		if err != nil {
			return p, err
		}
		samples, err := io.ReadAll(io.LimitReader(r, w.Size))
		p.add(samples, int64(len(samples)/w.Align))
		if err == nil {
			err = w.NextWAV(r)
		}
		return p, err
	}
	return p, errors.New("no container")
}

func readFrames(frames *FrameReader) (p packets, err error) {
	for {
		f, err := frames.Next()
		if err != nil {
			return p, err
		}
		p.add(f.Data, int64(f.Samples))
	}
}

// read reads the packets of an index, and reports the end as the other readers do.
func (p *packets) read(file io.ReadSeeker, all []MP4Packet) error {
	for _, one := range all {
		b, err := one.Read(file)
		if err != nil {
			return err
		}
		p.add(b, int64(one.Ticks))
	}
	return io.EOF
}

// chooseSound chooses the first track with sound.
func chooseSound(tracks []*MP4) (*MP4, MP4Unit, error) {
	for _, t := range tracks {
		if t.Handler != "soun" {
			continue
		}
		switch d := t.Description; string(d[12:16]) {
		case "sowt": // samples of 16 bits
			return t, MP4Unit{Bytes: 2, Frames: 1}, nil
		case "ima4": // packets of one size
			return t, MP4Unit{Bytes: 34, Frames: 64}, nil
		}
		return t, MP4Unit{}, nil
	}
	return nil, MP4Unit{}, errors.New("it has no sound")
}

// testFiles are files of media/audio/testdata with their packets: the same ones in different
// containers, where a sound was copied from one to the other.
var testFiles = map[string]packets{
	"51/tones.mkv":                 {1, 0x5e737f8a, 0},
	"51/tones.wav":                 {1, 0x5e737f8a, 400},
	"laced.mka":                    {79, 0x2ee95cdd, 1653},
	"lame.mkv":                     {72, 0x184cb5f7, 1559},
	"speech-22050.mp3":             {65, 0x3f278b0a, 37440},
	"speech-44100-stereo.m4a":      {72, 0x007ed52c, 73591},
	"speech-44100-stereo.mp3":      {64, 0x0769b743, 73728},
	"speech-44100-stereo.ogg":      {145, 0x82bfd708, 72567},
	"speech-8000.mp3":              {25, 0xd8bed65c, 14400},
	"speech-flac.mkv":              {23, 0xa99f1dce, 1584},
	"speech-flac.mp4":              {23, 0xa99f1dce, 13164},
	"speech-flac.oga":              {26, 0xc69ffa68, 13164},
	"speech-fragmented.mp4":        {79, 0x62180eb1, 80008},
	"speech-ima-adpcm.mov":         {206, 0xa6859367, 13184},
	"speech-ima-adpcm.wav":         {1, 0x2f5d1762, 27},
	"speech-mp3.mkv":               {71, 0x2906bc11, 1680},
	"speech-mp3.mp4":               {71, 0x2906bc11, 40597},
	"speech-mp3.wav":               {1, 0x65b63de0, 17},
	"speech-mulaw.wav":             {1, 0xa2844602, 39492},
	"speech-opus-fragmented.mp4":   {83, 0xdd1c6b18, 39648},
	"speech-opus.mp4":              {83, 0xdd1c6b18, 39648},
	"speech-opus.caf":              {83, 0x6767dd08, 79680},
	"speech-partly-fragmented.mp4": {40, 0x03c4782d, 40516},
	"speech.m4a":                   {40, 0x03c4782d, 40516},
	"speech-pcm.mkv":               {21, 0xcb05e6dc, 1644},
	"speech-pcm.mov":               {2, 0xcb05e6dc, 0},
	"speech-stereo.opus":           {85, 0x19c91bdd, 79296},
	"speech-video-fragmented.mp4":  {40, 0xc4f85c99, 40528},
	"speech-video.mkv":             {40, 0xc4f85c99, 1664},
	"speech-video.mov":             {40, 0xc4f85c99, 40516},
	"speech-video.mp4":             {40, 0xc4f85c99, 40516},
	"speech-video.webm":            {83, 0x73e20509, 1641},
	"speech.webm":                  {83, 0x73e20509, 1641},
	"speech-vorbis.webm":           {109, 0x7cd4b470, 1648},
	"speech.aac":                   {40, 0x01b67860, 40960},
	"speech.mp3":                   {71, 0x18400fdc, 40896},
	"speech.ogg":                   {112, 0x7a81dbc3, 39492},
	"speech.opus":                  {85, 0x6de2afd8, 79296},
	"speech.wav":                   {1, 0xaa795b92, 39492},
	"unsupported/ac3.mkv":          {5, 0x14d8d1cc, 192},
	"unsupported/alac.m4a":         {2, 0x59951b61, 4800},
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "audio", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEveryPacketIsFound(t *testing.T) {
	for name, want := range testFiles {
		disk := disktest.Open(fixture(t, name), 1<<30)
		if got, err := readPackets(disk, name); got != want || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %d packets, %#x, %d long; %v", name, got.count, got.sum, got.length, err)
		}
	}
}

// The error of a disk is returned unchanged, wherever it fails.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	for name := range testFiles {
		data := fixture(t, name)
		for n := 0; ; n++ {
			disk := disktest.Open(data, n)
			_, err := readPackets(disk, name)
			if !disk.Failed {
				break
			}
			if !errors.Is(err, disktest.ErrDisk) {
				t.Errorf("%s: call %d failed, but the error is %v", name, n, err)
			}
		}
	}
}

// The clusters of a WebM are found without reading its blocks, and every error of the disk is told.
func TestEveryClusterIsFound(t *testing.T) {
	for _, name := range []string{"speech.webm", "speech-vorbis.webm", "speech-video.mkv", "laced.mka"} {
		data := slices.Concat(fixture(t, name), fixture(t, name))
		want := bytes.Count(data, []byte{0x1f, 0x43, 0xb6, 0x75}) / 2
		for n := 0; ; n++ {
			disk := disktest.Open(data, n)
			w, err := NewWebM(NewReader(disk, 0, 16)) // whose buffer ends anywhere
			if err == nil {
				w = w.ContinueAt(w.in)
			}
			count, last := 0, time.Duration(-1)
			for err == nil {
				var c WebMCluster
				if c, err = w.NextCluster(); errors.Is(err, ErrAnotherFile) && c.Offset != int64(len(data)/2) {
					t.Errorf("%s: another file at %d", name, c.Offset)
				}
				if err == nil {
					if count++; c.Time <= last || !bytes.HasPrefix(data[c.Offset:], []byte{0x1f, 0x43, 0xb6, 0x75}) {
						t.Fatalf("%s: %+v", name, c)
					}
					last = c.Time
				}
			}
			if !disk.Failed {
				if count != want || !errors.Is(err, ErrAnotherFile) {
					t.Errorf("%s: %d clusters of %d, %v", name, count, want, err)
				}
				break
			}
			if !errors.Is(err, disktest.ErrDisk) {
				t.Errorf("%s: call %d failed, but the error is %v", name, n, err)
			}
		}
	}
}

// Whatever of a file is missing, no more and no other packets are found than in the whole.
func TestAFileThatIsCutOffHasNoOtherPackets(t *testing.T) {
	for name, whole := range testFiles {
		data := fixture(t, name)
		for n := 0; n < len(data); n += 1 + n/10 {
			got, err := readPackets(disktest.Open(data[:n], 1<<30), name)
			if err == nil || got.count > whole.count || got.length > whole.length {
				t.Errorf("%s: %+v in %d bytes, %v", name, got, n, err)
			}
		}
	}
}

// A header that lies is an error, not a file without packets.
func TestHeadersThatAreRefused(t *testing.T) {
	const wav = "RIFF\x00\x00\x00\x00WAVE"
	sizes := func(first uint32) string {
		data := fixture(t, "speech.m4a")
		at := bytes.Index(data, []byte("stsz"))
		binary.BigEndian.PutUint32(data[at+16:], first)
		return string(data)
	}
	for name, data := range map[string]string{
		"samples first.wav":     wav + "data\x00\x00\x00\x00" + "fmt \x10\x00\x00\x00" + strings.Repeat("\x00", 16),
		"short format.wav":      wav + "fmt \x0f\x00\x00\x00" + strings.Repeat("\x00", 16) + "data\x00\x00\x00\x00",
		"sound first.webm":      string(MakeElement(IDSegment, MakeElement(IDCluster), MakeElement(IDTracks))),
		"element of no id.webm": "\x00\x00\x00\x00",
		"endless tracks.webm":   string(MakeElementHeader(IDTracks, maxElement+1)) + strings.Repeat("\x00", maxElement+1),
		"no tracks.mp4":         string(MakeBox("moov")),
		"box of no size.mp4":    "\x00\x00\x00\x07ftyp",
		"large packet.mp4":      sizes(maxPacket + 1),
		"no description.caf":    "caff\x00\x01\x00\x00data" + strings.Repeat("\x00", 100),
	} {
		if got, err := readPackets(strings.NewReader(data), name); err == nil || errors.Is(err, io.EOF) || got.count > 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
