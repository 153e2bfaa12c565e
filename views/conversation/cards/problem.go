package cards

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/words"
)

// look is the appearance of a kind of problem.
type look struct {
	color, ground fyne.ThemeColorName
	icon          string
}

// lookOf returns the colors and the icon of a kind of problem: caution if trying again or a changed
// request may help, danger if the user must fix something.
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

// problem adds the card under a failed reply: what happened, what is safe, and the actions.
func (c *Card) problem(s *rows.Typesetter, p problem.Problem) {
	c.Asks = true
	say := c.help(p)
	safe := say.Safe
	if busy := c.Busy[c.message.ID]; busy != "" {
		safe = format.Sentences(safe, busy)
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

// failure returns the problem that ended a request, nil if there is none. A request that returned
// fewer replies than requested did not fail.
func failure(r *chat.Request) *problem.Problem {
	if r == nil || r.Problem == nil || r.Problem.Kind == problem.FewerReplies {
		return nil
	}
	return r.Problem
}

// buttons returns the actions for a problem, best first. If the reply can be continued, "Continue"
// is one of them.
func (c *Card) buttons(p problem.Problem, say words.ProblemText) []stripButton {
	if c.ReadOnly {
		return nil
	}
	id := c.message.ID
	more := stripButton{i18n.TextIn("reply", "Continue"), rows.Primary, func() { c.Messages.Continue(id) }}
	again := c.again()
	if c.canContinue(p) {
		if say.Action == words.Continue {
			return []stripButton{more, again.secondary()}
		}
		buttons := c.repairs(p, say)
		if len(buttons) == 0 {
			return []stripButton{more}
		}
		return []stripButton{buttons[0], more.secondary()} // only two buttons fit
	}
	if say.Action == words.Continue || say.Action == words.TryAgain {
		return []stripButton{again}
	}
	return c.repairs(p, say)
}

func (c *Card) again() stripButton {
	return stripButton{i18n.Text("Try again"), rows.Primary, func() { c.Messages.Regenerate(c.message.ID) }}
}

// canContinue reports whether a reply that ended with a problem can be continued: text or a tool
// call was received and stored. A reply cut within a tool call would be cut there again.
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

// allowLonger returns the button that requests the reply again with a larger maximum length.
func (c *Card) allowLonger(button string) stripButton {
	longer := float64(c.longerReply())
	return stripButton{button, rows.Primary, func() { c.Messages.SendAgain(c.message.ID, chat.FieldMaxTokens, &longer) }}
}

// longerReply returns the maximum length, in tokens, for requesting a truncated reply again.
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

// help returns the text for a problem, with the action that fits this message.
func (c *Card) help(p problem.Problem) words.ProblemText {
	if p.Kind == problem.WantsTool {
		names := strings.Split(p.Detail, ", ")
		for i, name := range names {
			names[i] = cmp.Or(c.toolTitle(name), name)
		}
		p.Detail = format.List(names)
	}
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

// attached reports whether a message has pictures, and returns its attached texts.
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

// onlyName returns the name of the text if there is only one, otherwise "".
func onlyName(texts []chat.Part) string {
	if len(texts) > 1 {
		return ""
	}
	return texts[0].Name
}
