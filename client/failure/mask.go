package failure

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// mask stands in a text where a key was.
const mask = "•••"

// MaskKeys takes out of a text what is shaped like a key, whoever it belongs to, and all of known,
// in whatever form it stands in an address or in JSON. It is for text that Parlando did not write
// itself: errors, headers, the output of other programs. What a user or a model wrote is not to go
// through it.
//
// Ids of requests, UUIDs, hashes, words and encoded pictures are left alone. A known key of fewer
// than four characters is no secret and would tear words apart.
func MaskKeys(text string, known ...string) string {
	for _, key := range known {
		if len(key) < 4 {
			continue
		}
		for _, form := range []string{
			key, url.QueryEscape(key), url.PathEscape(key), strings.ReplaceAll(key, "/", `\/`),
		} {
			text = strings.ReplaceAll(text, form, mask)
		}
	}
	folded := strings.ToLower(text)
	for _, shape := range keyShapes() {
		if slices.ContainsFunc(shape.hints, func(hint string) bool { return strings.Contains(folded, hint) }) {
			text = shape.mask(text)
		}
	}
	return text
}

// keyShape finds one shape of key. The last group of the expression is the secret; what is before
// it stays.
type keyShape struct {
	// hints are in small letters; a text without any of them has no such key, and need not be
	// searched.
	hints      []string
	expression *regexp.Regexp
	// secret tells a key from a word, where the shape alone does not; nil: it does.
	secret func(string) bool
}

func (k keyShape) mask(text string) string {
	var b strings.Builder
	done := 0
	for _, at := range k.expression.FindAllStringSubmatchIndex(text, -1) {
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
	// escaped is a character that stands before a key in an escaped form: in JSON, in an address,
	// as a color.
	escaped = `\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]*m`
	// word stands before the name of what is secret, which may be part of a longer name.
	word = `(?:^|[^0-9A-Za-z]|` + escaped + `)`
	// alone stands before a key that is no part of a longer word or of a picture in base64.
	alone = `(?:^|[^0-9A-Za-z_-]|` + escaped + `)`
	// unmixed is alone before a key that could be part of a picture by its letters.
	unmixed = `(?:^|[^0-9A-Za-z_+/-]|` + escaped + `)`
)

// keyShapes returns the shapes of keys, compiled at the first use so that a start does not wait for
// them. The first are those that a name stands before, as the names stay.
var keyShapes = sync.OnceValue(func() []keyShape {
	return []keyShape{
		// A block in PEM, also with its line breaks escaped as in JSON.
		{[]string{"-----begin"}, regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----([0-9A-Za-z+/=\s\\]+)`), nil},
		// Name and password in an address.
		{[]string{"://"}, regexp.MustCompile(`://([^\s/?#@:"'<>]*:[^\s/?#@"'<>]+)@`), nil},
		{
			[]string{"authorization"},
			regexp.MustCompile(`(?i)` + word + `authorization["'\\\s]*[:=]["'\\\s]*` +
				`(?:(?:bearer|basic|token|apikey)\s+)?([^\s"'\\,;<>]{6,})`),
			notWord,
		},
		{
			[]string{"bearer", "basic"},
			regexp.MustCompile(`(?i)` + word + `(?:bearer|basic)\s+([0-9A-Za-z._~+/=*-]{8,})`),
			notWord,
		},
		// Fields, headers and parameters that are called like a key: "api_key": "…", X-Api-Key: …,
		// ?key=…
		{
			[]string{"key", "token"},
			regexp.MustCompile(`(?i)` + word +
				`(?:api|access|secret|private|subscription|account|security|auth)[-_ ]?(?:key|token)` +
				`(?: (?:provided|given|supplied|received|used))?["'\\]*\s*[:=]["'\\\s]*` +
				`([^\s"'\\,;&<>()]{8,})`),
			notWord,
		},
		{
			[]string{"secret", "passw", "token"},
			regexp.MustCompile(`(?i)` + word + `(?:client[-_]?secret|password|passwd|` +
				`refresh[-_]token|id[-_]token|session[-_]token)["'\\]*\s*[:=]["'\\\s]*` +
				`([^\s"'\\,;&<>()]{6,})`),
			notWord,
		},
		{
			[]string{"key=", "token=", "sig=", "signature="},
			regexp.MustCompile(`(?i)[?&](?:key|token|sig|signature|x-amz-signature|` +
				`x-amz-security-token)=([^\s"'\\&<>]{8,})`),
			notWord,
		},
		// A token of three or five parts (JWT, JWE), or what is left of one.
		{
			[]string{"eyj"},
			regexp.MustCompile(unmixed + `(eyJ[0-9A-Za-z_-]{8,}\.(?:[0-9A-Za-z_-]{8,}|\.[0-9A-Za-z_-]{8,})` +
				`(?:\.[0-9A-Za-z_-]*){0,3})`),
			nil,
		},
		// Services, by what their keys begin with. First OpenAI, Anthropic, OpenRouter, DeepSeek
		// and many others.
		{[]string{"sk-"}, regexp.MustCompile(alone + `(sk-[0-9A-Za-z_*-]{8,}(?:\.[0-9A-Za-z_-]+)*)`), notWords},
		// Groq, xAI, Hugging Face, Perplexity, NVIDIA, Cerebras, Replicate, Fireworks, Together,
		// ElevenLabs, Jina, GitLab, Vercel, Pinecone, LangSmith, Bedrock …
		{
			[]string{
				"gsk_", "xai-", "hf_", "pplx-", "nvapi-", "csk-", "r8_", "fw_", "tgp_v1_", "sk_",
				"jina_", "glpat-", "tvly-", "npm_", "dop_v1_", "lin_api_", "ntn_", "esecret_",
				"whsec_", "shpat_", "rpa_", "age-secret-key-1", "fpk_", "vck_", "pcsk_", "lsv2_", "api_org_",
				"bedrock-api-key-", "gocspx-",
			},
			regexp.MustCompile(alone + `((?:gsk_|xai-|hf_|pplx-|nvapi-|csk-|r8_|fw_|tgp_v1_|` +
				`sk_|jina_|glpat-|tvly-|npm_|` +
				`dop_v1_|lin_api_|ntn_|esecret_|whsec_|shpat_|rpa_|AGE-SECRET-KEY-1|` +
				`fpk_|vck_|pcsk_|lsv2_|api_org_|bedrock-api-key-|GOCSPX-)[0-9A-Za-z_*-]{16,}={0,2})`),
			notWords,
		},
		// Databricks.
		{[]string{"dapi"}, regexp.MustCompile(alone + `(dapi[0-9a-f]{32}(?:-[0-9])?)`), nil},
		// Stripe, GitHub, Slack.
		{[]string{"k_"}, regexp.MustCompile(alone + `((?:sk|rk|pk)_(?:live|test|proj|ant)_[0-9A-Za-z_*-]{8,})`), nil},
		{
			[]string{"gh", "github_pat_"},
			regexp.MustCompile(alone + `((?:gh[pousr]_|github_pat_)[0-9A-Za-z_]{16,})`), nil,
		},
		{[]string{"xox", "xapp-"}, regexp.MustCompile(alone + `((?:xox[abeoprs]|xapp)-[0-9A-Za-z-]{10,})`), nil},
		// Google (AQ. since 2026), AWS, its Bedrock, SendGrid.
		{[]string{"aiza"}, regexp.MustCompile(unmixed + `(AIza[0-9A-Za-z_-]{30,})`), nil},
		{[]string{"aq."}, regexp.MustCompile(unmixed + `(AQ\.[0-9A-Za-z_-]{30,})`), nil},
		{[]string{"absk"}, regexp.MustCompile(unmixed + `(ABSK[0-9A-Za-z+/]{60,}={0,2})`), nil},
		{[]string{"ya29."}, regexp.MustCompile(unmixed + `(ya29\.[0-9A-Za-z_-]{16,})`), nil},
		{[]string{"akia", "asia"}, regexp.MustCompile(unmixed + `((?:AKIA|ASIA)[0-9A-Z]{16})\b`), nil},
		{[]string{"sg."}, regexp.MustCompile(unmixed + `(SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,})`), nil},
		// Baidu, Alibaba, Tencent.
		{[]string{"altak-"}, regexp.MustCompile(`(ALTAK-[0-9A-Za-z]{16,}(?:/[0-9a-f]{32,})?)`), nil},
		{[]string{"ltai"}, regexp.MustCompile(unmixed + `(LTAI[0-9A-Za-z]{16,26})\b`), nil},
		{[]string{"akid"}, regexp.MustCompile(unmixed + `(AKID[0-9A-Za-z]{32})\b`), nil},
		// Zhipu: an id and a secret.
		{[]string{"."}, regexp.MustCompile(unmixed + `([0-9a-f]{32}\.[0-9A-Za-z]{16})\b`), nil},
	}
})

// notWord reports whether s is no word of a language: it has a digit or a star, changes between
// small and large letters, or is long and of plain letters of one size.
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

// notWords reports whether a part of s between its hyphens and underscores is no word. A short part
// tells nothing: xai-grok-4-fast-reasoning is a name.
func notWords(s string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' }),
		func(part string) bool { return len(part) > 4 && notWord(part) })
}
