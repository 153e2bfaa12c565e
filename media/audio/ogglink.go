package audio

import (
	"bytes"
	"encoding/binary"
	"errors"

	"parlando/media/container"

	"github.com/jfreymuth/vorbis"
)

// oggLink is one link of an Ogg file: one of the sounds that are concatenated in it.
type oggLink struct {
	format Format
	codec  *codec
	others []uint32 // serial numbers of the streams multiplexed with this one
}

// oggBegins returns the format of the sound that starts with packet; "" if none does.
func oggBegins(packet []byte) Format {
	switch {
	case bytes.HasPrefix(packet, []byte("OpusHead")):
		return Opus
	case len(packet) > 0 && packet[0] == 1 && vorbis.IsHeader(packet):
		return Vorbis
	case bytes.HasPrefix(packet, []byte("\x7fFLAC")):
		return OggFLAC
	}
	return ""
}

// readOggLink reads the headers of a sound. first is its first packet.
func readOggLink(o *container.Ogg, first []byte) (*oggLink, error) {
	link := &oggLink{format: oggBegins(first)}
	defer func() { link.others = o.OtherStreams }()
	first = bytes.Clone(first)
	// more reads count headers and returns the last one.
	more := func(count int) (packet []byte, err error) {
		for range count {
			if packet, _, err = o.Next(); err != nil {
				return nil, container.AsUnexpectedEOF(err)
			}
		}
		return packet, nil
	}
	var err error
	switch link.format {
	case Opus:
		head, err := parseOpusHead(first)
		if err != nil {
			return nil, err
		}
		if _, err := more(1); err != nil {
			return nil, err
		}
		link.codec, err = head.codec()
		return link, err
	case Vorbis:
		setup, err := more(2)
		if err != nil {
			return nil, err
		}
		link.codec, err = newVorbisCodec(first, setup)
		return link, err
	case OggFLAC:
		// Signature, version, number of further headers, and the start of a FLAC.
		const marks, heads = 9, 9 + 4 + 4
		if len(first) < heads {
			return nil, errors.New("the header is damaged")
		}
		if link.codec, err = newFLACCodec(first[heads:]); err != nil {
			return nil, err
		}
		_, err = more(min(128, int(binary.BigEndian.Uint16(first[marks-2:]))))
		return link, err
	}
	return nil, errors.New("no header")
}
