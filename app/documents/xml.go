package documents

import (
	"bytes"
	"context"
	"errors"
	"io"

	"golang.org/x/net/html"
)

const (
	// maxXMLDepth bounds how deeply elements nest.
	maxXMLDepth = 400
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

// walk reads XML to its end. The error is a *Error, or that of r, of ctx or of e.text. A file
// that uses entities which it declares itself is damaged: they are never expanded.
//
// The tokenizer of HTML tells tags, text and comments apart, as it does for pages. encoding/xml
// takes several times as long, and a file that unfolds to a lot must cost little.
func walk(ctx context.Context, r io.Reader, e elements) error {
	r, err := recoded(r)
	if err != nil {
		return err
	}
	x := &xmlScanner{e: e, names: map[string]string{}}
	tokens := html.NewTokenizer(r)
	tokens.SetMaxBuf(MaxText) // a longer piece of text is too long anyway
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
	errEnough = errors.New("enough was read")
	errXML    = errors.New("the XML is not well formed")
)

// xmlScanner knows which elements are open.
type xmlScanner struct {
	e      elements
	open   []openElement
	spaces []prefixBinding // in scope, the innermost last
	names  map[string]string
}

type openElement struct {
	raw, name, space string
	spaces           int // how many bindings were in scope before it
}

type prefixBinding struct{ prefix, space string }

// ended returns the error, if any, of a text that ends in rest.
func (x *xmlScanner) ended(err error, rest []byte) error {
	switch {
	case errors.Is(err, html.ErrBufferExceeded):
		return &Error{Reason: TooLarge, Err: errors.New("a piece of XML is too long")}
	case errors.Is(err, io.EOF) && (len(x.open) > 0 || len(rest) > 0):
		return io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// say hands over text inside an element.
func (x *xmlScanner) say(text []byte) error {
	if x.e.text == nil || len(x.open) == 0 {
		return nil
	}
	if data, ok := bytes.CutPrefix(text, []byte("<![CDATA[")); ok {
		return x.e.text(string(bytes.TrimSuffix(data, []byte("]]>"))))
	}
	if bytes.IndexByte(text, '<') >= 0 { // to HTML what begins no tag is text
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
