package window

import (
	"fmt"
	"image/color"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"golang.org/x/text/language"

	"parlando/docs/help"
	"parlando/views/i18n"
	"parlando/views/seen"
)

// pseudoLanguages are those of views/i18n, and what finds a letter that they do not have.
var pseudoLanguages = map[string]*regexp.Regexp{
	"en_XA.UTF-8": regexp.MustCompile(`[aceinouyACEINOUY]`),
	"ar_XB.UTF-8": regexp.MustCompile(`[A-Za-z]`),
}

// speaksLocale makes the window speak the language of a locale until the test ends.
func speaksLocale(t *testing.T, locale string) {
	t.Helper()
	t.Cleanup(func() { i18n.Load("") })
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES"} {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", locale)
	i18n.Load("")
}

// deeper are pages behind those of pages; they are checked where there is less room.
var deeper = map[string]func(h *home) *user{
	"a transcription to start": func(h *home) *user {
		p := h.looksAround()
		p.ShowTranscribe()
		p.clicks("The old pear tree")
		p.clicks("More")
		return p
	},
	"saving a transcript": func(h *home) *user {
		p := h.looksAround()
		p.opensExample()
		p.clicks("Save as…")
		return p
	},
	"a custom tool": func(h *home) *user {
		p := h.looksAround()
		p.usesTools()
		p.clicks("Tools")
		p.clicks("Add your own tool…")
		return p
	},
	"a price": func(h *home) *user {
		p := h.looksAround()
		p.showPrices()
		p.clicks("Practice voice")
		return p
	},
	"costs of a chat": func(h *home) *user {
		p := h.readsOfLighthouses()
		p.showCosts()
		return p
	},
	"the form of a key": func(h *home) *user {
		p := h.start()
		p.opensForm()
		return p
	},
	"the menu of a chat": func(h *home) *user {
		p := h.readsOfLighthouses()
		p.top.OnMenu(p.top)
		return p
	},
}

// In the pseudo-languages each sentence has other letters and is longer: on every page all is
// translated, nothing is cut off, and no text lies over another. The latter hold in each language.
func TestNoPageIsUntranslatedOrCutOff(t *testing.T) {
	all := maps.Clone(pages)
	maps.Copy(all, deeper)
	locales := maps.Clone(pseudoLanguages)
	for _, l := range i18n.Languages()[1:] {
		tag := language.MustParse(l.Tag)
		base, _ := tag.Base()
		region, _ := tag.Region()
		locales[base.String()+"_"+region.String()+".UTF-8"] = nil
	}
	for name, begin := range all {
		if name == "the largest letters" {
			continue // that is twice the size, on top of longer sentences
		}
		for locale, english := range locales {
			if raced && locale != "en_XA.UTF-8" {
				continue // the pages are the same
			}
			for size, width := range map[string]float32{"": 1280, " narrow": 720} {
				if deeper[name] != nil && size == "" {
					continue
				}
				t.Run(locale+" "+name+size, func(t *testing.T) {
					speaksLocale(t, locale)
					story(t, func(t *testing.T, h *home) {
						h.practice.TokenInterval = -1
						h.screen = fyne.NewSize(width, 3000) // without scrolling
						p := begin(h)
						p.drain()
						for _, s := range p.misfits(english, h.dir+"/data") {
							t.Error(s)
						}
					})
				})
			}
		}
	}
}

// names are words in the window that no translation changes: of models, voices, services, files and
// keys, and what the user typed.
const names = `Parlando Practice writer hands eyes ears voice mini HD slow strict trouble problems practice tts hd Test microphone
	Alloy Echo Fable Nova Onyx Shimmer OpenAI Anthropic Google Gemini Mistral OpenRouter Groq DeepSeek Together AI xAI api work example org https localhost
	photo png jpg MP3 mp3 mp4 mpeg mpga m4a wav webm ogg opus flac aiff The old pear tree El viaje de las mariposas
	Alt Ctrl Down End Enter Esc F1 F3 Home Left Page Right Shift Space Tab Up
	book appointment type object properties city string description required
	English Deutsch Work Home Dear Ana light What is a lighthouse for Shop Date Total`

// ownWords are the words that the user and the service wrote, and names.
func (p *user) ownWords() map[string]bool {
	p.t.Helper()
	check := func(err error) {
		if err != nil {
			p.t.Fatal(err)
		}
	}
	said := []string{names}
	order, err := p.History.Order(p.t.Context())
	check(err)
	for _, c := range order {
		heads, err := p.History.Thread(p.t.Context(), c.ID)
		check(err)
		for _, h := range heads {
			m, err := p.History.Message(p.t.Context(), h.ID)
			check(err)
			said = append(said, m.Text())
		}
	}
	for _, one := range p.Transcripts.List() {
		said = append(said, one.Title)
		for _, line := range p.linesOf(one.ID) {
			said = append(said, line.Text)
		}
	}
	own := map[string]bool{}
	for _, w := range word.FindAllString(strings.Join(said, "\n"), -1) {
		own[w] = true
	}
	return own
}

// beginsOne reports whether one of the words begins so.
func beginsOne(words map[string]bool, begun string) bool {
	for w := range words {
		if strings.HasPrefix(w, begun) {
			return true
		}
	}
	return false
}

var word = regexp.MustCompile(`[\p{L}\p{N}']{2,}`)

// openEnded matches the sentences of the window's language that end in "…" themselves, unlike
// those that are shortened.
func openEnded(t *testing.T) *regexp.Regexp {
	t.Helper()
	patterns := []string{"^$"}
	if data, err := os.ReadFile("../../assets/translations/" + i18n.Speaks() + ".json"); err == nil {
		for _, text := range regexp.MustCompile(`: "(.*…)",?\n`).FindAllSubmatch(data, -1) {
			pattern := regexp.MustCompile(`\\{\\{.*?\\}\\}`).ReplaceAllString(regexp.QuoteMeta(string(text[1])), ".+")
			patterns = append(patterns, "^"+pattern+"$")
		}
	}
	return regexp.MustCompile(strings.Join(patterns, "|"))
}

// misfits describes the texts in the window that are not translated, having letters that only
// English has (not with nil), that are wider than their room or lie over one another. The data are
// in dir.
func (p *user) misfits(english *regexp.Regexp, dir string) (all []string) {
	own, endsOpen := p.ownWords(), openEnded(p.t)
	// which has only English for a pseudo-language
	if english != nil && p.named(i18n.Text("Search help")) {
		pages, _ := help.Pages(i18n.Language())
		for _, page := range pages {
			for _, w := range word.FindAllString(page.Text, -1) {
				own[w] = true
			}
		}
	}
	all = p.overlaps()
	seen.WalkObjects(p.canvas, false, func(s seen.VisibleObject) {
		o, ok := s.Object.(*canvas.Text)
		if !ok || strings.Contains(dir, strings.TrimSpace(o.Text)) {
			return
		}
		where := fmt.Sprintf("%q at %.0f,%.0f", o.Text, s.Full.Position.X, s.Full.Position.Y)
		of := word.FindAllString(o.Text, -1)
		if begun, ok := strings.CutSuffix(o.Text, "…"); ok && len(of) > 0 && strings.HasSuffix(begun, of[len(of)-1]) && beginsOne(own, of[len(of)-1]) {
			of = of[:len(of)-1] // of a title that is shortened
		}
		if i := slices.IndexFunc(of, func(w string) bool { return english != nil && english.MatchString(w) && !own[w] }); i >= 0 {
			all = append(all, "untranslated: "+of[i]+" in "+where)
		}
		if !slices.ContainsFunc(of, func(w string) bool { return !own[w] }) {
			return // titles may be shortened
		}
		need := fyne.MeasureText(strings.TrimRight(o.Text, " "), o.TextSize, o.TextStyle).Width
		switch {
		case strings.HasSuffix(o.Text, "…") && !endsOpen.MatchString(o.Text):
			all = append(all, "shortened: "+where)
		case o.Size().Width > 0 && need > o.Size().Width+1:
			all = append(all, fmt.Sprintf("too wide by %.0f: %s", need-o.Size().Width, where))
		case s.Visible.Size.Height > 0 && s.Visible.Size.Width < min(need, s.Full.Size.Width)-1:
			all = append(all, fmt.Sprintf("cut off by %.0f: %s", need-s.Visible.Size.Width, where))
		}
	})
	return all
}

// maxOverlap bounds the overlap of the boxes of two texts in device-independent pixels: lines have
// room above and below their letters.
const maxOverlap = 2

// overlaps describes the texts of one layer of the window that lie over one another with nothing
// opaque between them.
func (p *user) overlaps() (all []string) {
	type textPlace struct {
		text string
		box  seen.Rect
		// grounds counts the opaque areas painted before the text.
		grounds int
	}
	var layer []textPlace
	var grounds []seen.Rect
	seen.WalkObjects(p.canvas, false, func(s seen.VisibleObject) {
		if s.Depth == 0 {
			layer, grounds = nil, nil
		}
		switch o := s.Object.(type) {
		case *canvas.Rectangle:
			if o.FillColor == nil {
				return
			}
			if _, _, _, a := o.FillColor.RGBA(); a == 0xffff {
				grounds = append(grounds, s.Visible)
			}
		case *canvas.Text:
			if strings.TrimSpace(o.Text) == "" {
				return
			}
			box := textBox(o, s)
			for _, other := range layer {
				both := box.Intersect(other.box)
				hidden := slices.ContainsFunc(grounds[other.grounds:], func(g seen.Rect) bool { return g.Intersect(both) == both })
				if both.Size.Width > maxOverlap && both.Size.Height > maxOverlap && !hidden {
					all = append(all, fmt.Sprintf("overlapping by %.0f × %.0f: %q and %q at %.0f,%.0f",
						both.Size.Width, both.Size.Height, other.text, o.Text, both.Position.X, both.Position.Y))
				}
			}
			layer = append(layer, textPlace{o.Text, box, len(grounds)})
		}
	})
	return all
}

// textBox returns the visible area that the letters of a text take, which may be less than the
// text's size.
func textBox(o *canvas.Text, s seen.VisibleObject) seen.Rect {
	box := seen.Rect{Position: s.Full.Position, Size: o.MinSize()}
	free := s.Full.Size.Subtract(box.Size)
	switch o.Alignment {
	case fyne.TextAlignCenter:
		box.Position.X += free.Width / 2
	case fyne.TextAlignTrailing:
		box.Position.X += free.Width
	case fyne.TextAlignLeading:
	}
	box.Position.Y += free.Height / 2
	return box.Intersect(s.Visible)
}

func TestOverlappingTextsAreFound(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		one, other := canvas.NewText("Label", color.Black), canvas.NewText("Button", color.Black)
		ground := canvas.NewRectangle(color.White)
		for _, o := range []fyne.CanvasObject{one, other, ground} {
			o.Resize(fyne.NewSize(60, 20))
		}
		for _, c := range []struct {
			objects []fyne.CanvasObject
			at      float32
			want    int
		}{
			{[]fyne.CanvasObject{one, other}, 20, 1},
			{[]fyne.CanvasObject{one, other}, 200, 0},
			{[]fyne.CanvasObject{one, ground, other}, 20, 0},
		} {
			other.Move(fyne.NewPos(c.at, 0))
			ground.Move(other.Position())
			layer := container.NewWithoutLayout(c.objects...)
			p.canvas.Overlays().Add(layer)
			if found := p.overlaps(); len(found) != c.want {
				t.Errorf("at %v, %d objects: %q", c.at, len(c.objects), found)
			}
			p.canvas.Overlays().Remove(layer)
		}
	})
}
