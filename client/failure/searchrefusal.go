package failure

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Lower-case messages about a search of the web.
var (
	searchWords   = lazyregexp.New(`web[_ -]?search|server[ _-]tools?\b|\bplugins?\b`)
	searchRefused = lazyregexp.New(`(?:not|n't|un|no endpoints found that) ?(?:be )?(?:support|available|enabled|allowed|permitted|recogni[sz]ed|known|accept)|` +
		`invalid|unexpected|expected|extra (?:inputs|fields)|unknown|no such`)
	elementOfTools = lazyregexp.New(`tools(?:\[|\.|"?, ?)(\d+)`)
)

// searchRefusal returns the refusal of the field that requests a search of the web, nil for any
// other error. The model answers without the search.
func (f ErrorBody) searchRefusal() *Refusal {
	at := slices.IndexFunc(f.sent, func(s Field) bool {
		return s.Name == fieldname.SearchTool || s.Name == fieldname.Plugins || s.Name == fieldname.WebSearchOptions
	})
	if at < 0 || !slices.Contains([]int{0, 400, 404, 422}, f.meant()) {
		return nil
	}
	field, text := f.sent[at], f.text()+" "+strings.ToLower(f.param)
	switch {
	case searchWords().MatchString(text) && searchRefused().MatchString(text):
	case field.Name == fieldname.SearchTool && f.refusesLastTool(text):
	default:
		return nil
	}
	return &Refusal{Field: field.Name, AnyValue: true, Reason: f.Message}
}

// refusesLastTool reports whether the error is about the tool after the functions, or about tools
// where no functions were sent. text is the error in lower case.
func (f ErrorBody) refusesLastTool(text string) bool {
	var functions []json.RawMessage
	if sent := f.sentField(fieldname.Tools); sent != nil && json.Unmarshal(sent.Value, &functions) != nil {
		return false
	}
	if len(functions) == 0 {
		return noTools().MatchString(text) || f.named() == fieldname.Tools || findName(f.Message, fieldname.Tools) >= 0
	}
	return slices.ContainsFunc(elementOfTools().FindAllStringSubmatch(text, -1), func(place []string) bool {
		return place[1] == strconv.Itoa(len(functions))
	})
}
