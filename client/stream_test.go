package client

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// memoryTransport answers every request from memory, in the pieces it is told.
type memoryTransport struct {
	raw    []byte
	pieces func(n int) int // the size of the next piece; nil is whatever is asked for
}

func (m memoryTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: 200, Status: "200 OK", Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(&chunkReader{m.raw, m.pieces}),
	}, nil
}

type chunkReader struct {
	rest   []byte
	pieces func(n int) int
}

func (p *chunkReader) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := min(len(b), len(p.rest))
	if p.pieces != nil {
		n = min(n, p.pieces(n))
	}
	copy(b, p.rest[:n])
	p.rest = p.rest[n:]
	return n, nil
}

func memoryClient(raw []byte, pieces func(int) int) *Client {
	address, _ := ParseAddress("http://memory.localhost")
	return New(Options{Address: address, Transport: memoryTransport{raw, pieces}, MaxRetryWait: -1})
}

// streamBody is a recorded stream of n ordinary chunks.
func streamBody(n int) []byte {
	var b strings.Builder
	words := []string{"The", " quick", " brown", " fox", " said:", " \\\"Hello\\\"", ",\\n", " ünd"}
	for i := range n {
		fmt.Fprintf(&b, "data: {\"id\":\"chatcmpl-c1\",\"object\":\"chat.completion.chunk\",\"created\":1763650000,\"model\":\"demo-model\",\"system_fingerprint\":\"fp_1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n", words[i%len(words)])
	}
	b.WriteString("data: {\"id\":\"chatcmpl-c1\",\"object\":\"chat.completion.chunk\",\"created\":1763650000,\"model\":\"demo-model\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	return []byte(b.String())
}

// BenchmarkStream reads 20,000 chunks; the bars are 1.2 µs and 1.1 allocations a chunk.
func BenchmarkStream(b *testing.B) {
	const chunks = 20000
	client := memoryClient(streamBody(chunks), nil)
	b.ReportAllocs()
	for b.Loop() {
		s, err := client.Chat(b.Context(), hello())
		if err != nil {
			b.Fatal(err)
		}
		length := 0
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				length += len(d.Text)
			}
		}
		if s.Err() != nil || length == 0 {
			b.Fatal(s.Err())
		}
		_ = s.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunks, "ns/chunk")
}

// TestOrdinaryChunkCostsOneAllocation keeps the cost that BenchmarkStream measures.
func TestOrdinaryChunkCostsOneAllocation(t *testing.T) {
	const chunks = 20000
	client := memoryClient(streamBody(chunks), nil)
	allocations := testing.AllocsPerRun(3, func() {
		s, err := client.Chat(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		for s.Next() {
			_ = s.Chunk()
		}
		_ = s.Close()
	})
	if perChunk := allocations / chunks; perChunk > 1.1 {
		t.Errorf("%.2f allocations a chunk", perChunk)
	}
}
