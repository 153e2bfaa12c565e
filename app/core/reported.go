package core

import (
	"context"
	"errors"
	"strings"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/client"
)

// reportedAnswer is a stream that reports its outcome once, when it ends or is closed.
type reportedAnswer struct {
	*client.Stream
	report  func(ask.Outcome)
	outcome ask.Outcome
	texts   int // number of chunks with content
	told    bool
}

// outcome returns the description of a request whose result is not known yet.
func outcome(r client.ChatRequest) ask.Outcome {
	o := ask.Outcome{What: catalog.RepliesToMessages, Model: r.Model}
	for _, m := range r.Messages {
		for _, p := range m.Content {
			document := strings.HasPrefix(p.ImageURL, "data:application/pdf")
			o.Documents = o.Documents || document
			o.Pictures = o.Pictures || p.ImageURL != "" && !document
		}
	}
	return o
}

// Next implements replies.Stream.
func (r *reportedAnswer) Next() bool {
	if !r.Stream.Next() {
		if err := r.Err(); r.texts == 0 || !errors.Is(err, context.Canceled) {
			r.outcome.Err = err
		}
		r.tell()
		return false
	}
	for _, d := range r.Chunk().Choices {
		r.outcome.Tools = r.outcome.Tools || len(d.ToolCalls) > 0
		if d.Text != "" || d.Reasoning != "" || len(d.Images) > 0 {
			r.texts++
			break
		}
	}
	return true
}

// Close implements replies.Stream. A reply that the user stops after its beginning is a success.
func (r *reportedAnswer) Close() error {
	if r.texts > 0 {
		r.tell()
	}
	return r.Stream.Close()
}

func (r *reportedAnswer) tell() {
	if r.told {
		return
	}
	r.told = true
	if r.texts > 0 {
		r.outcome.Streamed = r.Streamed() || r.texts > 1
		r.outcome.Whole = !r.outcome.Streamed
	}
	r.report(r.outcome)
}
