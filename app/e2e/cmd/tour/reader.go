package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
)

// connectReader connects to a gateway on this computer, for the rest of the tour. Its model takes
// PDF files, which practice only counts the pages of, and answers the question about the contract.
func (w handbookWords) connectReader(ctx context.Context, t *tourist) error {
	gateway := http.NewServeMux()
	gateway.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"object":"list","data":[{"id":"oak-large","object":"model","architecture":{"input_modalities":["text","file"],"output_modalities":["text"]}}]}`)
	})
	gateway.HandleFunc("POST /v1/chat/completions", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/event-stream")
		text, _ := json.Marshal(w.clause) // a string never fails
		fmt.Fprintf(out, `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n", text)
	})
	server := httptest.NewServer(gateway)
	return addConnection(server, "oak-large")(ctx, t)
}
