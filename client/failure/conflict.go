package failure

import (
	"strconv"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Lower-case phrases about two fields.
var (
	notBoth = lazyregexp.New(`(?:cannot|can't|can not|must not|may not|does not|do not|don't)[^.]{0,60}\bboth\b|` +
		`\bnot both\b|\bonly one\b|mutually exclusive|at the same time|simultaneously|` +
		`(?:used|set|specified|sent|provided|passed|combined) together`)
	notBeside = lazyregexp.New(`(?:cannot|can't|can not|must not|may not) be ` +
		`(?:used|set|specified|sent|provided|passed|combined) (?:with|when|if|along)`)
)

// conflict returns the refusal of a field that cannot be combined with another field, nil if the
// error does not name two fields. Of the two, the refused field is the later one in a request.
func (f ErrorBody) conflict() *Refusal {
	text := strings.ToLower(f.Message)
	named := func(text string) (names []string) {
		for _, r := range fieldname.Rules {
			if r.Is(fieldname.Exclusive) && findField(text, r.Name) >= 0 {
				names = append(names, r.Name)
			}
		}
		return names
	}
	all := named(text)
	if len(all) < 2 {
		return nil
	}
	if !notBoth().MatchString(text) {
		at := notBeside().FindStringIndex(text)
		if at == nil || len(named(text[:at[0]])) == 0 || len(named(text[at[1]:])) == 0 {
			return nil
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		if field := f.sentField(all[i]); field != nil {
			r := f.refuse(*field)
			r.ConflictsWith, r.ThisRequestOnly = all[0], true
			if i == 0 {
				r.ConflictsWith = all[1]
			}
			return r
		}
	}
	return nil
}

// minReply is the smallest reply limit, in tokens, worth requesting.
const minReply = 256

// Lower-case phrases about the context: its size in tokens, and the number of tokens of the prompt.
var (
	contextHolds = lazyregexp.New(`context (?:length|window|limit|size) (?:is|of)(?: only)? (\d{1,9})\b|` +
		`context limit: \d+ \+ \d+ > (\d{1,9})\b|max_new_tokens.? must be <= (\d{1,9})\b`)
	questionTakes = lazyregexp.New(`\b(\d{1,9}) (of \w+ input|in the messages|in (?:your|the) prompt|input tokens|` +
		"`inputs` tokens" + `)|context limit: (\d{1,9}) \+`)
)

// room returns the number of tokens that the prompt leaves for the reply, if the error reports it.
func (f ErrorBody) room() (tokens int, known bool) {
	text := f.text()
	holds := contextHolds().FindStringSubmatch(text)
	takes := questionTakes().FindAllStringSubmatch(text, 20)
	if holds == nil || takes == nil {
		return 0, false
	}
	number := func(groups ...string) int {
		n, _ := strconv.Atoi(strings.Join(groups, "")) // only one of the groups has matched
		return n
	}
	tokens = number(holds[1:]...)
	counted := map[string]bool{}
	for _, m := range takes {
		if !counted[m[2]] { // gateways often repeat the message that they pass on
			counted[m[2]] = true
			tokens -= number(m[1], m[3])
		}
	}
	return tokens, true
}

// tooLongReply returns the refusal of a reply limit that does not fit into the context, nil if the
// reply limit is not the cause.
func (f ErrorBody) tooLongReply() *Refusal {
	field := f.sentField(fieldname.MaxTokens)
	room, known := f.room()
	if field == nil || !known || room < minReply {
		return nil
	}
	if asked, err := strconv.Atoi(field.text()); err != nil || asked <= room {
		return nil
	}
	r := f.refuse(*field)
	most := float64(room)
	r.Max, r.ThisRequestOnly = &most, true
	return r
}
