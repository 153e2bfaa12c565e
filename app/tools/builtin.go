package tools

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"parlando/app/chat"
)

// The names of the built-in tools.
const (
	DateAndTime   = "date_and_time"
	Calculator    = "calculator"
	SearchMyChats = "search_my_chats"
	Remember      = "remember"
)

// builtIn is a built-in tool. Its schema only has what every service accepts: plain types, no
// unions, null or references. Every token of the definition is charged with every message.
type builtIn struct {
	definition chat.ToolDefinition
	// asks reports that the tool reads the user's data, so that each call needs permission.
	asks bool
	// searches reports that the tool needs Options.Search, remembers that it needs Options.Remember
	// and asks as remember does.
	searches, remembers bool
	// run is called with arguments that fit the schema. The text of its error is sent to the model.
	run func(ctx context.Context, t *Tools, r chat.ToolRequest, a arguments) (string, error)
}

// builtIns are the built-in tools in the order in which they are shown and sent.
var builtIns = []builtIn{
	dateAndTime,
	calculate,
	searchMyChats,
	remember,
}

func findBuiltIn(name string) (builtIn, bool) {
	i := slices.IndexFunc(builtIns, func(b builtIn) bool { return b.definition.Name == name })
	if i < 0 {
		return builtIn{}, false
	}
	return builtIns[i], true
}

// arguments are the values of a call by their exact names, unlike in a struct, for which
// encoding/json would also accept "QUERY" for "query".
type arguments map[string]any

// read parses the arguments of a call; the error names unknown arguments and invalid values.
func (b builtIn) read(text string) (arguments, error) {
	if err := check(b.definition, text); err != nil {
		return nil, err
	}
	var schema struct{ Properties map[string]json.RawMessage }
	if err := json.Unmarshal(b.definition.Parameters, &schema); err != nil {
		return nil, err
	}
	a := arguments{}
	if err := json.Unmarshal([]byte(orEmptyObject(text)), &a); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if _, ok := schema.Properties[name]; !ok {
			return nil, plain("unknown_argument", "%s has no argument %q. It has: %s.", b.definition.Name, name, strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", "))
		}
	}
	return a, nil
}

// text returns a trimmed string argument, "" if it is missing.
func (a arguments) text(name string) string {
	s, _ := a[name].(string)
	return strings.TrimSpace(s)
}

// number returns an integer argument within ±most, 0 if it is missing.
func (a arguments) number(name string, most int) (int, error) {
	f, _ := a[name].(float64)
	if math.Abs(f) > float64(most) {
		return 0, plain("argument_range", "%s must be between %d and %d.", name, -most, most)
	}
	return int(f), nil
}
