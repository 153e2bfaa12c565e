package audio

import "encoding/binary"

// mp3Info is what the Xing, Info or VBRI frame at the start tells: how much is no sound, in samples of each channel.
type mp3Info struct {
	delay   int64 // before it, without what decoding adds
	padding int64 // after it
	length  int64 // of it, or -1
	frames  int64 // how many there are, or 0
	bytes   int64 // how many there are with this frame, or 0
	encoder string
}

// readMP3Info reads a frame that holds no sound but what an encoder tells of it; nil if it is an ordinary one.
func readMP3Info(h frameHeader, frame []byte) *mp3Info {
	// Fraunhofer's stands at the same place whatever the frame.
	const vbri = mp3HeaderLength + 32
	if len(frame) >= vbri+26 && string(frame[vbri:vbri+4]) == "VBRI" {
		be := binary.BigEndian
		return &mp3Info{length: -1, bytes: int64(be.Uint32(frame[vbri+10:])), frames: int64(be.Uint32(frame[vbri+14:]))}
	}
	at := mp3HeaderLength + mp3SideInfo(h)
	if len(frame) < at+8 {
		return nil
	}
	tag := frame[at:]
	if string(tag[:4]) != "Xing" && string(tag[:4]) != "Info" {
		return nil
	}
	info := &mp3Info{length: -1}
	flags := binary.BigEndian.Uint32(tag[4:])
	tag = tag[8:]
	take := func(n int) []byte {
		if n > len(tag) {
			return nil
		}
		taken := tag[:n]
		tag = tag[n:]
		return taken
	}
	for i, n := range []int{4, 4, 100, 4} { // frames, bytes, table of contents, quality
		if flags&(1<<i) == 0 {
			continue
		}
		field := take(n)
		switch {
		case field == nil:
		case i == 0:
			info.frames = int64(binary.BigEndian.Uint32(field))
		case i == 1:
			info.bytes = int64(binary.BigEndian.Uint32(field))
		}
	}
	// What LAME added and others write, too: a name, and the delay and padding in 12 bits each.
	lame := take(24)
	if lame == nil || (string(lame[:4]) != "LAME" && string(lame[:4]) != "Lavf" && string(lame[:4]) != "Lavc") {
		return info
	}
	info.encoder = string(lame[:9])
	info.delay = int64(lame[21])<<4 | int64(lame[22])>>4
	info.padding = int64(lame[22]&15)<<8 | int64(lame[23])
	if info.frames > 0 {
		info.length = info.frames*int64(h.samples) - info.delay - info.padding
	}
	return info
}

// mp3SideInfo is how many bytes between header and sound say where its parts are.
func mp3SideInfo(h frameHeader) int {
	switch {
	case h.version == 1 && !h.mono:
		return 32
	case h.version != 1 && h.mono:
		return 9
	}
	return 17
}
