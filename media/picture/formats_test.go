package picture_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"parlando/media/picture"
	"parlando/media/subprocess/helpertest"
)

func TestMain(m *testing.M) { os.Exit(helpertest.Run(m)) }

func kept(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func asBMP(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := bmp.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asTIFF writes a TIFF with its orientation, in a directory of its own at the end.
func asTIFF(t testing.TB, m image.Image, orientation uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := tiff.Encode(&b, m, &tiff.Options{Compression: tiff.Deflate}); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	order := binary.LittleEndian
	at := order.Uint32(file[4:])
	var entries [][]byte
	for i := range uint32(order.Uint16(file[at:])) {
		entries = append(entries, file[at+2+12*i:][:12])
	}
	turned := order.AppendUint16(nil, 0x0112)
	turned = order.AppendUint16(turned, 3)
	turned = order.AppendUint32(turned, 1)
	turned = order.AppendUint32(turned, uint32(orientation))
	entries = append(entries, turned)
	slices.SortFunc(entries, func(a, b []byte) int { return int(order.Uint16(a)) - int(order.Uint16(b)) })
	if len(file)%2 == 1 {
		file = append(file, 0)
	}
	directory := order.AppendUint16(nil, uint16(len(entries)))
	for _, e := range entries {
		directory = append(directory, e...)
	}
	file = bytes.Clone(file)
	order.PutUint32(file[4:], uint32(len(file)))
	return order.AppendUint32(append(file, directory...), 0)
}

// claiming returns a HEIC or an AVIF that says it is w by h pixels.
func claiming(file []byte, w, h uint32) []byte {
	file = bytes.Clone(file)
	for at := 0; ; {
		i := bytes.Index(file[at:], []byte("ispe"))
		if i < 0 {
			return file
		}
		at += i + 8
		binary.BigEndian.PutUint32(file[at:], w)
		binary.BigEndian.PutUint32(file[at+4:], h)
	}
}

func lyingBMP(file []byte, w, h uint32) []byte {
	binary.LittleEndian.PutUint32(file[18:], w)
	binary.LittleEndian.PutUint32(file[22:], h)
	return file
}

func lyingTIFF(file []byte, w, h uint32) []byte {
	order := binary.LittleEndian
	at := order.Uint32(file[4:])
	for i := range uint32(order.Uint16(file[at:])) {
		entry := file[at+2+12*i:]
		switch order.Uint16(entry) {
		case 0x0100:
			order.PutUint16(entry[2:], 4)
			order.PutUint32(entry[8:], w)
		case 0x0101, 0x0116: // the height, and how many rows a strip has
			order.PutUint16(entry[2:], 4)
			order.PutUint32(entry[8:], h)
		}
	}
	return file
}

func TestPicturesOfScannersAndOldProgramsAreTaken(t *testing.T) {
	p := prepare(t, asBMP(t, flag(96, 64)))
	if p.OriginalFormat != picture.BMP || p.MIME != "image/png" || p.Width != 96 {
		t.Errorf("BMP: %s, %s, %dx%d", p.OriginalFormat, p.MIME, p.Width, p.Height)
	}
	wantFlag(t, open(t, p.Data))
	for o := 1; o <= 8; o++ {
		t.Run(fmt.Sprint("TIFF turned ", o), func(t *testing.T) {
			p := prepare(t, asTIFF(t, stored(flag(96, 64), o), uint16(o)))
			if p.OriginalFormat != picture.TIFF || p.Width != 96 || p.Height != 64 || p.OriginalWidth != 96 || p.Note != "" {
				t.Errorf("%s, %dx%d, %q", p.OriginalFormat, p.Width, p.Height, p.Note)
			}
			wantFlag(t, open(t, p.Data))
		})
	}
}

func TestPicturesOfPhonesAreTurnedTheRightWayUp(t *testing.T) {
	// Stored as the flag; a quarter to the left brings green to the top left, and white beside it.
	// The AVIF is mirrored after that, top to bottom.
	heic := bytes.Replace(kept(t, "turned.heic"), []byte("imir\x00"), []byte("irot\x00"), 1)
	p := prepare(t, heic)
	if p.OriginalFormat != picture.HEIC || p.Width != 48 || p.Height != 64 || p.OriginalWidth != 48 || p.MIME != "image/jpeg" {
		t.Errorf("%s, %dx%d from %dx%d, %s", p.OriginalFormat, p.Width, p.Height, p.OriginalWidth, p.OriginalHeight, p.MIME)
	}
	wantColors(t, open(t, p.Data), green, white, red, blue)
	p = prepare(t, kept(t, "turned.avif"))
	if p.OriginalFormat != picture.AVIF || p.Width != 48 || p.Height != 64 || p.OriginalWidth != 48 {
		t.Errorf("%s, %dx%d from %dx%d", p.OriginalFormat, p.Width, p.Height, p.OriginalWidth, p.OriginalHeight)
	}
	wantColors(t, open(t, p.Data), red, blue, green, white)
}
