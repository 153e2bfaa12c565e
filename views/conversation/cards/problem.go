package cards

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// look is the appearance of a kind of problem.
type look struct {
	color, ground fyne.ThemeColorName
	icon          string
}

// lookOf returns caution colors for problems without loss or fault, danger colors for problems that
// the user must fix.
func lookOf(k problem.Kind) look {
	l := look{theme.ColorDanger, theme.ColorDangerGround, "triangle-alert"}
	switch k {
	case problem.CutOff, problem.Interrupted, problem.Offline, problem.Silent, problem.Timeout, problem.ProxyUnreachable, problem.ProxyCannotConnect:
		l = look{theme.ColorCaution, theme.ColorCautionGround, "wifi-off"}
	case problem.Busy, problem.ServerError, problem.Restarting, problem.Loading, problem.Template, problem.Empty, problem.RepeatsItself, problem.ReplyTooLong, problem.StoppedByDisk, problem.WantsTool, problem.CutInCall, problem.NotUnderstood, problem.CannotSee, problem.BadPicture, problem.CannotRead, problem.RefusedSetting, problem.TooLong, problem.TooLarge, problem.Filtered:
		l = look{theme.ColorCaution, theme.ColorCautionGround, "triangle-alert"}
	case problem.NoKey, problem.KeyRejected, problem.ProxyLogin:
		l.icon = "key-round"
	}
	return l
}

// leastWords is the minimum width of a problem's text beside its buttons; with less room, the
// buttons are placed below.
const leastWords = 180

// problem adds the card under a failed reply: what happened, what is safe, and a button.
func (c *Card) problem(s *rows.Typesetter, p problem.Problem) {
	say := c.help(p)
	safe := say.Safe
	if busy := c.Busy[c.message.ID]; busy != "" {
		safe = strings.TrimSpace(safe + " " + busy)
	}
	if len(words.MessageRetries(p.Refusal)) > 0 {
		say.Title = words.RefusedSetting(*p.Refusal)
	}
	c.strip(s, lookOf(p.Kind), say.Title, safe, c.buttons(p, say), func() {
		c.folds.details = !c.folds.details
		c.RelayoutCard(c)
	})
	if c.folds.details {
		c.details(s, p)
	}
}

// failure returns the problem that ended the replies of a request, nil if there is none. Missing
// replies are not a failure of the others.
func failure(r *chat.Request) *problem.Problem {
	if r == nil || r.Problem == nil || r.Problem.Kind == problem.FewerReplies {
		return nil
	}
	return r.Problem
}

// buttons returns the actions for a problem, best first. A reply that can be continued always
// offers that.
func (c *Card) buttons(p problem.Problem, say words.ProblemText) []stripButton {
	id := c.message.ID
	more := stripButton{i18n.Text("Continue"), rows.Primary, func() { c.Messages.Continue(id) }}
	again := c.again()
	if c.canContinue(p) {
		if say.Action == words.Continue {
			return []stripButton{more, again.secondary()}
		}
		buttons := c.repairs(p, say)
		if len(buttons) == 0 {
			return []stripButton{more}
		}
		return []stripButton{buttons[0], more.secondary()} // there is room for two
	}
	if say.Action == words.Continue || say.Action == words.TryAgain {
		return []stripButton{again}
	}
	return c.repairs(p, say)
}

func (c *Card) again() stripButton {
	return stripButton{i18n.Text("Try again"), rows.Primary, func() { c.Messages.Regenerate(c.message.ID) }}
}

// canContinue reports whether a reply that ended with a problem can be continued: part of its text
// or a tool call was received and stored. One that was cut within a call would end there again.
func (c *Card) canContinue(p problem.Problem) bool {
	calls := slices.ContainsFunc(c.message.Parts, func(p chat.Part) bool { return p.Kind == chat.PartToolCall })
	return c.message.State == chat.CutOff && c.message.CanContinue() && (calls || c.message.Text() != "") && p.Kind != problem.Storage && p.Kind != problem.CutInCall
}

// repairs returns the buttons that change the request, the model or the connection.
func (c *Card) repairs(p problem.Problem, say words.ProblemText) []stripButton {
	fix := func(name string, style rows.ButtonStyle, action words.Action) stripButton {
		return stripButton{name, style, func() { c.Messages.PerformAction(c.message.ID, action) }}
	}
	if ways := words.MessageRetries(p.Refusal); len(ways) > 0 {
		var buttons []stripButton
		for _, way := range slices.Backward(ways) {
			style := rows.Secondary
			if way.Value != nil {
				style = rows.Primary
			}
			buttons = append(buttons, stripButton{way.Label, style, func() { c.Messages.SendAgain(c.message.ID, p.Refusal.Field, way.Value) }})
		}
		return buttons
	}
	switch model := c.Models.VisionModel(); {
	case say.Button == "":
		return nil
	case p.Kind == problem.CannotSee && model != "":
		ask := i18n.Text("Send to {{.Model}}", map[string]any{"Model": model})
		return []stripButton{fix(ask, rows.Primary, words.ChooseVisionModel), fix(say.Button, rows.Secondary, say.Action)}
	case p.Kind == problem.NoSuchModel && c.message.Request != nil:
		choose := fix(say.Button, rows.Primary, say.Action)
		switch name, chosen := c.Models.ModelInstead(c.message.Request.Asked); {
		case chosen:
			return []stripButton{c.again(), choose.secondary()}
		case name != "":
			use := i18n.Text("Use {{.Model}} and try again", map[string]any{"Model": words.ShortName(name, words.MaxNameOnButton)})
			return []stripButton{fix(use, rows.Primary, words.ChooseInstead), choose.secondary()}
		}
		return []stripButton{choose}
	case say.Action == words.AllowLonger:
		return []stripButton{c.allowLonger(say.Button)}
	case p.Kind == problem.CannotRead && c.asksAboutDocument():
		text := say.WithAction(words.SendTextOnly)
		return []stripButton{fix(text.Button, rows.Primary, text.Action), fix(say.Button, rows.Secondary, say.Action)}
	case say.Action == words.SendFirstPart:
		without := say.WithAction(words.SendWithoutAttachments)
		return []stripButton{fix(say.Button, rows.Primary, say.Action), fix(without.Button, rows.Secondary, without.Action)}
	}
	return []stripButton{fix(say.Button, rows.Primary, say.Action)}
}

// allowLonger returns the button that sends again with a longer reply allowed.
func (c *Card) allowLonger(button string) stripButton {
	longer := float64(c.longerReply())
	return stripButton{button, rows.Primary, func() { c.Messages.SendAgain(c.message.ID, "max_tokens", &longer) }}
}

// longerReply returns the longest reply, in tokens, for another try of one that was cut.
func (c *Card) longerReply() int {
	const least, most = 4096, 10_000_000
	had := 0
	if r := c.message.Request; r != nil {
		if r.Params.MaxTokens != nil {
			had = *r.Params.MaxTokens
		}
		if r.Usage != nil {
			had = max(had, r.Usage.Completion)
		}
	}
	return min(max(4*had, least), most)
}

// help returns the text for a problem, with a button that helps with this message: sending the same
// again would not.
func (c *Card) help(p problem.Problem) words.ProblemText {
	say := words.TextForProblem(p)
	switch {
	case c.canContinue(p):
		say = say.ForPartialReply(p.Kind)
	case c.message.State == chat.CutOff && !c.message.CanContinue():
		say = say.ForFullReply()
	}
	pictures, texts := attached(c.Message(c.message.Parent))
	if p.Kind == problem.Storage {
		return say.WithAction(words.StoreAgain)
	}
	if p.Kind == problem.Empty && c.endsInThought() {
		say.Title = words.ThoughtAlone().Title
	}
	switch say.Action {
	case words.NewChat:
		if len(texts) > 0 {
			return words.TextForAttachedTooLong(onlyName(texts))
		}
	case words.SendWithoutParameters:
		if r := c.message.Request; r == nil || len(r.Params.Fields()) == 0 {
			return say.WithAction(words.EditMessage)
		}
	case words.SendSmallerPictures:
		switch {
		case pictures:
		case len(texts) > 0:
			return words.TextForAttachedTooLong(onlyName(texts))
		default:
			return say.WithAction(words.EditMessage)
		}
	case words.OpenServicePage:
		if !c.Addresses.HasServicePage() {
			return say.WithAction(words.NoAction)
		}
	}
	return say
}

// endsInThought reports whether the reply has nothing after its last reasoning.
func (c *Card) endsInThought() bool {
	for _, p := range slices.Backward(c.message.Parts) {
		if p.Kind != chat.PartThinking {
			return p.Kind == chat.PartReasoning
		}
	}
	return false
}

// asksAboutDocument reports whether a document is attached to the question.
func (c *Card) asksAboutDocument() bool {
	q := c.Message(c.message.Parent)
	return q != nil && slices.ContainsFunc(q.Parts, func(p chat.Part) bool { return p.Kind == chat.PartFile })
}

// attached reports whether a message has a picture, and returns its attached texts.
func attached(m *chat.Message) (pictures bool, texts []chat.Part) {
	if m == nil {
		return false, nil
	}
	for _, p := range m.Parts {
		switch {
		case p.Kind == chat.PartImage:
			pictures = true
		case p.IsAttachedText():
			texts = append(texts, p)
		}
	}
	return pictures, texts
}

// onlyName returns the name of the only text, "" if there are several.
func onlyName(texts []chat.Part) string {
	if len(texts) > 1 {
		return ""
	}
	return texts[0].Name
}

// stripButton is a button of a strip.
type stripButton struct {
	words string
	look  rows.ButtonStyle
	do    func()
}

// secondary returns the button with the style of a less important action.
func (b stripButton) secondary() stripButton {
	b.look = rows.Secondary
	return b
}

// strip adds text on a colored background with buttons at the right end, the first outermost. One
// that doesn't fit beside those before goes below them.
// details is the action of "Details"; it may be nil.
func (c *Card) strip(s *rows.Typesetter, l look, title, safe string, buttons []stripButton, details func()) {
	row := &rows.Row{SpaceAbove: 8}
	if len(c.Rows) == 0 {
		row.SpaceAbove = 0
	}
	right, more := c.Width-14, float32(0) // the height of the buttons that are below the first
	for i, b := range buttons {
		if i > 0 {
			right -= 10
		}
		if i > 0 && s.ButtonWidth(b.words) > right-14 {
			right = c.Width - 14
			more += rows.ButtonHeight + 8
		}
		right = s.PlaceButton(row, b.words, right, 10+more, b.look, b.do)
	}
	row.Icons = append(row.Icons, rows.Icon{X: 14, Size: 18, Name: l.icon, Color: l.color})
	from, pressed := len(row.Texts), len(row.ClickAreas)
	room, below := right-42-14, false
	if (room < leastWords || more > 0) && len(buttons) > 0 {
		room, below = c.Width-42-14, true
	}
	height := s.PlaceParagraph(row, stripRuns(title, safe, details != nil), 42, 0, room, l.color)
	row.Height = max(height+20, rows.ButtonHeight+20)
	top, down := (row.Height-height)/2, (row.Height-rows.ButtonHeight-20)/2
	icon := (row.Height - 18) / 2
	if below {
		row.Height = 10 + height + 10 + rows.ButtonHeight + more + 10
		top, down = 10, height+10
		icon = 10 + (rows.LineHeight-18)/2
	}
	for i := from; i < len(row.Texts); i++ {
		row.Texts[i].Y += top
	}
	if details != nil {
		last := row.Texts[len(row.Texts)-1]
		row.ClickAreas = append(row.ClickAreas, rows.ClickArea{
			Area: rows.Area{X: last.X - 4, Y: last.Y - 2, W: last.W + 8, H: last.H + 4}, Name: i18n.Text("Details"), Radius: 4,
			Do: details,
		})
	}
	row.Icons[len(row.Icons)-1].Y = icon
	if down > 0 {
		for i := range row.Boxes {
			row.Boxes[i].Y += down
		}
		for i := range row.ClickAreas[:pressed] {
			row.ClickAreas[i].Y += down
		}
		for i := range row.Texts[:from] {
			row.Texts[i].Y += down
		}
	}
	ground := rows.Box{Area: rows.Area{W: c.Width, H: row.Height}, Fill: l.ground, Top: 12, Bottom: 12}
	row.Boxes = append([]rows.Box{ground}, row.Boxes...)
	c.Rows = append(c.Rows, row)
}

// stripRuns returns the text of a strip.
func stripRuns(title, safe string, details bool) []textflow.Run {
	style := textflow.Style{Size: rows.TextSize}
	bold, under := style, style
	bold.Bold, under.Underline = true, true
	under.Size = rows.SmallSize
	runs := []textflow.Run{{Text: title, Style: bold}}
	if safe != "" {
		runs = append(runs, textflow.Run{Text: " " + safe, Style: style})
	}
	if details {
		runs = append(runs, textflow.Run{Text: " ", Style: style}, textflow.Run{Text: i18n.Text("Details"), Style: under})
	}
	return runs
}

// details adds the details for technical users and the service's support.
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
		lines = append(lines, fact{i18n.Text("Note"), i18n.Text("The request may have arrived. Trying again may be charged twice."), false})
	}
	if p.Detail != "" {
		lines = append(lines, fact{i18n.Text("Answer"), problem.MaskKeys(p.Detail), true})
	}
	c.facts(s, lines)
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
			which := i18n.Text("{{.N}} of {{.M}}", map[string]any{"N": i18n.Number(i + 1), "M": i18n.Number(len(all))})
			lines = append(lines, fact{i18n.Text("Request to the service"), which, false})
		}
		lines = append(lines, measured(&r)...)
	}
	if c.message.Finish != "" {
		lines = append(lines, fact{i18n.Text("Replies end with"), string(c.message.Finish), true})
	}
	c.facts(s, lines)
}

// measured returns the fields, the tokens, the time and the ids of a request.
func measured(r *chat.Request) []fact {
	lines := sent(r)
	if r.Usage != nil {
		lines = append(lines, fact{i18n.Text("Tokens"), tokens(*r.Usage), false})
	}
	if !r.Started.IsZero() {
		when := r.Started.Local().Format("2006-01-02 15:04:05")
		if r.Ended.After(r.Started) {
			when += ", " + seconds(r.Ended.Sub(r.Started))
		}
		lines = append(lines, fact{i18n.Text("When"), when, false})
	}
	return append(lines, ids(r.HTTPID, r.ReplyID)...)
}

// tokens returns the token counts of a request, by kind.
func tokens(u chat.Usage) string {
	return i18n.Text("{{.In}} input, {{.Out}} output, {{.Total}} total", map[string]any{
		"In": i18n.Number(u.Prompt), "Out": i18n.Number(u.Completion), "Total": i18n.Number(u.Total),
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

// sent returns the fields of a request and those left out of it. For requests of older versions,
// only the parameters are known.
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
			row.Texts[i].Chrome = false // what a service said can be selected
			if i == from && copied.Len() > 0 {
				row.Texts[i].Separator = "\n"
			}
		}
		y += max(h, rows.SmallLineHeight) + 3
		copied.WriteString(l.name + ": " + l.words + "\n")
	}
	text := copied.String()
	c.link(s, row, i18n.Text("Copy details"), 15, y+4, small, fynetheme.ColorNameForeground, func() { c.OnCopy(text) })
	row.Height = y + 2 + rows.SmallLineHeight + 13
	row.Boxes = append(row.Boxes, rows.Box{Area: rows.Area{W: c.Width, H: row.Height}, Border: theme.ColorLine, Top: 12, Bottom: 12})
	c.Rows = append(c.Rows, row)
}

// listed returns the fields of a request with their names and values on the wire (GATEWAY.md 2.1);
// "" for none.
func listed(fields []chat.RequestField) string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name + " " + string(f.Value)
	}
	return strings.Join(out, ", ")
}
