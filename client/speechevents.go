package client

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// maxOther bounds the bytes of a value without sound that are stored.
const maxOther = 8000

// speechEvents reads sound encoded as text: base64 or hexadecimal in one JSON value, or in the
// events of a stream. Read returns an error if the response is an error or a web page.
type speechEvents struct {
	answer   *answer
	payloads wire.Payloads
	try      wire.Decoder
	sound    []byte // decoded but not read yet
	half     []byte // incomplete base64 group
	hex      bool   // the sound is hexadecimal
	label    string // media type of a data address
	fault    *failure.ErrorBody
	usage    *Usage
	heard    bool   // some sound has arrived
	ended    bool   // an event marked the end of the sound
	other    []byte // first value without sound, for the error detail
	err      error
}

func newSpeechEvents(a *answer, r io.Reader) *speechEvents {
	e := &speechEvents{answer: a}
	e.payloads.Open(r)
	e.try = e.decode
	return e
}

// Read implements io.Reader.
func (e *speechEvents) Read(p []byte) (int, error) {
	for len(e.sound) == 0 && e.err == nil {
		e.err = e.fill()
	}
	if len(e.sound) == 0 {
		return 0, e.err
	}
	n := copy(p, e.sound)
	e.sound = e.sound[n:]
	return n, nil
}

// fill reads the next value.
func (e *speechEvents) fill() error {
	done, plain, err := e.payloads.Next(e.try)
	switch {
	case e.fault != nil:
		return e.answer.failedInside(*e.fault)
	case plain != "":
		return e.answer.failedInside(failure.ErrorBody{Message: plain})
	case wire.IsConnectionLost(err):
		return err
	case done, e.ended:
		return e.over()
	case err != nil && e.heard && e.payloads.SawField:
		return e.answer.failure(failure.Truncated, "The stream of sound ended without an end mark.", io.ErrUnexpectedEOF)
	case err != nil:
		return e.over()
	}
	return nil
}

// over returns the error for the end of the stream: io.EOF if there was sound, else an *Error that
// describes the response.
func (e *speechEvents) over() error {
	if !e.heard {
		return e.answer.notUnderstood(&e.payloads, append(e.other, e.half...))
	}
	if rest, err := base64.RawStdEncoding.DecodeString(string(e.half)); err == nil {
		e.sound = append(e.sound, rest...)
	}
	return io.EOF
}

// decode extracts the sound of one JSON value; it reports false if the payload is not JSON.
func (e *speechEvents) decode(payload []byte) bool {
	if e.payloads.Truncated || !json.Valid(payload) {
		return false
	}
	o, ok := wire.ParseObject(payload)
	if !ok {
		if text, _ := wire.ParseString(payload); strings.HasPrefix(text, "data:") && e.add(text) {
			return true
		}
		if wire.FirstByte(payload) != '{' && e.other == nil {
			e.other = bytes.Clone(payload[:min(len(payload), maxOther)])
		}
		return true
	}
	if kind, _ := wire.ParseString(o["type"]); strings.HasSuffix(kind, ".done") || strings.HasSuffix(kind, ".completed") {
		e.ended = true
	}
	e.usage = e.usage.and(usageOf(o))
	data, _ := wire.ParseObject(o["data"])
	last := wire.ScalarText(data["status"]) == "2" // MiniMax: this value repeats the whole sound
	if e.hex && last {
		e.ended = true
		return true
	}
	if sound := soundIn(o, 0); sound != "" && e.add(sound) {
		e.ended = e.ended || e.hex && last
		return true
	}
	if wire.ReportsError(o) && e.fault == nil {
		e.fault = new(failure.ParseJSONError(payload))
	}
	if e.other == nil {
		e.other = bytes.Clone(payload[:min(len(payload), maxOther)])
	}
	return true
}

// soundIn returns the encoded sound in o, from the first known member that has one.
func soundIn(o map[string]json.RawMessage, depth int) string {
	for _, name := range []string{"audio", "audio_data", "delta", "data", "audioContent", "audio_content", "audio_base64", "b64_json"} {
		if s, ok := wire.ParseString(o[name]); ok && s != "" {
			return s
		}
		if inner, ok := wire.ParseObject(o[name]); ok && depth < 3 {
			if s := soundIn(inner, depth+1); s != "" {
				return s
			}
		}
	}
	return ""
}

// add decodes a chunk of base64, which may end anywhere, or of hexadecimal; it reports false if it
// is neither.
func (e *speechEvents) add(text string) bool {
	if e.hex || !e.heard {
		if sound, err := hex.DecodeString(text); err == nil && (e.hex || meansHex(text, sound)) {
			e.hex, e.heard = true, true
			e.sound = append(e.sound, sound...)
			return true
		}
	}
	if label, data, ok := strings.Cut(text, ";base64,"); ok && strings.HasPrefix(text, "data:") {
		e.label, text = label[len("data:"):], data
	}
	text = strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "", " ", "").Replace(text)
	all := append(e.half, text...)
	padded := bytes.TrimRight(all, "=")
	whole := len(padded)
	if len(padded) == len(all) { // the last group may be incomplete
		whole -= len(padded) % 4
	}
	sound := make([]byte, base64.RawStdEncoding.DecodedLen(whole))
	n, err := base64.RawStdEncoding.Decode(sound, padded[:whole])
	if err != nil {
		return false
	}
	e.half = bytes.Clone(padded[whole:])
	e.sound = append(e.sound, sound[:n]...)
	e.heard = e.heard || n > 0
	return true
}

// meansHex reports whether text is hexadecimal rather than base64 that looks like it: long base64
// has other characters, or is all upper case if it is silence.
func meansHex(text string, sound []byte) bool {
	return sniffAudio(sound) != "" || len(text) >= 32 && strings.Trim(text, "0123456789abcdef") == ""
}
