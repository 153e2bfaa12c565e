package help

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// words is a run of letters or digits.
var words = regexp.MustCompile(`[\pL\pN]+(?:[’'.-][\pL\pN]+)*`)

// A page is read in a minute. The page of the keys has a list below its text.
func TestEachPageIsThereInEveryLanguageAndIsShort(t *testing.T) {
	if !slices.Contains(Languages(), "en") {
		t.Fatal("there is no English help")
	}
	for _, language := range Languages() {
		pages, translated := Pages(language)
		if !translated || len(pages) != len(Names()) {
			t.Errorf("%s has %d pages of %d", language, len(pages), len(Names()))
		}
		texts, err := filepath.Glob(language + "/*.md")
		if err != nil || len(texts) != len(Names()) {
			t.Errorf("%s has %d texts, %v", language, len(texts), err)
		}
		for _, p := range pages {
			if p.Title == "" || !strings.HasPrefix(p.Text, "# "+p.Title+"\n\n") {
				t.Errorf("%s/%s begins with %.40q", language, p.Name, p.Text)
			}
			n, least, most := len(words.FindAllString(p.Text, -1)), 150, 300
			if language == "ja" {
				n, least, most = utf8.RuneCountInString(strings.Join(strings.Fields(p.Text), "")), 300, 900
			}
			if p.Name != Keys && (n < least || n > most) {
				t.Errorf("%s/%s is %d long, not %d to %d", language, p.Name, n, least, most)
			}
		}
	}
}

func TestEachLinkLeadsToAPage(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)]*)\)`)
	links := 0
	for _, language := range Languages() {
		pages, _ := Pages(language)
		for _, p := range pages {
			for _, to := range link.FindAllStringSubmatch(p.Text, -1) {
				links++
				if name, ok := strings.CutPrefix(to[1], LinkPrefix); !ok || !slices.Contains(Names(), name) {
					t.Errorf("%s/%s leads to %s", language, p.Name, to[1])
				}
			}
		}
	}
	if links < 5 {
		t.Errorf("%d links", links)
	}
}

func TestALanguageWithoutHelpShowsEnglish(t *testing.T) {
	english, _ := Pages("en")
	for _, language := range []string{"eo", "", ".."} {
		pages, translated := Pages(language)
		if translated || len(pages) == 0 || pages[0] != english[0] {
			t.Errorf("%q: %v, %v", language, pages[:min(len(pages), 1)], translated)
		}
	}
}

// The pictures are part of the program. Every page but that of the keys has one.
func TestThePicturesAreSmall(t *testing.T) {
	total := 0
	for _, language := range Languages() {
		pages, _ := Pages(language)
		for _, p := range pages {
			size := len(p.Picture())
			if total += size; size > 25_000 || (size == 0) != (p.Name == Keys) {
				t.Errorf("%s/%s has %d bytes", language, p.Name, size)
			}
		}
	}
	if total > 300_000 {
		t.Errorf("%d bytes in all", total)
	}
}
