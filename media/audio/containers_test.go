package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/media/container"
)

// aacMatroska puts frames of AAC into a Matroska, described by an AudioSpecificConfig.
func aacMatroska(config []byte, frames [][]byte, frame time.Duration) []byte {
	return matroskaOf(nil, config, frames, frame)
}

// matroskaOf is aacMatroska with more that its track tells.
func matroskaOf(more, config []byte, frames [][]byte, frame time.Duration) []byte {
	track := bytes.Join([][]byte{
		more,
		element(container.IDTrackNumber, []byte{1}), element(container.IDTrackType, []byte{2}),
		element(container.IDCodec, []byte("A_AAC")), element(container.IDCodecPrivate, config),
	}, nil)
	cluster := element(container.IDClusterTime, []byte{0})
	for i, f := range frames {
		at := uint16(time.Duration(i) * frame / time.Millisecond)
		cluster = append(cluster, element(container.IDSimpleBlock, append([]byte{0x81, byte(at >> 8), byte(at), 0x80}, f...))...)
	}
	segment := append(element(container.IDTracks, element(container.IDTrack, track)), element(container.IDCluster, cluster)...)
	return append(element(0x1a45dfa3, element(0x4282, []byte("matroska"))), element(container.IDSegment, segment)...)
}

// aacFrames are the frames of speech.aac without their headers, 24,000 Hz in one channel.
func aacFrames(t testing.TB) [][]byte {
	t.Helper()
	r, err := NewFrameReader(bytes.NewReader(fixture(t, "speech.aac")), AAC)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, bytes.Clone(container.ADTSPayload(f.Data)))
	}
}

// withSBR puts an element of SBR before the end mark of a frame, which is in its last three bits
// that are one.
func withSBR(frame []byte, payload []byte) []byte {
	end := 8 * len(frame)
	for frame[(end-1)>>3]>>(7-(end-1)&7)&1 == 0 {
		end--
	}
	end -= 3
	var bits []byte // each of them in a byte
	put := func(v, n int) {
		for n--; n >= 0; n-- {
			bits = append(bits, byte(v>>n&1))
		}
	}
	r := &highBits{b: frame}
	for range end {
		put(r.take(1), 1)
	}
	put(aacFill, 3)
	put(15, 4)
	put(len(payload)+1-14, 8)
	put(13, 4)
	for _, b := range payload {
		put(int(b), 8)
	}
	put(0, 4)
	put(aacEnd, 3)
	out := make([]byte, (len(bits)+7)/8)
	for i, b := range bits {
		out[i/8] |= b << (7 - i%8)
	}
	return out
}

// Of HE-AAC the core is heard, whether a header tells of SBR or only the frames do.
func TestHEAACIsHeardInHalfTheBand(t *testing.T) {
	t.Parallel()
	frames := aacFrames(t)
	wide := make([][]byte, len(frames))
	for i, f := range frames {
		payload := make([]byte, 30)
		for k := range payload {
			payload[k] = byte(i*31 + k*k*7)
		}
		payload[3], payload[9] = 0xd0, 0xde // what looks like another element
		wide[i] = withSBR(f, payload)
	}
	const frame = 1024 * time.Second / 24000
	plain, err := asItIs(bytes.NewReader(aacMatroska([]byte{0x13, 0x08}, frames, frame)))
	if err != nil {
		t.Fatal(err)
	}
	// 24,000 Hz of AAC-LC, the same of HE-AAC at 48,000 Hz, and of HE-AAC v2.
	for name, config := range map[string][]byte{
		"implicit": {0x13, 0x08}, "HE-AAC": {0x2b, 0x09, 0x88}, "HE-AAC v2": {0xeb, 0x09, 0x88},
		"HE-AAC behind the core": {0x13, 0x08, 0x56, 0xe5, 0x98}, "HE-AAC v2 behind the core": {0x13, 0x08, 0x56, 0xe5, 0x9d, 0x48, 0x80},
	} {
		f, err := Open(bytes.NewReader(aacMatroska(config, wide, frame)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := readAll(t, f)
		if f.Rate() != 24000 || f.Damaged() > 0 || len(got) != len(plain) || snr(plain, got) < 60 {
			t.Errorf("%s: %d samples of %d at %d Hz, %d damaged, %.0f dB", name, len(got), len(plain), f.Rate(), f.Damaged(), snr(plain, got))
		}
	}
}

// Files of HE-AAC that another program wrote sound like the speech, at the rate of the core, as
// long and at the time that they say.
func TestFilesOfHEAACAreDecoded(t *testing.T) {
	t.Parallel()
	want := speech(t)
	for name, is := range map[string]shape{
		"v1.m4a": {24000, 1}, "v1.aac": {24000, 1}, "v1-stereo.m4a": {22050, 2}, "v1-stereo.aac": {22050, 2}, "v2.m4a": {22050, 1}, "v2.aac": {22050, 1},
	} {
		data := fixture(t, filepath.Join("he-aac", name))
		f, err := Open(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		length, _ := f.Length()
		all := readAll(t, f)
		got, err := decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		correlation, late := match(want, got, 0, 6000)
		heard := container.Duration(int64(len(all)/f.Channels()), f.Rate())
		t.Logf("%s: %.3f, %d late, %v of %v", name, correlation, late, heard, length)
		if (shape{f.Rate(), f.Channels()}) != is || f.Damaged() > 0 || correlation < 0.9 || strings.HasSuffix(name, "m4a") && late != 0 || (length-heard).Abs() > time.Millisecond {
			t.Errorf("%s: %d Hz in %d channels, %d damaged, %.3f like the speech, %v of %v", name, f.Rate(), f.Channels(), f.Damaged(), correlation, heard, length)
		}
	}
}

// What a kind of AAC is called is said, not that it is damaged.
func TestKindsOfAACAreNamed(t *testing.T) {
	t.Parallel()
	for want, config := range map[string][]byte{
		"AAC Main": {0x0b, 0x08}, "AAC LTP": {0x23, 0x08}, "AAC-ELD": {0xf8, 0xe6, 0x20, 0x00}, "xHE-AAC (USAC)": {0xf9, 0x46, 0x20, 0x00},
		"AAC with frames of 960 samples": {0x13, 0x0c}, "AAC with an unusual arrangement of channels": {0x13, 0x00},
	} {
		_, err := NewDecoder(bytes.NewReader(aacMatroska(config, aacFrames(t), time.Millisecond)))
		var is *UnsupportedError
		if !errors.As(err, &is) || is.Name != want {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A Matroska whose packets are compressed besides, as mkvmerge can, is called that and not damaged.
func TestACompressedMatroskaIsNamed(t *testing.T) {
	t.Parallel()
	const compression, encoding = 0x5034, 0x6240
	config := []byte{0x13, 0x08}
	for i, encodings := range [][]byte{nil, element(encoding, element(compression, nil))} {
		data := matroskaOf(element(container.IDEncodings, encodings), config, aacFrames(t), time.Millisecond)
		_, err := decode(bytes.NewReader(data))
		if is := errors.As(err, new(*UnsupportedError)); is != (i == 1) || err != nil && !is {
			t.Errorf("%x: %v", encodings, err)
		}
	}
}

// An MP4 may begin with room that was left before it.
func TestMP4BehindFreeSpace(t *testing.T) {
	data := bytes.Clone(fixture(t, "speech.m4a"))
	copy(data[4:], "free")
	if got, err := decode(bytes.NewReader(data)); err != nil || len(got) != len(whole(t, "speech.m4a")) {
		t.Errorf("%d samples, %v", len(got), err)
	}
}

// changingMP4 joins sounds of AAC in ADTS without encoding them anew: each chunk has its own
// description.
func changingMP4(t *testing.T, ticksPerSecond uint32, all ...[]byte) []byte {
	t.Helper()
	box := func(kind string, payload ...[]byte) []byte {
		all := bytes.Join(payload, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(all))), kind...), all...)
	}
	words := func(all ...uint32) (b []byte) {
		for _, v := range all {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	number := uint32(len(all))
	ftyp := box("ftyp", []byte("M4A \x00\x00\x00\x00"))
	var mdat, entries, sizes []byte
	times, chunks, groups := words(0, number), words(0, number), words(0, number)
	count, ticks := uint32(0), uint32(0)
	for i, data := range all {
		frames, _ := allFrames(t, data, AAC)
		chunks = append(chunks, words(uint32(len(ftyp)+8+len(mdat)))...)
		groups = append(groups, words(uint32(i+1), uint32(len(frames)), uint32(i+1))...)
		each := uint32(1024 * int(ticksPerSecond) / frames[0].Rate)
		times = append(times, words(uint32(len(frames)), each)...)
		ticks += each * uint32(len(frames))
		for _, f := range frames {
			mdat = append(mdat, f.Data[7:]...)
			sizes = append(sizes, words(uint32(len(f.Data)-7))...)
			count++
		}
		config := adtsConfig(frames[0].FrameHeader).core(frames[0].Channels)
		esds := append([]byte{0, 0, 0, 0, 3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2}, config...)
		entries = append(entries, box("mp4a", make([]byte, 28), box("esds", esds))...)
	}
	stbl := box("stbl", box("stsd", words(0, number), entries), box("stts", times), box("stsc", groups),
		box("stsz", words(0, 0, count), sizes), box("stco", chunks))
	moov := box("moov", box("trak", box("tkhd", words(0, 0, 0, 1)),
		box("mdia", box("mdhd", words(0, 0, 0, ticksPerSecond, ticks)), box("minf", stbl))))
	return slices.Concat(ftyp, box("mdat", mdat), moov)
}

// An MP4 whose AAC becomes another kind inside is named; one whose descriptions are alike is
// played.
func TestAnMP4ThatChangesInsideIsNamed(t *testing.T) {
	t.Parallel()
	var named *UnsupportedError
	if _, err := decode(bytes.NewReader(changingMP4(t, 14_112_000, fixture(t, "speech.aac"), aacOf(t, 44100, 2)))); !errors.As(err, &named) {
		t.Error(err)
	}
	want := speech(t)
	got, err := decode(bytes.NewReader(changingMP4(t, 14_112_000, fixture(t, "speech.aac"), fixture(t, "speech.aac"))))
	if err != nil || len(got) < 2*len(want) || len(got) > 2*len(want)+6000 {
		t.Errorf("twice %d samples became %d, %v", len(want), len(got), err)
	}
}

// withITunesGap is speech.m4a without its edit list and with a tag of iTunes.
func withITunesGap(t *testing.T, tag string) []byte {
	t.Helper()
	data := bytes.Clone(fixture(t, "speech.m4a"))
	moov := bytes.Index(data, []byte("moov"))
	for _, kind := range []string{"edts", "udta"} {
		copy(data[bytes.Index(data, []byte(kind)):], "free")
	}
	box := func(kind string, payload ...[]byte) []byte {
		all := bytes.Join(payload, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(all))), kind...), all...)
	}
	more := box("udta", box("meta", make([]byte, 4), box("ilst", box("----",
		box("mean", []byte("\x00\x00\x00\x00com.apple.iTunes")), box("name", []byte("\x00\x00\x00\x00iTunSMPB")),
		box("data", []byte{0, 0, 0, 1, 0, 0, 0, 0}, []byte(tag))))))
	size := binary.BigEndian.Uint32(data[moov-4:])
	if moov-4+int(size) != len(data) {
		t.Fatal("the fixture does not end with its header")
	}
	binary.BigEndian.PutUint32(data[moov-4:], size+uint32(len(more)))
	return append(data, more...)
}

// Where no edit list tells of the ends of a sound, what iTunes writes does.
func TestMP4GapOfITunes(t *testing.T) {
	samples := len(speech(t))
	for _, short := range []string{"", " 00000000", " 00000000 00000400 000001F4"} {
		f, err := Open(bytes.NewReader(withITunesGap(t, short)))
		if err != nil {
			t.Fatalf("%q: %v", short, err)
		}
		if got := readAll(t, f); len(got) < samples {
			t.Errorf("%q: %d samples of %d", short, len(got), samples)
		}
	}
	f, err := Open(bytes.NewReader(withITunesGap(t, fmt.Sprintf(" 00000000 %08X %08X %016X 00000000", 1024, 500, samples))))
	if err != nil {
		t.Fatal(err)
	}
	length, exact := f.Length()
	got := readAll(t, f)
	if _, late := match(speech(t), got, 0, 2000); late != 0 || len(got) != samples {
		t.Errorf("%d samples of %d, %d late", len(got), samples, late)
	}
	if want := container.Duration(int64(samples), 24000); !exact || (length-want).Abs() > time.Millisecond {
		t.Errorf("it says %v, not %v", length, want)
	}
}

// Sounds that were joined are each decoded by their own headers, and sound like the first one.
func TestChainedOggOfDifferentSettings(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{
		{"speech-44100-stereo.ogg", "speech.ogg"},
		{"speech.ogg", "speech-44100-stereo.ogg", "speech.ogg"},
		{"speech.opus", "speech-stereo.opus"},
		{"speech.ogg", "speech.opus", "speech-flac.oga"},
	} {
		var data []byte
		var wants [][]float32
		for i, name := range names {
			link := fixture(t, name)
			if i > 0 {
				link = anotherSerial(t, link, uint32(100+i))
			}
			data = append(data, link...)
			wants = append(wants, whole(t, name))
		}
		f, err := Open(bytes.NewReader(data))
		if err != nil {
			t.Fatal(names, err)
		}
		got := readAll(t, Resample(Mono(f), 24000))
		all := 0
		for _, want := range wants {
			all += len(want)
		}
		if len(got)-all > 50 || all-len(got) > 50 {
			t.Errorf("%v: %d samples of %d", names, len(got), all)
		}
		at := 0
		for i, want := range wants {
			if c, late := match(want[:len(want)-400], got[max(0, at-50):], 0, 100); c < 0.98 {
				t.Errorf("%v: %s sounds like itself by %.3f only, %d late", names, names[i], c, late-min(50, at))
			}
			at += len(want)
		}
		for _, share := range []float64{0.1, 0.4, 0.6, 0.95} {
			frame := int(share * float64(len(got)))
			if err := f.Seek(container.Duration(int64(frame), 24000)); err != nil {
				t.Fatal(err)
			}
			part := readAll(t, Resample(Mono(f), 24000))
			if rest := len(got) - frame; len(part)-rest > 50 || rest-len(part) > 50 {
				t.Errorf("%v: from %d on there are %d samples of %d", names, frame, len(part), rest)
			}
			part = part[:min(2400, len(part))]
			if c, late := match(part, got[max(0, frame-48):], 0, 96); level(part) > 0.01 && (c < 0.98 || late > 48+24 || late < 48-24) {
				t.Errorf("%v: at %d it correlates by %.3f, %d off", names, frame, c, late-48)
			}
		}
	}
}

// level is the root mean square of samples.
func level(samples []float32) float64 {
	sum := 0.
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(max(1, len(samples))))
}

// anotherSerial gives all pages of an Ogg another number of their stream.
func anotherSerial(t testing.TB, data []byte, serial uint32) []byte {
	t.Helper()
	pages := container.NewOgg(container.NewReader(bytes.NewReader(data), 0, 64<<10))
	var all []byte
	for {
		p, err := pages.NextPage()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		binary.LittleEndian.PutUint32(p.Data[14:], serial)
		if err := container.RenumberOggPage(p.Data, binary.LittleEndian.Uint32(p.Data[18:]), p.Granule, p.Last); err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Data...)
	}
}

// One changed byte silences the place where it stands and nothing else: what follows is heard at
// its time.
func TestOneChangedByteIsAShortSilence(t *testing.T) {
	t.Parallel()
	for name, most := range map[string]time.Duration{
		"speech.m4a": 130 * time.Millisecond, "speech.aac": 130 * time.Millisecond, "speech-video.mkv": 130 * time.Millisecond,
		"speech.flac": 200 * time.Millisecond, "speech-flac.mkv": 600 * time.Millisecond, "speech-flac.mp4": 600 * time.Millisecond,
		"speech-51.aac": 130 * time.Millisecond, "speech-opus.mp4": 200 * time.Millisecond,
		// a page is lost whole
		"long.opus": 1300 * time.Millisecond, "long.ogg": 1700 * time.Millisecond,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := longFiles(t)[name]
			if data == nil {
				data = fixture(t, name)
			}
			want, err := asItIs(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			places := 0
			for share := 15; share <= 85; share += 5 {
				damaged := bytes.Clone(data)
				at := len(data) * share / 100
				damaged[at] ^= 0x55
				f, err := Open(bytes.NewReader(damaged))
				if err != nil {
					continue // the header
				}
				got, err := drain(f)
				places += f.Damaged()
				touched, block := time.Duration(0), f.Rate()/100*f.Channels()
				for i := 0; i+block <= min(len(want), len(got)); i += block {
					// Noise that a decoder makes up is never the same.
					if level(want[i:i+block]) > 0.01 && snr(want[i:i+block], got[i:i+block]) < 3 {
						touched += 10 * time.Millisecond
					}
				}
				if cut := len(want) - len(got); err != nil || cut > int(most.Seconds()*float64(f.Rate()))*f.Channels() || cut < -f.Rate()/500 {
					t.Errorf("at %d %%: %d samples of %d, %v", share, len(got), len(want), err)
				} else if touched > most {
					t.Errorf("at %d %%: %v is not as it was, %d places", share, touched, f.Damaged())
				}
			}
			if places == 0 && name != "speech-opus.mp4" { // any bytes are Opus
				t.Error("nothing was told")
			}
		})
	}
}

// Where the first page of sound is missing, there is silence too.
func TestTheFirstMissingPageOfAnOggIsSilence(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"long.opus", "long.ogg"} {
		data := longFiles(t)[name]
		want, err := asItIs(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r := container.NewOgg(container.NewReader(bytes.NewReader(data), 0, 64<<10))
		page, err := r.NextPage()
		for err == nil && page.Granule <= 0 {
			page, err = r.NextPage()
		}
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(data)
		damaged[page.Offset+int64(len(page.Data))/2] ^= 0x55
		f, err := Open(bytes.NewReader(damaged))
		if err != nil {
			t.Fatal(err)
		}
		got, err := drain(f)
		if d := len(got) - len(want); err != nil || f.Damaged() != 1 || d < -f.Rate()/50 || d > f.Rate()/50 {
			t.Errorf("%s: %d samples of %d, %d damaged places, %v", name, len(got), len(want), f.Damaged(), err)
		}
		half := len(want) / 2 / f.Channels() * f.Channels()
		if n := min(len(got), len(want)); n < half || snr(want[half:n], got[half:n]) < 20 {
			t.Errorf("%s: what follows is not at its time", name)
		}
	}
}

// After many damaged frames in a row a sound is over.
func TestMuchDamageEndsASound(t *testing.T) {
	t.Parallel()
	frames := aacFrames(t)
	for len(frames) < 4*damageMost {
		frames = append(frames, []byte{0x2a, 0xff, 0xff})
	}
	d, err := NewDecoder(bytes.NewReader(aacMatroska([]byte{0x13, 0x08}, frames, 10*time.Millisecond)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := drain(d)
	if whole := len(aacFrames(t)) * 1024; !errors.As(err, new(*DecodeError)) || len(got) != whole {
		t.Errorf("%d samples of %d, %v", len(got), whole, err)
	}
	if d, err = NewDecoder(bytes.NewReader(damagedPackets(t, longFiles(t)["long.opus"]))); err != nil {
		t.Fatal(err)
	}
	if got, err = drain(d); !errors.As(err, new(*DecodeError)) || len(got) < d.Rate()*d.Channels() {
		t.Errorf("%d samples of an Opus file, %v", len(got), err)
	}
}

// damagedPackets is an Opus file in which all packets after a few pages say that they have no
// frames. Its pages are whole.
func damagedPackets(t *testing.T, data []byte) (all []byte) {
	t.Helper()
	pages := container.NewOgg(container.NewReader(bytes.NewReader(data), 0, 64<<10))
	for n := 0; ; n++ {
		p, err := pages.NextPage()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		segments := p.Data[27 : 27+int(p.Data[26])]
		starts, at := true, 27+len(segments)
		for _, size := range segments {
			if n >= 5 && starts && size > 1 {
				p.Data[at], p.Data[at+1] = p.Data[at]|3, 0
			}
			starts = size < 255
			at += int(size)
		}
		if err := container.RenumberOggPage(p.Data, p.Number, p.Granule, p.Last); err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Data...)
	}
}

// Places are found in Vorbis in WebM, though its first packet there gives no sound.
func TestSeekInVorbisInWebM(t *testing.T) {
	t.Parallel()
	f := opened(t, longVorbisWebM(t, 12))
	checkPlaces(t, f, readAll(t, f))
}

// longVorbisWebM repeats the blocks of a Vorbis, in clusters of a second or so.
func longVorbisWebM(t testing.TB, times int) []byte {
	t.Helper()
	w, err := newWebMAt(t)
	if err != nil {
		t.Fatal(err)
	}
	var packets [][]byte
	for {
		packet, _, err := w.take()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		packets = append(packets, bytes.Clone(packet))
	}
	d, err := w.codec.open()
	if err != nil {
		t.Fatal(err)
	}
	var clusters, cluster []byte
	begun, samples := int64(0), int64(0)
	flush := func() {
		if len(cluster) > 0 {
			head := element(container.IDClusterTime, binary.BigEndian.AppendUint32(nil, uint32(begun)))
			clusters = append(clusters, element(container.IDCluster, append(head, cluster...))...)
		}
		cluster = nil
	}
	const before = 256 // as ffmpeg counts what the first packet has
	for range times {
		for i, p := range packets {
			out, err := d.decode(p)
			if err != nil {
				t.Fatal(err)
			}
			ms := ((samples+before)*1000 + 12000) / 24000
			if i == 0 && samples == 0 {
				ms = 0
			}
			if ms-begun > 900 {
				flush()
				begun = ms
			}
			cluster = append(cluster, element(container.IDSimpleBlock, append([]byte{0x81, byte((ms - begun) >> 8), byte(ms - begun), 0x80}, p...))...)
			samples += int64(len(out))
		}
	}
	flush()
	segment := append(element(container.IDTracks, element(container.IDTrack, w.file.Track.Payload)), clusters...)
	return append(element(0x1a45dfa3, element(0x4282, []byte("webm"))), element(container.IDSegment, segment)...)
}

func newWebMAt(t testing.TB) (*webmSource, error) {
	t.Helper()
	s, err := newWebM(container.NewReader(bytes.NewReader(fixture(t, "speech-vorbis.webm")), 0, 32<<10), WebM)
	if err != nil {
		return nil, err
	}
	return s.src.(*webmSource), nil
}

// beside puts the pages of two Oggs side by side: both begin, then come pages of one and of the
// other in turn.
func beside(t *testing.T, one, other []byte) (file []byte) {
	t.Helper()
	var all [2][][]byte
	for i, data := range [][]byte{one, anotherSerial(t, other, 4711)} {
		pages := container.NewOgg(container.NewReader(bytes.NewReader(data), 0, 64<<10))
		for {
			p, err := pages.NextPage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			all[i] = append(all[i], p.Data)
		}
	}
	for i := range max(len(all[0]), len(all[1])) {
		for _, pages := range all {
			if i < len(pages) {
				file = append(file, pages[i]...)
			}
		}
	}
	return file
}

// Of sounds that stand side by side in an Ogg the first one is heard, and nothing of the others.
func TestOneOfTheSoundsSideBySideInAnOggIsHeard(t *testing.T) {
	t.Parallel()
	files := longFiles(t)
	for _, c := range []struct{ name, one, other string }{
		{"Opus with Opus", "long.opus", "long.opus"},
		{"Opus with Vorbis", "long.opus", "long.ogg"},
		{"Vorbis with Opus", "long.ogg", "long.opus"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want, err := asItIs(bytes.NewReader(files[c.one]))
			if err != nil {
				t.Fatal(err)
			}
			file := beside(t, files[c.one], files[c.other])
			got, err := asItIs(bytes.NewReader(file))
			if err != nil || len(got) != len(want) || snr(want, got) < 60 {
				t.Errorf("%d samples of %d, %.1f dB, %v", len(got), len(want), snr(want, got), err)
			}
			checkPlaces(t, opened(t, file), want)
		})
	}
}
