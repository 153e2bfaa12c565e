package chat

import (
	"encoding/json"
	"strings"
)

// CitedSource is a source of a reply as the service named it; package sources makes it fit to show.
// The text of a PartSources is the JSON of sources, one per line.
type CitedSource struct {
	// Address may have any scheme; it is "" for a document without one.
	Address string `json:"address,omitempty"`
	Title   string `json:"title,omitempty"`
	// Number is the number of the source in the text of its request, 0 if the service numbers none.
	Number int `json:"number,omitempty"`
	// From is the byte offset in Message.Text at which the text of its request begins.
	From int `json:"from,omitempty"`
	// Start and End delimit the cited text or its mark, counted from From in an unknown unit; both
	// are 0 if the service did not report them.
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
}

// Line returns the text to append to the part of the sources.
func (s CitedSource) Line() string { return encoded(s) + "\n" }

// CitedSources decodes the sources of a part, none for another kind of part. It skips damaged
// lines.
func (p Part) CitedSources() (all []CitedSource) {
	if p.Kind != PartSources {
		return nil
	}
	for line := range strings.Lines(p.Text) {
		var s CitedSource
		if json.Unmarshal([]byte(line), &s) == nil && s.Address+s.Title != "" {
			all = append(all, s)
		}
	}
	return all
}

// sourceWords returns the titles and addresses of the sources of a part, one per line.
func (p Part) sourceWords() string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, s := range p.CitedSources() {
		if line := strings.TrimSpace(s.Title + " " + s.Address); !seen[line] {
			seen[line] = true
			b.WriteString(line + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
