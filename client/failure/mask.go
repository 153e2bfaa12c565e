package failure

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"parlando/client/lazyregexp"
)

// mask replaces a key in a text.
const mask = "•••"

// MaskKeys replaces everything in a text that is shaped like a key, whoever it belongs to, and all
// known keys, even if escaped for a URL or JSON. It must be applied to text from outside Parlando:
// errors, headers, the output of other programs. It must not be applied to text of the user or a
// model.
//
// Request ids, UUIDs, hashes, words and encoded pictures stay unchanged. Known keys of fewer than
// four characters, or that are a word ("ollama"), are ignored: they are no secrets, and replacing
// them would garble words. For text of a user or a model there is KeyMask.
func MaskKeys(text string, known ...string) string {
	for _, key := range known {
		if word := readsLikeWords(key) && !strings.ContainsAny(key, "-_"); word || len(key) < 4 {
			continue
		}
		for _, form := range append(keyForms(key), strings.ReplaceAll(key, "/", `\/`)) {
			text = strings.ReplaceAll(text, form, mask)
		}
		text = maskSpelled(text, key)
	}
	folded := strings.ToLower(text)
	for _, shape := range keyShapes() {
		if slices.ContainsFunc(shape.hints, func(hint string) bool { return strings.Contains(folded, hint) }) {
			text = shape.mask(text)
		}
	}
	return text
}

// keyShape describes one shape of key. The last group of the expression is the secret, which is
// masked; the text before it stays.
type keyShape struct {
	// hints are in lower case; a text that contains none of them has no key of this shape.
	hints      []string
	expression func() *regexp.Regexp
	// secret distinguishes keys from words if the shape alone does not; nil accepts every match.
	secret func(string) bool
}

func (k keyShape) mask(text string) string {
	var b strings.Builder
	done := 0
	for _, at := range k.expression().FindAllStringSubmatchIndex(text, -1) {
		from, to := at[len(at)-2], at[len(at)-1]
		if k.secret != nil && !k.secret(text[from:to]) {
			continue
		}
		b.WriteString(text[done:from] + mask)
		done = to
	}
	return b.String() + text[done:]
}

const (
	// escaped matches an escape sequence before a key: of JSON, of a URL, or a terminal color.
	escaped = `\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]*m`
	// word matches what precedes the name of a secret, which may end a longer name (X-Api-Key).
	word = `(?:^|[^0-9A-Za-z]|` + escaped + `)`
	// alone matches what precedes a key that is not part of a longer word or of a base64 picture.
	alone = `(?:^|[^0-9A-Za-z_-]|` + escaped + `)`
	// unmixed is like alone, for keys that could occur within a base64 picture.
	unmixed = `(?:^|[^0-9A-Za-z_+/-]|` + escaped + `)`
)

// keyShapes returns the shapes of keys, compiled on first use to keep startup fast. Shapes with a
// name before the key come first, so that the name stays readable.
var keyShapes = sync.OnceValue(func() []keyShape {
	return []keyShape{
		// A block in PEM, also with its line breaks escaped as in JSON.
		{[]string{"-----begin"}, lazyregexp.New(`-----BEGIN [A-Z ]*PRIVATE KEY-----([0-9A-Za-z+/=\s\\]+)`), nil},
		// Name and password in an address.
		{[]string{"://"}, lazyregexp.New(`://([^\s/?#@:"'<>]*:[^\s/?#@"'<>]+)@`), nil},
		{
			[]string{"authorization"},
			lazyregexp.New(`(?i)` + word + `authorization["'\\\s]*[:=]["'\\\s]*` +
				`(?:(?:bearer|basic|token|apikey)\s+)?([^\s"'\\,;<>]{6,})`),
			notWord,
		},
		{
			[]string{"bearer", "basic"},
			lazyregexp.New(`(?i)` + word + `(?:bearer|basic)\s+([0-9A-Za-z._~+/=*-]{8,})`),
			notWord,
		},
		// Fields, headers and parameters that are called like a key: "api_key": "…", X-Api-Key: …,
		// ?key=…
		{
			[]string{"key", "token"},
			lazyregexp.New(`(?i)` + word +
				`(?:api|access|secret|private|subscription|account|security|auth)[-_ ]?(?:key|token)` +
				`(?: (?:provided|given|supplied|received|used))?["'\\]*\s*[:=]["'\\\s]*` +
				`([^\s"'\\,;&<>()]{8,})`),
			notWord,
		},
		{
			[]string{"secret", "passw", "token"},
			lazyregexp.New(`(?i)` + word + `(?:client[-_]?secret|password|passwd|` +
				`refresh[-_]token|id[-_]token|session[-_]token)["'\\]*\s*[:=]["'\\\s]*` +
				`([^\s"'\\,;&<>()]{6,})`),
			notWord,
		},
		{
			[]string{"key=", "token=", "sig=", "signature="},
			lazyregexp.New(`(?i)[?&](?:key|token|sig|signature|x-amz-signature|` +
				`x-amz-security-token)=([^\s"'\\&<>]{8,})`),
			notWord,
		},
		// A token of three or five parts (JWT, JWE), possibly truncated.
		{
			[]string{"eyj"},
			lazyregexp.New(unmixed + `(eyJ[0-9A-Za-z_-]{8,}\.(?:[0-9A-Za-z_-]{8,}|\.[0-9A-Za-z_-]{8,})` +
				`(?:\.[0-9A-Za-z_-]*){0,3})`),
			nil,
		},
		// Services, by what their keys begin with. First OpenAI, Anthropic, OpenRouter, DeepSeek
		// and many others.
		{[]string{"sk-"}, lazyregexp.New(alone + `(sk-[0-9A-Za-z_*-]{8,}(?:\.[0-9A-Za-z_-]+)*)`), notWords},
		// Groq, xAI, Hugging Face, Perplexity, NVIDIA, Cerebras, Replicate, Fireworks, Together,
		// ElevenLabs, Jina, GitLab, Vercel, Pinecone, LangSmith, Bedrock …
		{
			[]string{
				"gsk_", "xai-", "hf_", "pplx-", "nvapi-", "csk-", "r8_", "fw_", "tgp_v1_", "sk_",
				"jina_", "glpat-", "tvly-", "npm_", "dop_v1_", "lin_api_", "ntn_", "esecret_",
				"whsec_", "shpat_", "rpa_", "age-secret-key-1", "fpk_", "vck_", "pcsk_", "lsv2_", "api_org_",
				"bedrock-api-key-", "gocspx-",
			},
			lazyregexp.New(alone + `((?:gsk_|xai-|hf_|pplx-|nvapi-|csk-|r8_|fw_|tgp_v1_|` +
				`sk_|jina_|glpat-|tvly-|npm_|` +
				`dop_v1_|lin_api_|ntn_|esecret_|whsec_|shpat_|rpa_|AGE-SECRET-KEY-1|` +
				`fpk_|vck_|pcsk_|lsv2_|api_org_|bedrock-api-key-|GOCSPX-)[0-9A-Za-z_*-]{16,}={0,2})`),
			notWords,
		},
		// Databricks.
		{[]string{"dapi"}, lazyregexp.New(alone + `(dapi[0-9a-f]{32}(?:-[0-9])?)`), nil},
		// Stripe, GitHub, Slack.
		{[]string{"k_"}, lazyregexp.New(alone + `((?:sk|rk|pk)_(?:live|test|proj|ant)_[0-9A-Za-z_*-]{8,})`), nil},
		{
			[]string{"gh", "github_pat_"},
			lazyregexp.New(alone + `((?:gh[pousr]_|github_pat_)[0-9A-Za-z_]{16,})`), nil,
		},
		{[]string{"xox", "xapp-"}, lazyregexp.New(alone + `((?:xox[abeoprs]|xapp)-[0-9A-Za-z-]{10,})`), nil},
		// Google (AQ. since 2026), AWS, its Bedrock, SendGrid.
		{[]string{"aiza"}, lazyregexp.New(unmixed + `(AIza[0-9A-Za-z_-]{30,})`), nil},
		{[]string{"aq."}, lazyregexp.New(unmixed + `(AQ\.[0-9A-Za-z_-]{30,})`), nil},
		{[]string{"absk"}, lazyregexp.New(unmixed + `(ABSK[0-9A-Za-z+/]{60,}={0,2})`), nil},
		{[]string{"ya29."}, lazyregexp.New(unmixed + `(ya29\.[0-9A-Za-z_-]{16,})`), nil},
		{[]string{"akia", "asia"}, lazyregexp.New(unmixed + `((?:AKIA|ASIA)[0-9A-Z]{16})\b`), nil},
		{[]string{"sg."}, lazyregexp.New(unmixed + `(SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,})`), nil},
		// Baidu, Alibaba, Tencent.
		{[]string{"altak-"}, lazyregexp.New(`(ALTAK-[0-9A-Za-z]{16,}(?:/[0-9a-f]{32,})?)`), nil},
		{[]string{"ltai"}, lazyregexp.New(unmixed + `(LTAI[0-9A-Za-z]{16,26})\b`), nil},
		{[]string{"akid"}, lazyregexp.New(unmixed + `(AKID[0-9A-Za-z]{32})\b`), nil},
		// Zhipu: an id and a secret.
		{[]string{"."}, lazyregexp.New(unmixed + `([0-9a-f]{32}\.[0-9A-Za-z]{16})\b`), nil},
	}
})

// notWord reports whether s cannot be a word of a language: it has a digit or an asterisk,
// repeatedly changes from lower to upper case, or has at least 20 ASCII letters, all in one case.
func notWord(s string) bool {
	const long = 20
	s = strings.Trim(s, ".,:;!?~=-_")
	changes, small, large := 0, 0, 0
	wasSmall := false
	for _, r := range s {
		isLarge := 'A' <= r && r <= 'Z'
		switch {
		case unicode.IsDigit(r), r == '*':
			return true
		case isLarge:
			large++
		case 'a' <= r && r <= 'z':
			small++
		}
		if wasSmall && isLarge {
			changes++
		}
		wasSmall = unicode.IsLower(r)
	}
	return changes > 1 || len(s) >= long && (small == len(s) || large == len(s))
}

// notWords reports whether any part of s between hyphens and underscores is not a word. Short parts
// are ignored: xai-grok-4-fast-reasoning is a name.
func notWords(s string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' }),
		func(part string) bool { return len(part) > 4 && notWord(part) })
}
