package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/owner"
	"parlando/app/reason"
	"parlando/client/tokens"
)

// maxResultBytes is the maximum size of a result; a longer one is truncated.
const maxResultBytes = 1 << 20

// Options are the dependencies of Tools. CommonOptions.Now is also the clock of date_and_time.
type Options struct {
	owner.CommonOptions
	// Dir is the folder of the file FileName.
	Dir string
	// Search finds excerpts of chats and transcripts for search_my_chats: of the call's connection
	// or, with everywhere, of all connections, but never of the chat that makes the call. Nil
	// disables the tool.
	Search func(ctx context.Context, r chat.ToolRequest, everywhere bool, query string) ([]Excerpt, error)
	// Remember adds a memory for the chat that makes the call. The errors are ErrTemporary and
	// those of memories.Memories. Nil disables the tool.
	Remember func(ctx context.Context, r chat.ToolRequest, text string) error
	// Zone is the time zone of this computer; nil is time.Local.
	Zone *time.Location
}

// Tool is a tool that the user can switch on.
type Tool struct {
	chat.ToolDefinition
	// Asks reports that each call needs the user's permission.
	Asks bool
	// Tokens estimates the tokens of the definition, charged with every message.
	Tokens int
}

// Tools owns the tools and permissions. It is safe for concurrent use, and holds no lock while it
// waits or calls other packages. The file of the user's tools is a jsonfile.Document: ReadFailed
// and Damaged report the result of reading it, Reload reads it again.
type Tools struct {
	*jsonfile.Document[storedTools]
	o Options

	mu     sync.Mutex
	stored storedTools
	// own are the valid tools in stored, by name. The slice is replaced at each change of stored
	// and never modified.
	own []Tool
	// waiting are the calls that wait for the user, in order of arrival. allowed are the
	// permissions of calls that did not run yet.
	waiting []*pendingCall
	allowed map[callKey]permission
	granted map[grant]bool
}

// New reads the user's tools. Tools is usable even after an error, like any jsonfile.Document.
func New(o Options) (*Tools, error) {
	o.SetDefaults()
	if o.Zone == nil {
		o.Zone = time.Local
	}
	t := &Tools{o: o, allowed: map[callKey]permission{}, granted: map[grant]bool{}}
	var err error
	t.Document, err = jsonfile.Open(jsonfile.New(o.Dir, FileName, o.Now), &t.mu, &t.stored, func() storedTools { return storedTools{} }, t.follow, t.snapshot)
	t.Guard(o.InPlace)
	return t, err
}

// All returns every tool: the built-in ones in a fixed order, then the user's own by name.
func (t *Tools) All() []Tool {
	var all []Tool
	t.mu.Lock()
	for _, b := range builtIns {
		if (!b.searches || t.o.Search != nil) && (!b.remembers || t.o.Remember != nil) {
			all = append(all, Tool{ToolDefinition: b.definition, Asks: b.asks || b.remembers && !t.stored.RememberUnasked})
		}
	}
	all = append(all, t.own...)
	t.mu.Unlock()
	for i := range all {
		all[i].Parameters = slices.Clone(all[i].Parameters)
		all[i].Tokens = EstimateTokens(all[i].ToolDefinition)
	}
	return all
}

// Definitions returns the tools of these names in the order of All; unknown names are skipped.
func (t *Tools) Definitions(names []string) []chat.ToolDefinition {
	if len(names) == 0 {
		return nil
	}
	var list []chat.ToolDefinition
	for _, tool := range t.All() {
		if slices.Contains(names, tool.Name) {
			list = append(list, tool.ToolDefinition)
		}
	}
	return list
}

// find returns the tool of a name.
func (t *Tools) find(name string) (Tool, bool) {
	all := t.All()
	i := slices.IndexFunc(all, func(tool Tool) bool { return tool.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return all[i], true
}

// EstimateTokens estimates the number of tokens of a definition.
func EstimateTokens(d chat.ToolDefinition) int {
	const wrapping = 10 // tokens for type, function and the field names
	return wrapping + tokens.EstimateText(d.Name+d.Description+string(d.Parameters)).Likely
}

// Run runs a call, or returns the result the user typed for an own tool. A call that needs
// permission runs once, and only with the request that Ask allowed; otherwise the error is
// ErrNotAllowed or ErrChanged. The text of an error is for the model.
func (t *Tools) Run(ctx context.Context, r chat.ToolRequest) (result string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	b, isBuiltIn := findBuiltIn(r.Call.Name)
	p, err := t.take(r)
	if err != nil && (t.mustAsk(r) || !errors.Is(err, ErrNotAllowed)) {
		return "", err
	}
	if !isBuiltIn {
		return cutResult(p.result), nil
	}
	a, err := b.read(r.Call.Arguments)
	if err != nil {
		return "", err
	}
	if result, err = b.run(ctx, t, r, a); err != nil {
		return "", err
	}
	return cutResult(result), nil
}

// cutResult truncates a result at a character boundary.
func cutResult(text string) string {
	if len(text) <= maxResultBytes {
		return text
	}
	note := fmt.Sprintf("\n[cut: the whole result has %d bytes]", len(text))
	end := maxResultBytes - len(note)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + note
}

func (t *Tools) mark(topic changes.Topic, id chat.ID) {
	t.o.Marks.Mark(changes.Change{Topic: topic, ID: string(id)})
}

// plain returns an error whose text for the model is on one line.
func plain(code, format string, values ...any) error {
	r := reason.New(code, format, values...)
	r.Text = strings.Join(strings.Fields(r.Text), " ")
	return r
}
