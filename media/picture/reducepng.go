package picture

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/png"
	"io"
)

// errPNG: a PNG does not hold together.
var errPNG = errors.New("the PNG is damaged")

// bandBytes is how many bytes of a PNG's rows are decoded at a time.
const bandBytes = 4 << 20

// reducePNG decodes a PNG that is not interlaced some rows at a time: each band becomes a PNG of
// its own for image/png, which knows all kinds of colors.
func reducePNG(ctx context.Context, in *bufio.Reader, edge int) (*image.NRGBA, error) {
	p := pngChunks{in: in}
	if _, err := in.Discard(len(pngSignature)); err != nil {
		return nil, err
	}
	var header []byte
	var shared []byte // the chunks that each band needs besides its header and its pixels
	for {
		name, err := p.next()
		if err != nil {
			return nil, err
		}
		if name == "IDAT" {
			break
		}
		switch name {
		case "IHDR", "PLTE", "tRNS":
			const maxChunk = 3 * 256
			if p.left > maxChunk {
				return nil, errPNG
			}
			body := make([]byte, p.left)
			if _, err := io.ReadFull(&p, body); err != nil {
				return nil, err
			}
			if name == "IHDR" {
				header = body
			} else {
				shared = appendChunk(shared, name, body)
			}
		}
	}
	const interlace = 12 // where the header says that it is
	if len(header) != interlace+1 || header[interlace] != 0 {
		return nil, errPNG
	}
	width, height := int(binary.BigEndian.Uint32(header)), int(binary.BigEndian.Uint32(header[4:]))
	bits := int(header[8]) * map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[header[9]]
	if width < 1 || width > maxSide || height < 1 || height > maxSide || bits < 1 || bits > 64 {
		return nil, errPNG
	}
	rows, err := zlib.NewReader(&p)
	if err != nil {
		return nil, err
	}
	reducer := newReducer(width, height, edge)
	row, before := make([]byte, 1+(width*bits+7)/8), make([]byte, 1+(width*bits+7)/8)
	for y := 0; y < height; {
		count := min(max(bandBytes/len(row), 1), height-y)
		band, err := openBand(header, count, shared)
		if err != nil {
			return nil, err
		}
		for range count {
			if _, err := io.ReadFull(rows, row); err != nil {
				return nil, err
			}
			if err := unfilter(row, before[1:], max(bits/8, 1)); err != nil {
				return nil, err
			}
			if _, err := band.rows.Write(row); err != nil {
				return nil, err
			}
			row, before = before, row
		}
		decoded, err := band.decode()
		if err != nil {
			return nil, err
		}
		if err := reducer.add(ctx, decoded); err != nil {
			return nil, err
		}
		y += count
	}
	return reducer.to, nil
}

// pngChunks reads what is in the chunks of a PNG; from the first IDAT on, that of all IDAT.
type pngChunks struct {
	in     *bufio.Reader
	name   string
	left   int // bytes of the chunk that are not read yet
	begun  bool
	header [8]byte
}

// next goes to the next chunk.
func (p *pngChunks) next() (name string, err error) {
	const checksum = 4
	if p.begun {
		if _, err := p.in.Discard(p.left + checksum); err != nil {
			return "", err
		}
	}
	p.begun = true
	if _, err := io.ReadFull(p.in, p.header[:]); err != nil {
		return "", err
	}
	p.name, p.left = string(p.header[4:]), int(binary.BigEndian.Uint32(p.header[:]))
	return p.name, nil
}

// Read implements io.Reader.
func (p *pngChunks) Read(to []byte) (int, error) {
	for p.left == 0 && p.name == "IDAT" {
		if _, err := p.next(); err != nil {
			return 0, err
		}
		if p.name != "IDAT" {
			p.left = 0
		}
	}
	if p.left == 0 {
		return 0, io.EOF
	}
	n, err := p.in.Read(to[:min(len(to), p.left)])
	p.left -= n
	return n, err
}

// unfilter takes back what a row was filtered with (PNG, third edition, 9.2). Its first byte says
// how, and is 0 then. before is the row above, each is how many bytes a pixel has.
func unfilter(row, before []byte, each int) error {
	kind := row[0]
	row[0] = 0
	row = row[1:]
	switch kind {
	case 0:
	case 1:
		for i := each; i < len(row); i++ {
			row[i] += row[i-each]
		}
	case 2:
		for i, b := range before {
			row[i] += b
		}
	case 3:
		for i, b := range before[:min(each, len(row))] {
			row[i] += b / 2
		}
		for i := each; i < len(row); i++ {
			row[i] += uint8((int(row[i-each]) + int(before[i])) / 2)
		}
	case 4:
		for i, b := range before[:min(each, len(row))] {
			row[i] += b
		}
		for i := each; i < len(row); i++ {
			row[i] += paeth(row[i-each], before[i], before[i-each])
		}
	default:
		return errPNG
	}
	return nil
}

// paeth is the one of the neighbors that is nearest to what they promise.
func paeth(left, above, corner uint8) uint8 {
	x, y := int(above)-int(corner), int(left)-int(corner)
	z := max(x+y, -x-y)
	x, y = max(x, -x), max(y, -y)
	switch {
	case x <= y && x <= z:
		return left
	case y <= z:
		return above
	}
	return corner
}

// pngBand is a PNG of some rows.
type pngBand struct {
	file   []byte
	pixels bytes.Buffer // packed
	rows   *zlib.Writer
}

// openBand begins a PNG of so many rows. shared are further chunks.
func openBand(header []byte, count int, shared []byte) (*pngBand, error) {
	own := bytes.Clone(header)
	binary.BigEndian.PutUint32(own[4:], uint32(count))
	b := &pngBand{file: append(appendChunk([]byte(pngSignature), "IHDR", own), shared...)}
	var err error
	b.rows, err = zlib.NewWriterLevel(&b.pixels, zlib.NoCompression)
	return b, err
}

// decode decodes the rows that were written.
func (b *pngBand) decode() (image.Image, error) {
	if err := b.rows.Close(); err != nil {
		return nil, err
	}
	file := appendChunk(appendChunk(b.file, "IDAT", b.pixels.Bytes()), "IEND", nil)
	return png.Decode(bytes.NewReader(file))
}
