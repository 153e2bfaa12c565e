package client

import (
	"strings"

	"parlando/client/failure"
)

// heldBack hides the key of the connection in the texts of one choice, even if it arrives in
// several deltas. It holds back the end of a text only while the key may begin there.
type heldBack struct {
	mask *failure.KeyMask
	text string
	// in is the text that it belongs to: an index into texts.
	in int
}

// texts returns the texts of a delta in the order in which they are shown.
func (d *Delta) texts() [3]*string { return [...]*string{&d.Reasoning, &d.Text, &d.Refusal} }

const (
	reasoningText = iota
	shownText
)

// hide hides the key in d. before is what was held back of a text that is shown before those of d.
func (h *heldBack) hide(d *Delta) (before Delta) {
	if h.mask == nil {
		return before
	}
	if d.TextWasReasoning && h.in == shownText {
		h.in = reasoningText
	}
	for i, text := range d.texts() {
		if *text == "" {
			continue
		}
		switch {
		case h.in > i && h.text != "":
			before.Index = d.Index
			h.release(&before)
		case h.in < i:
			h.release(d)
		}
		*text, h.text = h.mask.Next(h.text + *text)
		h.in = i
	}
	if len(d.Images) > 0 {
		h.release(d)
	}
	for i, image := range d.Images {
		if !strings.HasPrefix(image, "data:") {
			d.Images[i] = h.mask.Text(image)
		}
	}
	d.PreparingTool = h.mask.Text(d.PreparingTool)
	return before
}

// release adds to d what was held back.
func (h *heldBack) release(d *Delta) {
	*d.texts()[h.in] += h.text
	h.text = ""
}

// hideInCalls hides the key in complete tool calls.
func (h *heldBack) hideInCalls(calls []ToolCall) {
	if h.mask == nil {
		return
	}
	for i := range calls {
		c := &calls[i]
		c.ID, c.Name, c.Arguments = h.mask.Text(c.ID), h.mask.Text(c.Name), h.mask.JSON(c.Arguments)
		for name, value := range c.Extra {
			c.Extra[name] = []byte(h.mask.JSON(string(value)))
		}
	}
}
