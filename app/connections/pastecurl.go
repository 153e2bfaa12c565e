package connections

import (
	"strconv"
	"strings"
)

var (
	curlWord = pattern(`(?:^|[\s;&|(])curl(?:\.exe)?\s`)
	// goesOn is the end of a line that goes on with the next: of a shell, of PowerShell, of Windows' own.
	goesOn = pattern("[ \t]*(?:\\\\|`|\\^)[ \t]*\n")
)

// withValue are the options of curl whose value is no address.
var withValue = map[string]bool{
	"-X": true, "--request": true, "-d": true, "--data": true, "--data-raw": true, "--data-binary": true, "--data-ascii": true, "--data-urlencode": true,
	"--json": true, "-F": true, "--form": true, "--form-string": true, "-o": true, "--output": true, "-x": true, "--proxy": true, "-e": true,
	"--referer": true, "-A": true, "--user-agent": true, "-u": true, "--user": true, "-b": true, "--cookie": true, "-c": true, "--cookie-jar": true,
	"-m": true, "--max-time": true, "--connect-timeout": true, "-w": true, "--write-out": true, "-T": true, "--upload-file": true, "--cacert": true,
	"-E": true, "--cert": true, "--key": true, "--resolve": true, "--retry": true, "-K": true, "--config": true, "-U": true, "--proxy-user": true,
	"--proxy-header": true, "--interface": true, "--dns-servers": true,
}

// curl reads the first curl line of a text.
func (f *finding) curl(text string) {
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

// shellWords divides a command into its words up to its end, with the quotes of shells, of PowerShell and of Windows taken off. A
// variable stays as it is written: it is nobody's key.
func shellWords(s string) []string {
	var words []string
	var word strings.Builder
	inWord := false
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t':
			end()
		case '\n', ';', '|':
			end()
			return words
		case '\\', '^', '`':
			inWord = true
			if i+1 < len(s) {
				i++
				word.WriteByte(s[i])
			}
		case '$':
			inWord = true
			if i+1 < len(s) && s[i+1] == '\'' {
				n := dollarQuoted(s[i+2:], &word)
				i += 1 + n
				continue
			}
			word.WriteByte(c)
		case '\'':
			inWord = true
			n := strings.IndexByte(s[i+1:], '\'')
			if n < 0 {
				n = len(s) - i - 1
			}
			word.WriteString(s[i+1 : i+1+n])
			i += 1 + n
		case '"':
			inWord = true
			i += 1 + quoted(s[i+1:], &word)
		default:
			inWord = true
			word.WriteByte(c)
		}
	}
	end()
	return words
}

// quoted reads what stands in "", and returns where its end is.
func quoted(s string, word *strings.Builder) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i
		case (c == '\\' || c == '`') && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0:
			i++
			word.WriteByte(s[i])
		default:
			word.WriteByte(c)
		}
	}
	return len(s)
}

// dollarQuoted reads what stands in $”, and returns how long that is with its last quote.
func dollarQuoted(s string, word *strings.Builder) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			return i + 1
		case c == '\\' && i+1 < len(s):
			i++
			switch e := s[i]; e {
			case 'n':
				word.WriteByte('\n')
			case 't':
				word.WriteByte('\t')
			case 'x', 'u':
				n := 2
				if e == 'u' {
					n = 4
				}
				if i+n < len(s) {
					if code, err := strconv.ParseUint(s[i+1:i+1+n], 16, 32); err == nil {
						word.WriteRune(rune(code))
						i += n
					}
				}
			default:
				word.WriteByte(e)
			}
		default:
			word.WriteByte(c)
		}
	}
	return len(s)
}
