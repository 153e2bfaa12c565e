package container

import (
	"bytes"
	"errors"
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
