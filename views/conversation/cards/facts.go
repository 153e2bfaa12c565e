package cards

import (
	"cmp"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// details adds the details of a problem, for technical users and the service's support.
func (c *Card) details(s *rows.Typesetter, p problem.Problem) {
	lines := []fact{{i18n.Text("What happened"), words.ErrorDetails(p), false}}
	request, reply := p.RequestID, p.ReplyID
	if r := c.message.Request; r != nil {
		request, reply = cmp.Or(request, r.HTTPID), cmp.Or(reply, r.ReplyID)
	}
	lines = append(lines, ids(request, reply)...)
	if r := c.message.Request; r != nil {
		lines = append(lines, sent(r)...)
	}
	if p.MayHaveArrived {
		lines = append(lines, fact{i18n.TextIn("details", "Note"), i18n.Text("Your message may have arrived. If you try again, you may be charged twice."), false})
	}
	if p.Detail != "" {
		lines = append(lines, fact{i18n.Text("Response"), problem.MaskKeys(p.Detail), true})
	}
	c.facts(s, lines)
}

// ToggleDetails shows or hides the details of the reply's request; open is from RequestDetails.
func (c *Card) ToggleDetails(open *bool) {
	*open = !*open
	c.RelayoutCard(c)
	if *open && open == &c.folds.about {
		c.ShowFooter(c)
	}
}

// about adds the details of a successful reply's requests.
func (c *Card) about(s *rows.Typesetter) {
	r := c.message.Request
	if r == nil {
		return
	}
	lines := []fact{{i18n.Text("Requested model"), r.Asked, false}}
	if r.Served != "" {
		lines = append(lines, fact{i18n.Text("Model that replied"), problem.MaskKeys(r.Served), false})
	}
	all := c.message.Requests()
	for i, r := range all {
		if len(all) > 1 {
			which := i18n.Text("{{.N}} of {{.M}}", map[string]any{"N": format.Number(i + 1), "M": format.Number(len(all))})
			lines = append(lines, fact{i18n.Text("Request to the service"), which, false})
		}
		lines = append(lines, measured(&r)...)
	}
	if c.message.Finish != "" {
		lines = append(lines, fact{i18n.Text("Why the reply ended"), string(c.message.Finish), true})
	}
	c.facts(s, lines)
}

// measured returns the fields of a request, its tokens, its time and its ids.
func measured(r *chat.Request) []fact {
	lines := sent(r)
	lines = append(lines, background(r.Background)...)
	if r.Usage != nil {
		lines = append(lines, fact{i18n.Text("Tokens (units that the service charges for)"), tokens(*r.Usage), false})
	}
	if !r.Started.IsZero() {
		when := format.ShortMoment(r.Started.Local())
		if r.Ended.After(r.Started) {
			when += ", " + seconds(r.Ended.Sub(r.Started))
		}
		lines = append(lines, fact{i18n.Text("When"), when, false})
	}
	if said := words.AskedInWords(r.LeftOut); said != "" {
		lines = append(lines, fact{i18n.TextIn("details", "Note"), said, false})
	}
	return append(lines, ids(r.HTTPID, r.ReplyID)...)
}

// background returns the project, the files and the number of memories that were sent before the
// chat.
func background(b *chat.SentBackground) (lines []fact) {
	if b == nil {
		return nil
	}
	if b.Project != "" {
		lines = append(lines, fact{i18n.Text("Project"), b.Project, false})
	}
	if len(b.Files) > 0 {
		names := make([]string, len(b.Files))
		for i, name := range b.Files {
			names[i] = chat.OneLine(name)
		}
		lines = append(lines, fact{i18n.Text("Files sent"), strings.Join(names, "\n"), false})
	}
	if b.Memories > 0 {
		lines = append(lines, fact{i18n.Text("Memories sent"), format.Number(b.Memories), false})
	}
	return lines
}

// tokens returns the token counts of a request, by kind.
func tokens(u chat.Usage) string {
	return i18n.Text("{{.In}} sent, {{.Out}} received, {{.Total}} in all", map[string]any{
		"In": format.Number(u.Prompt), "Out": format.Number(u.Completion), "Total": format.Number(u.Total),
	})
}

// ids returns the ids that support asks for: the service's request id and the reply's own id
// (GATEWAY.md 2.5).
func ids(request, reply string) (lines []fact) {
	if request != "" {
		lines = append(lines, fact{i18n.Text("Request"), problem.MaskKeys(request), false})
	}
	if reply != "" && reply != request {
		lines = append(lines, fact{i18n.Text("Reply"), problem.MaskKeys(reply), false})
	}
	return lines
}

// sent returns the fields that were sent and those that were omitted. For requests of older
// versions, only the parameters are known.
func sent(r *chat.Request) (lines []fact) {
	if with := listed(r.Sent); with != "" {
		lines = append(lines, fact{i18n.Text("Settings sent"), with, true})
	} else if set := listed(r.Params.Fields()); set != "" && len(r.LeftOut) == 0 {
		lines = append(lines, fact{i18n.Text("Settings"), set, true})
	}
	if out := listed(r.LeftOut); out != "" {
		lines = append(lines, fact{i18n.Text("Settings left out"), out, true})
	}
	return lines
}

type fact struct {
	name, words string
	mono        bool
}

// facts adds a card of names and values.
func (c *Card) facts(s *rows.Typesetter, lines []fact) {
	row := &rows.Row{SpaceAbove: 10}
	small := textflow.Style{Size: rows.SmallSize}
	y := float32(9)
	named := float32(0)
	for _, l := range lines {
		named = max(named, s.Ruler.Width(l.name, small))
	}
	named = max(named+20, 110)
	var copied strings.Builder
	for _, l := range lines {
		s.PlaceText(row, l.name, 15, y+1.5, named, small, theme.ColorMuted)
		style := small
		style.Mono = l.mono
		from := len(row.Texts)
		h := s.PlaceParagraph(row, []textflow.Run{{Text: l.words, Style: style}}, 15+named, y+1.5, c.Width-named-30, fynetheme.ColorNameForeground)
		for i := from; i < len(row.Texts); i++ {
			row.Texts[i].Chrome = false // unlike other interface text, these texts can be selected
			if i == from && copied.Len() > 0 {
				row.Texts[i].Separator = "\n"
			}
		}
		y += max(h, rows.SmallLineHeight) + 3
		copied.WriteString(format.Named(l.name, l.words) + "\n")
	}
	text := copied.String()
	c.link(s, row, i18n.Text("Copy details"), 15, y+4, small, fynetheme.ColorNameForeground, func() { c.OnCopy(text) })
	row.Height = y + 2 + rows.SmallLineHeight + 13
	row.Boxes = append(row.Boxes, rows.Box{Area: rows.Area{W: c.Width, H: row.Height}, Border: theme.ColorLine, Top: 12, Bottom: 12})
	c.Rows = append(c.Rows, row)
}

// listed returns request fields with their names and values on the wire (GATEWAY.md 2.1); "" if
// there are none.
func listed(fields []chat.RequestField) string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name + " " + string(f.Value)
	}
	return format.List(out)
}
