package waves

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"time"
)

// magic begins a file and says how it is written: then come Step and Length in nanoseconds, Damaged, and the levels.
const magic = "ParleyW2"

// head is how many bytes stand between the magic and the levels.
const head = 3 * 8

// mostBytes is more than a day of recording needs.
const mostBytes = 16 << 20

var errNoWave = errors.New("it is no wave")

func write(w Wave) []byte {
	b := append(make([]byte, 0, len(magic)+head+len(w.Levels)), magic...)
	b = binary.LittleEndian.AppendUint64(b, uint64(w.Step))
	b = binary.LittleEndian.AppendUint64(b, uint64(w.Length))
	b = binary.LittleEndian.AppendUint64(b, uint64(w.Damaged))
	return append(b, w.Levels...)
}

func read(name string) (Wave, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Wave{}, err
	}
	if info.Size() > mostBytes {
		return Wave{}, errNoWave
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return Wave{}, err
	}
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok || len(rest) < head {
		return Wave{}, errNoWave
	}
	w := Wave{
		Step:    time.Duration(binary.LittleEndian.Uint64(rest)),
		Length:  time.Duration(binary.LittleEndian.Uint64(rest[8:])),
		Damaged: int(binary.LittleEndian.Uint64(rest[16:])),
		Levels:  rest[head:], Whole: true,
	}
	if w.Step <= 0 || w.Length < 0 || w.Damaged < 0 {
		return Wave{}, errNoWave
	}
	return w, nil
}
