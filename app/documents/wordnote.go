package documents

import (
	"context"
)

// noteRef identifies a note by its kind, footnote or endnote, and its ID.
type noteRef struct{ kind, id string }

// readNotes writes the notes in the order of their references.
func (w *word) readNotes(ctx context.Context, p *parts, main string) error {
	if len(w.notes) == 0 {
		return nil
	}
	texts := map[noteRef]string{}
	for _, kind := range []string{"footnote", "endnote"} {
		n := word{writer: w.part(), styles: w.styles, inNotes: true}
		var ref noteRef
		name := beside(main, kind+"s.xml")
		if !p.has(name) {
			continue
		}
		err := p.walk(ctx, name, elements{
			start: func(e element) {
				if e.name == kind {
					ref = noteRef{kind, attribute(e, "id")}
					n.words.Reset()
				}
				n.start(e)
			},
			end: func(e element) {
				n.finish(e)
				if e.name == kind {
					n.endScripts(0)
					texts[ref] = n.words.String()
					n.words.Reset()
				}
			},
			text: n.text,
		})
		w.size = n.size
		if err := w.passOver(err, "A "+kind); err != nil {
			return err
		}
	}
	for i, ref := range w.notes {
		w.writeNote(i+1, texts[ref])
	}
	return nil
}
