package practice

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/client/tokens"
)

// closingNote ends every reply, so that nobody mistakes practice for a language model.
const closingNote = "*This is a practice reply, made up by Parlando. No AI model read your message.*"

func (t translator) closing() string { return t.text(closingNote, nil) }

// maxQuote is the number of characters of a question that a reply quotes.
const maxQuote = 160

// Parts of a reply, in all kinds of Markdown.
const (
	tips = "### How to get a good answer\n\n1. Say what you need\n   - the **goal**, in one sentence\n   - what you *already know*\n" +
		"2. Say how it should look\n   - a list, a table or a letter\n     - short or long\n     - for whom\n   - in which language"

	tasks = "### Things to do\n\n- [x] Write a first message\n- [x] Read a reply to the end\n- [ ] Press “Try again” and compare"

	lastTip = "One more tip: ask for ~~everything at once~~ **one thing at a time**, and *say what to change*."

	// note is a letter with blanks, for requests that ask for one.
	note = "This is only an example of how a letter could look:\n\nDear **[name]**,\n\n" +
		"I am writing to you about **[topic]**. I have been thinking about it since **[when]**.\n\n" +
		"Could you please **[your request]**? It would help me a great deal.\n\nThank you, and kind regards,\n\n**[your name]**"

	// formulas has some formulas that fit into a line of text and some that do not.
	formulas = "### A few formulas\n\nSome fit into a line, such as \\(a^2 + b^2 = c^2\\), $E = mc^2$ or $\\sum_{i=1}^{n} a_i \\le \\sqrt{2}$. " +
		"Others need more room, such as $\\frac{a+b}{2}$.\n\n$$f(x) = 3x^2 + 2x + 1$$\n\n$$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$$"

	goCode = "```go\npackage main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() {\n\tmessage := \"Hello, lighthouse\"\n" +
		"\t// Words are separated by spaces.\n\tfmt.Println(len(strings.Fields(message)), \"words\")\n}\n```\n\n"

	pythonCode = "```python\nmessage = \"Hello, lighthouse\"\n\n# Words are separated by spaces.\n" +
		"words = message.split()\nprint(f\"{len(words)} words, the longest is {max(words, key=len)}\")\n```\n\n"

	ofCode = "Names in a program can be shown as `inline code`, and sources as a [link](https://commonmark.org/help/)."

	// story is one part of a story, repeated in long replies.
	story = "The keeper lit the lamp and wrote the hour into the book. Far out a ship went by, too far away to be heard. " +
		"Rain came in the evening, and was gone before the windows were closed."
)

// codeWords mark a question about programming. Only the replies to such questions have code.
const codeWords = "code, program, script, function, programming, go, golang, python, py, javascript, js, typescript, markdown"

// write returns the writer's reply for one choice, based on the user's text.
func write(q question, choice int) string {
	asked := q.asked()
	if q.asksFor(asked, shortWords) {
		return q.text("In short: you wrote {{.Words}}, and one sentence is all you asked for.", values{"Words": q.wordCount(asked)}) + "\n\n" + q.closing()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", title(q.translator, asked), opening(q, choice))
	if told := q.instructions(); told != "" {
		b.WriteString(q.text("Your instructions arrived, too: “{{.Text}}”", values{"Text": oneLine(told, 120)}) + "\n\n" +
			q.text("A real model would follow them; I can only repeat them.", nil) + "\n\n")
	}
	quote := oneLine(asked, maxQuote)
	if quote == "" {
		quote = q.text("(nothing)", nil)
	}
	fmt.Fprintf(&b, "> %s\n\n", quote)
	if q.asksFor(asked, letterWords) {
		return b.String() + q.text(note, nil) + "\n\n---\n\n" + q.closing()
	}
	if q.asksFor(asked, formulaWords) {
		b.WriteString(q.text(formulas, nil) + "\n\n")
	}
	parts := []string{counted(q.translator, asked), q.text(tips, nil) + "\n\n", q.text(tasks, nil) + "\n\n"}
	end := q.text(lastTip, nil)
	if q.asksFor(asked, codeWords) {
		end += " " + q.text(ofCode, nil)
		heading := q.text("### A few lines of code", nil) + "\n\n"
		if q.asksFor(asked, "python, py") {
			parts = append(parts, heading+pythonCode)
		} else {
			parts = append(parts, heading+goCode)
		}
	}
	// Shuffle the sections for each reply; at temperature 0 their order is fixed.
	if q.temperature > 0 {
		dice := rand.New(rand.NewPCG(q.chance, uint64(choice)))
		dice.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	b.WriteString(strings.Join(parts, ""))
	if q.asksFor(asked, longWords) {
		for i := range 24 {
			b.WriteString(q.text("### Part {{.N}}", values{"N": i + 1}) + "\n\n" + q.text(story, nil) + "\n\n")
		}
	}
	return b.String() + end + "\n\n---\n\n" + q.closing()
}

// opening returns the first paragraph, whose wording depends on the temperature and the choice.
func opening(q question, choice int) string {
	asked := q.asked()
	first := q.text("You wrote {{.Words}}.", values{"Words": q.wordCount(asked)}) + " "
	if strings.HasSuffix(asked, "?") {
		first += q.text("That's a question, but the practice service can't answer it.", nil) + " "
	}
	chance := uint64(choice)
	ways := []string{q.text("Here is what a reply can look like.", nil), q.text("Let me show you what a reply can look like.", nil), q.text("Watch how the text appears.", nil)}
	switch {
	case q.hot && q.temperature <= 0.3:
		return first + q.text("With so little creativity, I use the plainest words and say the same every time.", nil)
	case q.temperature > 1.5:
		ways = []string{
			q.text("With this much creativity the words wander off: marmalade, lighthouses, a trombone full of rain 🎺🌧️.", nil),
			q.text("With this much creativity nothing stays put: seven teapots, one moon, and a very polite giraffe 🦒🌙.", nil),
			q.text("With this much creativity I would rather be a kite 🪁, or a rumor, or Thursday.", nil),
		}
	case q.temperature > 1.1:
		ways = []string{q.text("A little more creativity makes me chatty ✨.", nil), q.text("Feeling bold today 🎈, as asked.", nil), q.text("I put on a brighter coat for this one 🌈.", nil)}
	}
	if q.temperature > 1.1 {
		chance += q.chance
	}
	return first + ways[chance%uint64(len(ways))]
}

// wordCount describes the length of a message.
func (t translator) wordCount(asked string) string {
	return t.plural("**one word**", "**{{.N}} words**", len(strings.Fields(asked)), nil)
}

// title derives a heading from a question.
func title(t translator, asked string) string {
	line, _, _ := strings.Cut(asked, "\n")
	line = plain(shorten(strings.TrimRight(strings.TrimSpace(line), ".:;,"), 48))
	if line == "" {
		return t.text("An empty page", nil)
	}
	r, n := utf8.DecodeRuneInString(line)
	return string(unicode.ToUpper(r)) + line[n:]
}

// oneLine returns the beginning of a text as one line of Markdown.
func oneLine(text string, n int) string {
	return plain(shorten(strings.Join(strings.Fields(text), " "), n))
}

// plain escapes Markdown characters in text of the user.
func plain(s string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "`", "\\`", "#", "\\#", "[", "\\[", "]", "\\]", "<", "\\<", "|", "\\|", "~", "\\~").Replace(s)
}

// shorten truncates a text to n characters at a word boundary.
func shorten(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

// counted returns a table of statistics about the question.
func counted(t translator, asked string) string {
	longest := t.text("none", nil)
	letters := 0
	for _, w := range strings.Fields(asked) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n := utf8.RuneCountInString(w); n > letters {
			longest, letters = w, n
		}
	}
	return t.text("### Your message in numbers\n\n| Counted | Result |\n|:--|--:|\n| Characters | {{.Characters}} |\n| Words | {{.Words}} |\n| Longest word | {{.Longest}} |\n| Tokens (estimate) | {{.Tokens}} |", values{
		"Characters": utf8.RuneCountInString(asked), "Words": len(strings.Fields(asked)), "Longest": plain(shorten(longest, 30)), "Tokens": tokens.EstimateText(asked).Likely,
	}) + "\n\n"
}

// asksFor reports whether a text contains one of the words or phrases in an English list or in its
// translation.
func (t translator) asksFor(text, list string) bool {
	text = strings.ToLower(text)
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc([]string{list, t.text(list, nil)}, func(list string) bool {
		return slices.ContainsFunc(strings.Split(list, ", "), func(w string) bool {
			// or a script without spaces
			phrase := strings.Contains(w, " ") || w != "" && w[0] >= utf8.RuneSelf
			return slices.Contains(words, w) || phrase && strings.Contains(text, w)
		})
	})
}

// Lists of words that ask for a kind of reply. Each has its own words in other languages.
const (
	shortWords   = "one sentence, briefly, in short"
	letterWords  = "note, letter, email, mail, invitation, card"
	formulaWords = "formula, formulas, equation, equations"
	longWords    = "long"
	thoughtWords = "think, thinking, thoughts, reason, reasons, reasoning, step by step"
	drawWords    = "draw, paint"
)

// think returns the reasoning about a question: as long as effort says, or without an effort only
// if the question asks for reasoning.
func think(t translator, asked, effort string) string {
	switch effort {
	case "none":
		return ""
	case "minimal", "low":
		return t.text("A short look is enough: there are words to count.", nil)
	case "high":
		return thinkAloud(t, asked) + "\n\n" + t.text("I was asked to think a lot, so I check again.", nil) + " " + thinkAloud(t, asked)
	}
	if effort == "" && !t.asksFor(asked, thoughtWords) {
		return ""
	}
	return thinkAloud(t, asked)
}

// thinkAloud returns the reasoning text (reasoning_content).
func thinkAloud(t translator, asked string) string {
	return t.text("The message is “{{.Text}}”. It has {{.N}} words, so there is something to count. I can't understand it, and I shouldn't pretend to. "+
		"What I can do is show what a reply looks like: a heading, a quote, a table, a list, some code. I will count the words and say at the end that this is practice.",
		values{"Text": shorten(strings.Join(strings.Fields(asked), " "), 80), "N": len(strings.Fields(asked))})
}

// slowText returns the short reply of the slow model.
func slowText(q question) string {
	return q.text("I take my time. You wrote {{.Words}}, and I write about four words a second. Press **Stop** whenever you like: what has arrived stays here, and you can let me continue.",
		values{"Words": q.wordCount(q.asked())}) + "\n\n" + q.closing()
}
