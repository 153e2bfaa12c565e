package chat

import (
	"cmp"
	"errors"
	"slices"

	"parlando/app/attachments"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/transcripts/export"
	"parlando/views/composer"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/pages/chat/project"
	"parlando/views/words"
)

// The keys of the notices about attachments that the model does not support.
const (
	sightNotice    = "sight"
	documentNotice = "document"
	lengthNotice   = "length"
	projectNotice  = "project"
)

// fit warns before a message is sent that the model does not support its attachments.
type fit struct {
	*base
	attachments *attachments.Attachments

	drafts  *draftBox
	chooser *chooser
	// project is nil in the quick window.
	project *project.Controller
}

// refresh updates the warnings about attachments that the model does not support, and offers
// alternatives.
func (f *fit) refresh() {
	parts := f.composer.Draft().Parts
	notices := map[string]composer.Notice{}
	models := f.catalog.Models(f.open.connection())
	if i := slices.IndexFunc(models, func(m catalog.Model) bool { return m.ID == f.open.model() }); i >= 0 {
		m := models[i]
		tokens, _ := textTokens(parts)
		sent := slices.Concat(f.projectFiles(), parts)
		if m.Sees == catalog.No && slices.ContainsFunc(sent, func(p chat.Part) bool { return p.Kind.IsPicture() }) {
			notices[sightNotice] = f.sightless(models, m)
		}
		if m.Reads != catalog.Yes && slices.ContainsFunc(sent, func(p chat.Part) bool { return p.Kind == chat.PartFile }) {
			notices[documentNotice] = f.unread(models, m, parts)
		}
		if tokens > cmp.Or(m.Context, manyTokens) {
			notices[lengthNotice] = f.tooLong(models, m, tokens)
		}
	}
	if f.project != nil {
		if long := f.project.TooLong(); long != "" {
			notices[projectNotice] = composer.Notice{Text: long, Button: i18n.Text("Choose files…"), Action: f.project.ShowFiles}
		}
	}
	for _, key := range []string{sightNotice, documentNotice, lengthNotice, projectNotice} {
		if n, ok := notices[key]; ok {
			n.Key = key
			f.composer.SetNotice(n)
		} else {
			f.composer.ClearNotice(key)
		}
	}
}

// projectFiles returns the files that the project of the open chat sends.
func (f *fit) projectFiles() []chat.Part {
	if f.project == nil {
		return nil
	}
	return f.project.Sent()
}

// manyTokens is the limit for models whose context size is unknown.
const manyTokens = 100_000

// textTokens estimates the number of tokens of the attached texts: the likely number and an upper
// bound.
func textTokens(parts []chat.Part) (mean, most int) {
	for _, p := range parts {
		if p.IsAttachedText() {
			n := attachments.EstimateTokens(p)
			mean, most = mean+n.Likely, most+n.Max
		}
	}
	return mean, most
}

// tooLong returns a notice that the attached texts exceed the context of a model, and offers a
// model with a larger context.
func (f *fit) tooLong(models []catalog.Model, m catalog.Model, tokens int) composer.Notice {
	said := map[string]any{"Model": m.Name, "Most": format.Number(m.Context)}
	if m.Context == 0 {
		return composer.Notice{
			Text:   i18n.Plural("The attachments are very long (about {{.N}} words). Many models can't take that much.", words.WordsOf(tokens)),
			Button: i18n.Text("Remove"), Action: f.takeTextsOut,
		}
	}
	n := composer.Notice{
		Text:   i18n.Plural("The attachments are too long for {{.Model}} (about {{.N}} tokens; it takes {{.Most}}). Attach only the part you need, or choose another model.", tokens, said),
		Button: i18n.Text("Attach only the first part"), Action: func() { f.changeDraft(f.firstPart) }, Other: i18n.Text("Remove"), OtherAction: f.takeTextsOut,
	}
	if j := slices.IndexFunc(models, func(m catalog.Model) bool { return m.Context > tokens+tokens/4 && !m.Gone }); j >= 0 {
		n.Other, n.OtherAction = n.Button, n.Action
		n.Button = i18n.Text("Switch to {{.Model}}", map[string]any{"Model": models[j].Name})
		n.Action = func() { f.chooser.pickModel(models[j].ID) }
	}
	return n
}

// takeTextsOut removes the attached texts from the message.
func (f *fit) takeTextsOut() {
	f.changeDraft(func(d chat.Draft) chat.Draft {
		d.Parts = slices.DeleteFunc(slices.Clone(d.Parts), chat.Part.IsAttachedText)
		return d
	})
}

// changeDraft changes the content of the composer, and offers Undo.
func (f *fit) changeDraft(change func(chat.Draft) chat.Draft) {
	before, id := f.composer.Draft(), f.open.ID
	f.drafts.put(change(before))
	f.composer.FocusText()
	f.Frame.Toasts().Say(i18n.Text("The attachments have changed."), i18n.Text("Undo"), func() {
		if f.open.ID == id {
			d := f.composer.Draft()
			d.Parts = before.Parts
			f.drafts.put(d)
		}
	})
}

// sees reports whether a model is known to support pictures.
func sees(m catalog.Model) bool { return m.Sees == catalog.Yes && !m.Gone }

// ModelInstead implements cards.Models.
func (f *fit) ModelInstead(refused string) (name string, chosen bool) {
	if model := f.open.model(); model != refused {
		return f.modelName(model), model != ""
	}
	if q := f.question(); q.Use != "" {
		return f.modelName(q.Instead), false
	}
	return "", false
}

// VisionModel returns the name of a model that supports pictures, "" for none.
func (f *fit) VisionModel() string { return f.modelThatSees().Name }

// modelThatSees returns the first model of the chat's connection that supports pictures; its ID is
// "" if there is none.
func (f *fit) modelThatSees() catalog.Model {
	models := f.catalog.Models(f.open.connection())
	if i := slices.IndexFunc(models, sees); i >= 0 {
		return models[i]
	}
	return catalog.Model{}
}

// useModelThatSees switches to a model that supports pictures if that of the chat is known not to.
func (f *fit) useModelThatSees() {
	if other := f.modelThatSees(); other.ID != "" && f.knownModel().Sees == catalog.No {
		f.chooser.pickModel(other.ID)
	}
}

// sightless returns a notice that a model does not support pictures. Its buttons switch to a model
// that does, or send anyway, which marks the current model as supporting pictures.
func (f *fit) sightless(models []catalog.Model, m catalog.Model) composer.Notice {
	named := map[string]any{"Model": m.Name}
	n := composer.Notice{Text: i18n.Text("{{.Model}} doesn't accept pictures.", named)}
	f.offer(&n, models, sees, i18n.Text("Send it anyway"), func() {
		f.catalog.SetAcceptsPictures(f.open.connection(), m.ID, catalog.Yes)
		f.chooser.refresh()
		f.composer.Send()
	})
	return n
}

// unread returns a notice that a model is not known to support PDFs. Its buttons switch models or
// use the text only, or send anyway, which marks the current model as supporting PDFs.
func (f *fit) unread(models []catalog.Model, m catalog.Model, parts []chat.Part) composer.Notice {
	named := map[string]any{"Model": m.Name}
	n := composer.Notice{Text: i18n.Text("Not every model supports PDFs, and {{.Model}} may not.", named)}
	if m.Reads == catalog.No {
		n.Text = i18n.Text("{{.Model}} doesn't support PDFs.", named)
	}
	f.offer(&n, models, func(m catalog.Model) bool { return m.Reads == catalog.Yes && !m.Gone }, i18n.Text("Send it anyway"), func() {
		f.markReads()
		f.composer.Send()
	})
	if n.Other == "" { // no model supports PDFs
		n.Other, n.OtherAction = n.Button, n.Action
		n.Button, n.Action = i18n.Text("Send only the text"), func() { f.sendTexts(parts) }
	}
	return n
}

// markReads marks the model of the chat as supporting PDFs.
func (f *fit) markReads() {
	f.composer.ClearNotice("")
	f.catalog.SetAcceptsPDF(f.open.connection(), f.open.model(), catalog.Yes)
	f.chooser.refresh()
}

// offer adds two buttons to a notice. One switches to the first model for which able returns true;
// the other, with the label word, calls mark to mark the current model as able.
func (f *fit) offer(n *composer.Notice, models []catalog.Model, able func(catalog.Model) bool, word string, mark func()) {
	if j := slices.IndexFunc(models, able); j >= 0 {
		n.Button = i18n.Text("Switch to {{.Model}}", map[string]any{"Model": models[j].Name})
		n.Action = func() { f.chooser.pickModel(models[j].ID) }
		n.Other, n.OtherAction = word, mark
		return
	}
	n.Button, n.Action = word, mark
}

// sendTexts replaces each attached document with its text.
func (f *fit) sendTexts(parts []chat.Part) {
	for _, p := range parts {
		if p.Kind == chat.PartFile && p.Blob != nil {
			f.sendText(p)
		}
	}
}

// sendText replaces an attached document with its text.
func (f *fit) sendText(p chat.Part) {
	here := f.open.scope.Current()
	f.Thread.Go(func() func() {
		text, err := f.attachments.TextOf(f.Frame.Context(), p)
		return func() {
			if !here() {
				return
			}
			if err != nil {
				f.Log.Warn("The text of a document could not be read", "error", err)
				f.composer.SetNotice(composer.Notice{Text: format.Named(p.Name, noText(err)), Danger: true})
				return
			}
			d := f.composer.Draft()
			for i, q := range d.Parts {
				if q.Kind == chat.PartFile && q.Blob != nil && *q.Blob == *p.Blob {
					d.Parts[i] = text
				}
			}
			f.drafts.put(d)
		}
	})
}

// noText returns the reason why the text of a document cannot be sent.
func noText(err error) string {
	if errors.Is(err, attachments.ErrTextTooLong) {
		return words.AttachmentError(err)
	}
	return words.DocumentError(err)
}

// firstPart shortens the longest attached texts so that all of them certainly fit the model. If the
// model's context is unknown or larger than the texts, it keeps half of them.
func (f *fit) firstPart(d chat.Draft) chat.Draft {
	_, all := textTokens(d.Parts)
	m, _ := f.catalog.Model(f.open.connection(), f.open.model())
	room := export.MaxExcerptTokens(m.Context)
	if room == 0 || room >= all {
		room = all / 2
	}
	d.Parts = slices.Clone(d.Parts)
	var texts []int // indices of the attached texts, shortest first
	for i, p := range d.Parts {
		if p.IsAttachedText() {
			texts = append(texts, i)
		}
	}
	size := func(i int) int { return attachments.EstimateTokens(d.Parts[i]).Max }
	slices.SortStableFunc(texts, func(i, j int) int { return cmp.Compare(size(i), size(j)) })
	for n, i := range texts {
		share := room / (len(texts) - n)
		if size(i) > share {
			d.Parts[i] = attachments.TruncateText(d.Parts[i], share)
		}
		room -= min(size(i), share)
	}
	return d
}
