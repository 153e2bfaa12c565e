package practice_test

import (
	"strings"
	"testing"

	"parlando/client"
	"parlando/client/practice"
)

func TestSourcesComeInEachShape(t *testing.T) {
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		t.Fatal(err)
	}
	c := client.New(client.Options{
		Address: address, Key: practice.Key, Transport: practice.New(practice.Options{TokenInterval: -1}).Transport(),
	})
	for shape, want := range map[string]struct {
		sources int
		text    string
	}{"": {6, "[3]."}, "annotations": {3, ""}, "choice": {3, ""}, "links": {0, "utm_source=openai"}} {
		for _, whole := range []bool{false, true} {
			if whole && shape == "choice" {
				continue // a reply in one piece has a message
			}
			s, err := c.Chat(t.Context(), client.ChatRequest{
				Model: practice.WriterModel, NoStream: whole,
				Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "Oaks, with sources, please: " + shape}}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			text, n := "", 0
			for s.Next() {
				for _, d := range s.Chunk().Choices {
					text, n = text+d.Text, n+len(d.Sources)
				}
			}
			if s.Err() != nil || n != want.sources || !strings.Contains(text, want.text) {
				t.Errorf("%q, whole %v: %d sources with %q (%v)", shape, whole, n, text, s.Err())
			}
			_ = s.Close()
		}
	}
}
