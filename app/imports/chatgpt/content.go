package chatgpt

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlando/app/imports/foreign"
	"parlando/client/fieldname"
)

// content returns the fragments of a node; none if it is not shown.
func (d *decoder) content(i int, m *message) []fragment {
	if d.note(m) || m.Metadata.Hidden {
		return nil
	}
	c := &m.Content
	switch role := m.Author.Role; {
	case role == "user":
		return d.shown(i, m, nil)
	case role == "tool":
		return d.output(i, m)
	case role != "assistant":
		return nil // system
	case c.Type == "thoughts" || c.Type == "reasoning_recap":
		return reasoning(m)
	case m.Recipient != "" && m.Recipient != "all":
		return d.call(i, m)
	case m.Channel == "analysis" || m.Channel == "commentary":
		return nonEmpty(fragment{kind: reasoningFragment, text: d.text(c)})
	}
	return d.shown(i, m, newCiter(&m.Metadata))
}

func nonEmpty(f fragment) []fragment {
	if strings.TrimSpace(f.text) == "" {
		return nil
	}
	return []fragment{f}
}

// reasoning returns the thoughts of the model, or the sentence about the time that they took.
func reasoning(m *message) []fragment {
	f := fragment{kind: reasoningFragment, took: seconds(m.Metadata.Seconds)}
	if m.Content.Type == "reasoning_recap" {
		f.kind, f.text = recapFragment, m.Content.Content
		if f.took == 0 {
			f.took = spelledTime(f.text)
		}
		return nonEmpty(f)
	}
	var all []string
	for _, t := range m.Content.Thoughts {
		summary, content := strings.TrimSpace(t.Summary), strings.TrimSpace(t.Content)
		if summary != "" {
			summary = "**" + summary + "**"
		}
		all = append(all, joined("\n\n", summary, content))
	}
	f.text = joined("\n\n", all...)
	return nonEmpty(f)
}

// seconds returns a time in seconds, 0 if it makes no sense.
func seconds(n float64) time.Duration {
	if n > 0 && n < 1e6 {
		return time.Duration(n * float64(time.Second))
	}
	return 0
}

// timeWords matches the time in "Thought for 1m 12s".
var timeWords = regexp.MustCompile(`(?:(\d{1,3})m )?(\d{1,4})s\b`)

func spelledTime(text string) time.Duration {
	found := timeWords.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	m, _ := strconv.Atoi(found[1])
	s, _ := strconv.Atoi(found[2])
	return time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// call returns a call of a tool, or the canvas after it.
func (d *decoder) call(i int, m *message) []fragment {
	text := d.text(&m.Content)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if c := d.canvasAfter(i, m.Recipient, text); c != nil {
		d.canvases[i] = c
		return []fragment{{kind: canvasFragment, canvas: c}}
	}
	return []fragment{{kind: callFragment, id: d.messageID(i), tool: m.Recipient, text: text}}
}

// output returns the output of a tool with its pictures.
func (d *decoder) output(i int, m *message) []fragment {
	text := d.text(&m.Content)
	if above := d.above[i]; above >= 0 && strings.HasPrefix(m.Author.Name, "canmore.") && d.fragments[above][0].kind == canvasFragment {
		text = "" // only a confirmation
	}
	all := nonEmpty(fragment{
		kind: resultFragment, id: d.messageID(i), tool: m.Author.Name, text: text, failed: m.Content.Type == "system_error",
	})
	files := d.files(m)
	for _, p := range m.Metadata.Aggregate.Messages {
		if p.Image != "" {
			files = append(files, &foreign.File{Pointer: p.Image})
		}
	}
	return append(all, fragmentsOf(files)...)
}

func fragmentsOf(files []*foreign.File) (all []fragment) {
	for _, f := range files {
		all = append(all, fragment{kind: fileFragment, file: f})
	}
	return all
}

// shown returns the content of a message in the order in which it is shown. c is nil for the user.
func (d *decoder) shown(i int, m *message, c *citer) []fragment {
	var all []fragment
	var made []*foreign.File
	var texts []string
	add := func() {
		f := fragment{text: strings.Join(texts, "\n"), continues: m.Metadata.FinishDetails.Type == fieldname.MaxTokens}
		texts = nil
		if c != nil {
			f.text, f.sources = c.cite(f.text)
			var more []*foreign.File
			f.text, more = withoutSandbox(f.text, d.messageID(i))
			made = append(made, more...)
		}
		all = append(all, nonEmpty(f)...)
	}
	if len(m.Content.Parts) == 0 {
		texts = append(texts, d.text(&m.Content))
		if m.Content.Type == "code" {
			texts[0] = fenced(m.Content.Language, texts[0])
		}
	}
	for n := range m.Content.Parts {
		p := &m.Content.Parts[n]
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
		if files := d.partFiles(m, p); len(files) > 0 {
			add()
			all = append(all, fragmentsOf(files)...)
		}
	}
	add()
	all = append(all, fragmentsOf(made)...)
	return append(all, fragmentsOf(attached(m))...)
}

// fenced returns a block of code, "" without any.
func fenced(language, code string) string {
	if firstOf(code) == "" {
		return ""
	}
	if language == "unknown" {
		language = ""
	}
	fence := strings.Repeat("`", max(3, longestRun(code, '`')+1))
	return fence + strings.Join(strings.Fields(language), "-") + "\n" + strings.TrimSuffix(code, "\n") + "\n" + fence
}

// text returns the text of a content of any type.
func (d *decoder) text(c *content) string {
	switch c.Type {
	case "code":
		if c.Language != "" || c.Text != "" {
			return c.Text
		}
	case "tether_browsing_display":
		return joined("\n\n", c.Summary, c.Result)
	case "tether_quote":
		return joined("\n\n", joined("\n", c.Title, c.URL), quoted(joined("\n", append(stringsOf(c), c.Text)...)))
	case "sonic_webpage":
		return joined("\n\n", joined("\n", c.Title, c.URL), firstOf(c.Text, c.Snippet))
	case "computer_output":
		if c.Screenshot != nil {
			d.result.AddGap("computer_output: screenshot")
		}
		return joined("\n", c.State.Title, c.State.URL, c.Text)
	case "citable_code_output":
		return joined("\n\n", joined("\n", c.Metadata.Title, c.Metadata.URL), c.Output)
	case "system_error":
		return joined(": ", c.Name, c.Text)
	}
	text := joined("\n", append(stringsOf(c), c.Text, c.Result, c.Content)...)
	if text == "" && !knownTypes[c.Type] {
		d.result.AddGap(c.Type)
	}
	return text
}

// knownTypes are the types of content that may be empty.
var knownTypes = map[string]bool{
	"text": true, "multimodal_text": true, "code": true, "execution_output": true, "": true,
}

func stringsOf(c *content) (all []string) {
	for _, p := range c.Parts {
		all = append(all, p.Text)
	}
	return all
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	all := make([]string, 0, len(texts))
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return strings.Join(all, separator)
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			return t
		}
	}
	return ""
}

// quoted returns a text as a quotation in Markdown.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}
