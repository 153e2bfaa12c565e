package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
)

// sourceCase is a shape in which a service sends sources, from testdata/sources.json.
type sourceCase struct {
	Name, Service string
	// Found is the address of the document, the issue or the code that shows the shape.
	Found string
	// Events are the chunks of a stream, Body is a reply in one piece.
	Events  []json.RawMessage
	Body    json.RawMessage
	Text    string
	Sources []struct{ URL, Title string }
}

func readSourceCases(t *testing.T) (cases []sourceCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/sources.json")
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// askForSources returns the text and the sources of a reply.
func askForSources(t *testing.T, write func(io.Writer)) (text string, sources []Source) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { write(w) }))
	defer server.Close()
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Address: address}).Chat(t.Context(), ChatRequest{Model: "m", Messages: []Message{{Role: "user", Content: []ContentPart{{Text: "Oaks?"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for s.Next() {
		for _, d := range s.Chunk().Choices {
			text += d.Text
			sources = append(sources, d.Sources...)
		}
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
	return text, sources
}

func (c sourceCase) write(w io.Writer) {
	if c.Body != nil {
		_, _ = w.Write(c.Body)
		return
	}
	for _, e := range c.Events {
		fmt.Fprintf(w, "data: %s\n\n", e)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// distinct returns each address once, with its title, in the order of the numbers; a list may name
// the addresses alone and another one the titles.
func distinct(sources []Source) (out []string) {
	at := map[string]int{}
	slices.SortStableFunc(sources, func(a, b Source) int {
		return cmp.Compare(cmp.Or(a.Number, maxSources), cmp.Or(b.Number, maxSources))
	})
	for _, s := range sources {
		key := cmp.Or(s.Address, s.Title)
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key], out = i, append(out, "")
		}
		if out[i] == "" || s.Title != "" {
			out[i] = s.Address + " " + s.Title
		}
	}
	return out
}

func TestSourcesInEveryShape(t *testing.T) {
	for _, c := range readSourceCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			text, sources := askForSources(t, c.write)
			if text != c.Text {
				t.Errorf("text %q, want %q", text, c.Text)
			}
			var named []Source
			for _, s := range c.Sources {
				named = append(named, Source{Address: s.URL, Title: s.Title})
			}
			got, want := distinct(sources), distinct(named)
			if !slices.Equal(got, want) {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			}
		})
	}
}

func TestTooManyAndTooLargeSourcesAreBounded(t *testing.T) {
	one := func(i int) string { return fmt.Sprintf(`{"url":"https://a.example/%d","title":"%d"}`, i, i) }
	var all []string
	for i := range 10_000 {
		all = append(all, one(i))
	}
	nested := strings.Repeat(`{"sources":[`, 200) + one(0) + strings.Repeat(`]}`, 200)
	for name, list := range map[string]string{
		"10,000":       "[" + strings.Join(all, ",") + "]",
		"nested":       nested,
		"long address": `["https://a.example/` + strings.Repeat("a", 5000) + `"]`,
		"long title":   `[{"url":"https://a.example/","title":"` + strings.Repeat("ü", 5000) + `"}]`,
		"no sources":   `[null, 3, true, {"url":7}, [], {}, "no address"]`,
		"odd range":    `[{"url":"https://a.example/","start_index":9,"end_index":-4}]`,
	} {
		t.Run(name, func(t *testing.T) {
			text, sources := askForSources(t, func(w io.Writer) {
				for range 3 { // the list is repeated in every chunk
					fmt.Fprintf(w, "data: {\"citations\":%s,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Oak. \"}}]}\n\n", list)
				}
				fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
			})
			if text != "Oak. Oak. Oak. " {
				t.Errorf("text %q", text)
			}
			if len(sources) > maxSources {
				t.Errorf("%d sources", len(sources))
			}
			for _, s := range sources {
				if len(s.Address) > maxSourceBytes || len(s.Title) > maxSourceBytes || s.End < s.Start {
					t.Errorf("%.60s %.60s %d-%d", s.Address, s.Title, s.Start, s.End)
				}
			}
		})
	}
}
