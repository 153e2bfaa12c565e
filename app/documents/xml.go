package documents

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"io"

	"golang.org/x/net/html/charset"
)

const (
	// deepestXML is how many elements may lie in each other.
	deepestXML = 400
	// longestXML is how many bytes one tag, or the text between two, may have.
	longestXML = 2 << 20
)

// elements takes the elements of an XML file as they come. Each may be nil.
type elements struct {
	start func(xml.StartElement)
	end   func(xml.EndElement)
	text  func(string) error
}

// walk reads XML to its end. Entities that the file declares itself are not unfolded: a file that uses one is damaged.
// The error is a *Trouble, or that of r, of ctx or of e.text.
func walk(ctx context.Context, r io.Reader, e elements) error {
	piece := &piecewise{r: r}
	// The decoder takes its bytes one by one from a buffer of ours, so that piece counts in steps as small as that.
	d := xml.NewDecoder(bufio.NewReaderSize(piece, 4096))
	d.CharsetReader = charset.NewReaderLabel
	depth := 0
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		piece.read = 0
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > deepestXML {
				return &Trouble{Reason: Damaged, Err: errors.New("elements lie too deep in each other")}
			}
			if e.start != nil {
				e.start(t)
			}
		case xml.EndElement:
			depth--
			if e.end != nil {
				e.end(t)
			}
		case xml.CharData:
			if e.text != nil {
				if err := e.text(string(t)); err != nil {
					return err
				}
			}
		}
	}
}

// piecewise keeps one piece of a file from being read whole into memory.
type piecewise struct {
	r    io.Reader
	read int // since the last piece
}

func (p *piecewise) Read(b []byte) (int, error) {
	if p.read > longestXML {
		return 0, &Trouble{Reason: TooLarge, Err: errors.New("a piece of XML is too long")}
	}
	n, err := p.r.Read(b)
	p.read += n
	return n, err
}

// attribute returns the value of an attribute, whatever its namespace.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
