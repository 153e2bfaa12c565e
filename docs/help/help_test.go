package help

import (
	"bytes"
	"image/color"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/image/webp"
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
			picture, colors := p.Picture()
			size := len(picture) + len(colors)
			if total += size; size > 25_000 || (size == 0) != (p.Name == Keys) {
				t.Errorf("%s/%s has %d bytes", language, p.Name, size)
			}
		}
	}
	if total > 300_000 {
		t.Errorf("%d bytes in all", total)
	}
}

// A dark window shows each pixel in the color that is below that of the light one.
func TestEachColorOfAPictureHasADarkOne(t *testing.T) {
	for _, language := range Languages() {
		pages, _ := Pages(language)
		for _, p := range pages {
			if p.Name == Keys {
				continue
			}
			data, table := p.Picture()
			shown, err := webp.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("%s/%s: %v", language, p.Name, err)
			}
			colors, err := webp.Decode(bytes.NewReader(table))
			if err != nil || colors.Bounds().Dy() != 2 {
				t.Fatalf("%s/%s: %v", language, p.Name, err)
			}
			dark := map[color.Color]color.Color{}
			for x := range colors.Bounds().Dx() {
				dark[colors.At(x, 0)] = colors.At(x, 1)
			}
			if len(dark) != colors.Bounds().Dx() {
				t.Errorf("%s/%s has a color twice", language, p.Name)
			}
			for y := range shown.Bounds().Dy() {
				for x := range shown.Bounds().Dx() {
					if dark[shown.At(x, y)] == nil {
						t.Fatalf("%s/%s at %d, %d: %v has no dark color", language, p.Name, x, y, shown.At(x, y))
					}
				}
			}
			light, _, _, _ := shown.At(0, 0).RGBA()
			if dim, _, _, _ := dark[shown.At(0, 0)].RGBA(); light < 0xe000 || dim > 0x3000 {
				t.Errorf("%s/%s: the ground is %x in a light and %x in a dark window", language, p.Name, light, dim)
			}
		}
	}
}
