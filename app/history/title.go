package history

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// titleRunes is the approximate maximum length of an automatic title.
const titleRunes = 60

// Title returns a conversation's title for its first message: the first line with content, without
// Markdown markup, truncated at a word boundary. For a message of pictures and files it is the name
// or address of the first one, or ""; for a single text file its name.
//
// A message about a transcript is named after that.
func Title(m chat.Message) string {
	for _, p := range m.Parts {
		if p.Kind == chat.PartTranscript {
			if t := titleOf(p.Name); t != "" {
				return t
			}
		}
	}
	for _, kind := range []chat.PartKind{chat.PartText, chat.PartPasted} {
		for _, p := range m.Parts {
			if p.Kind == kind {
				said := p.Text
				if kind == chat.PartPasted && p.Name != "" {
					said = p.Name
				}
				if t := titleOf(said); t != "" {
					return t
				}
			}
		}
	}
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartImage, chat.PartFile:
			return cutTitle(plainLine(p.Name))
		case chat.PartRemoteImage:
			return cutTitle(plainLine(p.Text))
		}
	}
	return ""
}

func titleOf(text string) string {
	for line := range strings.Lines(text) {
		if t := plainLine(line); strings.ContainsFunc(t, readable) {
			return cutTitle(t)
		}
	}
	return ""
}

// readable reports whether a character is meaningful on its own: a line of dashes is not a title, a
// line of emoji is.
func readable(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.So, r) || r == '?' || r == '!'
}

// The Markdown markup removed from a line.
var (
	blockMark = regexp.MustCompile("^(?:\\s*(?:#{1,6}\\s+|>\\s?|[-*+]\\s+(?:\\[[ xX]\\]\\s+)?|```\\S*|~~~\\S*))+")
	linkMark  = regexp.MustCompile(`!?\[([^\]\n]*)\]\([^)\n]*\)`)
	boldMark  = regexp.MustCompile(`(\*\*|__|~~)(\S(?:.*?\S)?)(\*\*|__|~~)`)
	slantMark = regexp.MustCompile(`(^|[^\w*])[*_]([^\s*_](?:[^*_]*[^\s*_])?)[*_]($|[^\w*])`)
)

// plainLine returns a line without markup, repeated spaces and invisible characters.
func plainLine(line string) string {
	line = blockMark.ReplaceAllString(line, "")
	line = linkMark.ReplaceAllString(line, "$1")
	line = boldMark.ReplaceAllString(line, "$2")
	line = slantMark.ReplaceAllString(line, "$1$2$3")
	line = strings.ReplaceAll(line, "`", "")
	line = strings.Map(sqlite.VisibleRune, strings.ToValidUTF8(line, "\uFFFD"))
	return strings.Join(strings.Fields(line), " ")
}

func cutTitle(t string) string {
	if utf8.RuneCountInString(t) <= titleRunes {
		return t
	}
	runes := []rune(t)
	end := titleRunes
	for i := end; i > titleRunes/2; i-- {
		if runes[i] == ' ' {
			end = i
			break
		}
	}
	// Do not split a character from its accents, joined emoji or skin tone.
	for end > 1 && joins(runes[end-1], runes[end]) {
		end--
	}
	return strings.TrimRight(string(runes[:end]), " ,;:-–—") + "…"
}

func joins(before, after rune) bool {
	const joiner = '\u200D'
	return before == joiner || after == joiner || unicode.In(after, unicode.M) || after >= 0x1F3FB && after <= 0x1F3FF
}
