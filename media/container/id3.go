package container

import "io"

const id3Head = 10

// SkipID3 skips ID3v2 tags without buffering them, because they may contain pictures of any size.
func SkipID3(b *Reader) error {
	for {
		head, err := b.Peek(id3Head)
		if err != nil || string(head[:3]) != "ID3" {
			return nil //nolint:nilerr // the next read returns an error of the reader again
		}
		// The size is stored in the low seven bits of four bytes.
		size := int64(head[6]&0x7f)<<21 | int64(head[7]&0x7f)<<14 | int64(head[8]&0x7f)<<7 | int64(head[9]&0x7f)
		if head[5]&0x10 != 0 {
			size += id3Head // a footer
		}
		if _, err := io.CopyN(io.Discard, b, id3Head+size); err != nil {
			return err
		}
	}
}
