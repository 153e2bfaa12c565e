package client

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/client/failure"
	"parlando/client/fieldname"
	"parlando/client/wire"
)

// WebSearch is the way in which a model searches the web; "" if it does not. It is stored.
type WebSearch string

// The ways of searching the web. GATEWAY.md has none of them.
const (
	// SearchOpenRouter offers the model OpenRouter's search as a tool. If that is refused,
	// OpenRouter searches for each message.
	SearchOpenRouter WebSearch = "openrouter"
	// SearchOptions sends web_search_options.
	SearchOptions WebSearch = "options"
	// SearchAlways sends nothing: the model searches for each message.
	SearchAlways WebSearch = "always"
)

// searchFields are the fields that request a search, best first.
var searchFields = map[WebSearch][]failure.Field{
	SearchOpenRouter: {
		{Name: fieldname.SearchTool, Value: []byte(`{"type":"` + fieldname.SearchTool + `"}`)},
		{Name: fieldname.Plugins, Value: []byte(`[{"id":"web"}]`)},
	},
	SearchOptions: {{Name: fieldname.WebSearchOptions, Value: []byte(`{}`)}},
}

// field returns the field that requests a search. Its name is "" for none, and accepted is false if
// all are in omit, see ChatRequest.Omit.
func (w WebSearch) field(omit []string) (f failure.Field, accepted bool) {
	for _, f = range searchFields[w] {
		if !slices.Contains(omit, f.Name) {
			return f, true
		}
	}
	return f, f.Name == ""
}

// IsRefused reports whether a model that has refused these fields cannot be asked to search.
func (w WebSearch) IsRefused(fields []string) bool {
	_, accepted := w.field(fields)
	return !accepted
}

// toolsWithSearch returns the functions, and after them the search if it is requested as a tool, so
// that the service counts the functions as the program does.
func toolsWithSearch(functions []Tool, search failure.Field) []any {
	var all []any
	for _, t := range functions {
		all = append(all, t)
	}
	return append(all, search.Value)
}

// webSearchByList returns the way in which a catalog entry says that the model searches.
func webSearchByList(o map[string]json.RawMessage) WebSearch {
	isOpenRouter := !slices.ContainsFunc([]string{"canonical_slug", "top_provider", "supported_parameters"}, func(member string) bool {
		_, has := o[member]
		return !has
	})
	if isOpenRouter {
		return SearchOpenRouter
	}
	words := []string{fieldname.WebSearchOptions, "web_search", "supports_web_search"}
	objects := []map[string]json.RawMessage{o}
	for _, name := range append([]string{"model_info", "metadata"}, featureLists...) {
		list, _ := wire.ParseArray(o[name])
		if slices.ContainsFunc(words, func(w string) bool { return hasWord(list, w) }) {
			return SearchOptions
		}
		inner, _ := wire.ParseObject(o[name])
		supports, _ := wire.ParseObject(inner["supports"])
		objects = append(objects, inner, supports)
	}
	if flag := findFlag(words, objects...); flag != nil && *flag {
		return SearchOptions
	}
	return ""
}

// setSearchOfHost sets the way of searching that the chat models of a host have in common.
func setSearchOfHost(host string, models []Model) {
	if host != "openrouter.ai" && !strings.HasSuffix(host, ".openrouter.ai") {
		return
	}
	for i := range models {
		if p := models[i].Purpose; p == "" || p == PurposeChat {
			models[i].WebSearch = SearchOpenRouter
		}
	}
}

// isServed reports whether a tool call is one that the service runs itself, such as a search of the
// web: OpenRouter's have their own type, Anthropic's their own id.
func isServed(kind, id, name string) bool {
	return strings.HasPrefix(name, "openrouter:") || strings.HasPrefix(kind, "openrouter:") || strings.HasPrefix(id, "srvtoolu_") ||
		kind == "web_search" || kind == "web_search_call" || kind == "server_tool_use"
}
