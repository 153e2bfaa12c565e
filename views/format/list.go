package format

import (
	"strings"

	"parlando/views/i18n"
)

// List joins names with commas: "a, b, c".
func List(names []string) string {
	return join(names, func(d map[string]any) string { return i18n.Text("{{.First}}, {{.Rest}}", d) })
}

// Sentences joins whole sentences into a paragraph. Empty ones are left out.
func Sentences(all ...string) string {
	said := make([]string, 0, len(all))
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return join(said, func(d map[string]any) string { return i18n.Text("{{.First}} {{.Rest}}", d) })
}

// Items splits a list that a user typed, with the commas of any script. Empty items are left out.
func Items(typed string) (all []string) {
	for item := range strings.FieldsFuncSeq(typed, func(r rune) bool { return r == ',' || r == '、' || r == '，' }) {
		if item = strings.TrimSpace(item); item != "" {
			all = append(all, item)
		}
	}
	return all
}

// Period ends a phrase as a sentence.
func Period(phrase string) string {
	return i18n.Text("{{.Phrase}}.", map[string]any{"Phrase": phrase})
}

// join joins texts two at a time, from the end.
func join(all []string, two func(map[string]any) string) string {
	if len(all) == 0 {
		return ""
	}
	joined := all[len(all)-1]
	for i := len(all) - 2; i >= 0; i-- {
		joined = two(map[string]any{"First": all[i], "Rest": joined})
	}
	return joined
}

// Facts joins short facts of equal rank, such as those below a name: "2 MB · 3 pages".
func Facts(all ...string) string { return strings.Join(all, " · ") }

// Named puts a name before what belongs to it: "Model: small".
func Named(name, text string) string {
	return i18n.Text("{{.Name}}: {{.Text}}", map[string]any{"Name": name, "Text": text})
}

// Clauses joins phrases that have commas of their own: "a, b; c".
func Clauses(all []string) string {
	return join(all, func(d map[string]any) string { return i18n.Text("{{.First}}; {{.Rest}}", d) })
}
