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

// closing ends every reply, so that nobody mistakes practice for a language model.
const closing = "*This is a practice reply, made up by Parlando. No AI model read your message.*"

// maxQuote is the number of characters of a question that a reply quotes.
const maxQuote = 160

// Parts of a reply, in all kinds of Markdown.
const (
	tips = "### How to get a good answer\n\n1. Say what you need\n   - the **goal**, in one sentence\n   - what you *already know*\n" +
		"2. Say how it should look\n   - a list, a table or a letter\n     - short or long\n     - for whom\n   - in which language\n\n"

	tasks = "### Things to do\n\n- [x] Write a first message\n- [x] Read a reply to the end\n- [ ] Press “Try again” and compare\n\n"

	lastTip = "One more tip: ask for ~~everything at once~~ **one thing at a time**, and *say what to change*."

	// note is a letter with blanks, for requests that ask for one.
	note = "This is only an example of how a letter could look:\n\nDear **[name]**,\n\n" +
		"I am writing to you about **[topic]**. I have been thinking about it since **[when]**.\n\n" +
		"Could you please **[your request]**? It would help me a great deal.\n\nThank you, and kind regards,\n\n**[your name]**\n\n---\n\n"

	// formulas has some formulas that fit into a line of text and some that do not.
	formulas = "### A few formulas\n\nSome fit into a line, such as \\(a^2 + b^2 = c^2\\), $E = mc^2$ or $\\sum_{i=1}^{n} a_i \\le \\sqrt{2}$. " +
		"Others need more room, such as $\\frac{a+b}{2}$.\n\n$$f(x) = 3x^2 + 2x + 1$$\n\n$$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$$\n\n"

	goCode = "### A few lines of code\n\n```go\npackage main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() {\n\tmessage := \"Hello, lighthouse\"\n" +
		"\t// Words are separated by spaces.\n\tfmt.Println(len(strings.Fields(message)), \"words\")\n}\n```\n\n"

	pythonCode = "### A few lines of code\n\n```python\nmessage = \"Hello, lighthouse\"\n\n# Words are separated by spaces.\n" +
		"words = message.split()\nprint(f\"{len(words)} words, the longest is {max(words, key=len)}\")\n```\n\n"

	ofCode = " Names in a program can be shown as `inline code`, and sources as a [link](https://commonmark.org/help/)."

	// story is one part of a story, repeated in long replies.
	story = "The keeper lit the lamp and wrote the hour into the book. Far out a ship went by, too far away to be heard. " +
		"Rain came in the evening, and was gone before the windows were closed.\n\n"
)

// codeWords mark a question about programming. Only the replies to such questions have code.
var codeWords = []string{"code", "program", "script", "function", "programming", "go", "golang", "python", "py", "javascript", "js", "typescript", "markdown"}

// write returns the writer's reply for one choice, based on the user's text.
func write(q question, choice int) string {
	asked := strings.TrimSpace(q.lastUser().text)
	lower := strings.ToLower(asked)
	if strings.Contains(lower, "one sentence") || strings.Contains(lower, "briefly") || strings.Contains(lower, "in short") {
		return "In short: you wrote " + count(asked) + ", and one sentence is all you asked for.\n\n" + closing
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", title(asked), opening(q, choice))
	if told := q.instructions(); told != "" {
		fmt.Fprintf(&b, "Your instructions arrived, too: “%s”\n\nA real model would follow them; I can only repeat them.\n\n", oneLine(told, 120))
	}
	quote := oneLine(asked, maxQuote)
	if quote == "" {
		quote = "(nothing)"
	}
	fmt.Fprintf(&b, "> %s\n\n", quote)
	if asksFor(lower, "note", "letter", "email", "mail", "invitation", "card") {
		return b.String() + note + closing
	}
	if asksFor(lower, "formula", "formulas", "equation", "equations") {
		b.WriteString(formulas)
	}
	parts := []string{counted(asked), tips, tasks}
	end := lastTip
	if asksFor(lower, codeWords...) {
		end += ofCode
		if asksFor(lower, "python", "py") {
			parts = append(parts, pythonCode)
		} else {
			parts = append(parts, goCode)
		}
	}
	// Shuffle the sections for each reply; at temperature 0 their order is fixed.
	if q.temperature > 0 {
		dice := rand.New(rand.NewPCG(q.chance, uint64(choice)))
		dice.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	b.WriteString(strings.Join(parts, ""))
	if asksFor(lower, "long") {
		for i := range 24 {
			fmt.Fprintf(&b, "### Part %d\n\n%s", i+1, story)
		}
	}
	return b.String() + end + "\n\n---\n\n" + closing
}

// opening returns the first paragraph, whose wording depends on the temperature and the choice.
func opening(q question, choice int) string {
	asked := strings.TrimSpace(q.lastUser().text)
	first := "You wrote " + count(asked) + ". "
	if strings.HasSuffix(asked, "?") {
		first += "That's a question, but the practice service can't answer it. "
	}
	chance := uint64(choice)
	ways := []string{"Here is what a reply can look like.", "Let me show you what a reply can look like.", "Watch how the text appears."}
	switch {
	case q.hot && q.temperature <= 0.3:
		return first + "With so little creativity, I use the plainest words and say the same every time."
	case q.temperature > 1.5:
		ways = []string{
			"With this much creativity the words wander off: marmalade, lighthouses, a trombone full of rain 🎺🌧️.",
			"With this much creativity nothing stays put: seven teapots, one moon, and a very polite giraffe 🦒🌙.",
			"With this much creativity I would rather be a kite 🪁, or a rumor, or Thursday.",
		}
	case q.temperature > 1.1:
		ways = []string{"A little more creativity makes me chatty ✨.", "Feeling bold today 🎈, as asked.", "I put on a brighter coat for this one 🌈."}
	}
	if q.temperature > 1.1 {
		chance += q.chance
	}
	return first + ways[chance%uint64(len(ways))]
}

// count describes the length of a message.
func count(asked string) string {
	words := len(strings.Fields(asked))
	if words == 1 {
		return "**one word**"
	}
	return fmt.Sprintf("**%d words**", words)
}

// title derives a heading from a question.
func title(asked string) string {
	line, _, _ := strings.Cut(asked, "\n")
	line = plain(shorten(strings.TrimRight(strings.TrimSpace(line), ".:;,"), 48))
	if line == "" {
		return "An empty page"
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
func counted(asked string) string {
	longest := "none"
	letters := 0
	for _, w := range strings.Fields(asked) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n := utf8.RuneCountInString(w); n > letters {
			longest, letters = w, n
		}
	}
	return fmt.Sprintf("### Your message in numbers\n\n| Counted | Result |\n|:--|--:|\n| Characters | %d |\n| Words | %d |\n| Longest word | %s |\n| Tokens (estimate) | %d |\n\n",
		utf8.RuneCountInString(asked), len(strings.Fields(asked)), plain(shorten(longest, 30)), tokens.EstimateText(asked).Likely)
}

// asksFor reports whether a lower-case text contains one of the words.
func asksFor(lower string, words ...string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool { return slices.Contains(words, w) })
}

// wantsThought reports whether a question asks for reasoning.
func wantsThought(asked string) bool {
	lower := strings.ToLower(asked)
	return strings.Contains(lower, "think") || strings.Contains(lower, "step by step") || strings.Contains(lower, "reason")
}

// think returns the reasoning about a question: as long as effort says, or without an effort only
// if the question asks for reasoning.
func think(asked, effort string) string {
	switch effort {
	case "none":
		return ""
	case "minimal", "low":
		return "A short look is enough: there are words to count."
	case "high":
		return thinkAloud(asked) + "\n\nI was asked to think a lot, so I check again. " + thinkAloud(asked)
	}
	if effort == "" && !wantsThought(asked) {
		return ""
	}
	return thinkAloud(asked)
}

// thinkAloud returns the reasoning text (reasoning_content).
func thinkAloud(asked string) string {
	return fmt.Sprintf("The message is “%s”. It has %d words, so there is something to count. I can't understand it, and I shouldn't pretend to. "+
		"What I can do is show what a reply looks like: a heading, a quote, a table, a list, some code. I will count the words and say at the end that this is practice.",
		shorten(strings.Join(strings.Fields(asked), " "), 80), len(strings.Fields(asked)))
}

// slowText returns the short reply of the slow model.
func slowText(q question) string {
	return "I take my time. You wrote " + count(strings.TrimSpace(q.lastUser().text)) +
		", and I write about four words a second. Press **Stop** whenever you like: what has arrived stays here, and you can let me continue.\n\n" + closing
}
