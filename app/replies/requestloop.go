package replies

import (
	"errors"
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// requestLoop sends the requests of a turn, one after the other, runs the tools that the model
// calls, and adds all received data to the state. It belongs to one goroutine.
type requestLoop struct {
	o      *Options
	plan   *turnPlan
	state  *turnState
	writer *turnWriter
	reader messageReader

	// tools are the tools of the plan that are still offered. refusedTools are the names of refused
	// ones.
	tools        []chat.ToolDefinition
	refusedTools []string
	// ladder holds the rungs that are left for the answer form, nil for text.
	ladder *ladder
	// round counts the rounds of tool calls.
	round int
	// outsideTexts are the texts of the last request that the user did not write; nil before.
	outsideTexts []chat.OutsideText
}

func newRequestLoop(o *Options, t *turn, reader messageReader) *requestLoop {
	return &requestLoop{
		o: o, plan: &t.plan, state: t.state, writer: t.writer, reader: reader,
		tools: t.plan.tools, refusedTools: t.plan.refusedTools, ladder: newLadder(&t.plan, o.Catalog),
	}
}

// tool returns the definition of an offered tool.
func (l *requestLoop) tool(name string) (chat.ToolDefinition, bool) {
	if i := slices.IndexFunc(l.tools, func(d chat.ToolDefinition) bool { return d.Name == name }); i >= 0 {
		return l.tools[i], true
	}
	return chat.ToolDefinition{}, false
}

func (l *requestLoop) toolNames() (names []string) {
	for _, d := range l.tools {
		names = append(names, d.Name)
	}
	return names
}

// openCalls returns the calls that the model waits for.
func (l *requestLoop) openCalls() []openCall {
	if len(l.tools) == 0 {
		return nil
	}
	return openCalls(l.state.first().Parts)
}

// leaveOut removes the tools for which a request was refused, and reports whether the request can
// be repeated without them.
func (l *requestLoop) leaveOut(err error) bool {
	var e *failure.Error
	if !errors.As(err, &e) || e.Refusal == nil || e.Refusal.Field != fieldname.Tools {
		return false
	}
	// if tools conflict with the answer form, the form is kept
	all := e.Refusal.AnyValue || e.Refusal.ConflictsWith == fieldname.ResponseFormat
	offered, refused := splitRefused(l.tools, func(name string) bool { return all || name == e.Refusal.Value })
	l.tools, l.refusedTools = offered, slices.Concat(l.refusedTools, refused)
	l.state.setTools(offered)
	return len(refused) > 0
}

// recordFields records the fields about to be sent and those left out.
func (l *requestLoop) recordFields(sent, leftOut []failure.Field) {
	with, without := requestFields(sent, l.toolNames()), requestFields(leftOut, l.toolNames())
	if l.ladder != nil {
		asked, refused := l.ladder.fields()
		with, without = append(with, asked...), append(without, refused...)
	}
	if len(l.refusedTools) > 0 {
		without = append(without, chat.RequestField{Name: fieldname.Tools, Value: encoded(l.refusedTools)})
	}
	l.state.setFields(with, without)
}

// learn records in the catalog what package ask cannot learn from a response. responded reports
// whether the stream began; err is nil if it was complete.
func (l *requestLoop) learn(inputs requestInputs, responded bool, err error) {
	known, connection, model := l.o.Catalog, l.plan.connection, l.plan.model
	if known == nil {
		return
	}
	if err == nil {
		known.LearnRefusals(connection, model, l.ladder.proved())
	}
	inputs.learn(known, connection, model, err)
	switch {
	case len(l.tools) == 0:
	case slices.ContainsFunc(failure.Refusals(err), refusesAllTools):
		known.LearnTools(connection, model, catalog.No)
	case err == nil && len(l.openCalls()) > 0:
		known.LearnTools(connection, model, catalog.Yes)
	}
	if served := l.state.first().Request.Served; served != "" && responded {
		known.RecordServed(connection, served)
	}
}
