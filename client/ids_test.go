package client

import (
	"errors"
	"testing"

	"parlando/client/failure"
)

func TestReplyAndRequestKeepTheirOwnIDs(t *testing.T) {
	const chunk = `data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"Hi"}}]}` + "\n\n"
	for name, c := range map[string]struct{ body, request, reply string }{
		"both": {
			"HTTP/1.1 200 OK\r\nX-Request-Id: req-1\r\n\r\n" + chunk + "data: [DONE]\n\n", "req-1",
			"chatcmpl-1",
		},
		"no header": {"HTTP/1.1 200 OK\r\n\r\n" + chunk + "data: [DONE]\n\n", "", "chatcmpl-1"},
		"the id changes": {
			"HTTP/1.1 200 OK\r\n\r\n" + chunk + `data: {"id":"chatcmpl-2","choices":[]}` + "\n\ndata: [DONE]\n\n",
			"", "chatcmpl-1",
		},
		"cut off": {
			"HTTP/1.1 200 OK\r\nX-Request-Id: req-1\r\n\r\n" + chunk, "req-1", "chatcmpl-1",
		},
		"an error in the stream": {
			"HTTP/1.1 200 OK\r\nX-Request-Id: req-1\r\n\r\n" + chunk + `data: {"error":{"message":"Oops"}}` + "\n\n",
			"req-1", "chatcmpl-1",
		},
		"an error with the reply's id": {
			"HTTP/1.1 502 Bad\r\nX-Request-Id: req-1\r\n\r\n" + `{"id":"gen-7","error":{"message":"Oops"}}`,
			"req-1", "gen-7",
		},
		"an error with another id": {
			"HTTP/1.1 502 Bad\r\nX-Request-Id: req-1\r\n\r\n" + `{"error":{"message":"Oops"},"request_id":"req-9"}`,
			"req-1", "req-9",
		},
		"an error with the same id again": {
			"HTTP/1.1 502 Bad\r\nX-Request-Id: req-1\r\n\r\n" + `{"error":{"message":"Oops"},"request_id":"req-1"}`,
			"req-1", "",
		},
		"an error with the only id": {
			"HTTP/1.1 502 Bad\r\n\r\n" + `{"error":{"message":"Oops"},"request_id":"req-9"}`,
			"req-9", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			request, reply := "", ""
			stream, err := rawClient([]byte(c.body), nil).Chat(t.Context(), hello())
			if err == nil {
				defer func() { _ = stream.Close() }()
				for stream.Next() {
					reply = stream.Chunk().ID
				}
				request, err = stream.RequestID(), stream.Err()
			}
			if e := (*failure.Error)(nil); errors.As(err, &e) {
				request, reply = e.RequestID, e.ReplyID
			}
			if request != c.request || reply != c.reply {
				t.Errorf("request %q and reply %q, want %q and %q", request, reply, c.request, c.reply)
			}
		})
	}
}
