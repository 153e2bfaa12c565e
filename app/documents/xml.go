package documents

import (
	"bytes"
	"context"
	"errors"
	"io"
)

const (
	// maxXMLDepth bounds how deeply elements nest.
	maxXMLDepth = 400
	// maxTagBytes bounds one tag.
	maxTagBytes = 2 << 20
	// maxNamespaces bounds how many namespaces are in scope.
	maxNamespaces = 400
)

// element is the start or the end of an element. It is valid only during the call it is passed to.
type element struct {
	// name has no prefix; space is the namespace of the prefix.
	name, space string
	attributes  []byte
}

// elements are the functions that walk calls; each may be nil.
type elements struct {
	start func(element)
	end   func(element)
	text  func(string) error
	// enough is asked after each start and end; true ends the walk.
	enough func() bool
}

// walk reads XML to its end. The error is a *Trouble, or that of r, of ctx or of e.text. A file
// that uses entities which it declares itself is damaged: they are never expanded.
//
// encoding/xml takes ten times as long, and a file that unfolds to a lot must cost little.
func walk(ctx context.Context, r io.Reader, e elements) error {
	x := &xmlScanner{r: r, e: e, names: map[string]string{}}
	if err := x.recode(); err != nil {
		return err
	}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := x.step(); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			if errors.Is(err, io.EOF) {
				if len(x.open) > 0 {
					return io.ErrUnexpectedEOF
				}
				return nil
			}
			return err
		}
	}
}

var (
	errEnough  = errors.New("enough was read")
	errXML     = errors.New("the XML is not well formed")
	errLongTag = &Trouble{Reason: TooLarge, Err: errors.New("a piece of XML is too long")}
)

// xmlScanner splits XML into tags and text.
type xmlScanner struct {
	r        io.Reader
	e        elements
	buf      []byte // of which pos to end is not read yet
	pos, end int
	eof      error // what r returned last, once it has ended or failed
	open     []openElement
	spaces   []binding // in scope, the innermost last
	names    map[string]string
}

type openElement struct {
	raw, name, space string
	spaces           int // how many bindings were in scope before it
}

type binding struct{ prefix, space string }

// step reads one tag, comment, instruction or stretch of text.
func (x *xmlScanner) step() error {
	if x.pos == x.end && !x.fill() {
		return x.eof
	}
	rest := x.buf[x.pos:x.end]
	i := bytes.IndexByte(rest, '<')
	switch {
	case i != 0:
		if i < 0 {
			i = len(rest)
			if x.eof == nil && i < 16<<10 {
				if x.fill() {
					return nil
				}
				return x.step()
			}
			if x.eof != nil && !errors.Is(x.eof, io.EOF) {
				return x.eof
			}
			// Leave a character or an entity whole that the end of the buffer cuts.
			if amp := bytes.LastIndexByte(rest[max(0, i-40):], '&'); x.eof == nil && amp >= 0 {
				i = max(0, i-40) + amp
			}
			for x.eof == nil && i > 0 && rest[i-1] >= 0x80 {
				i--
			}
			if i == 0 {
				if !x.fill() {
					return x.eof
				}
				return nil
			}
		}
		x.pos += i
		return x.say(rest[:i])
	case len(rest) < len("<![CDATA[") && x.eof == nil:
		x.fill()
		return nil
	case bytes.HasPrefix(rest, []byte("<!--")):
		return x.skip(4, "-->", nil)
	case bytes.HasPrefix(rest, []byte("<?")):
		return x.skip(2, "?>", nil)
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return x.skip(9, "]]>", x.e.text)
	case bytes.HasPrefix(rest, []byte("<!")):
		return x.skipDeclaration()
	}
	return x.tag()
}

// say hands over text inside an element.
func (x *xmlScanner) say(text []byte) error {
	if x.e.text == nil || len(x.open) == 0 {
		return nil
	}
	plain, err := unescape(text)
	if err != nil {
		return err
	}
	return x.e.text(plain)
}

// skip passes over everything up to and including end, after the head bytes that begin it. say, if
// not nil, gets what is between.
func (x *xmlScanner) skip(head int, end string, say func(string) error) error {
	x.pos += head
	for {
		i := bytes.Index(x.buf[x.pos:x.end], []byte(end))
		most := i
		if i < 0 {
			most = max(0, x.end-x.pos-len(end)+1)
		}
		if say != nil && most > 0 && len(x.open) > 0 {
			if err := say(string(x.buf[x.pos : x.pos+most])); err != nil {
				return err
			}
		}
		x.pos += most
		if i >= 0 {
			x.pos += len(end)
			return nil
		}
		if !x.fill() {
			return x.cutOff()
		}
	}
}

// skipDeclaration passes over <!DOCTYPE …> with the declarations in it.
func (x *xmlScanner) skipDeclaration() error {
	depth, quote := 0, byte(0)
	for {
		for x.pos < x.end {
			c := x.buf[x.pos]
			x.pos++
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"', c == '\'':
				quote = c
			case c == '<', c == '[':
				depth++
			case c == ']':
				depth--
			case c == '>':
				if depth--; depth <= 0 {
					return nil
				}
			}
		}
		if !x.fill() {
			return x.cutOff()
		}
	}
}

// cutOff returns the error of a file that ends inside a tag, a comment or the like.
func (x *xmlScanner) cutOff() error {
	if errors.Is(x.eof, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return x.eof
}

// enough returns errEnough if the caller has read enough.
func (x *xmlScanner) enough() error {
	if x.e.enough != nil && x.e.enough() {
		return errEnough
	}
	return nil
}
