package client

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// dot is the smallest picture as base64 data.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// Each case is a member of a message or a delta, in the shape of a service or a library, with the
// text and the pictures in it.
func TestPicturesAreReadInEveryShape(t *testing.T) {
	const png, jpeg = "data:image/png;base64," + dot, "data:image/jpeg;base64," + dot
	for _, c := range []struct {
		name, member, text string
		pictures           []string
	}{
		{"OpenRouter, Vercel", `"content":"Here","images":[{"type":"image_url","index":0,"image_url":{"url":"` + png + `"}}]`, "Here", []string{png}},
		{"two", `"content":"","images":[{"image_url":{"url":"` + png + `"}},{"image_url":{"url":"` + jpeg + `"}}]`, "", []string{png, jpeg}},
		{"LiteLLM, 2025-08", `"content":null,"image":{"url":"` + png + `","detail":"auto"}`, "", []string{png}},
		{"LiteLLM, 2025-03", `"content":"` + png + `"`, "", []string{png}},
		{"a list of addresses", `"content":"","images":["https://pictures.example/a.png"]`, "", []string{"https://pictures.example/a.png"}},
		{"base64 alone", `"content":"","images":["` + dot + `"]`, "", []string{png}},
		{"b64_json", `"content":"","images":[{"b64_json":"` + dot + `"}]`, "", []string{png}},
		{"base64 with a type", `"content":"","images":[{"base64":"` + dot + `","mime_type":"image/jpeg"}]`, "", []string{jpeg}},
		{"Gemini", `"content":[{"text":"Here"},{"type":"inline_data","inline_data":{"mime_type":"image/jpeg","data":"` + dot + `"}}]`, "Here", []string{jpeg}},
		{"Anthropic", `"content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"` + dot + `"}}]`, "", []string{jpeg}},
		{"OpenAI's Responses", `"content":[{"type":"image_generation_call","result":"` + dot + `"}]`, "", []string{png}},
		{"parts", `"content":[{"type":"text","text":"Here"},{"type":"image_url","image_url":{"url":"` + png + `"}}]`, "Here", []string{png}},
		{"a part with a text address", `"content":[{"type":"output_image","image_url":"` + png + `"}]`, "", []string{png}},
		{"Markdown", `"content":"Here ![a lighthouse](` + png + `) it is"`, "Here  it is", []string{png}},
		{"the same twice", `"content":"![](` + png + `)","images":[{"image_url":{"url":"` + png + `"}}]`, "", []string{png}},
		{"no picture", `"content":"Here","image":"none","images":[{}, null, 7, "a few words that are none"]`, "Here", nil},
		{"an address in a sentence", `"content":"It begins with data:image/png;base64,"`, "It begins with data:image/png;base64,", nil},
	} {
		stream := fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",%s}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", c.member)
		whole := fmt.Sprintf(`{"choices":[{"index":0,"message":{"role":"assistant",%s},"finish_reason":"stop"}]}`, c.member)
		for form, body := range map[string]string{
			"stream": stream, "whole": whole,
			"repeated": strings.Replace(stream, `"delta":{},"finish_reason"`, `"message":{"role":"assistant",`+c.member+`},"finish_reason"`, 1),
		} {
			g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) { _, _ = io.WriteString(w, body) })
			s, err := g.Chat(t.Context(), hello())
			if err != nil {
				t.Fatal(err)
			}
			text, pictures := "", []string(nil)
			for s.Next() {
				for _, d := range s.Chunk().Choices {
					text += d.Text
					pictures = append(pictures, d.Images...)
				}
			}
			_ = s.Close()
			if text != c.text || !slices.Equal(pictures, c.pictures) || s.Err() != nil {
				t.Errorf("%s, %s: text %q, pictures %.120q, %v", c.name, form, text, pictures, s.Err())
			}
		}
	}
}

// A hostile service can neither fill the memory or the disk with pictures, nor have the program
// look at an address that is none of a picture.
func TestHostilePicturesAreBounded(t *testing.T) {
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "data: {\"choices\":[{\"index\":0,\"delta\":{\"images\":[\"https://pictures.example/%d.png\"]}}]}\n\n", i)
	}
	const part = `data: {"choices":[{"index":0,"delta":{"content":"Here","images":[%q]},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	for name, c := range map[string]struct {
		body     string
		pictures int
		fails    bool
	}{
		"10,000 pictures": {many.String() + "data: [DONE]\n\n", maxPictures, false},
		"200 MB":          {fmt.Sprintf(part, "data:image/png;base64,"+strings.Repeat("A", 200<<20)), 0, true},
		"a script":        {fmt.Sprintf(part, "javascript:alert(1)"), 0, false},
		"a file":          {fmt.Sprintf(part, "file:///etc/passwd"), 0, false},
		"a share":         {fmt.Sprintf(part, `\\server\share\x.png`), 0, false},
		"nested":          {strings.Replace(part, "%q", strings.Repeat("[", 5000)+strings.Repeat("]", 5000), 1), 0, false},
	} {
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
			_, _ = io.WriteString(w, c.body)
		})
		s, err := g.Chat(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		pictures := 0
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				pictures += len(d.Images)
			}
		}
		_ = s.Close()
		if pictures != c.pictures || (s.Err() != nil) != c.fails {
			t.Errorf("%s: %d pictures, want %d (%v)", name, pictures, c.pictures, s.Err())
		}
	}
}

// The caller learns that a picture arrives before it is complete, beside the text and in it; text
// alone never looks like one.
func TestAPictureThatArrivesIsReported(t *testing.T) {
	data := strings.Repeat("iVBORw0KGgo/", 500)
	for name, c := range map[string]struct {
		events  []string
		reports bool
	}{
		"beside the text": {[]string{`{"content":"Here: "}`, `{"images":[{"image_url":{"url":"data:image/png;base64,` + data + `"}}]}`}, true},
		"in the text":     {[]string{`{"content":"Here: ![a](data:image/png;base64,"}`, `{"content":"` + data[:400] + `"}`, `{"content":")"}`}, true},
		"text":            {[]string{`{"content":"` + strings.Repeat("a word ", 1000) + `"}`, `{"content":"` + strings.Repeat(`\u4e2d\u6587`, 1000) + `"}`}, false},
	} {
		var body strings.Builder
		for _, e := range c.events {
			body.WriteString(`data: {"choices":[{"index":0,"delta":` + e + "}]}\n\n")
		}
		body.WriteString("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
		told, toldBefore, pictures := 0, 0, 0
		r := hello()
		r.OnPicture = func() { told++ }
		s, err := memoryClient([]byte(body.String()), func(int) int { return 700 }).Chat(t.Context(), r)
		if err != nil {
			t.Fatal(name, err)
		}
		for s.Next() {
			for _, d := range s.Chunk().Choices {
				if pictures += len(d.Images); len(d.Images) > 0 {
					toldBefore = told
				}
			}
		}
		if s.Err() != nil || told > 0 != c.reports || pictures > 0 != c.reports || toldBefore != told {
			t.Errorf("%s: reported %d times, %d before the picture, %d pictures, %v", name, told, toldBefore, pictures, s.Err())
		}
		_ = s.Close()
	}
}
