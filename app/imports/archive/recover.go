package archive

import (
	"bytes"
	"encoding/json"
	"errors"
)

// signature describes the objects of a file, to find the next whole one after damage.
type signature struct {
	// first is the first key of the first whole object, keys are all of its keys.
	first string
	keys  map[string]bool
	// whole reports that the first whole object has been read, so that keys are not only those
	// before the damage.
	whole bool
}

// learn takes the signature of the first object, or of a damaged one before it.
func (s *signature) learn(object []byte, keys [][2]int, whole bool) {
	if s.whole || s.keys != nil && !whole || len(keys) == 0 {
		return
	}
	s.whole = whole
	s.first = string(object[keys[0][0]:keys[0][1]])
	s.keys = make(map[string]bool, len(keys))
	for _, k := range keys {
		s.keys[string(object[k[0]:k[1]])] = true
	}
}

// fits reports whether an object has at least half of the keys of a whole object. Without one, it
// has all keys that were before the damage, and messages.
func (s *signature) fits(object []byte, keys [][2]int) bool {
	n, messages := 0, false
	for _, k := range keys {
		key := string(object[k[0]:k[1]])
		if s.keys[key] {
			n++
		}
		switch key {
		case "mapping", "chat_messages", "messages", "chat":
			messages = true
		}
	}
	if s.whole {
		return 2*n >= len(s.keys)
	}
	return n == len(s.keys) && messages
}

// begins reports whether keys could be the first ones of an object that is damaged.
func (s *signature) begins(object []byte, keys [][2]int) bool {
	for _, k := range keys {
		if !s.keys[string(object[k[0]:k[1]])] {
			return false
		}
	}
	return len(keys) > 1
}

// recover goes on after damage, behind the next whole object that is like the others.
func (r *objectReader) recover() error {
	if r.keep >= 0 { // the next object may begin before the damage was noticed
		r.signature.learn(r.buf[r.keep:], r.keys, false)
		r.pos = r.keep + 1
	}
	r.keep = -1
	if r.signature.keys == nil {
		return r.fail(ErrDamaged)
	}
	for r.nextStart() {
		r.retain()
		start := r.offset()
		err := r.candidate()
		if err == nil && !r.tooLarge && r.signature.fits(r.retained(), r.keys) {
			return r.emit()
		}
		if isDamage(err) || errors.Is(err, ErrTruncated) {
			if r.keep >= 0 && r.signature.begins(r.buf[r.keep:], r.keys) {
				if err := r.refuse(err); err != nil {
					return err
				}
			}
		}
		if r.recovered += r.offset() - start; r.recovered > maxRecoveryBytes {
			return r.fail(ErrDamaged)
		}
		if err != nil && r.keep >= 0 {
			r.pos = r.keep + 1
		}
		r.keep = -1
	}
	if r.ctx.Err() != nil {
		return r.fail(r.ctx.Err())
	}
	return errStop // the damage was reported
}

// nextStart goes on to the next opening bracket of an object.
func (r *objectReader) nextStart() bool {
	for r.pos < len(r.buf) || r.fill() {
		if i := bytes.IndexByte(r.buf[r.pos:], '{'); i >= 0 {
			r.pos += i
			return true
		}
		r.pos = len(r.buf)
	}
	return false
}

// candidate passes an object if its first key is that of the others.
func (r *objectReader) candidate() error {
	r.pos++
	name, err := r.name()
	if err != nil || name != r.signature.first {
		return ErrDamaged
	}
	r.pos = r.keep
	if r.keep < 0 {
		return ErrDamaged
	}
	return r.value()
}

// titleOf returns the title or name of a conversation, of which only the beginning may be left.
func titleOf(beginning []byte) string {
	d := json.NewDecoder(bytes.NewReader(beginning[:min(len(beginning), maxTitleBytes)]))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return ""
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return ""
		}
		var title string
		if (key == "title" || key == "name") && json.Unmarshal(value, &title) == nil && title != "" {
			return title
		}
	}
	return ""
}
