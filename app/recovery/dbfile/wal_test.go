package dbfile

import (
	"bytes"
	"fmt"
	"testing"
)

// flipInLog reads a library with one flipped bit in its log and compares its pages with the right
// ones. It returns the pages that differ.
func (l *library) flipInLog(t *testing.T, at int, mask byte) (differ []page) {
	t.Helper()
	wal := bytes.Clone(l.wal)
	wal[at] ^= mask
	whole, hurt := inMemory(l.db, l.wal), inMemory(l.db, wal)
	if hurt.pages < whole.pages {
		t.Errorf("byte %d, bit %x: %d pages, want %d", at, mask, hurt.pages, whole.pages)
	}
	for n := 1; n <= min(whole.pages, hurt.pages); n++ {
		want, err := whole.load(n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := hurt.load(n)
		if err != nil || !bytes.Equal(got.data, want.data) {
			got.n = n
			differ = append(differ, got)
		}
	}
	return differ
}

// The checksum of a frame does not tell a flip of one of the upper bits of a word in the page from
// one in the page number.
func TestAFlippedBitOfAPageInTheLogIsNotTakenForItsNumber(t *testing.T) {
	l := newLibrary(t, 4)
	const long = frameHeader + defaultPageSize
	repaired, all := 0, 0
	for i := range min(6, (len(l.wal)-walHeader)/long) {
		frame := walHeader + i*long
		for at := i * 8; at < defaultPageSize; at += 331 {
			for bit := range 8 {
				differ := l.flipInLog(t, frame+frameHeader+at, 1<<bit)
				if all++; len(differ) == 0 {
					repaired++
				}
				for _, p := range differ {
					if n := be32(l.wal, frame); p.n != n || !p.suspect {
						t.Fatalf("frame %d of page %d, byte %d, bit %d: page %d differs, suspect %v", i, n, at, bit, p.n, p.suspect)
					}
				}
			}
		}
	}
	if repaired < all*2/3 {
		t.Errorf("%d of %d flipped bits were repaired", repaired, all)
	}
}

func TestAFlippedBitInTheHeadOfAFrameIsRepaired(t *testing.T) {
	l := newLibrary(t, 4)
	const long = frameHeader + defaultPageSize
	seen := map[int]bool{}
	for i := range (len(l.wal) - walHeader) / long {
		frame := walHeader + i*long
		n := be32(l.wal, frame)
		older := n <= len(l.db)/defaultPageSize || seen[n]
		if seen[n] = true; i%9 != 4 || i > 30 {
			continue
		}
		for at := range frameHeader {
			if at == 3 && !older {
				continue // of a new page the low byte is not told from one of the page
			}
			for bit := range 8 {
				if differ := l.flipInLog(t, frame+at, 1<<bit); len(differ) > 0 {
					t.Error(fmt.Sprintf("frame %d of page %d, byte %d, bit %d:", i, n, at, bit), len(differ), "pages differ, the first is", differ[0].n)
				}
			}
		}
	}
}
