package exporter

import (
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/chatexport"
	"parlando/app/sources"
	"parlando/views/conversation/cards"
	"parlando/views/format"
	"parlando/views/i18n"
)

// Messages converts messages for copying and saving, with their authors unless nameOf is nil. It
// omits reasoning and the points at which a reply was continued, reduces a tool call to one line,
// and lists the sources of a reply at its end.
func Messages(ms []chat.Message, nameOf func(model string) string) (out []chatexport.Message) {
	for _, m := range ms {
		e := chatexport.Message{Parts: exportedParts(m)}
		switch {
		case len(e.Parts) == 0:
			continue
		case nameOf == nil:
		case m.Role == chat.User:
			e.Who = i18n.Text("You")
		default:
			e.Who = cards.ModelName(m, nameOf)
		}
		out = append(out, e)
	}
	return out
}

func exportedParts(m chat.Message) (out []chatexport.Part) {
	joins := false // the next text continues the one before
	answered := m.Role == chat.Assistant && m.Answer() != nil
	for i, p := range m.Parts {
		if answered && p.Kind == chat.PartText { // all texts form one answer
			if i == answers.AnswerPart(m) {
				out = append(out, chatexport.Part{Markdown: answers.Text(m)})
			}
			continue
		}
		if line := cards.ToolCallText(m, i); line != "" {
			out, joins = append(out, chatexport.Part{Name: line}), false
			continue
		}
		switch p.Kind.Exported() {
		case chat.UseNothing:
			continue
		case chat.UseText:
			switch n := len(out) - 1; {
			case p.Text == "":
				continue
			case m.Role == chat.User:
				out = append(out, chatexport.Part{Plain: p.Text})
			case joins && p.Kind == chat.PartText:
				out[n].Markdown += p.Text
			default:
				out = append(out, chatexport.Part{Markdown: p.Text})
			}
			joins = p.Kind == chat.PartText
			continue
		case chat.UseNameAndText:
			if p.Name != "" {
				out = append(out, chatexport.Part{Name: p.Name})
			}
			if p.Text != "" {
				out = append(out, chatexport.Part{Plain: p.Text})
			}
		case chat.UseName:
			e := chatexport.Part{Name: cards.AttachmentName(p)}
			if p.Kind == chat.PartImage {
				e.Picture = p.Blob
			}
			out = append(out, e)
		}
		joins = false
	}
	return append(out, sourceParts(m)...)
}

// sourceParts returns the list of a reply's sources, with their numbers.
func sourceParts(m chat.Message) []chatexport.Part {
	s := sources.Of(m)
	if s == nil {
		return nil
	}
	lines := []string{i18n.Text("Sources")}
	for i, source := range s.List {
		line := format.Number(i+1) + ". " + source.Title
		if source.Address != "" && !strings.HasSuffix(source.Address, source.Title) {
			line = format.Named(line, source.Address)
		}
		lines = append(lines, line)
	}
	return []chatexport.Part{{Plain: strings.Join(lines, "\n")}}
}
