package export

import (
	"encoding/json"
	"io"
	"strings"
	"time"
)

// jsonDocument has the structure of verbose_json (docs/gateway.md 4.3), extended by the user's
// changes.
type jsonDocument struct {
	Title    string     `json:"title,omitempty"`
	Language string     `json:"language,omitempty"`
	Duration float64    `json:"duration,omitempty"`
	Text     string     `json:"text"`
	Segments []jsonLine `json:"segments"`
}

// jsonLine is a line with times in seconds.
type jsonLine struct {
	ID          int      `json:"id"`
	Start       *float64 `json:"start,omitempty"`
	End         *float64 `json:"end,omitempty"`
	Speaker     string   `json:"speaker,omitempty"`
	Text        string   `json:"text"`
	Translation string   `json:"translation,omitempty"`
}

func writeJSON(w io.Writer, d Document, o Options) error {
	seconds := func(t time.Duration) *float64 {
		if !o.Times {
			return nil
		}
		s := float64(t.Milliseconds()) / 1000
		return &s
	}
	out := jsonDocument{Title: d.Title, Language: d.Spoken, Segments: []jsonLine{}}
	out.Duration = float64(d.Length.Milliseconds()) / 1000
	var text strings.Builder
	before := ""
	for i, l := range d.Lines {
		out.Segments = append(out.Segments, jsonLine{i, seconds(l.Start), seconds(l.End), l.Speaker, l.Text, l.Translation})
		text.WriteString(gap(before, l.Text) + l.Text)
		before = l.Text
	}
	out.Text = text.String()
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}
