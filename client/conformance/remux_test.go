package conformance

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// The gateway speaks AAC and Opus in their own streams and hears them in MP4 and WebM: these put
// the same packets into the other container, without a library that the gateway might use too.

// mp4Of puts ADTS frames into an MP4 (an M4A differs in its brand only).
func mp4Of(adts []byte, brand string) ([]byte, error) {
	if _, err := aacSeconds(adts); err != nil {
		return nil, err
	}
	rates := []uint32{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
	index, channels := adts[2]>>2&15, adts[2]&1<<2|adts[3]>>6
	rate := rates[index]
	var frames []byte
	var sizes []uint32
	for len(adts) >= 7 {
		size := int(adts[3]&3)<<11 | int(adts[4])<<3 | int(adts[5])>>5
		head := 7
		if adts[1]&1 == 0 {
			head = 9
		}
		frames = append(frames, adts[head:size]...)
		sizes = append(sizes, uint32(size-head))
		adts = adts[size:]
	}
	n := uint32(len(sizes))
	length := n * 1024
	matrix := []uint32{0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000}
	config := []byte{2<<3 | index>>1, index&1<<7 | channels<<3}
	descriptor := func(tag byte, parts ...any) []byte {
		body := be(parts...)
		return append([]byte{tag, byte(len(body))}, body...)
	}
	esds := box("esds", uint32(0), descriptor(3, uint16(1), uint8(0),
		descriptor(4, uint8(0x40), uint8(0x15), []byte{0, 0, 0}, uint32(64000), uint32(64000), descriptor(5, config)), descriptor(6, uint8(2))))
	entry := box("mp4a", make([]byte, 6), uint16(1), make([]byte, 8), uint16(channels), uint16(16), uint32(0), rate<<16, esds)
	ftyp := box("ftyp", []byte(brand), uint32(0), []byte("isommp42"))
	moov := func(at uint32) []byte {
		return box("moov",
			box("mvhd", make([]byte, 12), rate, length, uint32(0x10000), uint16(0x100), make([]byte, 10), matrix, make([]byte, 24), uint32(2)),
			box("trak",
				box("tkhd", uint32(7), make([]byte, 8), uint32(1), uint32(0), length, make([]byte, 12), uint16(0x100), uint16(0), matrix, make([]byte, 8)),
				box("mdia",
					box("mdhd", make([]byte, 12), rate, length, uint16(0x55c4), uint16(0)),
					box("hdlr", make([]byte, 8), []byte("soun"), make([]byte, 12), []byte("sound\x00")),
					box("minf", box("smhd", make([]byte, 8)),
						box("dinf", box("dref", uint32(0), uint32(1), box("url ", uint32(1)))),
						box("stbl", box("stsd", uint32(0), uint32(1), entry), box("stts", uint32(0), uint32(1), n, uint32(1024)),
							box("stsc", uint32(0), uint32(1), uint32(1), n, uint32(1)), box("stsz", uint32(0), uint32(0), n, sizes),
							box("stco", uint32(0), uint32(1), at))))))
	}
	head := len(ftyp) + len(moov(0)) + 8
	return bytes.Join([][]byte{ftyp, moov(uint32(head)), box("mdat", frames)}, nil), nil
}

func be(parts ...any) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		_ = binary.Write(&b, binary.BigEndian, p)
	}
	return b.Bytes()
}

func box(kind string, parts ...any) []byte {
	body := be(parts...)
	return bytes.Join([][]byte{be(uint32(len(body) + 8)), []byte(kind), body}, nil)
}

// webmOf puts the packets of an Ogg Opus stream into a WebM, one cluster a second.
func webmOf(ogg []byte) ([]byte, error) {
	pages, err := oggPages(ogg)
	if err != nil {
		return nil, err
	}
	var packets [][]byte
	var open []byte
	for _, p := range pages {
		body := p.body
		for _, n := range p.lacing {
			open, body = append(open, body[:n]...), body[n:]
			if n < 255 {
				packets, open = append(packets, open), nil
			}
		}
	}
	if len(packets) < 3 {
		return nil, fmt.Errorf("%d packets", len(packets))
	}
	track := element(0xae, element(0xd7, []byte{1}), element(0x73c5, []byte{1}), element(0x83, []byte{2}), element(0x86, []byte("A_OPUS")),
		element(0x63a2, packets[0]), element(0xe1, element(0xb5, be(math.Float64bits(48000))), element(0x9f, []byte{packets[0][9]})))
	body := [][]byte{
		element(0x1549a966, element(0x2ad7b1, be(uint32(1000000))), element(0x4d80, []byte("conformance")), element(0x5741, []byte("conformance"))),
		element(0x1654ae6b, track),
	}
	const packet = 20 // milliseconds
	for from := 2; from < len(packets); from += 50 {
		blocks := [][]byte{element(0xe7, be(uint32((from-2)*packet)))}
		for i, p := range packets[from:min(from+50, len(packets))] {
			blocks = append(blocks, element(0xa3, be(uint8(0x81), uint16(i*packet), uint8(0x80)), p))
		}
		body = append(body, element(0x1f43b675, blocks...))
	}
	head := element(0x1a45dfa3, element(0x4286, []byte{1}), element(0x42f7, []byte{1}), element(0x42f2, []byte{4}), element(0x42f3, []byte{8}),
		element(0x4282, []byte("webm")), element(0x4287, []byte{4}), element(0x4285, []byte{2}))
	return append(head, element(0x18538067, body...)...), nil
}

// element is one element of EBML.
func element(id uint32, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	name := bytes.TrimLeft(be(id), "\x00")
	return bytes.Join([][]byte{name, be(uint64(len(body)) | 1<<56), body}, nil)
}
