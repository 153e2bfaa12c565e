package practice

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// source is a page that a reply cites. The hosts are reserved for examples.
type source struct{ url, title string }

// citedSentences are the sentences of a reply with sources, each with the source that it cites.
var citedSentences = []struct {
	text string
	source
}{
	{"An English oak grows for 300 years, lives for 300 and dies for 300, foresters say.", source{"https://www.trees.example/oak", "The life of an oak"}},
	{"It is a home for more than 2,000 kinds of animals, plants and fungi.", source{"https://woodland.example/species", "Who lives in an oak"}},
	{"Its acorns feed jays, which plant most of the young trees.", source{"https://birds.example/jay", "The jay, a forester"}},
}

// searchNote ends a reply to a request for a search.
const searchNote = "*Practice made this up. Nothing was searched.*"

// searchWeb plans the reply to a request for a search of the web: about oaks, with made-up sources.
func searchWeb(t translator, asked string) plan {
	p, _ := cite(t, asked+" sources oaks")
	p.text = strings.TrimSuffix(p.text, t.closing()) + t.text(searchNote, nil) + "\n\n" + t.closing()
	return p
}

// cite plans a reply with sources if the message asks for some. The words annotations, choice and
// links name the shape in which they come; without one it is that of a service that lists them
// beside the choices of each chunk.
func cite(t translator, asked string) (p plan, ok bool) {
	words := wordsOf(asked)
	if !slices.Contains(words, "sources") || common([]string{"oak", "oaks", "tree", "trees", "practice"}, words) == 0 {
		return plan{}, false
	}
	var sentences []string
	var annotations, results []any
	var citations []string
	for i, c := range citedSentences {
		sentence, title := t.text(c.text, nil), t.text(c.title, nil)
		switch {
		case slices.Contains(words, "links"):
			sentence += " ([" + strings.TrimPrefix(hostOf(c.url), "www.") + "](" + c.url + "?utm_source=openai))"
		case !slices.Contains(words, "annotations") && !slices.Contains(words, "choice"):
			sentence = strings.TrimSuffix(sentence, ".") + " [" + string(rune('1'+i)) + "]."
		}
		sentences = append(sentences, sentence)
		end := utf8.RuneCountInString(strings.Join(sentences, " "))
		annotations = append(annotations, map[string]any{"type": "url_citation", "url_citation": map[string]any{
			"url": c.url, "title": title, "start_index": end - utf8.RuneCountInString(sentence), "end_index": end,
		}})
		citations = append(citations, c.url)
		results = append(results, map[string]any{"title": title, "url": c.url, "date": "2026-05-04"})
	}
	p.text = strings.Join(sentences, " ") + "\n\n" + t.closing()
	switch {
	case slices.Contains(words, "annotations"):
		p.annotations = annotations
	case slices.Contains(words, "choice"):
		p.annotations, p.onChoice = annotations, true
	case !slices.Contains(words, "links"):
		p.beside = map[string]any{"citations": citations, "search_results": results}
	}
	return p, true
}

// hostOf returns the host of an address.
func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}
