package concat

import (
	"encoding/binary"
	"math"

	"parlando/media/container"
)

// infoFrame returns the silent first frame of an MP3, which declares the number of frames and
// bytes, a seek table in steps of a hundredth of the duration, and the encoder's padding. Without
// it players guess the length from the first frame and seek incorrectly.
func infoFrame(p *framePlan) []byte {
	const (
		hasFrames, hasBytes, hasTable = 1, 2, 4
		lame                          = 36
		need                          = 8 + 4 + 4 + 100 + lame
	)
	be := binary.BigEndian
	frame := emptyFrame(p.first, need)
	at := 4 + len(frame.SideInfo())
	tag := frame.Data[at:at:len(frame.Data)]
	name, flags := "Info", uint32(hasFrames|hasTable)
	if !p.steady {
		name = "Xing"
	}
	all := p.bytes + int64(len(frame.Data))
	if all <= math.MaxUint32 {
		flags |= hasBytes
	}
	tag = append(tag, name...)
	tag = be.AppendUint32(tag, flags)
	tag = be.AppendUint32(tag, uint32(min(p.frames, math.MaxUint32)))
	if flags&hasBytes != 0 {
		tag = be.AppendUint32(tag, uint32(all))
	}
	for i := range int64(100) {
		place := int64(len(frame.Data)) + p.table.of(i*p.frames/100)
		tag = append(tag, byte(min(255, place*256/all)))
	}
	if p.padding.Encoder != "" {
		told := make([]byte, lame)
		copy(told, p.padding.Encoder)
		told[21] = byte(p.padding.PaddingBefore >> 4)
		told[22] = byte(p.padding.PaddingBefore<<4) | byte(p.padding.PaddingAfter>>8)
		told[23] = byte(p.padding.PaddingAfter)
		_ = append(tag, told...)
	}
	return frame.Data
}

// emptyFrame returns a silent frame with the parameters of like and capacity for room bytes.
func emptyFrame(like container.Frame, room int) container.Frame {
	header := [4]byte(like.Data[:4])
	header[1] |= 1         // no checksum
	header[2] &^= 1 << 1   // no padding
	rate := header[2] >> 4 // players that ignore info frames estimate the length from the bit rate
	for {
		header[2] = header[2]&0x0f | rate<<4
		h, _ := container.ParseMP3(header[:])
		f := container.Frame{FrameHeader: h, Data: make([]byte, h.Length)}
		copy(f.Data, header[:])
		if rate == 14 || f.MainDataCapacity() >= room {
			return f
		}
		rate++
	}
}
