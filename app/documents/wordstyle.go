package documents

import (
	"cmp"
	"context"
	"strconv"
	"strings"
)

// style has the properties of a paragraph style.
type style struct {
	heading int
	based   string // the ID of the inherited style
	list    *listPlace
}

// readStyles returns the styles by ID, none on error.
func readStyles(ctx context.Context, p *parts, name string) map[string]style {
	styles := map[string]style{}
	id, s := "", style{}
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			value := attribute(e, "val")
			switch e.name {
			case "style":
				id, s = attribute(e, "styleId"), style{}
			case "name":
				s.heading = max(s.heading, headingNamed(value))
			case "basedOn":
				s.based = value
			case "outlineLvl":
				s.heading = max(s.heading, outline(value))
			case "numId":
				s.item().list = value
			case "ilvl":
				s.item().level, _ = strconv.Atoi(value)
			}
		},
		end: func(e element) {
			if e.name == "style" && id != "" && len(styles) < 10_000 {
				styles[id] = s
			}
		},
	})
	return styles
}

// item returns the style's list place, creating it if needed.
func (s *style) item() *listPlace {
	if s.list == nil {
		s.list = &listPlace{}
	}
	return s.list
}

// resolve returns a style with its inherited properties.
func (w *word) resolve(id string) style {
	out := style{}
	for range 20 {
		s, ok := w.styles[id]
		if !ok {
			break
		}
		out.heading = cmp.Or(out.heading, s.heading)
		if out.list == nil {
			out.list = s.list
		}
		id = s.based
	}
	return out
}

// headingNamed returns the heading level of a built-in style by its name, which is English in every
// language of Word; 0 for any other style.
func headingNamed(name string) int {
	name = strings.ToLower(name)
	if name == "title" {
		return 1
	}
	if after, ok := strings.CutPrefix(name, "heading "); ok {
		if n, err := strconv.Atoi(after); err == nil && n >= 1 && n <= 9 {
			return min(n, 6)
		}
	}
	return 0
}

// outline returns the heading level of an outline level, which counts from 0; 0 for text (level 9).
func outline(value string) int {
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
		return min(n+1, 6)
	}
	return 0
}
