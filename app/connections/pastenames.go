package connections

import (
	"slices"
	"strings"

	"parlando/client/lazyregexp"
)

// pair matches a name and its value in the syntax of common languages.
var pair = lazyregexp.New("(?m)([A-Za-z_][A-Za-z0-9_.-]*)[\"'`]?(?:\\]|\\?)?\\s*(?::=|=>|=|:|\"?\\s*,)\\s*" +
	"(?:new\\s+Uri\\(|[A-Za-z.]*[Uu][Rr][LlIi]\\()?" +
	"(?:[frb@]?\"((?:[^\"\\\\\\n]|\\\\.)*)\"|[frb]?'([^'\\n]*)'|`([^`\\n]*)`|([^\\s\"'`,;)}\\]]+))")

// spaced matches a name and its value separated only by a space: setx, fish, a Dockerfile.
var spaced = lazyregexp.New(`(?mi)^\s*(?:setx|set\s+-\w+|set|env|export)\s+(?:/m\s+)?([A-Za-z_][A-Za-z0-9_]*)\s+["']?([^\s"']+)`)

// foundName is a value whose name may denote an address or a key; prefix is the name's first word.
type foundName struct {
	prefix, value string
	rank          int
}

// names finds an address and a key by the names of variables and fields.
func (f *accessFinder) names(text string) {
	var addresses, keys []foundName
	add := func(name, value string, quoted bool) {
		words := wordsOf(name)
		if words[0] == "ollama" && endsWith(words, "ollama", "host") && !strings.Contains(value, "://") {
			value = "http://" + value // Ollama supports only http
		}
		if rank := addressRank(words); rank > 0 && address(value) != "" && (quoted || strings.Contains(value, "://") || strings.Contains(value, ":")) {
			addresses = append(addresses, foundName{words[0], value, rank})
		}
		if rank := keyRank(words); rank > 0 && looksLikeKey(value) {
			keys = append(keys, foundName{words[0], value, rank})
		}
	}
	for _, m := range pair().FindAllStringSubmatch(text, -1) {
		switch {
		case m[2] != "":
			add(m[1], strings.NewReplacer(`\/`, "/", `\"`, `"`, `\\`, `\`).Replace(m[2]), true)
		case m[3]+m[4] != "":
			add(m[1], m[3]+m[4], true)
		default:
			add(m[1], m[5], false)
		}
	}
	for _, m := range spaced().FindAllStringSubmatch(text, -1) {
		add(m[1], m[2], false)
	}
	where := ""
	if best := highest(addresses, ""); best != nil && f.address == "" {
		where = best.prefix
		f.takeURL(best.value)
	}
	if best := highest(keys, where); best != nil {
		f.takeKey(best.value)
	}
}

// highest returns the first entry with the highest rank; entries with that prefix take precedence.
func highest(all []foundName, prefix string) *foundName {
	var best *foundName
	for i := range all {
		if prefix != "" && all[i].prefix == prefix {
			all[i].rank += 10
		}
		if best == nil || all[i].rank > best.rank {
			best = &all[i]
		}
	}
	return best
}

// others lists words that mark a name as unrelated, such as that of a proxy or a database.
var others = []string{
	"image", "proxy", "referer", "referrer", "redirect", "callback", "webhook", "docs", "homepage", "site", "logo", "icon", "avatar", "database", "db",
	"redis", "mongo", "mongodb", "postgres", "postgresql", "mysql", "aws", "stripe", "github", "gh", "gitlab", "npm", "jwt", "session", "cookie", "private",
	"public", "ssh", "encryption", "signing", "sentry", "smtp", "mail", "twilio", "slack", "discord", "telegram", "repository", "schema",
	"max", "cache", "sort", "primary", "foreign",
}

// addressRank rates how likely a name denotes an address of a service; 0 means not at all.
func addressRank(words []string) int {
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) }) {
		return 0
	}
	switch last := words[len(words)-1]; {
	case endsWith(words, "base", "url"), endsWith(words, "api", "base"), endsWith(words, "base", "uri"), last == "baseurl", last == "apibase", endsWith(words, "base", "address"):
		return 3
	case endsWith(words, "api", "url"), endsWith(words, "api", "host"), endsWith(words, "api", "endpoint"), last == "endpoint", last == "apiurl":
		return 2
	case last == "url", last == "uri", last == "host", last == "server", last == "address", last == "base":
		return 1
	}
	return 0
}

// keyRank rates how likely a name denotes a key of a service; 0 means not at all.
func keyRank(words []string) int {
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) }) {
		return 0
	}
	rank := 0
	switch last := words[len(words)-1]; {
	case endsWith(words, "api", "key"), last == "apikey", endsWith(words, "api", "token"):
		rank = 3
	case endsWith(words, "auth", "token"), endsWith(words, "access", "token"), endsWith(words, "master", "key"):
		rank = 2
	case last == "key", last == "token":
		rank = 1
	}
	if rank > 0 && words[0] == "openai" {
		rank += 5
	}
	return rank
}

func endsWith(words []string, a, b string) bool {
	n := len(words)
	return n >= 2 && words[n-2] == a && words[n-1] == b
}

// newWord matches word boundaries in names such as apiKey or OPENAIKey.
var newWord = lazyregexp.New(`(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})`)

// wordsOf splits a name into words: OPENAI_API_KEY, apiKey, api-key, env.API_KEY.
func wordsOf(name string) []string {
	name = strings.ToLower(newWord().ReplaceAllString(name, "${1}${3}_${2}${4}"))
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-.", r) })
	if len(words) == 0 {
		return []string{""}
	}
	return words
}
