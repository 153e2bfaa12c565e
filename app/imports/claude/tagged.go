package claude

import (
	"regexp"
	"strings"
)

var (
	// tag matches the elements that replies of 2024 have in their text, where later ones have
	// blocks.
	tag       = regexp.MustCompile(`<(antThinking|antArtifact)\b([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z]+)="([^"]*)"`)
)

// sayTagged adds the text of a reply, whose reasoning and artifacts may be elements in it. An
// element that is not closed remains text.
func (b *blockReader) sayTagged(text string) {
	for {
		at := tag.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		name := text[at[2]:at[3]]
		body, rest, closed := strings.Cut(text[at[1]:], "</"+name+">")
		if !closed {
			break
		}
		b.say(strings.TrimSpace(text[:at[0]]))
		if name == "antThinking" {
			b.Reasoning(strings.TrimSpace(body), 0)
		} else {
			b.showTagged(text[at[4]:at[5]], strings.Trim(body, "\n"))
		}
		text = rest
	}
	b.say(strings.TrimSpace(text))
}

// showTagged adds an artifact with the attributes of its element.
func (b *blockReader) showTagged(attributes, content string) {
	values := map[string]string{}
	for _, a := range attribute.FindAllStringSubmatch(attributes, -1) {
		values[a[1]] = a[2]
	}
	a := artifact{content: content}
	a.describe(change{Type: values["type"], Title: values["title"], Language: values["language"]})
	b.showArtifact(a)
}
