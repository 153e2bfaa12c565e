package vad

import (
	"encoding/binary"
	"errors"
)

// AppendBinary appends the data that Pauses needs, so that the recording need not be decoded again.
func (m *BoundsFinder) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint32(b, uint32(m.rate))
	for _, level := range m.levels {
		b = append(b, byte(level))
	}
	return b, nil
}

// UnmarshalBinary reads the data of AppendBinary. After that, Pauses can be called, but not Write.
func (m *BoundsFinder) UnmarshalBinary(b []byte) error {
	if len(b) < 4 {
		return errors.New("the levels of a recording are incomplete")
	}
	rate := int(binary.LittleEndian.Uint32(b))
	if rate < 100 || rate > 1_000_000 {
		return errors.New("the levels of a recording are damaged")
	}
	*m = *NewBoundsFinder(rate)
	m.levels = make([]int8, len(b)-4)
	for i, level := range b[4:] {
		m.levels[i] = int8(level)
	}
	return nil
}
