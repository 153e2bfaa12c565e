package documents

import (
	"bytes"
	"context"
	"errors"
	"io"

	"golang.org/x/net/html"
)

const (
	// maxXMLDepth is the maximum nesting depth of elements.
	maxXMLDepth = 400
	// maxNamespaces is the maximum number of namespaces in scope.
	maxNamespaces = 400
)

// element is the start or end of an element. It is valid only during the call that receives it.
type element struct {
	// name has no prefix; space is the namespace of the prefix.
	name, space string
	attributes  []byte
}

// elements are the callbacks of walk; each may be nil.
type elements struct {
	start func(element)
	end   func(element)
	text  func(string) error
	// enough is called after each start and end; true ends the walk.
	enough func() bool
}

// walk parses XML to its end. The error is an *Error, or an error of r, ctx or e.text. A file that
// uses custom entities counts as damaged: they are never expanded.
//
// The HTML tokenizer separates tags, text and comments, as it does for pages. encoding/xml is
// several times slower, and parsing must be cheap even if a small file decompresses to a large one.
func walk(ctx context.Context, r io.Reader, e elements) error {
	r, err := recoded(r)
	if err != nil {
		return err
	}
	x := &xmlScanner{e: e, names: map[string]string{}}
	tokens := html.NewTokenizer(r)
	tokens.SetMaxBuf(MaxText) // longer text exceeds the limit anyway
	tokens.AllowCDATA(true)
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		kind := tokens.Next()
		tokens.NextIsNotRawText()
		switch kind {
		case html.ErrorToken:
			return x.ended(tokens.Err(), tokens.Raw())
		case html.TextToken:
			err = x.say(tokens.Raw())
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			err = x.tag(bytes.TrimSuffix(tokens.Raw()[1:], []byte{'>'}))
		}
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

var (
	errEnough = errors.New("the text limit is reached")
	errXML    = errors.New("the XML is not well formed")
)

// xmlScanner tracks the open elements.
type xmlScanner struct {
	e      elements
	open   []openElement
	spaces []prefixBinding // in scope, the innermost last
	names  map[string]string
}

type openElement struct {
	raw, name, space string
	spaces           int // number of bindings in scope outside the element
}

type prefixBinding struct{ prefix, space string }

// ended returns the error, if any, for input that ends in rest.
func (x *xmlScanner) ended(err error, rest []byte) error {
	switch {
	case errors.Is(err, html.ErrBufferExceeded):
		return &Error{Reason: TooLarge, Err: errors.New("an XML token is too long")}
	case errors.Is(err, io.EOF) && (len(x.open) > 0 || len(rest) > 0):
		return io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// say passes on text inside an element.
func (x *xmlScanner) say(text []byte) error {
	if x.e.text == nil || len(x.open) == 0 {
		return nil
	}
	if data, ok := bytes.CutPrefix(text, []byte("<![CDATA[")); ok {
		return x.e.text(string(bytes.TrimSuffix(data, []byte("]]>"))))
	}
	if bytes.IndexByte(text, '<') >= 0 { // the tokenizer treats a < that begins no tag as text
		return errXML
	}
	plain, err := unescape(text)
	if err != nil {
		return err
	}
	return x.e.text(plain)
}

// enough returns errEnough if the caller has read enough.
func (x *xmlScanner) enough() error {
	if x.e.enough != nil && x.e.enough() {
		return errEnough
	}
	return nil
}
