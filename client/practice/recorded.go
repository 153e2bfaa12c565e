package practice

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Questions about a recording quote its text: lines to translate between <lines> and </lines>, a
// transcript between <transcript> and </transcript>. Practice replies to both as well as it can.

// quoted returns the lines between the tags <mark> and </mark>, and the text after them.
func quoted(text, mark string) (lines []string, after string, ok bool) {
	_, rest, begun := strings.Cut(text, "<"+mark+">\n")
	inside, after, ended := strings.Cut(rest, "\n</"+mark+">")
	if !begun || !ended {
		return nil, "", false
	}
	return strings.Split(inside, "\n"), strings.TrimSpace(after), true
}

// into finds the target language in the instructions; numbered matches a line to translate.
var (
	into     = regexp.MustCompile(`\binto (\p{Lu}[\p{L} ]{1,40})\.`)
	numbered = regexp.MustCompile(`^\[(\d+)\] (.*)$`)
)

// translate translates numbered lines. Sentences of the recordings that ship with Parlando get a
// real translation, other lines only a prefix with the name of the language.
func translate(q question) (string, bool) {
	lines, _, ok := quoted(q.lastUser().text, "lines")
	m := into.FindStringSubmatch(q.instructions())
	if !ok || m == nil {
		return "", false
	}
	var b strings.Builder
	for _, line := range lines {
		n := numbered.FindStringSubmatch(line)
		if n == nil {
			continue
		}
		fmt.Fprintf(&b, "[%s] %s\n", n[1], inLanguage(n[2], m[1]))
	}
	return b.String(), b.Len() > 0
}

// inLanguage returns the translation of a known sentence, or the text prefixed with the language.
func inLanguage(text, language string) string {
	for _, pair := range bothLanguages {
		if text == pair[0] && language == "Spanish" {
			return pair[1]
		}
		if text == pair[1] && language == "English" {
			return pair[0]
		}
	}
	return fmt.Sprintf("(%s) %s", language, text)
}

// bothLanguages has each sentence of the recordings in assets/spoken in English and Spanish.
var bothLanguages = [][2]string{
	{"Shall we decide about the old pear tree?", "¿Decidimos qué hacer con el viejo peral?"},
	{"It leans over the path, and some people want it cut down.", "Se inclina sobre el camino, y algunos quieren que se tale."},
	{"I measured it on Sunday.", "Lo medí el domingo."},
	{"The trunk is sound, and only one branch hangs low.", "El tronco está sano, y solo cuelga una rama."},
	{"A wooden prop would hold it for years.", "Un puntal de madera lo sostendría durante años."},
	{"How much would a prop cost?", "¿Qué costaría un puntal?"},
	{"Forty euros for the oak, and I can build it myself on Saturday morning.", "Cuarenta euros por el roble, y puedo hacerlo yo mismo el sábado por la mañana."},
	{"Then we keep the tree, you build the prop, and I bake the first pear cake in September.", "Entonces conservamos el árbol, tú haces el puntal y yo horneo la primera tarta de pera en septiembre."},
	{"Agreed.", "De acuerdo."},
	{"And the lowest pears belong to the children, because they can reach them without a ladder.", "Y las peras más bajas son para los niños, porque las alcanzan sin escalera."},
	{"Every autumn, millions of monarch butterflies fly from Canada to the forests of Mexico.", "Cada otoño, millones de mariposas monarca vuelan desde Canadá hasta los bosques de México."},
	{"None of them has ever made this journey before.", "Ninguna de ellas ha hecho antes ese viaje."},
	{"They weigh half a gram, and some travel more than four thousand kilometres.", "Pesan medio gramo, y algunas recorren más de cuatro mil kilómetros."},
	{"Those that come back north in spring are their daughters and their granddaughters.", "Las que vuelven al norte en primavera son sus hijas y sus nietas."},
	{"Nobody has taught them the way, and yet they find it.", "Nadie les ha enseñado el camino, y sin embargo lo encuentran."},
}

// timedLine matches a line of a transcript with its time.
var timedLine = regexp.MustCompile(`^\[(\d{1,3}:\d\d(?::\d\d)?)\] (.*)$`)

// mostPlaces limits the transcript lines that a reply quotes.
const mostPlaces = 5

// aboutRecording answers a question about a transcript with the lines that share words with the
// question, or else with lines spread over the whole transcript. The times are formatted as
// playable links.
func aboutRecording(q question) (string, bool) {
	var lines []string
	asked, ok := "", false
	for _, m := range slices.Backward(q.messages) {
		if m.role != "user" || ok {
			continue
		}
		if asked == "" {
			asked = m.text
		}
		var after string
		if lines, after, ok = quoted(m.text, "transcript"); ok && m.text == asked {
			asked = after
		}
	}
	if !ok {
		return "", false
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return !timedLine.MatchString(l) })
	if len(lines) == 0 {
		return "", false
	}
	var places []string
	words := telling(asked)
	for _, l := range lines {
		if len(places) < mostPlaces && common(words, telling(timedLine.FindStringSubmatch(l)[2])) > 0 {
			places = append(places, l)
		}
	}
	said := q.text("These lines contain words from your question:", nil)
	if len(places) == 0 {
		said = q.text("No line contains words from your question. Here are some of them:", nil)
		for i := range min(mostPlaces, len(lines)) {
			places = append(places, lines[i*len(lines)/min(mostPlaces, len(lines))])
		}
	}
	var b strings.Builder
	b.WriteString(q.plural("The recording has {{.N}} line.", "The recording has {{.N}} lines.", len(lines), nil) + " " + said + "\n\n")
	for _, p := range places {
		m := timedLine.FindStringSubmatch(p)
		fmt.Fprintf(&b, "- [%s] %s\n", m[1], plain(m[2]))
	}
	b.WriteString("\n" + q.closing())
	return b.String(), true
}
