package chatgpt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"parlando/app/imports/archive"
	"parlando/app/imports/chatgpt"
	"parlando/app/imports/chatgpt/chatgpttest"
)

func BenchmarkDecode(b *testing.B) {
	var all bytes.Buffer
	if err := chatgpttest.Write(&all, 1, 1<<20); err != nil {
		b.Fatal(err)
	}
	one := bytes.Trim(all.Bytes(), "[]")
	b.SetBytes(int64(len(one)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := chatgpt.Decode(one); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFile reads a file of 64 conversations of 1 MB, and reports the largest heap.
func BenchmarkFile(b *testing.B) {
	name := filepath.Join(b.TempDir(), "conversations.json")
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	if err := chatgpttest.Write(f, 64, 1<<20); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	a, err := archive.Open(b.Context(), archive.Temp{Folder: b.TempDir()}, name)
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	b.SetBytes(a.Files()[0].Size)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, largest := m.HeapAlloc, m.HeapAlloc
	for b.Loop() {
		for o, err := range a.Files()[0].Objects(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
			if _, err := chatgpt.Decode(o.Data); err != nil {
				b.Fatal(err)
			}
			runtime.ReadMemStats(&m)
			largest = max(largest, m.HeapAlloc)
		}
	}
	b.ReportMetric(float64(largest-before)/(1<<20), "MB-heap")
}
