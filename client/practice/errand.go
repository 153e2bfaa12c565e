package practice

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// errand is a tool and the words of the message that ask for it.
type errand struct {
	tool  tool
	words string
}

// errands are the calls that a message asks for, in its order.
func errands(q question, asked string, today time.Time) []errand {
	tools := q.offered()
	forced := q.choice.mode == "named" || q.choice.mode == "required"
	best := func(score func(tool) float64) (tool, bool) {
		found, most := tools[0], 0.0
		for _, t := range tools {
			if s := score(t); s > most {
				found, most = t, s
			}
		}
		return found, most >= enough
	}
	var all []errand
	pending := ""
	for _, part := range parts(asked) {
		if t, ok := best(func(t tool) float64 { return t.named(part) }); ok {
			all = append(all, errand{t, pending + part})
			pending = ""
			continue
		}
		if len(all) == 0 {
			pending += part + " and "
			continue
		}
		// "weather in Paris and Rome" is two errands, "add 2 and 3" is one.
		before := &all[len(all)-1]
		if before.tool.saidWhole(before.words, today) && before.tool.saidWhole(part, today) {
			all = append(all, errand{before.tool, part})
		} else {
			before.words += " and " + part
		}
	}
	if len(all) == 0 {
		if t, ok := best(func(t tool) float64 { return t.score(asked) }); ok || forced {
			all = append(all, errand{t, asked})
		}
	}
	return all
}

// partEnd is what stands between two parts of a message.
var partEnd = regexp.MustCompile(`[.?!;] |\n| and then | and also |,? then |,? and | as well as | plus `)

// parts are the pieces of a message that may ask for different things.
func parts(asked string) (all []string) {
	pieces := partEnd.Split(asked, -1)
	for _, p := range pieces[:len(pieces)-1] {
		all = append(all, strings.Split(p, ", ")...) // a list, which ends with "and"
	}
	all = append(all, pieces[len(pieces)-1])
	return slices.DeleteFunc(all, func(p string) bool { return strings.TrimSpace(p) == "" })
}

// named is how well words fit the name of a tool and what is said about it.
func (t tool) named(asked string) float64 {
	if strings.Contains(strings.ToLower(asked), strings.ToLower(t.name)) && strings.ContainsAny(t.name, "_-") {
		return 100
	}
	words := telling(asked)
	return 3*float64(common(telling(t.name), words)) + 1.5*float64(common(telling(t.about), words))
}

// score is named, and how well the words fit what the tool takes.
func (t tool) score(asked string) float64 {
	words, score := telling(asked), t.named(asked)
	if t.parameters == nil {
		return score
	}
	s := constraintsOf(alternatives([]*jsonschema.Schema{t.parameters.compiled})[0])
	for _, one := range s.all {
		for name := range one.Properties {
			inner := constraintsOf(alternatives(s.property(name))[0])
			score += float64(common(telling(name), words)) + 0.5*float64(min(2, common(telling(inner.about), words)))
			for _, v := range inner.values {
				if text, ok := v.(string); ok {
					score += 0.5 * float64(common(telling(text), words))
				}
			}
			if inner.usual(name).kinds[0] == hintSum && len(hintsOf(asked, time.Time{}).find("", []hintKind{hintSum}, true)) > 0 {
				score += enough
			}
		}
	}
	return score
}

// saidWhole reports whether words alone say all that a tool requires, and something that it takes.
func (t tool) saidWhole(words string, today time.Time) bool {
	if t.parameters == nil || len(hintsOf(words, today).all) == 0 {
		return false
	}
	_, invented, problem := t.fill(words, "", today)
	return problem == "" && invented == 0
}
