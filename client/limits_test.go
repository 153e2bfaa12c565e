package client

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"parlando/client/failure"
	"parlando/client/wire"
)

// heapPeak watches the heap while something runs and tells by how much it grew at most.
func heapPeak(run func(look func())) (grown int64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, peak := int64(m.HeapInuse), int64(m.HeapInuse)
	look := func() {
		runtime.ReadMemStats(&m)
		peak = max(peak, int64(m.HeapInuse))
	}
	run(look)
	look()
	return peak - before
}

// TestReplyOfAGigabyteCostsBoundedMemory reads it as it comes, and holds nothing of it.
func TestReplyOfAGigabyteCostsBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a gigabyte takes a few seconds")
	}
	words := strings.Repeat("words and ", 200)
	event := "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words + "\"}}]}\n\n"
	block := []byte(strings.Repeat(event, 100))
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		for written := 0; written < longReply; written += len(block) {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, goodStream)
	})
	read := 0
	grown := heapPeak(func(look func()) {
		s, err := g.Chat(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		for n := 0; s.Next(); n++ {
			for _, d := range s.Chunk().Choices {
				read += len(d.Text)
			}
			if n%2000 == 0 {
				look()
			}
		}
		if s.Err() != nil {
			t.Error(s.Err())
		}
	})
	if want := (longReply / len(block)) * 100 * len(words); read < want {
		t.Errorf("%d bytes of text, want %d", read, want)
	}
	if grown > 150<<20 {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
	t.Logf("the heap grew by %d MB", grown>>20)
}

// questions are the four things that can be asked, each read to its end.
var questions = map[string]func(context.Context, *Client) error{
	"chat":   func(ctx context.Context, c *Client) error { return collect(c, ctx, hello()).err },
	"models": func(ctx context.Context, c *Client) error { _, err := c.Models(ctx); return err },
	"speech": func(ctx context.Context, c *Client) error { _, _, err := hear(ctx, c, say("Hi")); return err },
	"transcription": func(ctx context.Context, c *Client) error {
		_, err := c.Transcribe(ctx, TranscriptionRequest{Audio: bytes.NewReader(silentWAV(10))})
		return err
	},
}

// TestAnswerThatUnpacksWithoutEndIsGivenUp: a gigabyte fits into a megabyte of gzip. A fifteenth of
// it is more than is read.
func TestAnswerThatUnpacksWithoutEndIsGivenUp(t *testing.T) {
	for _, encoding := range []string{"gzip", "deflate"} {
		var packed bytes.Buffer
		var w io.WriteCloser = gzip.NewWriter(&packed)
		if encoding == "deflate" {
			w = zlib.NewWriter(&packed)
		}
		_, _ = io.WriteString(w, `{"data":"`)
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 70 {
			_, _ = w.Write(block)
		}
		_ = w.Close()
		raw := "HTTP/1.1 200 OK\r\nContent-Encoding: " + encoding + "\r\n\r\n" + packed.String()
		for name, ask := range questions {
			if encoding == "deflate" && name != "models" {
				continue // once is enough: it is unpacked in one place
			}
			grown := heapPeak(func(func()) {
				err := ask(t.Context(), rawClient([]byte(raw), nil))
				var e *failure.Error
				if !errors.As(err, &e) || e.Kind != failure.BadReply || !errors.Is(err, wire.ErrTooMuch) {
					t.Errorf("%s in %s: %v", name, encoding, err)
				}
			})
			if grown > 150<<20 {
				t.Errorf("%s in %s: the heap grew by %d MB", name, encoding, grown>>20)
			}
		}
	}
}

func TestCompressedResponseIsDecodedOrReported(t *testing.T) {
	pack := func(w io.WriteCloser, text string) {
		_, _ = io.WriteString(w, text)
		_ = w.Close()
	}
	for encoding, open := range map[string]func(io.Writer) io.WriteCloser{
		"gzip":   func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"x-gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		// gzip without a word of it
		"": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		// deflate means two things
		"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
		"Deflate": func(w io.Writer) io.WriteCloser { raw, _ := flate.NewWriter(w, 6); return raw },
	} {
		var packed bytes.Buffer
		pack(open(&packed), goodStream)
		head := "HTTP/1.1 200 OK\r\n"
		if encoding != "" {
			head += "Content-Encoding: " + encoding + "\r\n"
		}
		got := collect(rawClient([]byte(head+"\r\n"+packed.String()), nil), t.Context(), hello())
		if got.err != nil || got.choices[0].Text != "Hello" {
			t.Errorf("%q: %v", encoding, got.err)
		}
	}
	for _, encoding := range []string{"br", "zstd", "gzip, br"} {
		for name, ask := range questions {
			err := ask(t.Context(), rawClient([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: "+encoding+"\r\n\r\n\x0b\x02\x80abc"), nil))
			var e *failure.Error
			if !errors.As(err, &e) || e.Kind != failure.BadReply || !strings.Contains(e.Detail, "content encoding") || !strings.Contains(e.Detail, encoding) {
				t.Errorf("%s in %s: %v", name, encoding, err)
			}
		}
		err := collect(rawClient([]byte("HTTP/1.1 500 No\r\nContent-Encoding: "+encoding+"\r\n\r\nabc"), nil), t.Context(), hello()).err
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.Server || !strings.Contains(e.Detail, encoding) {
			t.Errorf("an error in %s: %v", encoding, err)
		}
	}
}

// TestErrorBodyWithoutEndIsCut reads no more of it than a user could.
func TestErrorBodyWithoutEndIsCut(t *testing.T) {
	var written atomic.Int64
	g := newGateway(t, Options{}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		w.WriteHeader(http.StatusInternalServerError)
		block := bytes.Repeat([]byte("no "), 1<<16)
		for r.Context().Err() == nil {
			n, err := w.Write(block)
			written.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	got := collect(g.Client, t.Context(), hello())
	var e *failure.Error
	if !errors.As(got.err, &e) || e.Kind != failure.Server || len(e.Detail) != failure.MaxDetail {
		t.Errorf("%v", got.err)
	}
}

// TestSoundWithoutEndIsGivenUp lowers nothing: it asks the reader that holds the limit.
func TestSoundWithoutEndIsGivenUp(t *testing.T) {
	r := &boundedReader{r: bytes.NewReader(make([]byte, 1000)), left: 999}
	if n, err := io.Copy(io.Discard, r); !errors.Is(err, wire.ErrTooMuch) || n > 999 {
		t.Errorf("%d bytes, %v", n, err)
	}
	r = &boundedReader{r: bytes.NewReader(make([]byte, 1000)), left: 1000}
	if n, err := io.Copy(io.Discard, r); err != nil || n != 1000 {
		t.Errorf("%d bytes, %v", n, err)
	}
}
