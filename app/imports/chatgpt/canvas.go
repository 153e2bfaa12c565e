package chatgpt

import (
	"encoding/json"
	"regexp"
	"strings"
)

// maxCanvasBytes limits the text of all states of the canvases of a conversation.
const maxCanvasBytes = 32 << 20

// maxPatternBytes is the maximum length of a regular expression.
const maxPatternBytes = 4 << 10

// canvas is a state of a document that the model writes beside the chat.
type canvas struct {
	// key is the ID of the node that made the document.
	key     string
	name    string
	kind    string // such as "document" or "code/python"
	content string
}

// canvasAfter returns the canvas after a call, nil if the call is of another tool or its effect is
// unknown.
func (d *decoder) canvasAfter(i int, tool, arguments string) *canvas {
	var c *canvas
	switch tool {
	case "canmore.create_textdoc":
		c = newCanvas(d.messageID(i), arguments)
	case "canmore.update_textdoc":
		if before := d.canvases[i]; before != nil {
			c = before.updated(arguments, maxCanvasBytes-d.canvasBytes)
			d.canvasBytes += len(before.content) // searched, even if nothing is found
		}
	}
	if c == nil || d.canvasBytes+len(c.content) > maxCanvasBytes {
		return nil
	}
	d.canvasBytes += len(c.content)
	return c
}

func newCanvas(key, arguments string) *canvas {
	var a struct{ Name, Type, Content string }
	if json.Unmarshal([]byte(arguments), &a) != nil || firstOf(a.Content) == "" {
		return nil
	}
	return &canvas{key: key, name: storable(a.Name), kind: storable(a.Type), content: storable(a.Content)}
}

// storable returns a text that was JSON within a string without what the library cannot store.
func storable(text string) string { return strings.ReplaceAll(text, "\x00", "\ufffd") }

// updated returns the canvas after all updates, nil if one of them cannot be applied.
func (c *canvas) updated(arguments string, maxBytes int) *canvas {
	var a struct {
		Updates []struct {
			Pattern, Replacement string
			Multiple             bool
		}
	}
	if json.Unmarshal([]byte(arguments), &a) != nil || len(a.Updates) == 0 {
		return nil
	}
	next := *c
	for _, u := range a.Updates {
		var ok bool
		if next.content, ok = replaced(next.content, u.Pattern, storable(u.Replacement), u.Multiple, maxBytes); !ok {
			return nil
		}
		maxBytes -= len(next.content)
	}
	return &next
}

// replaced replaces matches of a regular expression in Python's notation.
func replaced(content, pattern, replacement string, multiple bool, maxBytes int) (string, bool) {
	if pattern == ".*" {
		return replacement, true
	}
	if len(pattern) > maxPatternBytes {
		return "", false
	}
	expression, err := regexp.Compile("(?s)" + pattern)
	if err != nil {
		return "", false
	}
	n := 1
	if multiple {
		n = -1
	}
	var b strings.Builder
	end := 0
	for _, found := range expression.FindAllStringSubmatchIndex(content, n) {
		b.WriteString(content[end:found[0]])
		b.WriteString(expanded(replacement, content, found))
		end = found[1]
		if b.Len() > maxBytes {
			return "", false
		}
	}
	if b.Len() == 0 && end == 0 {
		return "", false
	}
	b.WriteString(content[end:])
	return b.String(), true
}

// groupReference matches a reference to a group, such as \1 or \g<1>.
var groupReference = regexp.MustCompile(`\\(?:g<(\d)>|(\d))`)

// expanded returns a replacement with its references to groups of a match.
func expanded(replacement, content string, found []int) string {
	if !strings.Contains(replacement, `\`) {
		return replacement
	}
	return groupReference.ReplaceAllStringFunc(replacement, func(s string) string {
		m := groupReference.FindStringSubmatch(s)
		group := int((m[1] + m[2])[0] - '0')
		if 2*group+1 >= len(found) || found[2*group] < 0 {
			return ""
		}
		return content[found[2*group]:found[2*group+1]]
	})
}

// markdown returns the canvas as it is shown in a reply.
func (c *canvas) markdown() string {
	content := c.content
	if language, ok := strings.CutPrefix(c.kind, "code/"); ok {
		content = fenced(language, content)
	}
	if name := strings.Join(strings.Fields(c.name), " "); name != "" {
		content = "**" + name + "**\n\n" + content
	}
	return content
}

// longestRun returns the length of the longest sequence of a byte.
func longestRun(text string, b byte) (longest int) {
	n := 0
	for i := range len(text) {
		if text[i] != b {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
