package openwebui

import (
	"encoding/json"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

var (
	// details matches the beginning of a fold that the program wrote into a reply.
	details   = regexp.MustCompile(`<details type="(reasoning|tool_calls|code_interpreter)"([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)
	summary   = regexp.MustCompile(`^\s*<summary>[^<]*</summary>\n?`)
)

// addFolded adds a reply, whose reasoning and tool calls are elements in its text. An element that
// is not closed remains text.
func addFolded(b *foreign.PartsBuilder, text string) {
	reasoning, text := exportjson.CutThinking(text)
	b.Reasoning(reasoning, 0)
	for {
		at := details.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		body, rest, closed := strings.Cut(text[at[1]:], "</details>")
		if !closed {
			break
		}
		b.Text(strings.TrimSpace(text[:at[0]]))
		attributes := map[string]string{}
		for _, a := range attribute.FindAllStringSubmatch(text[at[4]:at[5]], -1) {
			attributes[a[1]] = html.UnescapeString(a[2])
		}
		addFold(b, text[at[2]:at[3]], attributes, strings.TrimSpace(summary.ReplaceAllString(body, "")))
		text = rest
	}
	b.Text(strings.TrimSpace(text))
}

func addFold(b *foreign.PartsBuilder, kind string, attributes map[string]string, body string) {
	switch kind {
	case "reasoning":
		seconds, _ := strconv.ParseFloat(attributes["duration"], 64) // 0 if unknown
		if !(seconds >= 0 && seconds < 1e6) {
			seconds = 0
		}
		b.Reasoning(html.UnescapeString(unquoted(body)), time.Duration(seconds*float64(time.Second)))
	case "tool_calls":
		result := attributes["result"]
		if result == "" {
			result = html.UnescapeString(body)
		}
		addCall(b, attributes["id"], attributes["name"], json.RawMessage(unwrapped(attributes["arguments"])), unwrapped(result))
	case "code_interpreter":
		// strings can always be encoded
		code, _ := json.Marshal(map[string]string{"code": html.UnescapeString(body)})
		addCall(b, "", kind, code, unwrapped(attributes["output"]))
	}
}

// addCall adds a call with its result.
func addCall(b *foreign.PartsBuilder, id, name string, arguments json.RawMessage, result string) {
	b.Result(b.Call(id, name, arguments), name, result, false)
}

// unwrapped returns the text that a JSON string contains, other texts as they are.
func unwrapped(text string) string {
	for range 2 {
		var inner string
		if !strings.HasPrefix(text, `"`) || exportjson.Decode([]byte(text), &inner) != nil {
			break
		}
		text = inner
	}
	return text
}

// unquoted removes the marks of a quotation in Markdown.
func unquoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line, quoted := strings.CutPrefix(strings.TrimPrefix(line, "&gt;"), ">")
		if quoted || strings.HasPrefix(lines[i], "&gt;") {
			line = strings.TrimPrefix(line, " ")
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}
