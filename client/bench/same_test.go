package main

import (
	"net/http"
	"testing"
)

const memoryBase = "http://memory.localhost/v1"

// What is compared must do the same work.
func TestAllDecodersGiveTheSameText(t *testing.T) {
	for _, padded := range []bool{false, true} {
		body, text := record(2000, padded)
		web := &http.Client{Transport: fromMemory(body)}
		for _, d := range decoders {
			want := text
			if d.name == linesOnly {
				want = ""
			}
			if got, err := d.read(t.Context(), web, memoryBase, nil); err != nil || string(got) != want {
				t.Errorf("%s, padded %v: %d bytes, want %d; %v", d.name, padded, len(got), len(want), err)
			}
		}
	}
}

// BenchmarkDecode is for benchstat; `go run .` measures all in turns and prints the ratios.
func BenchmarkDecode(b *testing.B) {
	for _, shape := range []string{"plain", "padded"} {
		body, _ := record(tokens, shape == "padded")
		web := &http.Client{Transport: fromMemory(body)}
		for _, d := range decoders {
			b.Run(shape+"/"+d.name, func(b *testing.B) {
				buf := make([]byte, 0, 1<<20)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := d.read(b.Context(), web, memoryBase, buf[:0]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(tokens+3), "ns/chunk")
			})
		}
	}
}
