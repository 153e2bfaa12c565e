package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"parlando/client/failure"
	"parlando/client/wire"
)

// request describes a request to be sent.
type request struct {
	method, path string
	// json is a complete body, upload a body that is read while it is sent; both may be nil.
	json   []byte
	upload *upload
	accept string
	// packed allows a compressed response. Streams must not be compressed, because a compressing
	// proxy would buffer them.
	packed bool
	// silence is the longest time without any data.
	silence time.Duration
	images  bool // the request carries pictures
	// fields are the optional fields in the body.
	fields []failure.Field
	// exactFormat means that response_format is never dropped.
	exactFormat bool
	// instead, if set, changes the request so that it avoids a refusal without leaving the field
	// out, and reports whether it could.
	instead func(failure.Refusal) bool
	// onLoading, if set, is called before each wait for a model that the service is loading;
	// without it, such a service counts as busy.
	onLoading func()
	// onBusy, if set, is called when the service asks to slow down.
	onBusy func()
	// metering is notified each time the request is sent; nil for a request that costs nothing.
	metering *requestMeter
}

// send makes one request and returns the response if its status is 2xx, else an *Error or the
// context's error.
func (c *Client) send(parent context.Context, o request) (*answer, error) {
	a := c.options.Address
	asked := failure.Request{
		Host: a.Host(), Key: c.options.Key, Path: o.path, ModelList: o.method == http.MethodGet, HasImages: o.images, Fields: o.fields,
	}
	if a.IsZero() {
		return nil, asked.NewError(failure.WrongAddress, ErrEmptyAddress.Error(), ErrEmptyAddress)
	}
	ctx, cancel := context.WithCancelCause(parent)
	watch := newWatchdog(o.silence, cancel)
	var now attempt
	request, err := http.NewRequestWithContext(now.trace(ctx, cancel, o.metering), o.method, a.String()+o.path, bytes.NewReader(o.json))
	if err == nil {
		if o.upload != nil {
			o.upload.attach(request, func() { watch.within(c.options.SilenceTimeout) }, func() { watch.within(o.silence) })
		}
		request.GetBody = nil // net/http must not repeat the request: ask does, and counts
		c.setHeaders(request, o)
		var response *http.Response
		if response, err = c.http.Do(request); err == nil {
			now.begin(o.metering) // for a transport without a network, which reports no progress
			watch.alive()
			if response.StatusCode >= 200 && response.StatusCode < 300 {
				return &answer{c, parent, ctx, cancel, watch, response, asked}, nil
			}
			body := response.Body
			if wire.EndsWithConnection(response) {
				response.Body = io.NopCloser(&wire.JSONValueReader{Reader: body})
			}
			err = asked.NewStatusError(response)
			_ = body.Close()
			watch.stop()
			cancel(errClosed)
			if parent.Err() != nil {
				return nil, parent.Err()
			}
			return nil, err
		}
		if response != nil {
			_ = response.Body.Close()
		}
	}
	watch.stop()
	cause := context.Cause(ctx)
	cancel(errClosed)
	if parent.Err() != nil {
		return nil, parent.Err()
	}
	return nil, asked.NewTransportError(err, cause, now.begun.Load(), now.sent.Load(), now.proxied.Load())
}

// setHeaders sets the headers of every request (GATEWAY.md 4.1 and 5).
func (c *Client) setHeaders(r *http.Request, o request) {
	h := r.Header
	h.Set("User-Agent", "Parlando")
	h.Set("Accept", o.accept)
	if o.packed {
		h.Set("Accept-Encoding", "gzip")
	} else {
		h.Set("Accept-Encoding", "identity")
		h.Set("Cache-Control", "no-cache")
	}
	if o.json != nil {
		h.Set("Content-Type", "application/json")
	}
	switch {
	case c.options.Key == "":
	case r.Method == http.MethodGet && c.options.Address.Host() == anthropicHost:
		h.Set("X-Api-Key", c.options.Key)
		h.Set("Anthropic-Version", "2023-06-01")
	default:
		h.Set("Authorization", "Bearer "+c.options.Key)
	}
}

// anthropicHost is a service that follows GATEWAY.md for chats, but requires the key in another
// header for its list of models.
const anthropicHost = "api.anthropic.com"
