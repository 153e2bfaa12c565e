package conversation_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// vocabulary has the words of the growing reply.
var vocabulary = strings.Fields(`the of and to in is that for it as was with be by on not he his but at are this have from or had an they
which one you were all her she there would their we him been has when who will no more if out so said what up its about
than into them can only other time new some could these two may first then do any like my now over such our man me even
most made after also did many off before must well back through years much where your way down should because long each
just state people those too mister how little good world make very year still see work life become here old both between
größer naïve façade 東京 данные need mean call develop under last right move thing general school never same another begin`)

// growingText is a long reply of headings, paragraphs, lists, code, tables and quotes, always the
// same.
func growingText(tokens int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	phrase := func(n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = vocabulary[r.IntN(len(vocabulary))]
			switch r.IntN(40) {
			case 0:
				words[i] = "**" + words[i] + "**"
			case 1:
				words[i] = "*" + words[i] + "*"
			case 2:
				words[i] = "`" + words[i] + "()`"
			}
		}
		return strings.Join(words, " ")
	}
	paragraph := func(sentences int) string {
		var out strings.Builder
		for range sentences {
			out.WriteString(phrase(8+r.IntN(18)) + ". ")
		}
		return out.String() + "\n\n"
	}
	var out []string
	for k := 0; len(out) < tokens; k++ {
		var b strings.Builder
		switch k % 8 {
		case 0:
			fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", 2+r.IntN(3)), phrase(3+r.IntN(4)))
		case 2:
			for range 4 + r.IntN(5) {
				fmt.Fprintf(&b, "- %s\n", phrase(4+r.IntN(10)))
				if r.IntN(4) == 0 {
					fmt.Fprintf(&b, "  - %s\n", phrase(5))
				}
			}
			b.WriteString("\n")
		case 4:
			b.WriteString("```go\n")
			for range 6 + r.IntN(14) {
				fmt.Fprintf(&b, "func f%d(ctx context.Context, n int) (string, error) {\n\treturn \"%s\", nil // %s\n}\n", r.IntN(1000), phrase(1), phrase(2))
			}
			b.WriteString("```\n\n")
		case 5:
			b.WriteString("| name | count | note |\n|---|---:|:---:|\n")
			for range 4 + r.IntN(8) {
				fmt.Fprintf(&b, "| %s | %d | %s |\n", phrase(1), r.IntN(100000), phrase(3))
			}
			b.WriteString("\n")
		case 7:
			b.WriteString("> " + paragraph(2))
		default:
			b.WriteString(paragraph(2 + r.IntN(8)))
		}
		out = append(out, cutTokens(b.String())...)
	}
	return out[:tokens]
}

// cutTokens cuts a text into pieces of about four characters, as the tokens of a model are.
func cutTokens(text string) []string {
	var out []string
	runes := []rune(text)
	for i := 0; i < len(runes); {
		j := i + 1
		for j < len(runes) && j-i < 6 && runes[j] != ' ' && runes[j] != '\n' {
			j++
		}
		out = append(out, string(runes[i:j]))
		i = j
	}
	return out
}
