package answers

import "strings"

// note is text of an answer that belongs to no cell: surrounding prose, or an additional member.
type note struct {
	scanner *scanner
	// The text of the note is text, or scanner.text[from:to] if text is "".
	from, to int
	text     string
	// rows is the number of rows before the note.
	rows int
	// afterJSON and beforeJSON report that the note adjoins a document, perhaps with a fence.
	afterJSON, beforeJSON bool
}

// around holds the notes before the first row and the notes after it, each joined to one text.
type around [2]strings.Builder

func (a *around) add(n note) {
	text := n.text
	if text == "" {
		text = withoutFences(n.scanner.text[n.from:n.to], n.afterJSON, n.beforeJSON)
	}
	if text = strings.Trim(text, " \t\r\n\ufeff"); text == "" {
		return
	}
	b := &a[min(n.rows, 1)]
	if b.Len() > 0 {
		b.WriteString("\n\n")
	}
	b.WriteString(text)
}

// joinNotes returns the text before the first row and the text after it.
func (r *Reader) joinNotes() (before, after string) {
	if len(r.texts) == 0 {
		return "", ""
	}
	s := r.texts[len(r.texts)-1]
	final := len(r.notes) // the number of notes that no longer change
	switch {
	case s.ended, s.doc.used:
	case !s.used:
		final = s.firstNote
	case len(s.stack) > 0:
		final = s.doc.notes
	}
	for ; r.joined < final; r.joined++ {
		r.around.add(r.notes[r.joined])
	}
	var rest around
	for _, n := range r.notes[final:] {
		rest.add(n)
	}
	if !s.ended {
		rest.add(s.prose(s.pos, false))
	}
	join := func(i int) string {
		final, rest := r.around[i].String(), rest[i].String()
		if final != "" && rest != "" {
			return final + "\n\n" + rest
		}
		return final + rest
	}
	return join(0), join(1)
}

// withoutFences removes the fence of an adjacent document.
func withoutFences(text string, afterJSON, beforeJSON bool) string {
	if afterJSON {
		text = strings.TrimLeft(text, " \t\r\n,;]}")
		for _, mark := range []string{"`", "~"} {
			if rest := strings.TrimLeft(text, mark); len(text)-len(rest) <= 4 {
				text = rest
			}
		}
	}
	if !beforeJSON {
		return text
	}
	text = strings.TrimRight(text, " \t\r\n,;")
	for _, mark := range []string{"```", "~~~"} {
		if i := strings.LastIndex(text, mark); i >= 0 && isWord(text[i+len(mark):]) {
			return strings.TrimRight(text[:i], mark[:1])
		}
	}
	line := strings.LastIndex(text, "\n") + 1
	switch strings.ToLower(text[line:]) {
	case "json", "data:": // left over from a code fence or a server-sent event
		text = text[:line]
	}
	return text
}

func isWord(s string) bool { return len(s) < 20 && !strings.ContainsAny(s, " \t\r\n`~") }
