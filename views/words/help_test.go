package words

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"parlando/docs/help"
)

// Users look for bold names in the window, so each is one of its sentences.
func TestEachBoldNameOfTheHelpIsInTheWindow(t *testing.T) {
	bold := regexp.MustCompile(`\*\*(.+?)\*\*`)
	names := 0
	for _, language := range help.Languages() {
		said := windowSentences(t, language)
		pages, _ := help.Pages(language)
		for _, p := range pages {
			for _, name := range bold.FindAllStringSubmatch(p.Text, -1) {
				if names++; !said[name[1]] {
					t.Errorf("%s/%s: the window has no %q", language, p.Name, name[1])
				}
			}
		}
	}
	if names < 50 {
		t.Errorf("%d names", names)
	}
}

// windowSentences returns what the window says in a language.
func windowSentences(t *testing.T, language string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../assets/translations/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]entry
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	context := regexp.MustCompile(` \[[^\]]*\]$`)
	for key, e := range all {
		if language == "en" {
			said[context.ReplaceAllString(key, "")] = true
		}
		said[context.ReplaceAllString(e.Other, "")] = true
		said[strings.ReplaceAll(e.One, "{{.N}}", "1")] = true
	}
	return said
}
