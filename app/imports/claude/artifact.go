package claude

import (
	"cmp"
	"path"
	"strings"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// maxArtifactBytes bounds the versions of all artifacts of a conversation. Changes after that
// remain tool calls.
const maxArtifactBytes = 64 << 20

// artifact is a document or file that the model wrote with tool calls.
type artifact struct {
	key      string
	title    string
	language string
	content  string
	// isMarkdown reports that the content is shown as text.
	isMarkdown bool
}

// versions are the artifacts that a branch changed, above those of the messages before.
type versions struct {
	above *versions
	own   map[string]artifact
}

// find returns the latest version of an artifact, an empty one if there is none.
func (v *versions) find(key string) artifact {
	for ; v != nil; v = v.above {
		if a, ok := v.own[key]; ok {
			return a
		}
	}
	return artifact{}
}

// change is the input of a call that changes an artifact.
type change struct {
	ID       string `json:"id"`
	Command  string `json:"command"`
	Type     string `json:"type"`
	Title    string `json:"title"`
	Language string `json:"language"`
	Content  string `json:"content"`
	Path     string `json:"path"`
	FileText string `json:"file_text"`
	Old      string `json:"old_str"`
	New      string `json:"new_str"`
}

// findArtifacts applies the changes of a message. Each artifact is shown at its last change.
func (b *blockReader) findArtifacts(all []block) {
	failed := map[string]bool{}
	for i := range all {
		if all[i].IsError {
			failed[all[i].ToolUseID] = true
		}
	}
	changed := map[string]artifact{}
	last := map[string]int{}
	b.artifacts, b.hidden = map[int]artifact{}, map[string]bool{}
	for i := range all {
		if raw := &all[i]; raw.Type == "tool_use" && !failed[raw.ID] {
			a, ok := b.changedArtifact(raw, changed)
			if !ok {
				continue
			}
			if before, repeated := last[a.key]; repeated {
				b.artifacts[before] = artifact{}
			}
			changed[a.key], last[a.key] = a, i
			b.artifacts[i] = a
			if raw.ID != "" {
				b.hidden[raw.ID] = true
			}
		}
	}
	if len(changed) > 0 {
		b.versions[b.id] = &versions{b.versions[b.id], changed}
	}
}

// changedArtifact returns the artifact after the change of a call; ok is false if the call changes
// none, or its change cannot be followed.
func (b *blockReader) changedArtifact(raw *block, changed map[string]artifact) (a artifact, ok bool) {
	switch raw.Name {
	case "artifacts", "create_file", "str_replace":
	default:
		return artifact{}, false
	}
	var c change
	if exportjson.Decode(raw.Input, &c) != nil {
		return artifact{}, false
	}
	key := cmp.Or(c.ID, c.Path)
	if raw.Name != "artifacts" {
		key = "file " + c.Path
	}
	if a, ok = changed[key]; !ok {
		a = b.versions[b.id].find(key)
	}
	a.key = key
	ok = b.apply(&a, cmp.Or(c.Command, raw.Name), c) && key != ""
	a.describe(c)
	return a, ok
}

// apply makes a change to the content of an artifact, which is empty if the artifact is new.
func (b *blockReader) apply(a *artifact, command string, c change) bool {
	b.budget -= len(a.content)
	switch command {
	case "create", "rewrite", "create_file":
		a.content = cmp.Or(c.FileText, c.Content)
	case "update", "str_replace":
		if c.Old == "" || b.budget < 0 || !strings.Contains(a.content, c.Old) {
			return false
		}
		a.content = strings.Replace(a.content, c.Old, c.New, 1)
	default:
		return false
	}
	b.budget -= len(a.content)
	return a.content != "" && b.budget >= 0
}

// languages are the languages of the types that name none.
var languages = map[string]string{
	"application/vnd.ant.react": "jsx", "application/vnd.ant.mermaid": "mermaid", "text/html": "html", "image/svg+xml": "svg",
}

// describe sets what a change says about its artifact.
func (a *artifact) describe(c change) {
	a.title = cmp.Or(c.Title, a.title)
	a.language = cmp.Or(c.Language, languages[c.Type], a.language)
	if c.Type != "" {
		a.isMarkdown = c.Type == "text/markdown"
	}
	if c.Path != "" {
		a.title = path.Base(c.Path)
		a.language = strings.TrimPrefix(path.Ext(c.Path), ".")
		a.isMarkdown = a.language == "md"
	}
}

// showArtifact adds an artifact after its last change; a is empty for an earlier change.
func (b *blockReader) showArtifact(a artifact) {
	if a.content == "" {
		return
	}
	text := a.content
	if !a.isMarkdown {
		text = foreign.CodeBlock(a.language, text)
	}
	if title := strings.Join(strings.Fields(a.title), " "); title != "" {
		text = "**" + title + "**\n\n" + text
	}
	b.say(text)
}
