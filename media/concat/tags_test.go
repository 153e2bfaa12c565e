package concat_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/bogem/id3v2/v2"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/concat"
)

// chaptered are parts of which some begin a chapter.
func chaptered(data []byte, titles ...string) []concat.Part {
	var all []concat.Part
	for _, title := range titles {
		p := part(title, data)
		p.Chapter = title
		all = append(all, p)
	}
	return all
}

// An MP3's title and chapters are read by a library that has nothing to do with how they are
// written.
func TestTitleAndChaptersOfAnMP3(t *testing.T) {
	titles := []string{"", "One: the häuser", "", "Zwei 二 \U0001f40b", strings.Repeat("long ", 200)}
	alike := chaptered(audiotest.Fixture(t, "speech.mp3"), titles...)
	testTitleAndChapters(t, titles, alike)
	t.Run("encoded", func(t *testing.T) {
		unlike := chaptered(audiotest.Fixture(t, "speech.mp3"), titles...)
		unlike[2].Open = part("", audiotest.Fixture(t, "speech-44100-stereo.mp3")).Open
		whole := testTitleAndChapters(t, titles, unlike)
		f, err := audio.Open(bytes.NewReader(whole))
		if err != nil {
			t.Fatal(err)
		}
		length, exact := f.Length()
		samples, rate, channels := decoded(t, whole, audio.MP3)
		if want := time.Duration(len(samples)/channels) * time.Second / time.Duration(rate); !exact || (length-want).Abs() > time.Millisecond {
			t.Errorf("it says %v (exact: %v), decoded are %v", length, exact, want)
		}
	})
}

func testTitleAndChapters(t *testing.T, titles []string, parts []concat.Part) []byte {
	t.Helper()
	whole, r, err := joined(t, parts, concat.Options{Format: audio.MP3, Title: "Moby Dick 鯨", Artist: "Parlando"})
	if err != nil {
		t.Fatal(err)
	}
	tag, err := id3v2.ParseReader(bytes.NewReader(whole), id3v2.Options{Parse: true})
	if err != nil {
		t.Fatal(err)
	}
	if tag.Title() != "Moby Dick 鯨" || tag.Artist() != "Parlando" || tag.Version() != 3 {
		t.Errorf("version %d, %q by %q", tag.Version(), tag.Title(), tag.Artist())
	}
	found := map[string]id3v2.ChapterFrame{}
	for _, f := range tag.GetFrames("CHAP") {
		c := f.(id3v2.ChapterFrame)
		found[c.ElementID] = c
	}
	for i, want := range []struct {
		title      string
		start, end time.Duration
	}{
		{titles[1], r.Starts[1], r.Starts[3]}, {titles[3], r.Starts[3], r.Starts[4]}, {titles[4][:250], r.Starts[4], r.Length},
	} {
		c := found[[]string{"chp0", "chp1", "chp2"}[i]]
		if c.Title == nil || c.Title.Text != want.title || c.StartTime != want.start.Truncate(time.Millisecond) || c.EndTime != want.end.Truncate(time.Millisecond) ||
			c.StartOffset != id3v2.IgnoredOffset || c.EndOffset != id3v2.IgnoredOffset {
			t.Errorf("chapter %d: %+v (%+v)", i, c, c.Title)
		}
	}
	contents := tag.GetLastFrame("CTOC").(id3v2.UnknownFrame).Body
	if len(found) != 3 || string(contents) != "toc\x00\x03\x03chp0\x00chp1\x00chp2\x00" {
		t.Errorf("%d chapters, contents %q", len(found), contents)
	}

	size := 10 + int(whole[6])<<21 + int(whole[7])<<14 + int(whole[8])<<7 + int(whole[9])
	if sound := whole[size:]; sound[0] != 0xff || !bytes.Contains(sound[:200], []byte("Info")) {
		t.Errorf("%x follows the tag", sound[:20])
	}
	return whole
}

func TestManyChapters(t *testing.T) {
	titles := strings.Split(strings.Repeat("chapter,", 300), ",")[:300]
	whole, r, err := joined(t, chaptered(audiotest.Fixture(t, "speech-22050.mp3"), titles...), concat.Options{Format: audio.MP3})
	if err != nil {
		t.Fatal(err)
	}
	tag, err := id3v2.ParseReader(bytes.NewReader(whole), id3v2.Options{Parse: true})
	if err != nil || len(tag.GetFrames("CHAP")) != 255 {
		t.Fatalf("%d chapters, %v", len(tag.GetFrames("CHAP")), err)
	}
	for _, f := range tag.GetFrames("CHAP") {
		if c := f.(id3v2.ChapterFrame); c.ElementID == "chp254" && c.EndTime != r.Length.Truncate(time.Millisecond) {
			t.Errorf("the last one ends at %v, not at %v", c.EndTime, r.Length)
		}
	}
}

func TestTitleAndChaptersOfAnOpus(t *testing.T) {
	whole, r, err := joined(t, chaptered(audiotest.Fixture(t, "speech.opus"), "", "One", "Zwei 二"), concat.Options{Format: audio.Opus, Title: "Moby Dick 鯨", Artist: "Parlando"})
	if err != nil {
		t.Fatal(err)
	}
	o, err := audio.NewOpusReader(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TITLE=Moby Dick 鯨", "ARTIST=Parlando", "CHAPTER001=00:00:01.", "CHAPTER001NAME=One", "CHAPTER002NAME=Zwei 二"} {
		if !bytes.Contains(o.Tags, []byte(want)) {
			t.Errorf("no %q in %q", want, o.Tags)
		}
	}
	var length time.Duration
	for packet, err := o.Next(); err == nil; packet, err = o.Next() {
		l, err := audio.OpusPacketDuration(packet)
		if err != nil {
			t.Fatal(err)
		}
		length += l
	}
	if !o.Intact() || (length-r.Length).Abs() > 100*time.Millisecond {
		t.Errorf("whole: %v, %v of %v", o.Intact(), length, r.Length)
	}
}
