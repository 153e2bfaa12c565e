package documents

import (
	"bytes"
	"errors"
	"strings"
)

// tag parses the text between < and >.
func (x *xmlScanner) tag(tag []byte) error {
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

// known returns a name as a string, allocated once per name.
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

// begin opens an element; closed means that its tag also ends it.
func (x *xmlScanner) begin(raw string, attributes []byte, closed bool) error {
	if len(x.open) >= maxXMLDepth {
		return &Error{Reason: Damaged, Err: errors.New("elements are nested too deeply")}
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

// declare adds the namespaces that a tag declares.
func (x *xmlScanner) declare(attributes []byte) error {
	eachAttribute(attributes, func(name, value []byte) bool {
		if prefix, ok := bytes.CutPrefix(name, []byte("xmlns")); ok && len(x.spaces) <= maxNamespaces {
			x.spaces = append(x.spaces, prefixBinding{strings.TrimPrefix(string(prefix), ":"), string(value)})
		}
		return true
	})
	if len(x.spaces) > maxNamespaces {
		return &Error{Reason: Damaged, Err: errors.New("too many namespaces")}
	}
	return nil
}

// finish closes the innermost element, whose name is raw.
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

// attribute returns the value of an attribute, whatever its namespace; "" if there is none.
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
