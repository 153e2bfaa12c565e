package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/media/audio"
)

// soundCase is a file that is made of others in the folder.
type soundCase struct {
	name string
	// make is a program and its arguments; "+" puts files one behind the other, "!" changes one byte of a copy.
	make []string
}

// soundCases make their files in this order. The first one is what most are made of: speech-like sound of four seconds in stereo.
func soundCases() []soundCase {
	const sweep = "aevalsrc='0.4*sin(2*PI*(200+150*t)*t)*(0.6+0.4*sin(7*t))|0.4*sin(2*PI*(320+90*t)*t)*(0.6+0.4*sin(5*t))':s=48000:d=4"
	const around = "aevalsrc='0.2*sin(2*PI*300*t)|0.2*sin(2*PI*430*t)|0.3*sin(2*PI*(200+150*t)*t)|0|0.2*sin(2*PI*770*t)|0.2*sin(2*PI*910*t)':s=48000:d=4:c=5.1"
	cases := []soundCase{
		{"stereo.wav", []string{"ffmpeg", "-f", "lavfi", "-i", sweep, "-c:a", "pcm_s16le"}},
		{"around.wav", []string{"ffmpeg", "-f", "lavfi", "-i", around, "-c:a", "pcm_s16le"}},
	}
	from := func(in string) func(name string, args ...string) {
		return func(name string, args ...string) {
			cases = append(cases, soundCase{name, append([]string{"ffmpeg", "-i", in}, args...)})
		}
	}
	stereo, around6 := from("stereo.wav"), from("around.wav")
	tool := func(name string, args ...string) { cases = append(cases, soundCase{name, args}) }

	for _, rate := range []string{"8000", "16000", "22050", "44100", "48000"} {
		stereo("aac-"+rate+".m4a", "-ar", rate)
	}
	stereo("aac.aac")
	stereo("aac.mkv", "-c:a", "aac")
	stereo("aac-fragments.mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "500000")
	stereo("aac-front.m4a", "-movflags", "faststart")
	around6("aac-5.1.m4a", "-b:a", "384k")
	around6("aac-5.1.aac", "-b:a", "256k")
	around6("aac-5.1.mkv", "-c:a", "aac", "-b:a", "384k")
	tool("he-aac.m4a", "fdkaac", "-p", "5", "-b", "48", "stereo.wav", "-o", "he-aac.m4a")
	tool("he-aac-v2.m4a", "fdkaac", "-p", "29", "-b", "32", "stereo.wav", "-o", "he-aac-v2.m4a")
	tool("he-aac.aac", "fdkaac", "-f", "2", "-p", "5", "-b", "48", "stereo.wav", "-o", "he-aac.aac")
	tool("aac-eld.m4a", "fdkaac", "-p", "39", "-b", "64", "stereo.wav", "-o", "aac-eld.m4a")

	for _, container := range []string{"opus", "webm", "mkv", "mp4"} {
		stereo("opus."+container, "-c:a", "libopus", "-b:a", "64k")
		around6("opus-5.1."+container, "-c:a", "libopus", "-mapping_family", "1", "-b:a", "256k")
	}
	stereo("opus-60ms.mp4", "-c:a", "libopus", "-frame_duration", "60")
	stereo("opus-fragments.mp4", "-c:a", "libopus", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000")
	tool("opusenc.opus", "opusenc", "--quiet", "stereo.wav", "opusenc.opus")

	for _, container := range []string{"ogg", "webm", "mkv"} {
		stereo("vorbis."+container, "-c:a", "libvorbis", "-q:a", "4")
	}
	stereo("vorbis-44100.ogg", "-c:a", "libvorbis", "-q:a", "1", "-ar", "44100", "-ac", "1")
	tool("vorbis-chained.ogg", "+", "vorbis.ogg", "vorbis-44100.ogg")
	tool("oggenc-q5.ogg", "oggenc", "-Q", "-q", "5", "stereo.wav", "-o", "oggenc-q5.ogg")
	tool("oggenc-q4.ogg", "oggenc", "-Q", "-q", "4", "stereo.wav", "-o", "oggenc-q4.ogg")
	tool("oggenc-chained.ogg", "+", "oggenc-q5.ogg", "oggenc-q4.ogg")
	tool("opus-chained.opus", "+", "opus.opus", "opus.opus")

	stereo("flac.flac")
	stereo("flac-24.flac", "-sample_fmt", "s32", "-c:a", "flac")
	for _, container := range []string{"mp4", "mkv", "oga"} {
		stereo("flac."+container, "-c:a", "flac", "-strict", "experimental")
	}
	around6("flac-5.1.flac", "-c:a", "flac")
	tool("flac8.flac", "flac", "-s", "-f", "-8", "stereo.wav", "-o", "flac8.flac")

	for _, bits := range []string{"s16le", "s16be", "s24le", "s24be", "s32le", "f32le", "f64le", "u8"} {
		stereo("pcm-"+bits+".mov", "-c:a", "pcm_"+bits)
		stereo("pcm-"+bits+".mkv", "-c:a", "pcm_"+bits)
	}
	stereo("pcm-mulaw.mov", "-c:a", "pcm_mulaw")
	stereo("pcm-alaw.mov", "-c:a", "pcm_alaw")

	for _, container := range []string{"mp3", "mp4", "mkv", "mov"} {
		stereo("mp3."+container, "-c:a", "libmp3lame", "-b:a", "128k")
	}
	stereo("mp3-22050-32.mp3", "-c:a", "libmp3lame", "-ac", "1", "-ar", "22050", "-b:a", "32k")
	stereo("mp3-8000.mp3", "-c:a", "libmp3lame", "-ar", "8000")
	tool("lame-v4.mp3", "lame", "--quiet", "-V4", "stereo.wav", "lame-v4.mp3")

	// Every rate of MP3 at its lowest, a middle and its highest bit rate.
	for rate, bitrates := range map[int][]string{
		8000: {"8", "24", "64"}, 11025: {"8", "24", "64"}, 12000: {"16", "32", "64"}, 16000: {"8", "32", "80", "160"}, 22050: {"16", "56", "144", "160"},
		24000: {"8", "40", "96", "160"}, 32000: {"32", "96", "320"}, 44100: {"32", "112", "320"}, 48000: {"40", "192", "320"},
	} {
		for _, bitrate := range bitrates {
			for mode, flag := range map[string]string{"joint": "j", "stereo": "s", "mono": "m"} {
				name := fmt.Sprintf("lame-%d-%s-%s.mp3", rate, bitrate, mode)
				tool(name, "lame", "--quiet", "--resample", fmt.Sprint(float64(rate)/1000), "-b", bitrate, "-m", flag, "stereo.wav", name)
			}
		}
	}
	for name, flags := range map[string]string{
		"v0": "-V0", "v9": "-V9", "abr": "--abr 100", "v2-22050": "-V2 --resample 22.05", "crc": "-p -b 128", "no-tag": "-t -b 128", "no-reservoir": "--nores -b 128",
		"free": "--freeformat -b 200", "dual": "-m d -b 160", "id3": "--tt Title --ta Artist --add-id3v2 --pad-id3v2-size 200000 -b 128", "id3v1": "--id3v1-only --tt Title -b 128",
		"replaygain": "--replaygain-accurate -b 128", "short": "--allshort -b 96", "no-short": "--noshort -b 64",
	} {
		name = "lame-" + name + ".mp3"
		tool(name, append(append([]string{"lame", "--quiet"}, strings.Fields(flags)...), "stereo.wav", name)...)
	}
	tool("joined.mp3", "+", "lame-22050-56-mono.mp3", "lame-v4.mp3")

	for _, coding := range []string{"u8", "s16le", "s24le", "s32le", "f32le", "f64le", "mulaw", "alaw", "s16be", "s24be"} {
		stereo("wav-"+coding+".wav", "-c:a", "pcm_"+coding)
	}
	for _, coding := range []string{"adpcm_ms", "adpcm_ima_wav", "adpcm_g726", "gsm_ms", "adpcm_swf", "adpcm_yamaha"} {
		args := []string{"-c:a", coding}
		if coding == "adpcm_g726" || coding == "gsm_ms" {
			args = append(args, "-ac", "1", "-ar", "8000")
		}
		stereo(coding+".wav", args...)
	}
	stereo("mp3-in.wav", "-c:a", "libmp3lame")
	stereo("aac-in.wav", "-c:a", "aac")
	stereo("rf64.wav", "-rf64", "always")
	tool("rifx.wav", "sox", "stereo.wav", "-B", "rifx.wav")
	tool("extensible.wav", "sox", "around.wav", "-b", "24", "extensible.wav")
	for _, coding := range []string{"s16be", "s24be", "s32be", "f32be", "f64be", "mulaw", "alaw", "s16le"} {
		stereo("aiff-"+coding+".aiff", "-c:a", "pcm_"+coding)
		stereo("caf-"+coding+".caf", "-c:a", "pcm_"+coding)
	}
	stereo("aiff-s8.aiff", "-c:a", "pcm_s8")
	stereo("ima4.aifc", "-c:a", "adpcm_ima_qt", "-f", "aiff")
	stereo("au-mulaw.au", "-c:a", "pcm_mulaw")
	stereo("aac.caf", "-c:a", "aac")
	stereo("alac.caf", "-c:a", "alac")
	stereo("opus.caf", "-c:a", "libopus")

	for _, block := range []string{"16", "192", "577", "4096", "16384", "65535"} {
		name := "flac-block-" + block + ".flac"
		tool(name, "flac", "-s", "-f", "--lax", "-b", block, "stereo.wav", "-o", name)
	}
	around6("flac-24-5.1.flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-c:a", "flac")
	tool("flac-8-bits.flac", "sox", "stereo.wav", "-b", "8", "flac-8-bits.flac")
	tool("flac-8-channels.flac", "sox", "-M", "around.wav", "stereo.wav", "flac-8-channels.flac")
	tool("flac-96000.flac", "sox", "stereo.wav", "-r", "96000", "-b", "24", "flac-96000.flac")
	tool("flac-1-channel.flac", "sox", "stereo.wav", "-c", "1", "-r", "8000", "flac-1-channel.flac")
	tool("flac-0.flac", "flac", "-s", "-f", "-0", "--no-padding", "--no-seektable", "stereo.wav", "-o", "flac-0.flac")
	tool("flac-ogg.oga", "flac", "-s", "-f", "--ogg", "stereo.wav", "-o", "flac-ogg.oga")

	for _, kbit := range []string{"6", "12", "24", "96", "256"} {
		for _, ms := range []string{"2.5", "10", "60"} {
			name := "opusenc-" + kbit + "-" + ms + ".opus"
			tool(name, "opusenc", "--quiet", "--bitrate", kbit, "--framesize", ms, "stereo.wav", name)
		}
	}
	tool("opusenc-5.1.opus", "opusenc", "--quiet", "around.wav", "opusenc-5.1.opus")
	tool("opusenc-mono.opus", "opusenc", "--quiet", "--downmix-mono", "stereo.wav", "opusenc-mono.opus")
	tool("opusenc-gain.opus", "opusenc", "--quiet", "--speech", "--hard-cbr", "stereo.wav", "opusenc-gain.opus")
	for _, q := range []string{"-1", "2", "8", "10"} {
		tool("oggenc-"+q+".ogg", "oggenc", "-Q", "-q", q, "stereo.wav", "-o", "oggenc-"+q+".ogg")
	}
	tool("oggenc-5.1.ogg", "oggenc", "-Q", "around.wav", "-o", "oggenc-5.1.ogg")
	tool("oggenc-8000.ogg", "oggenc", "-Q", "--resample", "8000", "--downmix", "stereo.wav", "-o", "oggenc-8000.ogg")
	stereo("speex.ogg", "-c:a", "libspeex")
	tool("opus-merged.mka", "mkvmerge", "-q", "-o", "opus-merged.mka", "opus.opus")
	tool("mp3-merged.mka", "mkvmerge", "-q", "-o", "mp3-merged.mka", "mp3.mp3")
	tool("aac-merged.mka", "mkvmerge", "-q", "-o", "aac-merged.mka", "aac-48000.m4a")
	tool("flac-merged.mka", "mkvmerge", "-q", "-o", "flac-merged.mka", "flac.flac")
	tool("wav-merged.mka", "mkvmerge", "-q", "-o", "wav-merged.mka", "stereo.wav")
	stereo("aac-mono.m4a", "-ac", "1", "-b:a", "32k")
	stereo("aac-96000.m4a", "-ar", "96000")
	stereo("aac-late.mp4", "-ss", "0.7", "-c:a", "aac")
	stereo("aac-offset.mp4", "-itsoffset", "0.5", "-c:a", "aac")
	tool("aac-cut.m4a", "ffmpeg", "-ss", "1.3", "-i", "aac-48000.m4a", "-c", "copy")
	stereo("aac.3gp", "-c:a", "aac")
	stereo("amr.3gp", "-c:a", "libopencore_amrnb", "-ac", "1", "-ar", "8000")
	stereo("aac-latm.ts", "-c:a", "aac", "-f", "latm")
	stereo("aac.flv", "-c:a", "aac")
	stereo("mp3.flv", "-c:a", "libmp3lame", "-ar", "44100")
	stereo("mp3.avi", "-c:a", "libmp3lame")
	stereo("dts.mka", "-c:a", "dca", "-strict", "-2")
	stereo("eac3.mkv", "-c:a", "eac3")
	stereo("truehd.mkv", "-c:a", "truehd", "-strict", "-2")
	stereo("wavpack.wv")
	stereo("tta.tta")

	stereo("mp2.mp2", "-c:a", "mp2")
	stereo("mp2.mkv", "-c:a", "mp2")
	stereo("aac.ts", "-c:a", "aac", "-f", "mpegts")
	stereo("wave64.w64")
	stereo("ac3.m4a", "-c:a", "ac3")
	stereo("alac.m4a", "-c:a", "alac")
	stereo("wma.wma")

	for _, name := range []string{"aac-48000.m4a", "aac.mkv", "aac.aac", "flac.flac", "flac.mkv", "opus.mp4", "opus.opus", "vorbis.ogg", "opus.webm", "mp3.mp3"} {
		tool("changed-"+name, "!", name)
	}
	return cases
}

func compareSounds(ctx context.Context, dir, only string) error {
	fmt.Println("| file | made by | Parley says | dB to ffmpeg | late | length told | seeking |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, c := range soundCases() {
		made := makeSound(ctx, dir, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !strings.Contains(c.name, only) {
			continue
		}
		by := strings.Join(c.make, " ")
		if i := strings.Index(by, "aevalsrc"); i >= 0 {
			by = "ffmpeg (a sweep)"
		}
		if made != nil {
			fmt.Printf("| %s | %s | (%v) | | | | |\n", c.name, by, made)
			continue
		}
		like := c.name
		switch c.make[0] {
		case "!":
			by, like = "one byte changed", c.make[1]
		case "sox":
			if c.name == "rifx.wav" { // which old versions of ffmpeg read in the wrong order
				like = "stereo.wav"
			}
		case "+": // ffmpeg goes on with the settings of the first
			like = strings.Join(c.make[1:], " ")
		}
		fmt.Printf("| %s | %s | %s |\n", c.name, by, judgeSound(ctx, dir, c.name, like))
	}
	return nil
}

// makeSound makes the file of a case.
func makeSound(ctx context.Context, dir string, c soundCase) error {
	target := filepath.Join(dir, c.name)
	switch c.make[0] {
	case "+":
		var all []byte
		for _, name := range c.make[1:] {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return errNoTool
			}
			all = append(all, data...)
		}
		return os.WriteFile(target, all, 0o600)
	case "!":
		data, err := os.ReadFile(filepath.Join(dir, c.make[1]))
		if err != nil {
			return errNoTool
		}
		data[len(data)/2] ^= 0x55
		return os.WriteFile(target, data, 0o600)
	}
	args := c.make[1:]
	if c.make[0] == "ffmpeg" {
		args = append([]string{"-v", "error", "-y"}, append(args, c.name)...)
	}
	_, err := run(ctx, dir, c.make[0], args...)
	return err
}

// judgeSound compares what Parley makes of a file with what ffmpeg makes of another one, of some in a row, or of the same.
func judgeSound(ctx context.Context, dir, name, like string) string {
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return err.Error() + " | | | |"
	}
	defer func() { _ = file.Close() }()
	f, err := audio.Open(file)
	if err != nil {
		var unsupported *audio.UnsupportedError
		if errors.As(err, &unsupported) {
			return fmt.Sprintf("no: %s | | | |", unsupported.Name)
		}
		return fmt.Sprintf("no, %v | | | |", err)
	}
	length, exact := f.Length()
	if err := f.Seek(0); err != nil {
		return err.Error() + " | | | |"
	}
	got, err := samplesOf(f)
	says := fmt.Sprintf("%d Hz, %d ch, %.3f s", f.Rate(), f.Channels(), float64(len(got)/f.Channels())/float64(f.Rate()))
	if n := f.Damaged(); n > 0 {
		says += fmt.Sprintf(", %d damaged", n)
	}
	if err != nil {
		says += fmt.Sprintf(", then %v", err)
	}
	told := fmt.Sprintf("%.3f s", length.Seconds())
	if !exact {
		told = "about " + told
	}
	sought := "" // what is silent is alike everywhere
	if !strings.HasPrefix(name, "changed-") {
		sought = seekError(f, got)
	}
	var raw []byte
	for _, one := range strings.Fields(like) {
		decoder := []string{"-v", "quiet"}
		if strings.HasSuffix(one, ".opus") { // ffmpeg's own decoder is 15 dB from libopus where speech is coded
			decoder = append(decoder, "-c:a", "libopus")
		}
		part, err := run(ctx, dir, "ffmpeg", append(decoder, "-i", one, "-map", "0:a:0", "-f", "f32le", "-ac", fmt.Sprint(f.Channels()), "-ar", fmt.Sprint(f.Rate()), "-")...)
		if len(part) == 0 {
			return fmt.Sprintf("%s | (%v) | | %s | %s", says, err, told, sought)
		}
		raw = append(raw, part...)
	}
	want := make([]float32, len(raw)/4)
	for i := range want {
		want[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	db, late := distance(want, got, f.Channels(), f.Rate()/10)
	if more := (len(got) - len(want)) / f.Channels(); more > f.Rate()/100 || more < -f.Rate()/100 {
		says += fmt.Sprintf(", ffmpeg %.3f s", float64(len(want)/f.Channels())/float64(f.Rate()))
	}
	return fmt.Sprintf("%s | %.1f | %.2f ms | %s | %s", says, db, 1000*float64(late)/float64(f.Rate()), told, sought)
}

func samplesOf(d audio.Decoder) ([]float32, error) {
	var all []float32
	buf := make([]float32, 4096*d.Channels())
	for {
		n, err := d.Read(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF { //nolint:errorlint // Decoder gives it bare
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// distance is how far the difference between two sounds lies below the first one, where they fit best, and by how many frames the
// second is late there.
func distance(want, got []float32, channels, most int) (db float64, late int) {
	one := func(all []float32) []float32 {
		c := make([]float32, 0, len(all)/channels)
		for i := 0; i+channels <= len(all); i += channels {
			sum := float32(0)
			for _, v := range all[i : i+channels] {
				sum += v
			}
			c = append(c, sum)
		}
		return c
	}
	w, g := one(want), one(got)
	best := math.Inf(-1)
	for l := -most; l <= most; l++ {
		var sum float64
		for i := max(0, -l); i < len(w) && i+l < len(g); i += 11 {
			sum += float64(w[i]) * float64(g[i+l])
		}
		if sum > best {
			best, late = sum, l
		}
	}
	var power, noise, both, other float64
	for i := max(0, -late); i < len(w) && i+late < len(g); i++ {
		a, b := float64(w[i]), float64(g[i+late])
		power, other, both = power+a*a, other+b*b, both+a*b
	}
	gain := both / max(other, 1e-30) // mixes differ in level
	if gain > 0.95 && gain < 1.05 {
		gain = 1
	}
	for i := max(0, -late); i < len(w) && i+late < len(g); i++ {
		d := float64(w[i]) - gain*float64(g[i+late])
		noise += d * d
	}
	return 10 * math.Log10(max(power, 1e-30)/max(noise, 1e-20)), late
}

// seekError seeks to some places and says how many milliseconds they are off at most.
func seekError(f *audio.File, whole []float32) string {
	worst := 0.
	channels, rate := f.Channels(), f.Rate()
	long := time.Duration(len(whole)/channels) * time.Second / time.Duration(rate)
	for _, share := range []float64{0.83, 0.31, 0.55, 0.12} {
		to := time.Duration(share * float64(long))
		if err := f.Seek(to); err != nil {
			return err.Error()
		}
		part := make([]float32, rate/5*channels)
		n := 0
		for n < len(part) {
			m, err := f.Read(part[n:])
			n += m
			if err != nil {
				break
			}
		}
		at := int(to.Seconds()*float64(rate)) * channels
		from := max(0, at-rate/10*channels)
		_, late := distance(whole[from:min(len(whole), at+rate/3*channels)], part[:n], channels, rate/5)
		off := math.Abs(float64(-late*channels-(at-from))) / float64(channels) / float64(rate) * 1000
		worst = max(worst, off)
	}
	return fmt.Sprintf("%.2f ms off", worst)
}
