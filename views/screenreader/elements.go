//go:build accessibility

package screenreader

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/seen"
)

// element is a control or a text as exposed to a screen reader.
type element struct {
	invisible
	name string
	role fyne.AccessibleRole
}

// AccessibilityLabel implements fyne.Accessible.
func (e *element) AccessibilityLabel() string { return e.name }

// AccessibilityRole implements fyne.Accessible.
func (e *element) AccessibilityRole() fyne.AccessibleRole { return e.role }

// texts is implemented by objects that paint long texts in parts.
type texts interface {
	// VisibleTexts calls visit with each visible text, from the top; from is relative to the
	// object's top left corner.
	VisibleTexts(visit func(text string, from fyne.Position, size fyne.Size))
}

// elements returns the visible elements, or only those of the overlay if there is one.
func elements(c fyne.Canvas) []element {
	var l lister
	seen.WalkObjects(c, true, l.add)
	return l.elements
}

// lister collects elements from visible objects.
type lister struct {
	elements []element
	// around holds the elements that contain the current object, whose texts are not listed again.
	around []ancestor
}

// ancestor is an element that contains other objects.
type ancestor struct {
	depth int
	name  string
	// all reports that the element covers every text in it.
	all bool
}

func (l *lister) add(s seen.VisibleObject) {
	for len(l.around) > 0 && l.around[len(l.around)-1].depth >= s.Depth {
		l.around = l.around[:len(l.around)-1]
	}
	if s.Visible.Size.Width < 1 || s.Visible.Size.Height < 1 {
		return
	}
	if t, ok := s.Object.(*canvas.Text); ok {
		if words := strings.TrimSpace(t.Text); !l.told(words) {
			l.put(words, fyne.AccessibleRoleText, s.Visible)
		}
		return
	}
	name, role := NameOf(s.Object), roleOf(s.Object)
	if role != "" && name != "" {
		l.put(name, role, s.Visible)
		l.around = append(l.around, ancestor{s.Depth, name, saysAll(s.Object)})
	}
	if t, ok := s.Object.(texts); ok {
		t.VisibleTexts(l.within(s, fyne.AccessibleRoleText))
		l.around = append(l.around, ancestor{s.Depth, "", true})
	}
	if p, ok := s.Object.(seen.ControlPainter); ok {
		p.VisitClickableAreas(l.within(s, fyne.AccessibleRoleButton))
	}
}

func (l *lister) put(name string, role fyne.AccessibleRole, p seen.Rect) {
	l.elements = append(l.elements, element{invisible{p.Position, p.Size}, name, role})
}

// within returns a callback that adds the parts an object paints itself.
func (l *lister) within(s seen.VisibleObject, role fyne.AccessibleRole) func(name string, from fyne.Position, size fyne.Size) {
	return func(name string, from fyne.Position, size fyne.Size) {
		p := seen.Rect{Position: s.Full.Position.Add(from), Size: size}.Intersect(s.Visible)
		if name = strings.TrimSpace(name); name != "" && p.Size.Width >= 1 && p.Size.Height >= 1 {
			l.put(name, role, p)
		}
	}
}

// told reports whether words, which may be truncated, are covered by an enclosing element.
func (l *lister) told(words string) bool {
	whole := strings.TrimSuffix(words, "…")
	if whole == "" {
		return true
	}
	for _, e := range l.around {
		if e.all || strings.Contains(e.name, whole) {
			return true
		}
	}
	return false
}

// roleOf returns the role of an object that is an element, or "". A focusable object without a role
// of its own is exposed as a text, because it describes itself.
func roleOf(o fyne.CanvasObject) fyne.AccessibleRole {
	role := fyne.AccessibleRole("")
	if a, ok := o.(fyne.Accessible); ok {
		role = a.AccessibilityRole()
	}
	if role != "" && role != fyne.AccessibleRoleContainer {
		return role
	}
	if _, ok := o.(fyne.Focusable); ok {
		return fyne.AccessibleRoleText
	}
	return ""
}

// saysAll reports whether an object's description replaces every text painted in it: a password
// field, for example, paints dots.
func saysAll(o fyne.CanvasObject) bool {
	d, ok := o.(interface {
		Describer
		fyne.Accessible
	})
	return ok && d.AccessibilityRole() == fyne.AccessibleRoleText
}
