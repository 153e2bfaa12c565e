package conformance

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"hash/crc32"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/openai/openai-go/v3"
)

// file reads a file of testdata.
func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func dataURL(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// about is a question about pictures.
func about(model string, urls ...string) openai.ChatCompletionNewParams {
	q := ask("")
	q.Model = model
	parts := []openai.ChatCompletionContentPartUnionParam{openai.TextContentPart("What is this?")}
	for _, u := range urls {
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: u}))
	}
	q.Messages = []openai.ChatCompletionMessageParamUnion{openai.UserMessage(parts)}
	return q
}

// heavyPNG is a valid picture of more than the 20 MB of docs/gateway.md 4.1.3: what makes it heavy
// is a comment.
func heavyPNG(t *testing.T) []byte {
	small := file(t, "picture.png")
	text := append([]byte("tEXtComment\x00"), make([]byte, 21<<20)...)
	_, _ = rand.Read(text[20:40])
	size := len(text) - 4
	sum := crc32.ChecksumIEEE(text)
	chunk := append([]byte{byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)}, text...)
	chunk = append(chunk, byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	const afterHeader = 8 + 25
	return bytes.Join([][]byte{small[:afterHeader], chunk, small[afterHeader:]}, nil)
}

func pictureCases() []testCase {
	taken := func(kind, name string) func(t *testing.T) {
		return func(t *testing.T) {
			with := complete(t, about(names.Eyes, dataURL(kind, file(t, name))))
			bare := complete(t, about(names.Eyes))
			if with.Choices[0].Message.Content == "" || with.Usage.PromptTokens-bare.Usage.PromptTokens < 85 {
				t.Errorf("%q, counted %d for the picture", with.Choices[0].Message.Content, with.Usage.PromptTokens-bare.Usage.PromptTokens)
			}
		}
	}
	refused := func(model string, url func(t *testing.T) string) func(t *testing.T) {
		return func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), about(model, url(t)))
			wantError(t, err, 400, "messages[0].content[1]")
		}
	}
	return []testCase{
		{"pictures/png", taken("image/png", "picture.png")},
		{"pictures/jpeg", taken("image/jpeg", "picture.jpg")},
		{"pictures/webp", taken("image/webp", "picture.webp")},
		{"pictures/gif", taken("image/gif", "picture.gif")},
		{"pictures/two", func(t *testing.T) {
			one := complete(t, about(names.Eyes, dataURL("image/png", file(t, "picture.png"))))
			two := complete(t, about(names.Eyes, dataURL("image/png", file(t, "picture.png")), dataURL("image/jpeg", file(t, "picture.jpg"))))
			if two.Usage.PromptTokens-one.Usage.PromptTokens < 85 {
				t.Errorf("two pictures count %d, one %d", two.Usage.PromptTokens, one.Usage.PromptTokens)
			}
		}},
		{"pictures/streamed", func(t *testing.T) {
			if acc, _ := streamed(t, about(names.Eyes, dataURL("image/png", file(t, "picture.png")))); acc.Choices[0].Message.Content == "" {
				t.Error("no text")
			}
		}},
		{"pictures/detail", func(t *testing.T) {
			counted := func(detail string) int64 {
				q := about(names.Eyes)
				q.Messages = []openai.ChatCompletionMessageParamUnion{openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
					openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: dataURL("image/png", file(t, "picture.png")), Detail: detail}),
				})}
				return complete(t, q).Usage.PromptTokens
			}
			if low, high := counted("low"), counted("high"); high-low < 85 || low < 85 {
				t.Errorf("low counts %d, high %d", low, high)
			}
		}},
		{"pictures/in-the-history", func(t *testing.T) {
			q := about(names.Eyes, dataURL("image/png", file(t, "picture.png")))
			q.Messages = append(q.Messages, openai.AssistantMessage("A test picture."), openai.UserMessage("Thank you. And now?"))
			complete(t, q)
		}},
		{"pictures/by-address-not-fetched", func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			asked := make(chan struct{}, 1)
			go func() {
				if c, err := l.Accept(); err == nil {
					_ = c.Close()
					asked <- struct{}{}
				}
				close(asked)
			}()
			complete(t, about(names.Eyes, "http://"+l.Addr().String()+"/picture.png"))
			_ = l.Close()
			if _, was := <-asked; was {
				t.Error("the address was asked")
			}
		}},
		{"pictures/by-https-address", func(t *testing.T) { complete(t, about(names.Eyes, "https://pictures.invalid/a.jpg?b=c")) }},
		{"pictures/other-scheme", refused(names.Eyes, func(*testing.T) string { return "file:///etc/passwd" })},
		{"pictures/animated", refused(names.Eyes, func(t *testing.T) string { return dataURL("image/gif", file(t, "animated.gif")) })},
		{"pictures/other-format", refused(names.Eyes, func(*testing.T) string { return dataURL("image/svg+xml", []byte("<svg/>")) })},
		{"pictures/no-picture", refused(names.Eyes, func(*testing.T) string { return dataURL("image/png", []byte("no picture at all")) })},
		{"pictures/damaged", refused(names.Eyes, func(t *testing.T) string { return dataURL("image/png", file(t, "picture.png")[:200]) })},
		{"pictures/damaged-base64", refused(names.Eyes, func(*testing.T) string { return "data:image/png;base64,*** no base64 ***" })},
		{"pictures/too-heavy", refused(names.Eyes, func(t *testing.T) string { return dataURL("image/png", heavyPNG(t)) })},
		{"pictures/model-without", refused(names.Plain, func(t *testing.T) string { return dataURL("image/png", file(t, "picture.png")) })},
		{"pictures/not-from-system", func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), ask("x"), setJSON("messages", []any{
				map[string]any{"role": "system", "content": []any{map[string]any{"type": "image_url", "image_url": map[string]any{"url": "https://pictures.invalid/a.jpg"}}}},
				map[string]any{"role": "user", "content": "x"},
			}), setJSON("model", names.Eyes))
			wantError(t, err, 400, "messages[0]")
		}},
		{"pictures/pdf", func(t *testing.T) {
			if r := complete(t, about(names.PDF, dataURL("application/pdf", file(t, "page.pdf")))); r.Choices[0].Message.Content == "" {
				t.Error("no text")
			}
		}},
		{"pictures/pdf-as-file", func(t *testing.T) {
			// The shape that the SDKs have for it.
			q := about(names.PDF)
			q.Messages = []openai.ChatCompletionMessageParamUnion{openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
				openai.FileContentPart(openai.ChatCompletionContentPartFileFileParam{
					Filename: openai.String("page.pdf"), FileData: openai.String(dataURL("application/pdf", file(t, "page.pdf"))),
				}),
			})}
			if r := complete(t, q); r.Choices[0].Message.Content == "" {
				t.Error("no text")
			}
		}},
		{"pictures/pdf-damaged", refused(names.PDF, func(*testing.T) string { return dataURL("application/pdf", []byte("no PDF")) })},
		{"pictures/pdf-model-without", refused(names.Plain, func(t *testing.T) string { return dataURL("application/pdf", file(t, "page.pdf")) })},
	}
}
