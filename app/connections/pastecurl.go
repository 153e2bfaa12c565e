package connections

import (
	"strconv"
	"strings"

	"parlando/client/lazyregexp"
)

var (
	curlWord = lazyregexp.New(`(?:^|[\s;&|(])curl(?:\.exe)?\s`)
	// goesOn matches a line continuation of a Unix shell, PowerShell or Windows cmd.
	goesOn = lazyregexp.New("[ \t]*(?:\\\\|`|\\^)[ \t]*\n")
)

// withValue lists the curl options whose value is not an address.
var withValue = map[string]bool{
	"-X": true, "--request": true, "-d": true, "--data": true, "--data-raw": true, "--data-binary": true, "--data-ascii": true, "--data-urlencode": true,
	"--json": true, "-F": true, "--form": true, "--form-string": true, "-o": true, "--output": true, "-x": true, "--proxy": true, "-e": true,
	"--referer": true, "-A": true, "--user-agent": true, "-u": true, "--user": true, "-b": true, "--cookie": true, "-c": true, "--cookie-jar": true,
	"-m": true, "--max-time": true, "--connect-timeout": true, "-w": true, "--write-out": true, "-T": true, "--upload-file": true, "--cacert": true,
	"-E": true, "--cert": true, "--key": true, "--resolve": true, "--retry": true, "-K": true, "--config": true, "-U": true, "--proxy-user": true,
	"--proxy-header": true, "--interface": true, "--dns-servers": true,
}

// curl parses the first curl command in a text.
func (f *accessFinder) curl(text string) {
	text = goesOn().ReplaceAllString(text, " ")
	at := curlWord().FindStringIndex(text)
	if at == nil {
		return
	}
	var loose []string
	words := shellWords(text[at[1]:])
	for i := 0; i < len(words); i++ {
		word := words[i]
		value := func() string {
			i++
			if i < len(words) {
				return words[i]
			}
			return ""
		}
		name, joined, isJoined := strings.Cut(word, "=")
		switch {
		case word == "-H" || word == "--header":
			f.takeHeader(value())
		case isJoined && name == "--header":
			f.takeHeader(joined)
		case strings.HasPrefix(word, "-H") && len(word) > 2:
			f.takeHeader(strings.TrimPrefix(word, "-H"))
		case word == "--url":
			f.takeURL(value())
		case isJoined && name == "--url":
			f.takeURL(joined)
		case word == "--oauth2-bearer":
			f.takeKey(value())
		case withValue[word]:
			value()
		case strings.HasPrefix(word, "-"):
		default:
			loose = append(loose, word)
		}
	}
	for _, word := range loose {
		if strings.Contains(word, ".") || strings.Contains(word, ":") {
			f.takeURL(word)
		}
	}
}

// shellToken matches a token of a command. Its groups are: the end of the command, blanks, the
// contents of the three kinds of quotes ($ with single quotes, single, double), an escaped
// character, and plain text.
var shellToken = lazyregexp.New("^(?:([\n;|])|([ \t]+)|\\$'((?:\\\\(?s:.)|[^'])*)'?|'([^']*)'?|\"((?:[\\\\`][\"\\\\$`]|[^\"])*)\"?|[\\\\^`]((?s:.)?)|(\\$|[^\\s;|'\"\\\\^`$]+|.))")

// inQuotes matches an escape within double quotes, of Unix shells and PowerShell.
var inQuotes = lazyregexp.New("[\\\\`]([\"\\\\$`])")

// inDollarQuotes matches an escape within single quotes after a dollar sign.
var inDollarQuotes = lazyregexp.New(`\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|(?s:.))`)

// shellWords splits a command into words up to its end and removes the quotes of Unix shells,
// PowerShell and Windows. Variables are not expanded, so they are not mistaken for keys.
func shellWords(s string) (words []string) {
	inWord := false
	for s != "" {
		m := shellToken().FindStringSubmatchIndex(s)
		group := func(n int) string { return s[m[2*n]:m[2*n+1]] }
		has := func(n int) bool { return m != nil && m[2*n] >= 0 }
		token := ""
		switch {
		case m == nil || has(1):
			return words
		case has(3):
			token = dollarQuoted(group(3))
		case has(4):
			token = group(4)
		case has(5):
			token = inQuotes().ReplaceAllString(group(5), "$1")
		case has(6):
			token = group(6)
		case has(7):
			token = group(7)
		}
		switch {
		case has(2):
			inWord = false
		case inWord:
			words[len(words)-1] += token
		default:
			words, inWord = append(words, token), true
		}
		s = s[m[1]:]
	}
	return words
}

// dollarQuoted resolves the escapes within single quotes after a dollar sign.
func dollarQuoted(s string) string {
	return inDollarQuotes().ReplaceAllStringFunc(s, func(escape string) string {
		if r, _, _, err := strconv.UnquoteChar(escape, '\''); err == nil {
			return string(r)
		}
		return escape[1:]
	})
}
