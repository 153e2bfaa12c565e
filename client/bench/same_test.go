package main

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestMain is the service when the test program is started as that.
func TestMain(m *testing.M) {
	if os.Getenv(roleVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

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
			var got strings.Builder
			err := d.read(t.Context(), web, memoryBase, func(s string) { got.WriteString(s) })
			if err != nil || got.String() != want {
				t.Errorf("%s, padded %v: %d bytes, want %d; %v", d.name, padded, got.Len(), len(want), err)
			}
		}
	}
}

// The figures are worth nothing if the way to them is broken.
func TestEveryWayOfMeasuringGivesFigures(t *testing.T) {
	for _, r := range costs(t.Context(), 1, 200, 0, false) {
		if r.err != nil || r.cpu.median() <= 0 || r.wall.median() <= 0 {
			t.Errorf("%s: %+v", r.name, r)
		}
	}
	for _, r := range latencies(t.Context(), 2) {
		if r.err != nil || len(r.first) != 2 || len(r.later) != 2*(stampsInReply-1) || r.first.median() <= 0 {
			t.Errorf("%s: %+v", r.name, r)
		}
	}
}

// BenchmarkDecode is for benchstat; `make bench-wire` measures all in turns and prints the ratios.
func BenchmarkDecode(b *testing.B) {
	for _, shape := range []string{"plain", "padded"} {
		body, _ := record(tokens, shape == "padded")
		web := &http.Client{Transport: fromMemory(body)}
		for _, d := range decoders {
			b.Run(shape+"/"+d.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := d.read(b.Context(), web, memoryBase, func(string) {}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(tokens+extraChunks), "ns/chunk")
			})
		}
	}
}
