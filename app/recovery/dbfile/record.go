package dbfile

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// maxColumns bounds the columns of a row: more than any table here has.
const maxColumns = 200

// record is the head of a row: the types of its values and where they start.
type record struct {
	types []uint64
	body  int   // bytes of the head
	size  int64 // of the whole row
}

// readRecord reads the head of a row. It reuses types.
func readRecord(payload []byte, types []uint64) (record, bool) {
	head, at := uvarint(payload, 0)
	r := record{types: types[:0]}
	if at == 0 || head < uint64(at) || head > uint64(len(payload)) {
		return r, false
	}
	r.body, r.size = int(head), int64(head)
	for at < r.body {
		kind, n := uvarint(payload[:r.body], at)
		if n == 0 || kind == 10 || kind == 11 || kind > math.MaxInt32 || len(r.types) == maxColumns {
			return r, false
		}
		r.types = append(r.types, kind)
		r.size += int64(width(kind))
		at += n
	}
	return r, r.size <= math.MaxInt32
}

// width returns the number of bytes of a value.
func width(kind uint64) int {
	switch {
	case kind <= 4:
		return int(kind)
	case kind == 5:
		return 6
	case kind == 6 || kind == 7:
		return 8
	case kind < 12:
		return 0
	}
	return int(kind-12) / 2
}

// holds reports whether the column can have a value of the given record type.
func (c Column) holds(kind uint64) bool {
	whole := kind >= 1 && kind <= 6 || kind == 8 || kind == 9
	switch {
	case c.RowID:
		return kind == 0
	case kind == 0:
		return !c.NotNull
	case c.Type == Integer:
		return whole
	case c.Type == Real:
		return whole || kind == 7
	case c.Type == Text:
		return kind >= 13 && kind%2 == 1
	case c.Type == Blob:
		return kind >= 12 && kind%2 == 0
	}
	return true
}

// fits reports whether a row can belong to the table. An older row may lack the last columns, but
// must have more than half of them. named means that the schema refers to the row's tree, so that
// the row may also have columns of a newer Parlando.
func (t Table) fits(types []uint64, named bool) bool {
	if !named && len(types) > len(t.Columns) || 2*len(types) <= len(t.Columns) {
		return false
	}
	for i, kind := range types[:min(len(types), len(t.Columns))] {
		if !t.Columns[i].holds(kind) {
			return false
		}
	}
	return true
}

// values decodes a row. If the payload is too short, it returns the values it contains, and false.
func (t Table) values(r record, payload []byte, rowid int64) ([]any, bool) {
	payload = payload[min(r.body, len(payload)):]
	values := make([]any, 0, len(t.Columns))
	for i, kind := range r.types[:min(len(r.types), len(t.Columns))] {
		n := width(kind)
		if n > len(payload) {
			switch {
			case len(payload) == 0 || kind < 12:
			case kind%2 == 1:
				values = append(values, string(wholeRunes(payload)))
			default:
				values = append(values, payload)
			}
			return values, false
		}
		if t.Columns[i].RowID {
			values = append(values, rowid)
		} else {
			values = append(values, value(kind, payload[:n:n]))
		}
		payload = payload[n:]
	}
	return values, true
}

// wholeRunes trims an incomplete UTF-8 sequence from the end of a truncated text.
func wholeRunes(text []byte) []byte {
	for range utf8.UTFMax - 1 {
		if r, n := utf8.DecodeLastRune(text); r != utf8.RuneError || n != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	return text
}

// value decodes a value of which all bytes are there.
func value(kind uint64, data []byte) any {
	switch {
	case kind == 0:
		return nil
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(data))
	case kind == 8:
		return int64(0)
	case kind == 9:
		return int64(1)
	case kind >= 12 && kind%2 == 0:
		return data
	case kind >= 12:
		return string(data)
	}
	v := int64(int8(data[0]))
	for _, b := range data[1:] {
		v = v<<8 | int64(b)
	}
	return v
}
