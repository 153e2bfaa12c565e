// Package foreigntest checks and describes what readers of exports return, for tests.
package foreigntest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/imports/foreign"
)

// Check returns an error if a conversation breaks a promise of package foreign.
func Check(c foreign.Conversation) error {
	if c.ID == "" {
		return fmt.Errorf("the conversation has no ID")
	}
	known := map[string]bool{}
	for _, m := range c.Messages {
		switch {
		case m.ID == "" || known[m.ID]:
			return fmt.Errorf("the ID %q is empty or repeated", m.ID)
		case m.Parent != "" && !known[m.Parent]:
			return fmt.Errorf("%q does not follow its parent %q", m.ID, m.Parent)
		case m.Role != chat.User && m.Role != chat.Assistant:
			return fmt.Errorf("%q has the role %q", m.ID, m.Role)
		case len(m.Parts) == 0:
			return fmt.Errorf("%q is empty", m.ID)
		}
		known[m.ID] = true
		for _, p := range m.Parts {
			if err := checkPart(p); err != nil {
				return fmt.Errorf("%q: %w", m.ID, err)
			}
		}
	}
	if len(known) > 0 != known[c.Current] {
		return fmt.Errorf("the branch ends with %q", c.Current)
	}
	return nil
}

func checkPart(p foreign.MessagePart) error {
	switch {
	case p.File != nil:
		if p.Kind != "" || p.Text != "" {
			return fmt.Errorf("the file %q has a text", p.File.Name)
		}
		return checkText(p.File.Name)
	case p.Text == "" || checkText(p.Text) != nil:
		return fmt.Errorf("a part %q is empty or cannot be stored", p.Kind)
	case p.Kind == chat.PartToolCall:
		if _, ok := p.ToolCall(); !ok {
			return fmt.Errorf("a damaged call: %s", p.Text)
		}
	case p.Kind == chat.PartToolResult:
		if r, ok := p.ToolResult(); !ok || !r.State.Ended() {
			return fmt.Errorf("a damaged result: %s", p.Text)
		}
	}
	return nil
}

func checkText(text string) error {
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return fmt.Errorf("%.50q cannot be stored", text)
	}
	return nil
}

// Transcript describes the messages, a line for each part: its kind and its words. "*" marks the
// last message of the branch that was shown.
func Transcript(c foreign.Conversation) string {
	var b strings.Builder
	for _, m := range c.Messages {
		mark := ""
		if m.ID == c.Current {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s %s<%s%s\n", m.Role, m.ID, m.Parent, mark)
		for _, p := range m.Parts {
			fmt.Fprintf(&b, "  %s\n", describe(p))
		}
	}
	return b.String()
}

func describe(p foreign.MessagePart) string {
	switch {
	case p.File != nil && p.File.Data != nil:
		return fmt.Sprintf("file %s %s, %d bytes", p.File.Name, p.File.MIME, len(p.File.Data))
	case p.File != nil:
		return strings.TrimSpace(fmt.Sprintf("file %s %s %s", p.File.Name, p.File.MIME, p.File.Pointer))
	case p.Kind == chat.PartToolCall:
		call, _ := p.ToolCall()
		return fmt.Sprintf("call %s %s", call.Name, call.Arguments)
	case p.Kind == chat.PartToolResult:
		r, _ := p.ToolResult()
		return fmt.Sprintf("%s %q", r.State, r.Text)
	case p.Kind == chat.PartPasted:
		return fmt.Sprintf("pasted %s %q", p.Name, p.Text)
	case p.Kind == chat.PartSources:
		var sources []string
		for _, s := range p.CitedSources() {
			sources = append(sources, fmt.Sprintf("%s %s %d+%d-%d", s.Title, s.Address, s.From, s.Start, s.End))
		}
		return "sources " + strings.Join(sources, ", ")
	case p.Took > 0:
		return fmt.Sprintf("%s %s %q", p.Kind, p.Took, p.Text)
	}
	return fmt.Sprintf("%s %q", p.Kind, p.Text)
}
