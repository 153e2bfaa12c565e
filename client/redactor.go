package client

import (
	"strings"

	"parlando/client/failure"
)

// redactor hides the key of the connection in the texts of one choice, even if it arrives in
// several deltas. It buffers the end of a text only while the key may begin there.
type redactor struct {
	mask *failure.KeyMask
	// buffered is the unreturned end of a text; in is the index of that text in texts.
	buffered string
	in       int
}

// texts returns the texts of a delta in the order in which they are shown.
func (d *Delta) texts() [3]*string { return [...]*string{&d.Reasoning, &d.Text, &d.Refusal} }

const (
	reasoningText = iota
	shownText
)

// redact hides the key in d. before has the buffered text that must be shown before the texts of d.
func (r *redactor) redact(d *Delta) (before Delta) {
	if r.mask == nil {
		return before
	}
	if d.TextWasReasoning && r.in == shownText {
		r.in = reasoningText
	}
	for i, text := range d.texts() {
		if *text == "" {
			continue
		}
		switch {
		case r.in > i && r.buffered != "":
			before.Index = d.Index
			r.release(&before)
		case r.in < i:
			r.release(d)
		}
		*text, r.buffered = r.mask.Next(r.buffered + *text)
		r.in = i
	}
	if len(d.Images) > 0 {
		r.release(d)
	}
	for i, image := range d.Images {
		if !strings.HasPrefix(image, "data:") {
			d.Images[i] = r.mask.Text(image)
		}
	}
	for i := range d.Sources {
		d.Sources[i].Address, d.Sources[i].Title = r.mask.Text(d.Sources[i].Address), r.mask.Text(d.Sources[i].Title)
	}
	d.PreparingTool = r.mask.Text(d.PreparingTool)
	return before
}

// release adds the buffered text to d.
func (r *redactor) release(d *Delta) {
	*d.texts()[r.in] += r.buffered
	r.buffered = ""
}

// redactCalls hides the key in complete tool calls.
func (r *redactor) redactCalls(calls []ToolCall) {
	if r.mask == nil {
		return
	}
	for i := range calls {
		c := &calls[i]
		c.ID, c.Name, c.Arguments = r.mask.Text(c.ID), r.mask.Text(c.Name), r.mask.JSON(c.Arguments)
		for name, value := range c.Extra {
			c.Extra[name] = []byte(r.mask.JSON(string(value)))
		}
	}
}
