package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	goopenai "github.com/sashabaranov/go-openai"
	"github.com/tmaxmax/go-sse"

	"parlando/client"
)

// decoder extracts the text of a stream: it sends a request to the service at base and passes on
// each delta.
type decoder struct {
	name string
	read func(ctx context.Context, web *http.Client, base string, text func(string)) error
}

// decoders lists all decoders that are measured, Parlando's first. "lines only" is a lower bound:
// it splits lines and extracts no text.
var decoders = []decoder{
	{"parlando/client", readParlando},
	{linesOnly, readLines},
	{"bufio + encoding/json", readJSON},
	{"go-sse 0.11.0 + encoding/json", readSSE},
	{goOpenAI, readGoOpenAI},
	{openAIGo, readOpenAIGo},
}

const (
	// linesOnly is the name of the decoder without text.
	linesOnly = "lines only (limit)"
	goOpenAI  = "go-openai 1.43.0"
	openAIGo  = "openai-go 3.95.0"
)

func readParlando(ctx context.Context, web *http.Client, base string, text func(string)) error {
	address, err := client.ParseAddress(base)
	if err != nil {
		return err
	}
	stream, err := client.New(client.Options{Address: address, Transport: web.Transport}).Chat(ctx, client.ChatRequest{
		Model: "demo-model", Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "Hi"}}}},
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for stream.Next() {
		for _, d := range stream.Chunk().Choices {
			text(d.Text)
		}
	}
	return stream.Err()
}

func readOpenAIGo(ctx context.Context, web *http.Client, base string, text func(string)) error {
	c := openai.NewClient(option.WithBaseURL(base), option.WithAPIKey("k"), option.WithHTTPClient(web), option.WithMaxRetries(0))
	stream := c.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
		Model: "demo-model", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hi")},
	})
	defer stream.Close()
	for stream.Next() {
		for _, choice := range stream.Current().Choices {
			text(choice.Delta.Content)
		}
	}
	return stream.Err()
}

func readGoOpenAI(ctx context.Context, web *http.Client, base string, text func(string)) error {
	config := goopenai.DefaultConfig("k")
	config.BaseURL, config.HTTPClient = base, web
	stream, err := goopenai.NewClientWithConfig(config).CreateChatCompletionStream(ctx, goopenai.ChatCompletionRequest{
		Model: "demo-model", Messages: []goopenai.ChatCompletionMessage{{Role: "user", Content: "Hi"}},
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			text(choice.Delta.Content)
		}
	}
}

// chunk has the fields that encoding/json needs to decode a chunk.
type chunk struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Choices []struct {
		Index int `json:"index"`
		Delta struct {
			Content string `json:"content"`
		} `json:"delta"`
		FinishReason *string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`
}

func readSSE(ctx context.Context, web *http.Client, base string, text func(string)) error {
	response, err := ask(ctx, web, base)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for event, err := range sse.Read(response.Body, nil) {
		if err != nil {
			return err
		}
		if event.Data == "[DONE]" {
			break
		}
		var c chunk
		if err := json.Unmarshal([]byte(event.Data), &c); err != nil {
			return err
		}
		for _, choice := range c.Choices {
			text(choice.Delta.Content)
		}
	}
	return nil
}

func readJSON(ctx context.Context, web *http.Client, base string, text func(string)) error {
	return eachData(ctx, web, base, func(data []byte) error {
		var c chunk
		if err := json.Unmarshal(data, &c); err != nil {
			return err
		}
		for _, choice := range c.Choices {
			text(choice.Delta.Content)
		}
		return nil
	})
}

func readLines(ctx context.Context, web *http.Client, base string, _ func(string)) error {
	found := 0
	err := eachData(ctx, web, base, func([]byte) error { found++; return nil })
	if err == nil && found == 0 {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// eachData calls use with the data of each line, up to the end mark.
func eachData(ctx context.Context, web *http.Client, base string, use func([]byte) error) error {
	response, err := ask(ctx, web, base)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(make([]byte, 64<<10), 1<<20)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		if string(data) == "[DONE]" {
			break
		}
		if err := use(data); err != nil {
			return err
		}
	}
	return lines.Err()
}

// ask sends a request, for decoders without a client of their own.
func ask(ctx context.Context, web *http.Client, base string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/chat/completions", bytes.NewReader([]byte(`{"stream":true}`)))
	if err != nil {
		return nil, err
	}
	return web.Do(r)
}
