package chatgpt

import (
	"encoding/json"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/imports/foreign"
)

// fragmentKind is the kind of a fragment.
type fragmentKind int

const (
	textFragment fragmentKind = iota
	// reasoningFragment may have the time in took. So does recapFragment, whose text is a sentence
	// about the reasoning before it.
	reasoningFragment
	recapFragment
	callFragment
	resultFragment
	fileFragment
	canvasFragment
)

// fragment is a part of a message before calls have their results.
type fragment struct {
	kind    fragmentKind
	text    string
	sources []chat.CitedSource
	// continues reports that the text of the next node goes on within a sentence.
	continues bool
	took      time.Duration
	// id and tool are those of a call, tool also that of a result; failed reports an error.
	id, tool string
	failed   bool
	file     *foreign.File
	canvas   *canvas
}

const fragmentBytes = 100

// sizeOf returns the size of fragments in memory.
func sizeOf(all []fragment) (n int) {
	for _, f := range all {
		n += fragmentBytes + len(f.text)
		if f.canvas != nil {
			n += len(f.canvas.content)
		}
	}
	return n
}

// toolCall is a call with its outputs so far.
type toolCall struct {
	id, tool string
	outputs  []string
	failed   bool
}

// partsWriter writes the parts of one message.
type partsWriter struct {
	foreign.PartsBuilder
	calls []*toolCall
	// open is the index before which all calls have an output.
	open int
	// text is not written yet; the next fragment may continue it.
	text fragment
	// canvases has the last state of each canvas.
	canvases map[string]*canvas
}

// partsOf returns the parts of a message.
func partsOf(all []fragment) []foreign.MessagePart {
	w := partsWriter{canvases: map[string]*canvas{}}
	for _, f := range all {
		if f.kind == canvasFragment {
			w.canvases[f.canvas.key] = f.canvas
		}
	}
	for _, f := range withTimes(all) {
		if f.kind == textFragment {
			w.addText(f)
			continue
		}
		w.endText()
		w.add(f)
	}
	w.endText()
	for _, c := range w.calls {
		if len(c.outputs) > 0 {
			w.Result(c.id, c.tool, strings.Join(c.outputs, "\n\n"), c.failed)
		}
	}
	return w.Parts()
}

// withTimes returns the fragments with the time of each recap at the reasoning before it.
func withTimes(all []fragment) []fragment {
	result := make([]fragment, 0, len(all))
	reasoning := -1
	for _, f := range all {
		if f.kind == recapFragment {
			if reasoning >= 0 {
				result[reasoning].took += f.took
				continue
			}
			f.kind = reasoningFragment
		}
		if f.kind == reasoningFragment {
			reasoning = len(result)
		}
		result = append(result, f)
	}
	return result
}

// addText adds a text, or continues the one before it.
func (w *partsWriter) addText(f fragment) {
	if w.text.continues && len(f.sources) == 0 {
		w.text.text += f.text
		w.text.continues = f.continues
		return
	}
	w.endText()
	w.text = f
}

func (w *partsWriter) endText() {
	w.Text(w.text.text, w.text.sources...)
	w.text = fragment{}
}

// add adds a fragment that is not a text.
func (w *partsWriter) add(f fragment) {
	switch f.kind {
	case reasoningFragment:
		w.Reasoning(f.text, f.took)
	case fileFragment:
		w.File(*f.file)
	case callFragment:
		w.call(&toolCall{id: f.id, tool: f.tool}, f.text)
	case resultFragment:
		w.output(f)
	case canvasFragment:
		if last := w.canvases[f.canvas.key]; last != nil {
			w.Text(last.markdown())
			w.canvases[f.canvas.key] = nil // written once
		}
	}
}

// call adds a call whose arguments are a JSON object or any text.
func (w *partsWriter) call(c *toolCall, arguments string) {
	encoded := json.RawMessage(arguments)
	if !strings.HasPrefix(arguments, "{") || !json.Valid(encoded) {
		encoded, _ = json.Marshal(arguments) // a string cannot fail
	}
	w.calls = append(w.calls, c)
	w.Call(c.id, c.tool, encoded)
}

// output adds an output to its call: the first of the tool without an output, the last without
// one, or the last of the tool. An output without a call gets one.
func (w *partsWriter) output(f fragment) {
	for w.open < len(w.calls) && len(w.calls[w.open].outputs) > 0 {
		w.open++
	}
	c := w.callOf(f.tool)
	if c == nil {
		c = &toolCall{id: f.id, tool: f.tool}
		w.call(c, "{}")
	}
	c.outputs = append(c.outputs, f.text)
	c.failed = c.failed || f.failed
}

func (w *partsWriter) callOf(tool string) *toolCall {
	var found *toolCall
	for _, c := range w.calls[w.open:] {
		switch {
		case len(c.outputs) > 0:
		case c.tool == tool:
			return c
		default:
			found = c
		}
	}
	for i := len(w.calls) - 1; i >= 0 && found == nil; i-- {
		if w.calls[i].tool == tool {
			found = w.calls[i]
		}
	}
	return found
}
