package client

import (
	"encoding/json"
	"strings"

	"parlando/client/wire"
)

// Source is a source that a reply cites. GATEWAY.md does not show sources; services send them in
// many forms (docs/wire.md).
type Source struct {
	// Address is the address as the service sent it, of any scheme; "" for a document without one.
	Address string
	Title   string
	// Number is the number of the source in the text, as in "[1]"; 0 if the service numbers none.
	Number int
	// Start and End delimit the cited text or its mark in the reply, in a unit that services do not
	// agree on; both are 0 if not reported.
	Start, End int
}

const (
	// maxSources bounds the sources of a choice.
	maxSources = 256
	// maxSourceBytes bounds an address; a title is cut there.
	maxSourceBytes = 2048
)

// sourceMembers are the members of a reply, a choice, a message or a delta that contain sources.
// The value reports whether the text refers to a source by its position in the list.
var sourceMembers = []struct {
	name     string
	numbered bool
}{
	{"annotations", false},
	{"citations", true},
	{"search_results", true},
	{"search_sources", true},
	{"web_search", true},
	{"references", true},
	{"sources", true},
	{"search_info", true},
	{"context", true},
	{"messages", false},
	{"event", false},
	{"venice_parameters", true},
	{"executed_tools", true},
	{"provider_specific_fields", true},
	{"grounding_metadata", true},
	{"groundingMetadata", true},
	{"vertex_ai_grounding_metadata", true},
}

// sourceLists are the members inside the above that contain sources or further lists.
var sourceLists = []string{
	"url_citation", "web", "document", "source", "sources", "citation", "citations", "annotations", "search_results",
	"web_search_results", "web_search_citations", "results", "messages", "data", "groundingChunks", "grounding_chunks", "retrievedContext",
}

// sourceReader collects the sources of one JSON value of a reply.
type sourceReader struct {
	sources []Source
	// left is the number of values that may still be read.
	left int
}

// readSources returns the sources in the members of a reply, a choice, a message or a delta.
func readSources(o map[string]json.RawMessage) []Source {
	r := sourceReader{left: 8 * maxSources}
	for _, m := range sourceMembers {
		if raw := o[m.name]; !wire.IsNull(raw) {
			r.read(raw, Source{}, m.numbered, 0)
		}
	}
	if results, ok := toolContent(o); ok {
		r.read(results, Source{}, true, 0)
	}
	return r.sources
}

// addSources adds sources that stand beside the choices to the first choice.
func (e *event) addSources(sources []Source) {
	if len(sources) == 0 || e.fault != nil {
		return
	}
	if len(e.pieces) == 0 {
		e.pieces = append(e.pieces, choiceDelta{})
	}
	e.pieces[0].sources = append(e.pieces[0].sources, sources...)
}

// readContentAndSources reads the content of a message, unless it is the result of a search.
func (p *choiceDelta) readContentAndSources(o map[string]json.RawMessage) {
	p.sources = append(p.sources, readSources(o)...)
	if _, ok := toolContent(o); !ok {
		p.readContent(o["content"], 0)
	}
}

// readSourcePart returns the sources of a content part that is one.
func readSourcePart(part map[string]json.RawMessage) []Source {
	r := sourceReader{left: maxSources}
	r.readObject(part, Source{}, false, 0)
	return r.sources
}

// read reads the sources in a value. known has what the values around it told.
func (r *sourceReader) read(raw json.RawMessage, known Source, numbered bool, depth int) {
	if r.left--; r.left < 0 || depth > maxNesting {
		return
	}
	switch wire.FirstByte(raw) {
	case '"':
		known.Address, _ = wire.ParseString(raw)
		if strings.Contains(known.Address, "://") && !strings.ContainsAny(known.Address, " \n") {
			r.add(known)
		}
	case '[':
		list, _ := wire.ParseArray(raw)
		for i, item := range list[:min(len(list), maxSources)] {
			// A list of lists has one list for each passage of the text, which has no numbers.
			counts := numbered && wire.FirstByte(item) != '['
			if known.Number = 0; counts {
				known.Number = i + 1
			}
			r.read(item, known, counts, depth+1)
		}
	case '{':
		o, _ := wire.ParseObject(raw)
		r.readObject(o, known, numbered, depth)
	}
}

func (r *sourceReader) readObject(o map[string]json.RawMessage, known Source, numbered bool, depth int) {
	if start, end := rangeOf(o); end > 0 {
		known.Start, known.End, known.Number, numbered = start, end, 0, false
	}
	if n, ok := wire.ParseInt(o["index"]); ok && n > 0 && numbered {
		known.Number = n
	}
	address := wire.FirstString(o, "url", "uri", "link", "source_url", "href")
	if source, _ := wire.ParseString(o["source"]); address == "" && strings.HasPrefix(source, "http") {
		address = source
	}
	if pages := o["metadata"]; wire.FirstByte(pages) == '[' && strings.Contains(string(pages), `"http`) {
		// The metadata of passages names their pages, which count once each.
		r.read(pages, known, false, depth+1)
		return
	}
	if known.Title == "" || address != "" {
		known.Title = wire.FirstString(o, "title", "name", "site_name", "filename", "filepath")
	}
	if known.Address = address; address != "" {
		r.add(known)
		return
	}
	nested := false
	if results, ok := toolContent(o); ok {
		nested = true
		r.read(results, known, true, depth+1)
	}
	for _, name := range sourceLists {
		if inner := o[name]; wire.FirstByte(inner) == '[' || wire.FirstByte(inner) == '{' || name == "source" && wire.FirstByte(inner) == '"' {
			nested = true
			r.read(inner, known, numbered, depth+1)
		}
	}
	if !nested && known.Title != "" && known.Number+known.End > 0 {
		r.add(known) // a document without an address
	}
}

// toolContent returns the JSON in the result of a search that the service ran.
func toolContent(o map[string]json.RawMessage) (json.RawMessage, bool) {
	content, ok := wire.ParseString(o["content"])
	if role, _ := wire.ParseString(o["role"]); !ok || role != "tool" || !wire.StartsLikeJSON([]byte(content)) {
		return nil, false
	}
	return json.RawMessage(content), json.Valid([]byte(content))
}

// rangeOf returns the range in an object; both are 0 if there is none.
func rangeOf(o map[string]json.RawMessage) (start, end int) {
	for _, names := range [][2]string{{"start_index", "end_index"}, {"startIndex", "endIndex"}, {"start", "end"}} {
		from, ok := wire.ParseInt(o[names[0]])
		to, also := wire.ParseInt(o[names[1]])
		if ok && also && 0 <= from && from <= to {
			return from, to
		}
	}
	return 0, 0
}

func (r *sourceReader) add(s Source) {
	s.Address = strings.TrimSpace(s.Address)
	if len(s.Address) > maxSourceBytes || len(r.sources) >= maxSources {
		return
	}
	s.Title = wire.Truncate(strings.Join(strings.Fields(s.Title), " "), maxSourceBytes)
	r.sources = append(r.sources, s)
}

// newSources returns those of the sources that this choice has not sent before: many services
// repeat the list in every chunk.
func (c *choice) newSources(sources []Source) []Source {
	var fresh []Source
	for _, s := range sources {
		if !c.sources[s] && len(c.sources) < maxSources {
			if c.sources == nil {
				c.sources = map[Source]bool{}
			}
			c.sources[s] = true
			fresh = append(fresh, s)
		}
	}
	return fresh
}
