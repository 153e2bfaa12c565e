package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html/charset"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const (
	// deepestXML is how many elements may lie in each other.
	deepestXML = 400
	// longestXML is how many bytes one tag may have.
	longestXML = 2 << 20
	// maxSpaces is how many name spaces may be declared at a time.
	maxSpaces = 400
)

// element is the beginning or the end of an element. It is valid only while it is handed over.
type element struct {
	// name is without its prefix, space the name space that the prefix stands for.
	name, space string
	attributes  []byte
}

// elements takes the elements of an XML file as they come. Each may be nil.
type elements struct {
	start func(element)
	end   func(element)
	text  func(string) error
	// enough ends the reading as soon as it reports true after an element.
	enough func() bool
}

// walk reads XML to its end. Entities that the file declares itself are not unfolded: a file that uses one is damaged. It is written here because
// encoding/xml takes ten times as long, and a file that unfolds to a lot must cost little. The error is a *Trouble, or that of r, of ctx or of e.text.
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

// xmlScanner reads XML piece by piece.
type xmlScanner struct {
	r        io.Reader
	e        elements
	buf      []byte
	pos, end int
	eof      error
	open     []openElement
	spaces   []binding
	names    map[string]string
}

type openElement struct {
	raw, name, space string
	spaces           int // how many bindings there were before it
}

type binding struct{ prefix, space string }

// recode looks at the beginning, and decodes what is not UTF-8.
func (x *xmlScanner) recode() error {
	x.buf = make([]byte, 32<<10)
	x.fill()
	head := x.buf[x.pos:x.end]
	var decoder transform.Transformer
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		x.pos += 3
		return nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		decoder = xunicode.UTF16(xunicode.LittleEndian, xunicode.ExpectBOM).NewDecoder()
	case bytes.HasPrefix(head, []byte("<?xml")):
		m := declared.FindSubmatch(head[:min(len(head), 200)])
		if m == nil || len(m[1]) == 0 {
			return nil
		}
		encoding, name := charset.Lookup(string(m[1]))
		if encoding == nil {
			return fmt.Errorf("%w: encoding %q", errXML, m[1])
		}
		if name == "utf-8" || strings.HasPrefix(name, "utf-16") {
			return nil
		}
		decoder = encoding.NewDecoder()
	default:
		return nil
	}
	x.r = transform.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), x.r), decoder)
	x.pos, x.end, x.eof = 0, 0, nil
	x.fill()
	return nil
}

// fill reads more behind what is left, and makes room for it. It reports whether there was any.
func (x *xmlScanner) fill() bool {
	if x.eof != nil {
		return false
	}
	if x.pos > 0 {
		copy(x.buf, x.buf[x.pos:x.end])
		x.end -= x.pos
		x.pos = 0
	}
	if x.end == len(x.buf) {
		if len(x.buf) > longestXML {
			x.eof = errLongTag
			return false
		}
		x.buf = append(x.buf, make([]byte, len(x.buf))...)
	}
	n, err := x.r.Read(x.buf[x.end:])
	x.end += n
	if err != nil {
		x.eof = err
	}
	return n > 0 || err == nil
}

// step reads one tag or stretch of text.
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
			// A character or an entity may end in what comes next.
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

// skip passes over what ends with end, and hands what is before that to say.
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

// cutOff is the error of a file that ends within something.
func (x *xmlScanner) cutOff() error {
	if errors.Is(x.eof, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return x.eof
}

// skipDeclaration passes over <!DOCTYPE …>, with all that is declared in it.
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

// tag reads the tag that begins at pos.
func (x *xmlScanner) tag() error {
	length, quote := 1, byte(0)
	rest := x.buf[x.pos:x.end]
	// Almost every tag has its end before any sign that could hide one.
	if i := bytes.IndexByte(rest, '>'); i > 0 && bytes.Count(rest[:i], []byte{'"'})%2 == 0 && bytes.IndexByte(rest[:i], '\'') < 0 && bytes.IndexByte(rest[1:i], '<') < 0 {
		length = i
	}
scan:
	for {
		for rest = x.buf[x.pos:x.end]; length < len(rest); length++ {
			switch c := rest[length]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"', c == '\'':
				quote = c
			case c == '<':
				return errXML
			case c == '>':
				break scan
			}
		}
		if !x.fill() {
			return x.cutOff()
		}
	}
	tag := x.buf[x.pos+1 : x.pos+length]
	x.pos += length + 1
	if len(tag) == 0 {
		return errXML
	}
	if tag[0] == '/' {
		return x.finish(string(bytes.TrimRight(tag[1:], " \t\r\n")))
	}
	closed := tag[len(tag)-1] == '/'
	if closed {
		tag = tag[:len(tag)-1]
	}
	name, attributes := tag, []byte(nil)
	if i := bytes.IndexAny(tag, " \t\r\n"); i >= 0 {
		name, attributes = tag[:i], tag[i:]
	}
	if len(name) == 0 {
		return errXML
	}
	return x.begin(x.known(name), attributes, closed)
}

// known is a name as a string that is made once.
func (x *xmlScanner) known(name []byte) string {
	if s, ok := x.names[string(name)]; ok {
		return s
	}
	s := string(name)
	if len(x.names) < 4096 {
		x.names[s] = s
	}
	return s
}

func (x *xmlScanner) begin(raw string, attributes []byte, closed bool) error {
	if len(x.open) >= deepestXML {
		return &Trouble{Reason: Damaged, Err: errors.New("elements lie too deep in each other")}
	}
	o := openElement{raw: raw, spaces: len(x.spaces)}
	if bytes.Contains(attributes, []byte("xmlns")) {
		if err := x.declare(attributes); err != nil {
			return err
		}
	}
	prefix := ""
	if i := strings.IndexByte(raw, ':'); i >= 0 {
		prefix, o.name = raw[:i], raw[i+1:]
	} else {
		o.name = raw
	}
	for i := len(x.spaces) - 1; i >= 0; i-- {
		if x.spaces[i].prefix == prefix {
			o.space = x.spaces[i].space
			break
		}
	}
	x.open = append(x.open, o)
	if x.e.start != nil {
		x.e.start(element{o.name, o.space, attributes})
	}
	if closed {
		return x.finish(raw)
	}
	return x.enough()
}

func (x *xmlScanner) enough() error {
	if x.e.enough != nil && x.e.enough() {
		return errEnough
	}
	return nil
}

// declare remembers the name spaces that a tag declares.
func (x *xmlScanner) declare(attributes []byte) error {
	eachAttribute(attributes, func(name, value []byte) bool {
		if prefix, ok := bytes.CutPrefix(name, []byte("xmlns")); ok && len(x.spaces) <= maxSpaces {
			x.spaces = append(x.spaces, binding{strings.TrimPrefix(string(prefix), ":"), string(value)})
		}
		return true
	})
	if len(x.spaces) > maxSpaces {
		return &Trouble{Reason: Damaged, Err: errors.New("too many name spaces")}
	}
	return nil
}

func (x *xmlScanner) finish(raw string) error {
	n := len(x.open) - 1
	if n < 0 || x.open[n].raw != raw {
		return errXML
	}
	o := x.open[n]
	x.open, x.spaces = x.open[:n], x.spaces[:o.spaces]
	if x.e.end != nil {
		x.e.end(element{name: o.name, space: o.space})
	}
	return x.enough()
}

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

// unescape replaces the five entities of XML, and characters by number.
func unescape(text []byte) (string, error) {
	if bytes.IndexByte(text, '&') < 0 {
		return string(text), nil
	}
	var b strings.Builder
	for len(text) > 0 {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			b.Write(text)
			break
		}
		b.Write(text[:i])
		text = text[i+1:]
		end := bytes.IndexByte(text[:min(len(text), 32)], ';')
		if end < 0 {
			return "", fmt.Errorf("%w: an entity without an end", errXML)
		}
		name := string(text[:end])
		text = text[end+1:]
		if char, ok := entities[name]; ok {
			b.WriteString(char)
			continue
		}
		number, ok := strings.CutPrefix(name, "#")
		base := 10
		if hex, isHex := strings.CutPrefix(number, "x"); isHex {
			number, base = hex, 16
		}
		code, err := strconv.ParseUint(number, base, 32)
		if !ok || err != nil {
			return "", fmt.Errorf("%w: the entity %q", errXML, name)
		}
		b.WriteRune(rune(min(code, 0x10FFFF+1)))
	}
	return b.String(), nil
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"}

// eachAttribute calls do with the name and the raw value of each attribute, until it returns false.
func eachAttribute(attributes []byte, do func(name, value []byte) bool) {
	for {
		equals := bytes.IndexByte(attributes, '=')
		if equals < 0 {
			return
		}
		name := bytes.TrimSpace(attributes[:equals])
		attributes = bytes.TrimLeft(attributes[equals+1:], " \t\r\n")
		if len(attributes) == 0 {
			return
		}
		quote := attributes[0]
		if quote != '"' && quote != '\'' {
			return
		}
		end := bytes.IndexByte(attributes[1:], quote)
		if end < 0 || !do(name, attributes[1:end+1]) {
			return
		}
		attributes = attributes[end+2:]
	}
}

// attribute returns the value of an attribute, whatever its name space.
func attribute(e element, name string) string {
	found := ""
	eachAttribute(e.attributes, func(n, value []byte) bool {
		if i := bytes.IndexByte(n, ':'); i >= 0 {
			n = n[i+1:]
		}
		if string(n) != name {
			return true
		}
		var err error
		if found, err = unescape(value); err != nil {
			found = string(value)
		}
		return false
	})
	return found
}
