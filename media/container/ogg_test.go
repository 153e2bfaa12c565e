package container

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

func TestGarbageBehindAnOggIsNoPage(t *testing.T) {
	page := slices.Concat([]byte("OggS\x00\x02"), make([]byte, 20), []byte{1, 3}, []byte("abc"))
	if err := RenumberOggPage(page, 0, 0, false); err != nil {
		t.Fatal(err)
	}
	o := NewOgg(NewReader(bytes.NewReader(append(page, make([]byte, 2*maxGarbage)...)), 0, 64<<10))
	if p, err := o.NextPage(); err != nil || !p.First {
		t.Fatalf("%+v, %v", p, err)
	}
	if p, err := o.NextPage(); !errors.Is(err, ErrGarbage) {
		t.Errorf("%+v, %v", p, err)
	}
}

// An Ogg that is written again, page by page, has the same packets at the same positions.
func TestAnOggIsWrittenAsItIsRead(t *testing.T) {
	for _, name := range []string{"speech.opus", "speech-44100-stereo.ogg", "speech-flac.oga"} {
		var b bytes.Buffer
		w, o := NewOggWriter(&b, 7), NewOgg(NewReader(bytes.NewReader(fixture(t, name)), 0, 64<<10))
		for {
			packet, endsPage, err := o.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				err = w.Write(packet, o.Page.Granule)
			}
			if err == nil && endsPage {
				err = w.Flush()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := readPackets(bytes.NewReader(b.Bytes()), name); got != testFiles[name] || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if !o.Page.Last || o.AnySkippedData {
			t.Errorf("%s: %+v", name, o.Page)
		}
	}
}
