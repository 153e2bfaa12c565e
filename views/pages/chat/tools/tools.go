// Package tools is the controller of the tools of a chat page: the list of switches, the form of a
// custom tool, and the decisions on cards that ask for permission to run a call.
package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/markdown"
	"parlando/app/tools"
	"parlando/views/conversation/cards"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

const (
	// armAfter is the time after a key press or click in which the buttons of a card do not work;
	// armAtMost after the card appeared, they work in any case. The delay keeps input meant for
	// something else from allowing a call.
	armAfter  = 400 * time.Millisecond
	armAtMost = 1500 * time.Millisecond
)

// Chat gives access to the chat whose tools are shown.
type Chat struct {
	// Open returns the open chat, with the connection and the model for the next message.
	Open          func() chat.Conversation
	SetParameters func(chat.Parameters)
	// Service returns the connection of the open chat, ModelName the displayed name of one of its
	// models.
	Service   func() connections.Connection
	ModelName func(id string) string
	// Pick chooses another model.
	Pick func(model string)
}

// Controller shows the tools and answers tool requests. Use it only on the window's thread.
type Controller struct {
	frame  shell.Host
	owner  *tools.Tools
	models *catalog.Catalog
	chat   Chat
	now    func() time.Time
	// pressed and before are the times of the last and the previous press of a key or button.
	// appeared holds the time when a card was first laid out, by reply and call.
	pressed, before time.Time
	appeared        map[[2]string]time.Time
}

// New returns a controller.
func New(f shell.Host, o *tools.Tools, m *catalog.Catalog, c Chat, now func() time.Time) *Controller {
	return &Controller{frame: f, owner: o, models: m, chat: c, now: now, appeared: map[[2]string]time.Time{}}
}

// NotePress records that a key or button was pressed. A press that answers a card counts, too.
func (c *Controller) NotePress() { c.before, c.pressed = c.pressed, c.now() }

// WaitingCall implements cards.Tools.
func (c *Controller) WaitingCall(reply chat.ID, call string) (r chat.ToolRequest, own, ok bool) {
	for _, r := range c.owner.Waiting(c.chat.Open().ID) {
		if r.Reply != reply || r.Call.ID != call {
			continue
		}
		if key := keyOf(r); c.appeared[key].IsZero() {
			c.appeared[key] = c.now()
		}
		return r, !c.isBuiltIn(r.Call.Name), true
	}
	return chat.ToolRequest{}, false, false
}

// isBuiltIn reports whether a tool is built in. Another one was the user's own, even if it is
// deleted now.
func (c *Controller) isBuiltIn(name string) bool {
	return slices.ContainsFunc(c.owner.All(), func(t tools.Tool) bool { return !t.Own && t.Name == name })
}

// WaitingToContinue implements cards.Tools.
func (c *Controller) WaitingToContinue(reply chat.ID) (r chat.ToolRequest, ok bool) {
	r, _, ok = c.WaitingCall(reply, "")
	return r, ok
}

// resultForm returns the form id for the typed result of a call. Calls with the same tool and
// arguments in one chat share the id, so that Try again shows the typed text.
func resultForm(r chat.ToolRequest) string {
	asked := sha256.Sum256([]byte(r.Call.Name + "\n" + r.Call.Arguments))
	return string(r.Conversation) + "/result/" + hex.EncodeToString(asked[:8])
}

func keyOf(r chat.ToolRequest) [2]string { return [2]string{string(r.Reply), r.Call.ID} }

// SearchesEverywhere implements cards.Tools.
func (c *Controller) SearchesEverywhere() bool { return c.owner.SearchesEverywhere() }

// ServiceName implements cards.Tools.
func (c *Controller) ServiceName() string { return words.ConnectionName(c.chat.Service()) }

// ToolTitle implements cards.Tools.
func (c *Controller) ToolTitle(name string) (title string) {
	for _, d := range c.owner.Definitions([]string{name}) {
		title, _ = words.CalledTool(chat.ToolCall{Name: name, Title: d.Title})
	}
	return title
}

// Offered returns the titles of the tools that the open chat offers to its model, and estimates
// their tokens.
func (c *Controller) Offered() (titles []string, tokens int) {
	on := c.chat.Open().Params.Tools
	for _, t := range c.owner.All() {
		if slices.Contains(on, t.Name) {
			titles, tokens = append(titles, c.ToolTitle(t.Name)), tokens+t.Tokens
		}
	}
	return titles, tokens
}

// CopyResult implements cards.Tools.
func (c *Controller) CopyResult(text string) {
	text, hidden := markdown.Clean(text)
	c.frame.Copy(text)
	if hidden == 0 {
		shell.SayCopied(c.frame)
		return
	}
	c.frame.Toasts().Say(i18n.Plural("Copied without {{.N}} invisible characters", hidden), "", nil)
}

// Decide implements cards.Tools.
func (c *Controller) Decide(r chat.ToolRequest, answer cards.ToolDecision) {
	now := c.now()
	shown := now.Sub(c.appeared[keyOf(r)])
	if shown < armAfter || shown < armAtMost && now.Sub(c.before) < armAfter {
		return
	}
	switch answer {
	case cards.ToolDeny:
		c.decide(r, tools.Decision{Verdict: tools.Deny})
	case cards.ToolAllowOnce:
		c.decide(r, tools.Decision{Verdict: tools.AllowOnce})
	case cards.ToolAllowForAnswer:
		c.decide(r, tools.Decision{Verdict: tools.AllowForAnswer})
	case cards.ToolTypeResult:
		c.askForResult(r, "", func() {})
	}
}

// Answer offers a message as the answer to a question of a custom tool that waits in the open chat;
// it returns false if none waits. sent is called once the user has answered.
func (c *Controller) Answer(message string, sent func()) bool {
	r, ok := c.question()
	if ok {
		c.askForResult(r, message, sent)
	}
	return ok
}

// Asks reports whether a question of a custom tool waits in the open chat.
func (c *Controller) Asks() bool { _, ok := c.question(); return ok }

// question returns the first question of a custom tool that waits in the open chat.
func (c *Controller) question() (chat.ToolRequest, bool) {
	all := c.owner.Waiting(c.chat.Open().ID)
	i := slices.IndexFunc(all, func(r chat.ToolRequest) bool { return r.Call.Name != "" && !c.isBuiltIn(r.Call.Name) })
	if i < 0 {
		return chat.ToolRequest{}, false
	}
	return all[i], true
}

// decide makes a decision, and reports whether it counts.
func (c *Controller) decide(r chat.ToolRequest, d tools.Decision) bool {
	delete(c.appeared, keyOf(r))
	switch err := c.owner.Decide(r.Reply, r.Call.ID, d); {
	case err == nil:
		if d.Result != "" { // the reply contains the result now
			c.frame.Forms().RemoveForm(resultForm(r))
		}
		return true
	case errors.Is(err, tools.ErrDecided):
		c.frame.Toasts().Say(i18n.Text("You already answered this, or it's no longer needed."), "", nil)
	default:
		c.frame.ReportWriteError(err)
	}
	return false
}

// askForResult asks the user for the result of a custom tool. message is a first answer, and is
// added to one that was typed before. sent is called once the result is sent.
func (c *Controller) askForResult(r chat.ToolRequest, message string, sent func()) {
	id := resultForm(r)
	if typed, ok := c.frame.Forms().FormField(id, "result"); ok && !strings.Contains(typed, message) {
		c.frame.Forms().SetFormField(id, "result", typed+"\n"+message)
	}
	c.askForAnswer(r.Call, message, form.Open(c.frame.Forms(), id), func(result string) {
		if c.decide(r, tools.Decision{Verdict: tools.AllowOnce, Result: result}) {
			sent()
		}
	})
}

// askForAnswer asks the user for the answer to a call. draft stores what is typed, nil for a
// rehearsal.
func (c *Controller) askForAnswer(call chat.ToolCall, result string, draft *form.Draft, answered func(result string)) {
	var about strings.Builder
	for _, v := range words.ToolArguments(call, words.MaxWholeArgument) {
		// Indent further lines of a value, so that they do not look like another argument.
		about.WriteString(strings.ReplaceAll(v.Name+": "+v.Value, "\n", "\n    ") + "\n")
	}
	name := i18n.Text("Your answer")
	f := form.New(10, func(f *form.Form) {
		f.Muted(strings.TrimSpace(about.String()))
		f.Add(f.Field(form.Field{
			Name: name, Placeholder: name, Rows: 6, Value: result, Kept: "result", OnChange: func(text string) { result = text },
		}))
	})
	f.Draft = draft
	f.Update()
	title, _ := words.CalledTool(call)
	var beside []fyne.CanvasObject
	if draft != nil {
		beside = append(beside, draft.DiscardButton())
	}
	widgets.Ask(c.frame.Canvas(), title, f.Object(), i18n.Text("Answer"), i18n.Text("Cancel"), func() { answered(result) }, beside...)
	f.Focus(c.frame.Canvas(), name)
}
