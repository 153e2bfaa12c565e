package faults

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// arrived reads what a client got off the wire in the plainest way: the text in it, as far as it
// came, and whether it tells its end.
func arrived(tape []byte) (text string, ended bool) {
	response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(tape)), nil)
	if err != nil {
		return "", false
	}
	defer response.Body.Close()
	// As far as it came: the error is the fault under test.
	body, _ := io.ReadAll(response.Body)
	var all strings.Builder
	for line := range bytes.Lines(body) {
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data: "))
		if !ok {
			continue
		}
		if string(data) == "[DONE]" {
			return all.String(), true
		}
		var chunk struct {
			Choices []struct {
				Delta  struct{ Content string }
				Finish *string `json:"finish_reason"`
			}
		}
		if json.Unmarshal(data, &chunk) != nil {
			continue
		}
		for _, c := range chunk.Choices {
			all.WriteString(c.Delta.Content)
			ended = ended || c.Finish != nil
		}
	}
	return all.String(), ended
}
