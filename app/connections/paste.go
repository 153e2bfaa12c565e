package connections

import (
	"net/url"
	"strings"
	"unicode"

	"parlando/app/secrets"
	"parlando/client"
	"parlando/client/lazyregexp"
)

// PastedAccess is an address and a key found in a pasted text.
type PastedAccess struct {
	// Address is the base address, as Description.Address; "" if none was found.
	Address string
	// Key is empty if no key was found, or only a placeholder.
	Key secrets.Key
}

// longestPaste bounds the text that is read, in bytes.
const longestPaste = 64 << 10

// ParsePasted finds the address and the key of a service in a pasted text: a curl command,
// environment variables, source code, or settings. It runs, sends and stores nothing. ok is false
// if it finds neither an address nor a key, or if the text is only an address.
func ParsePasted(text string) (p PastedAccess, ok bool) {
	text = plain(text[:min(len(text), longestPaste)])
	if text == "" || !strings.ContainsAny(text, " \n=\"'") && address(text) != "" {
		return PastedAccess{}, false
	}
	var f accessFinder
	f.request(text)
	f.curl(text)
	f.names(text)
	f.anywhere(text)
	if f.address != "" {
		p.Address = f.address
	}
	if f.key != "" {
		p.Key = secrets.NewKey(f.key)
	}
	return p, f.address != "" || f.key != ""
}

// accessFinder collects the first address and the first key that are found.
type accessFinder struct{ address, key string }

func (f *accessFinder) takeAddress(s string) {
	if f.address == "" {
		f.address = address(s)
	}
}

func (f *accessFinder) takeKey(s string) {
	if s = strings.TrimRight(strings.TrimSpace(s), "."); f.key == "" && looksLikeKey(s) {
		f.key = s
	}
}

// takeURL stores a URL as the address, and a key in its query.
func (f *accessFinder) takeURL(s string) {
	f.takeAddress(s)
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil {
		return
	}
	for _, name := range []string{"key", "api_key", "api-key", "apikey"} {
		f.takeKey(u.Query().Get(name))
	}
}

// takeHeader stores the key in a header line.
func (f *accessFinder) takeHeader(line string) {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return
	}
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "authorization":
		f.takeBearer(value)
	case "api-key", "x-api-key", "xi-api-key", "x-goog-api-key", "ocp-apim-subscription-key", "x-auth-token":
		f.takeKey(value)
	}
}

// takeBearer stores the key in the value of an Authorization header.
func (f *accessFinder) takeBearer(value string) {
	words := strings.Fields(value)
	switch {
	case len(words) == 2 && strings.EqualFold(words[0], "bearer"):
		f.takeKey(words[1])
	case len(words) == 1:
		f.takeKey(words[0])
	}
}

var (
	requestLine = lazyregexp.New(`(?m)^(?:GET|POST) (/\S*) HTTP/`)
	hostLine    = lazyregexp.New(`(?mi)^host:\s*(\S+)`)
	bearer      = lazyregexp.New("(?i)\\bbearer\\s+([^\\s\"'`,;)}\\\\]+)")
	headerPair  = lazyregexp.New("(?i)\\b((?:x-|xi-|x-goog-)?api-key)[\"'`]?\\s*[:=,]\\s*[\"'`]?([^\\s\"'`,;)}]+)")
	anyURL      = lazyregexp.New("(?i)\\bhttps?:(?:\\\\?/){2}[^\\s\"'`<>,;)}\\]^|\\\\]+(?:\\\\/[^\\s\"'`<>,;)}\\]^|\\\\]+)*")
	service     = lazyregexp.New(`(?i)^https?://(?:api\.|localhost|127\.|0\.0\.0\.0|\[::1\])|/v[0-9][a-z0-9]*(?:[/?]|$)|/(?:chat/completions|completions|models|openai)(?:[/?]|$)`)
	nativePath  = lazyregexp.New(`/api/(?:tags|chat|generate|embed|embeddings|version|show|ps)/?$`)
	anyKey      = lazyregexp.New(`(?:^|[\s"'=(:])((?:sk|gsk|xai|pplx|hf|nvapi|fw|lai|r8|AIza)[-_A-Za-z0-9]{16,})`)
)

// request parses a raw HTTP request.
func (f *accessFinder) request(text string) {
	path, host := requestLine().FindStringSubmatch(text), hostLine().FindStringSubmatch(text)
	if path == nil || host == nil {
		return
	}
	f.takeURL(host[1] + path[1])
	for line := range strings.Lines(text) {
		f.takeHeader(strings.TrimSpace(line))
	}
}

// anywhere searches the whole text for keys and addresses.
func (f *accessFinder) anywhere(text string) {
	for _, m := range bearer().FindAllStringSubmatch(text, -1) {
		f.takeKey(m[1])
	}
	for _, m := range headerPair().FindAllStringSubmatch(text, -1) {
		f.takeKey(m[2])
	}
	for _, at := range anyURL().FindAllStringIndex(text, -1) {
		u := strings.ReplaceAll(strings.TrimRight(text[at[0]:at[1]], "."), `\/`, "/")
		// A web page that the text merely mentions must not become the address: it would get the
		// key.
		if at[0] == 0 || text[at[0]-1] == '\n' || service().MatchString(u) {
			f.takeURL(u)
		}
	}
	for _, m := range anyKey().FindAllStringSubmatch(text, -1) {
		f.takeKey(m[1])
	}
}

// plain removes the typographic changes of web pages and editors, such as curly quotes and
// invisible characters.
func plain(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'").Replace(text)
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

// address returns the base address of a URL. It returns "" if s is not an address, has no dot, or
// is an example.
func address(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "$<>{}%*|\\ \n") || strings.Contains(s, "...") {
		return ""
	}
	// Ollama has additional paths that GATEWAY.md does not document.
	parsed, err := client.ParseAddress(nativePath().ReplaceAllString(s, ""))
	if err != nil || strings.ContainsAny(parsed.String(), "&=") {
		return ""
	}
	host := strings.ToLower(parsed.Host())
	for _, part := range strings.FieldsFunc(host, func(r rune) bool { return r == '.' || r == '-' || r == '_' || r == ':' }) {
		if strings.HasPrefix(part, "your") || strings.HasPrefix(part, "xxx") {
			return ""
		}
	}
	if !strings.Contains(s, "://") && !strings.Contains(host, ".") && !parsed.IsLoopback() {
		return ""
	}
	return parsed.String()
}
