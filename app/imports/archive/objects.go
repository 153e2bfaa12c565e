package archive

import (
	"bytes"
	"errors"
)

// errStop ends reading: the caller has seen enough, or the last error.
var errStop = errors.New("stop")

// objectReader reads the objects of one file.
type objectReader struct {
	scanner
	file  string
	yield func(Object, error) bool

	shape  Shape
	member string
	// read is the number of objects so far.
	read int
	// signature describes the whole objects of the file, recovered is the number of bytes that were
	// read again.
	signature signature
	recovered int64
}

// readAll reads the whole file.
func (r *objectReader) readAll() {
	if r.fill() && bytes.HasPrefix(r.buf, byteOrderMark) {
		r.pos = len(byteOrderMark)
	}
	for {
		var err error
		switch r.peek() {
		case 0:
			err = r.failure()
			if !errors.Is(err, ErrTruncated) {
				_ = r.fail(err)
			}
			return
		case '[':
			r.pos++
			r.shape = Array
			err = r.elements()
		case '{':
			err = r.object()
		default:
			err = r.rubbish()
		}
		if err != nil {
			return
		}
	}
}

// rubbish passes what is not JSON after an array or object.
func (r *objectReader) rubbish() error {
	if r.read == 0 || r.shape != Single && r.shape != Lines {
		return r.fail(ErrDamaged)
	}
	r.keep, r.shape = -1, Lines
	if err := r.refuse(ErrDamaged); err != nil {
		return err
	}
	return r.skipLine()
}

// fail yields the last error of the file.
func (r *objectReader) fail(err error) error {
	if r.ctx.Err() != nil {
		r.yield(Object{}, r.ctx.Err())
	} else {
		r.yield(Object{}, &FileError{r.file, reason(err)})
	}
	return errStop
}

// emit yields the retained object.
func (r *objectReader) emit() error {
	if r.tooLarge {
		return r.refuse(ErrTooLarge)
	}
	data := bytes.TrimRight(r.retained(), " \t\r\n")
	r.signature.learn(data, r.keys, true)
	o := Object{Data: data, Shape: r.shape, Member: r.member, Index: r.read, End: r.offset()}
	r.read++
	if !r.yield(o, nil) {
		return errStop
	}
	return nil
}

// refuse yields the error of an object, and fails if reading cannot go on.
func (r *objectReader) refuse(err error) error {
	if r.ctx.Err() != nil {
		return r.fail(r.ctx.Err())
	}
	beginning := r.retained()
	if r.tooLarge {
		beginning = r.head
	} else if r.keep >= 0 {
		beginning = r.buf[r.keep:]
	}
	failure := &ObjectError{File: r.file, Index: r.read, Title: titleOf(beginning), Err: reason(err)}
	r.read++
	if !r.yield(Object{}, failure) || !isDamage(err) && !errors.Is(err, ErrTooLarge) {
		return errStop
	}
	return nil
}

// isDamage reports whether an error concerns only the values in which it happened.
func isDamage(err error) bool { return errors.Is(err, ErrDamaged) || errors.Is(err, ErrTooDeep) }

// elements reads the elements of an array whose opening bracket was passed.
func (r *objectReader) elements() error {
	if r.peek() == ']' {
		r.pos++
		return nil
	}
	for {
		if err := r.element(); err != nil {
			return err
		}
		for !bytes.ContainsRune([]byte(",]{"), rune(r.peek())) {
			r.keep = -1
			if err := r.refuse(r.failure()); err != nil {
				return err
			}
			if err := r.recover(); err != nil {
				return err
			}
		}
		switch r.peek() { // a comma may be missing
		case ',':
			r.pos++
		case ']':
			r.pos++
			r.keep = -1
			return nil
		}
	}
}

// element reads an element of an array. It passes one that is not an object.
func (r *objectReader) element() error {
	r.keep = -1
	if r.peek() == '{' {
		r.retain()
	}
	err := r.value()
	switch {
	case err == nil && r.keep < 0 && !r.tooLarge:
		return nil
	case err == nil:
		return r.emit()
	}
	if err := r.refuse(err); err != nil {
		return err
	}
	return r.recover()
}

// object reads an object that is not in an array: the only one, or the first of several, or one
// with an array of objects in a member.
func (r *objectReader) object() error {
	r.retain()
	r.shape, r.member = Single, ""
	r.pos++
	streamed, err := r.members("")
	switch {
	case errors.Is(err, errStop):
		return err
	case streamed && err != nil:
		return r.fail(err)
	case streamed:
		return nil
	case err == nil && r.peek() == '{', err == nil && r.read > 0:
		r.shape = Lines
	}
	if err == nil {
		return r.emit()
	}
	if err := r.refuse(err); err != nil {
		return err
	}
	return r.skipLine()
}

// skipLine goes on at the next line that begins with an object, after a damaged one.
func (r *objectReader) skipLine() error {
	r.keep = -1
	for r.pos < len(r.buf) || r.fill() {
		i := bytes.IndexByte(r.buf[r.pos:], '\n')
		if i < 0 {
			r.pos = len(r.buf)
			continue
		}
		r.pos += i + 1
		if (r.pos < len(r.buf) || r.fill()) && r.buf[r.pos] == '{' {
			return nil
		}
	}
	return nil
}

// members reads the members of an object. streamed reports that one of them contained objects.
func (r *objectReader) members(path string) (streamed bool, err error) {
	if r.peek() == '}' {
		r.pos++
		return false, nil
	}
	for {
		name, err := r.name()
		if err != nil {
			return streamed, err
		}
		inside, err := r.memberValue(path, name)
		streamed = streamed || inside
		if err != nil {
			return streamed, err
		}
		switch r.peek() {
		case ',':
			r.pos++
		case '}':
			r.pos++
			return streamed, nil
		default:
			return streamed, r.failure()
		}
	}
}

// memberValue reads the value of a member. streamed reports that it contained objects.
func (r *objectReader) memberValue(path, name string) (streamed bool, err error) {
	c := r.peek()
	switch {
	case c == '[' && (name == "conversations" || name == "chats"):
		r.pos++
		if r.peek() == '{' {
			r.shape, r.member = Member, path+name
			return true, r.elements()
		}
		if r.peek() == ']' {
			r.pos++
			return false, nil
		}
		r.stack = append(r.stack[:0], '[')
		return false, r.values()
	case c == '{' && name == "data" && path == "":
		r.pos++
		return r.members("data.")
	}
	return false, r.value()
}
