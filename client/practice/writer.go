package practice

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/client/tokens"
)

// closing ends every reply, so that nobody takes practice for a mind.
const closing = "*This was practice: a program wrote it by rule, and no model read your words.*"

// maxQuote is how much of a question a reply repeats, in characters.
const maxQuote = 160

// write makes the reply of the writer: real Markdown of every sort, about the person's own words.
func write(q question, dice *rand.Rand) string {
	asked := strings.TrimSpace(q.lastUser().text)
	pick := picker(q, dice)
	lower := strings.ToLower(asked)
	var b strings.Builder
	if strings.Contains(lower, "one sentence") || strings.Contains(lower, "briefly") || strings.Contains(lower, "in short") {
		fmt.Fprintf(&b, "%s you wrote %s, and one sentence is all I am asked for.\n\n%s", pick("In short:", "Briefly:", "One sentence:"), count(asked), closing)
		return b.String()
	}
	fmt.Fprintf(&b, "## %s\n\n", title(asked))
	b.WriteString(opening(q, pick))
	if told := q.instructions(); told != "" {
		fmt.Fprintf(&b, "Your instructions arrived too: “%s”. A real model would follow them; I can only say that I have them.\n\n", plain(shorten(strings.Join(strings.Fields(told), " "), 120)))
	}
	fmt.Fprintf(&b, "> %s\n\n", quote(asked))
	if asksFor(lower, "note", "letter", "email", "mail", "invitation", "card") {
		b.WriteString(note(pick) + closing)
		return b.String()
	}
	if asksFor(lower, "formula", "formulas", "equation", "equations") {
		b.WriteString(formulas)
	}
	parts := []func() string{
		func() string { return counted(asked) },
		func() string { return tips(pick) },
		func() string { return tasks(pick) },
	}
	wantsCode := asksFor(lower, codeWords...)
	if wantsCode {
		parts = append(parts, func() string { return code(asked, pick) })
	}
	// The order differs from reply to reply; at temperature 0 it is always the same.
	if q.temperature > 0 {
		dice.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	for _, part := range parts {
		b.WriteString(part())
	}
	if asksFor(lower, "long") {
		for i := range 24 {
			fmt.Fprintf(&b, "### Part %d\n\n%s %s\n\n", i+1, padding(pick), padding(pick))
		}
	}
	fmt.Fprintf(&b, "%s ask for ~~everything at once~~ **one thing at a time**, and *say what to change*.", pick("One more tip:", "And a last tip:", "Before you go:"))
	if wantsCode {
		b.WriteString(" Names in a program can be shown as `inline code`, and sources as a [link](https://commonmark.org/help/).")
	}
	b.WriteString("\n\n---\n\n" + closing)
	return b.String()
}

// codeWords are what questions about programs have in them: nobody else is shown one.
var codeWords = []string{
	"code", "program", "script", "function", "programming", "go", "golang", "python", "py", "javascript", "js", "typescript", "markdown",
}

// note is a letter with gaps to be filled in, for whoever asks for one.
func note(pick func(...string) string) string {
	return pick("Practice knows nothing of the matter, but this is how it could be laid out:", "A real model would fill in the gaps; the frame could be this:") +
		"\n\nDear **[name]**,\n\nI am writing to you about **[what it is about]**. " +
		pick("It has been on my mind since **[when]**.", "You will remember that **[what happened, and when]**.") +
		"\n\nCould you please **[what you wish for]**? " + pick("It would help me a great deal.", "Please let me know by **[day]**.") +
		"\n\nThank you, and kind regards\n\n**[your name]**\n\n---\n\n"
}

// picker gives one of several ways to say a thing. A low temperature or top_p takes the first, the
// plainest; a high temperature any of them.
func picker(q question, dice *rand.Rand) func(...string) string {
	reach := min(q.temperature/1.0, 1) * q.topP
	return func(ways ...string) string {
		n := 1 + int(reach*float64(len(ways)-1)+0.5)
		return ways[dice.IntN(max(n, 1))]
	}
}

// opening is the first paragraph; it shows what temperature does.
func opening(q question, pick func(...string) string) string {
	asked := strings.TrimSpace(q.lastUser().text)
	first := pick("You wrote", "I counted, and you wrote", "Here is what reached me:", "Your message has arrived with") + " " + count(asked) + ". "
	if strings.HasSuffix(asked, "?") {
		first += pick("It is a question, and practice has no answer to it. ", "A question! Practice can only admire it. ", "I would love to answer. I cannot, but I can dress it up. ")
	}
	switch {
	case q.hot && q.temperature <= 0.3:
		first += "With so little creativity I keep to the plainest words, and say the same each time."
	case q.temperature > 1.5:
		first += pick("With this much creativity the words wander off: marmalade, lighthouses, a trombone full of rain 🎺🌧️.",
			"With this much creativity nothing stays put: seven teapots, one moon, and a very polite giraffe 🦒🌙.",
			"With this much creativity I would rather be a kite 🪁, or a rumor, or Thursday.")
	case q.temperature > 1.1:
		first += pick("A little more creativity makes me chatty ✨.", "Feeling bold today 🎈, as asked.", "I put on a brighter coat for this one 🌈.")
	default:
		first += pick("Here is how a reply can look.", "Let me show what a reply can look like.", "Watch how the text is set.")
	}
	return first + "\n\n"
}

// count tells how long a message is.
func count(asked string) string {
	words := len(strings.Fields(asked))
	if words == 1 {
		return "**one word**"
	}
	return fmt.Sprintf("**%d words**", words)
}

// title makes a heading of a question.
func title(asked string) string {
	line, _, _ := strings.Cut(asked, "\n")
	line = plain(shorten(strings.TrimRight(strings.TrimSpace(line), ".:;,"), 48))
	if line == "" {
		return "An empty page"
	}
	r, n := utf8.DecodeRuneInString(line)
	return string(unicode.ToUpper(r)) + line[n:]
}

// quote is the question as one quoted line.
func quote(asked string) string {
	if asked == "" {
		return "(nothing)"
	}
	return plain(shorten(strings.Join(strings.Fields(asked), " "), maxQuote))
}

// plain takes the force out of Markdown signs in words that are not ours.
func plain(s string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "`", "\\`", "#", "\\#", "[", "\\[", "]", "\\]", "<", "\\<", "|", "\\|", "~", "\\~").Replace(s)
}

// shorten cuts a text to n characters at a word's end.
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

// counted is a table with true figures about the question.
func counted(asked string) string {
	words := strings.Fields(asked)
	longest := ""
	for _, w := range words {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if utf8.RuneCountInString(w) > utf8.RuneCountInString(longest) {
			longest = w
		}
	}
	if longest == "" {
		longest = "none"
	}
	return fmt.Sprintf("### Your message in figures\n\n| Counted | Result |\n|:--|--:|\n| Characters | %d |\n| Words | %d |\n| Longest word | %s |\n| Tokens, about | %d |\n\n",
		utf8.RuneCountInString(asked), len(words), plain(shorten(longest, 30)), tokens.Text(asked).Mean)
}

// tips is a list in a list: what helps with any model.
func tips(pick func(...string) string) string {
	return "### How to get a good answer\n\n" + pick(
		"1. Say what you need\n   - the **goal**, in one sentence\n   - what you *already know*\n2. Say how it should look\n   - a list, a table or a letter\n     - short or long\n     - for whom\n   - in which language\n",
		"1. Start small\n   - *one* question first\n   - **then** the next\n2. Ask for changes\n   - say what is wrong\n     - too long\n     - too formal\n   - or edit your question\n",
		"1. Check what matters\n   - names and **dates**\n   - *sums*\n2. Ask how it knows\n   - for a source\n     - to read\n     - to compare\n   - or for a second answer\n") + "\n"
}

// tasks is a list of tasks, some of them done.
func tasks(pick func(...string) string) string {
	return "### Things to do\n\n- [x] " + pick("Write a first message", "Say hello", "Break the silence") +
		"\n- [x] Read a reply to its end\n- [ ] " + pick("Press “Try again” and compare", "Edit your message and send it again", "Stop me in the middle of a sentence") + "\n\n"
}

// code is a small program about the question, in the language it names or another one.
func code(asked string, pick func(...string) string) string {
	words := strings.FieldsFunc(strings.ToLower(asked), func(r rune) bool { return !unicode.IsLetter(r) && r != '+' && r != '#' })
	says := func(names ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(names, w) })
	}
	text := strconv.Quote(shorten(strings.Join(strings.Fields(asked), " "), 40))
	goCode := "```go\npackage main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() {\n\tmessage := " + text + "\n\t// Words are what stands between spaces.\n\tfmt.Println(len(strings.Fields(message)), \"words\")\n}\n```\n\n"
	python := "```python\nmessage = " + text + "\n\n# Words are what stands between spaces.\nwords = message.split()\nprint(f\"{len(words)} words, the longest is {max(words, key=len, default='')}\")\n```\n\n"
	script := "```javascript\nconst message = " + text + ";\n\n// Words are what stands between spaces.\nconst words = message.split(/\\s+/).filter(Boolean);\nconsole.log(`${words.length} words`);\n```\n\n"
	lead := "### A few lines of code\n\n"
	switch {
	case says("go", "golang"):
		return lead + goCode
	case says("python", "py"):
		return lead + python
	case says("javascript", "js", "typescript"):
		return lead + script
	}
	return lead + pick(python, goCode, script)
}

// formulas are some that one line of text can show, and some that it cannot: for whoever asks for
// formulas.
const formulas = "### A few formulas\n\nSome fit into a line, as \\(a^2 + b^2 = c^2\\), $E = mc^2$ or $\\sum_{i=1}^{n} a_i \\le \\sqrt{2}$. " +
	"Some need more room, as $\\frac{a+b}{2}$.\n\n$$f(x) = 3x^2 + 2x + 1$$\n\n$$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$$\n\n"

// asksFor reports whether one of the words stands in a text of small letters.
func asksFor(lower string, words ...string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool { return slices.Contains(words, w) })
}

// padding is a sentence of a story in which little happens, for replies that are asked to be long.
func padding(pick func(...string) string) string {
	return pick("The keeper lit the lamp and wrote the hour into the book.",
		"Far out a ship went by, too far away to be heard.",
		"Rain came in the evening, and was gone before the windows were closed.",
		"In the morning the gulls were loud and the sea was flat.",
		"The kettle went on, and the day began like the one before.")
}

// wantsThought reports whether a question asks for thinking first.
func wantsThought(asked string) bool {
	lower := strings.ToLower(asked)
	return strings.Contains(lower, "think") || strings.Contains(lower, "step by step") || strings.Contains(lower, "reason")
}

// thinkAloud is practice's thinking text (reasoning_content).
func thinkAloud(asked string) string {
	return fmt.Sprintf("The message is “%s”. It has %d words, so there is something to count. I cannot understand it, and I should not pretend to. "+
		"What I can do is show how a reply looks: a heading, a quote, a table, a list, some code. I will count the words truly and say at the end that this was practice.",
		shorten(strings.Join(strings.Fields(asked), " "), 80), len(strings.Fields(asked)))
}

// slowText is the short reply of the slow model.
func slowText(q question, dice *rand.Rand) string {
	pick := picker(q, dice)
	return pick("I take my time.", "No hurry at all.", "Slowly, slowly.") + " You wrote " + count(strings.TrimSpace(q.lastUser().text)) +
		", and I answer with about four words a second. Press **Stop** whenever you like: what is here by then stays here, and you can let me go on.\n\n" + closing
}
