package composer

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// boxMargin is the space between the edges of the box and its text.
const boxMargin = 10

func writeMessage() string { return i18n.Text("Write a message…") }

// SetProject sets whether the message begins a chat of a project.
func (c *Composer) SetProject(on bool) {
	if on {
		c.box.SetPlaceholder(i18n.Text("Ask about this project"))
	} else {
		c.box.SetPlaceholder(writeMessage())
	}
}

// newBox returns the text editor with the keys of the composer.
func newBox(c *Composer) *edit.Box {
	b := edit.New(i18n.Text("Message"), writeMessage(), edit.Style{TextSize: theme.SizeText, Margin: boxMargin})
	b.OnChanged = c.changed
	b.OnKey = c.key
	b.OnPaste = c.paste
	b.OnNothingToUndo = func() { c.Drafts.UndoElsewhere() }
	b.OnFocus = func(focused bool) {
		c.ringed = focused && widgets.RingIsShown()
		c.Refresh()
	}
	return b
}

// key handles a key before the box does: Enter sends and Shift+Enter breaks the line, or the
// reverse; Ctrl+Enter always sends; Up in an empty box edits the last message, Page Up and Page
// Down there scroll the chat. It returns false for other keys.
func (c *Composer) key(k fyne.KeyName, m fyne.KeyModifier) bool {
	switch k {
	case fyne.KeyReturn, fyne.KeyEnter:
		if m == fyne.KeyModifierShift != c.shiftSends && m&^fyne.KeyModifierShift == 0 {
			return false
		}
		c.Send()
		return true
	case fyne.KeyEscape:
		return c.escape()
	case fyne.KeyUp:
		if m == 0 && c.box.Empty() && len(c.parts) == 0 && c.edits == "" && c.OnEditLast != nil {
			c.OnEditLast()
			return true
		}
	case fyne.KeyPageUp, fyne.KeyPageDown:
		if m == 0 && c.box.Empty() && c.OnTurnPage != nil {
			c.OnTurnPage(k)
			return true
		}
	}
	return false
}

// paste handles a pasted text before the box does. A long text becomes an attachment, so that the
// written text stays in view. It returns false for text that the box must insert.
func (c *Composer) paste(text string) bool {
	switch paths := shell.PastedPaths(text); {
	case text == "" || IsPictureFile(text):
		if c.Attachments != nil {
			c.Attachments.PastePicture(false)
		}
	case len(paths) > 0 && c.OnPasteFiles != nil:
		c.OnPasteFiles(paths)
	case pastedLong(text) || tooLong(c.box.Text()+text):
		c.attachLong(text)
	default:
		return false
	}
	return true
}

// takeOut removes a text that was inserted at an offset, and reports whether it did. Text typed
// since stays. If the inserted text was changed, or has moved and occurs more than once, nothing is
// removed. The caret stays between the same characters.
func takeOut(b *edit.Box, at int, text string) bool {
	all := b.Text()
	if at > len(all) || !strings.HasPrefix(all[at:], text) {
		if text == "" || strings.Count(all, text) != 1 {
			return false
		}
		at = strings.Index(all, text)
	}
	b.Remove(at, at+len(text))
	return true
}
