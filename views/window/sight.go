package window

import (
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/app/attachments"
	"parley/app/catalog"
	"parley/app/chat"
	"parley/views/composer"
	"parley/views/words"
)

// The keys of what is said above the message: while a file is prepared, and when the model does not take what is attached.
const (
	preparingNotice = "preparing"
	sightNotice     = "sight"
	documentNotice  = "document"
	lengthNotice    = "length"
)

// refreshSight says before sending when the model does not take the pictures or documents that are attached, and offers what fits the
// attachments.
func (v *Window) refreshSight() {
	v.refreshStarters()
	parts := v.composer.Draft().Parts
	carries := func(kinds ...chat.PartKind) bool {
		return slices.ContainsFunc(parts, func(p chat.Part) bool { return slices.Contains(kinds, p.Kind) })
	}
	models := v.core.Catalog.Models(v.connection())
	i := slices.IndexFunc(models, func(m catalog.Model) bool { return m.ID == v.model() })
	v.notice(sightNotice, i >= 0 && carries(chat.PartImage, chat.PartRemoteImage) && models[i].Sees == catalog.No, func() composer.Notice {
		return v.sightless(models, models[i])
	})
	v.notice(documentNotice, i >= 0 && carries(chat.PartFile) && models[i].Reads != catalog.Yes, func() composer.Notice {
		return v.unread(models, models[i], parts)
	})
	tokens := textTokens(parts)
	v.notice(lengthNotice, i >= 0 && tokens > mostTokens(models[i]), func() composer.Notice {
		return v.tooLong(models, models[i], tokens)
	})
}

// manyTokens is more than many models take.
const manyTokens = 100_000

// mostTokens is what a model takes, or manyTokens where that is not known.
func mostTokens(m catalog.Model) int {
	if m.Context > 0 {
		return m.Context
	}
	return manyTokens
}

// textTokens is about how many tokens the attached texts have.
func textTokens(parts []chat.Part) int {
	n := 0
	for _, p := range parts {
		if p.IsAttachedText() {
			n += chat.TextTokens(p.Text)
		}
	}
	return n
}

// tooLong says that the attached texts are longer than a model takes, and leads to one that takes them.
func (v *Window) tooLong(models []catalog.Model, m catalog.Model, tokens int) composer.Notice {
	said := map[string]any{"Tokens": words.Count(tokens), "Model": m.Name, "Most": words.Count(m.Context)}
	if m.Context == 0 {
		return composer.Notice{
			Text:   lang.L("What is attached has about {{.Tokens}} tokens. Many models take less than that.", said),
			Button: lang.L("Take it out"), Action: v.takeTextsOut,
		}
	}
	n := composer.Notice{
		Text:   lang.L("What is attached has about {{.Tokens}} tokens, and {{.Model}} takes {{.Most}}. Attach the part that matters, or choose a model that takes more.", said),
		Button: lang.L("Attach the first part"), Action: func() { v.changeDraft(v.firstPart) }, Other: lang.L("Take it out"), OtherAction: v.takeTextsOut,
	}
	if j := slices.IndexFunc(models, func(m catalog.Model) bool { return m.Context > tokens+tokens/4 }); j >= 0 {
		n.Other, n.OtherAction = n.Button, n.Action
		n.Button = lang.L("Switch to {{.Model}}", map[string]any{"Model": models[j].Name})
		n.Action = func() { v.pickModel(models[j].ID) }
	}
	return n
}

// takeTextsOut takes the attached texts out of the message.
func (v *Window) takeTextsOut() {
	v.changeDraft(func(d chat.Draft) chat.Draft {
		d.Parts = slices.DeleteFunc(slices.Clone(d.Parts), chat.Part.IsAttachedText)
		return d
	})
}

// changeDraft changes what stands in the composer, and offers to take that back.
func (v *Window) changeDraft(change func(chat.Draft) chat.Draft) {
	before, id := v.composer.Draft(), v.open.ID
	v.drafts.put(change(before))
	v.composer.FocusText()
	v.frame.Toasts.Say(lang.L("What is attached was changed."), lang.L("Undo"), func() {
		if v.open.ID == id {
			d := v.composer.Draft()
			d.Parts = before.Parts
			v.drafts.put(d)
		}
	})
}

// sees reports whether a model is known to see pictures.
func sees(m catalog.Model) bool { return m.Sees == catalog.Yes }

// seeingModel returns the first model of the chat's connection that sees pictures; its ID is "" where there is none.
func (v *Window) seeingModel() catalog.Model {
	models := v.core.Catalog.Models(v.connection())
	if i := slices.IndexFunc(models, sees); i >= 0 {
		return models[i]
	}
	return catalog.Model{}
}

// notice shows one above the message, or takes the one with its key away.
func (v *Window) notice(key string, shown bool, of func() composer.Notice) {
	if !shown {
		v.composer.ClearNotice(key)
		return
	}
	n := of()
	n.Key = key
	v.composer.SetNotice(n)
}

// sightless says that a model cannot see pictures, and leads to one that can, or lets the person say that it can.
func (v *Window) sightless(models []catalog.Model, m catalog.Model) composer.Notice {
	named := map[string]any{"Model": m.Name}
	n := composer.Notice{Text: lang.L("{{.Model}} cannot see pictures.", named)}
	able := func() {
		v.core.Catalog.MarkSees(v.connection(), m.ID, catalog.Yes)
		v.refreshModel()
	}
	v.offer(&n, models, sees, lang.L("It sees pictures"), able)
	return n
}

// unread says that a model does not take PDF documents as far as is known, and what can be done: another model, its text, or the person's word
// that it does.
func (v *Window) unread(models []catalog.Model, m catalog.Model, parts []chat.Part) composer.Notice {
	named := map[string]any{"Model": m.Name}
	n := composer.Notice{Text: lang.L("Not every model takes PDF documents, and {{.Model}} is not marked as one that does.", named)}
	if m.Reads == catalog.No {
		n.Text = lang.L("{{.Model}} does not take PDF documents.", named)
	}
	able := v.markReads(m)
	reads := func(m catalog.Model) bool { return m.Reads == catalog.Yes }
	if slices.ContainsFunc(models, reads) {
		v.offer(&n, models, reads, lang.L("It takes them"), able)
		return n
	}
	n.Button, n.Action = lang.L("Send its text"), func() { v.sendTexts(parts) }
	n.Other, n.OtherAction = lang.L("It takes them"), able
	return n
}

// markReads takes the person's word that a model takes documents.
func (v *Window) markReads(m catalog.Model) func() {
	return func() {
		v.composer.ClearNotice("")
		v.core.Catalog.MarkReads(v.connection(), m.ID, catalog.Yes)
		v.refreshModel()
	}
}

// offer puts into a notice a model that is able, and the person's word that this one is.
func (v *Window) offer(n *composer.Notice, models []catalog.Model, able func(catalog.Model) bool, word string, mark func()) {
	if j := slices.IndexFunc(models, able); j >= 0 {
		n.Button = lang.L("Switch to {{.Model}}", map[string]any{"Model": models[j].Name})
		n.Action = func() { v.pickModel(models[j].ID) }
		n.Other, n.OtherAction = word, mark
		return
	}
	n.Button, n.Action = word, mark
}

// sendTexts puts the text of each document in its place.
func (v *Window) sendTexts(parts []chat.Part) {
	for _, p := range parts {
		if p.Kind == chat.PartFile && p.Blob != nil {
			v.sendText(p)
		}
	}
}

// sendText puts the text of a document in its place.
func (v *Window) sendText(p chat.Part) {
	asked := v.opening
	v.thread.Go(func() func() {
		text, err := v.core.Attachments.TextOf(v.ctx, p)
		return func() {
			if asked != v.opening {
				return
			}
			if err != nil {
				v.core.Log.Warn("The text of a document was not read", "error", err)
				v.composer.SetNotice(composer.Notice{Text: p.Name + ": " + noText(err), Danger: true})
				return
			}
			d := v.composer.Draft()
			for i, q := range d.Parts {
				if q.Kind == chat.PartFile && q.Blob != nil && *q.Blob == *p.Blob {
					d.Parts[i] = text
				}
			}
			v.drafts.put(d)
		}
	})
}

// noText says why the text of a document cannot be sent.
func noText(err error) string {
	if errors.Is(err, attachments.ErrTextTooLong) {
		return words.Attachment(err)
	}
	return words.Document(err)
}
