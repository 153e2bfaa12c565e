package transcribe

import (
	"context"
	"errors"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/translations"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/transcript"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// translator translates the lines of the open transcript.
type translator struct {
	Options
	view *transcript.View
	// id is the open transcript. language is the target language chosen since the transcript was
	// opened, "" for none.
	id       chat.ID
	language string
}

func (t *translator) open(id chat.ID) { t.id, t.language = id, "" }

// item returns the menu item that starts or stops a translation.
func (t *translator) item() widgets.MenuItem {
	if one, ok := t.Translations.Get(t.id); ok && one.State.Active() {
		return widgets.MenuItem{Icon: "languages", Text: i18n.Text("Stop translating"), Do: func() { t.Translations.Cancel(t.id) }}
	}
	return widgets.MenuItem{Icon: "languages", Text: i18n.Text("Translate into…"), Do: t.chooseLanguage}
}

func (t *translator) chooseLanguage() {
	var items []widgets.MenuItem
	for _, l := range words.SpokenLanguages() {
		items = append(items, widgets.MenuItem{Text: l.Name, Do: func() { t.translate(l.Name) }})
	}
	list.ShowSearchMenu(t.Frame.Canvas(), i18n.Text("Language"), items)
}

// translate translates each line into a second column. It skips lines that already have a
// translation into the same language.
func (t *translator) translate(language string) {
	t.view.Flush()
	connection, model := t.Links.ChatModel()
	request := translations.Request{Language: language, Connection: connection, Model: model, Anew: t.language != "" && t.language != language}
	if t.language == "" {
		for _, l := range t.view.Text() {
			// The language of an existing translation is unknown, so translate all lines again.
			request.Anew = request.Anew || l.Translation != ""
		}
	}
	t.language = language
	id := t.id
	t.Thread.Go(func() func() {
		err := t.Translations.Start(t.Frame.Context(), id, request)
		return func() {
			switch {
			case err == nil:
				t.show()
			case errors.Is(err, translations.ErrNothing):
				t.Frame.Toasts().Say(i18n.Text("All lines have been translated."), "", nil)
			case errors.Is(err, translations.ErrNoModel):
				t.Frame.Toasts().Say(i18n.Text("Choose a model for chats first. It will do the translation."), "", nil)
			case !errors.Is(err, context.Canceled):
				t.Log.Error("The translation did not begin", "error", err)
				t.Frame.Toasts().Say(i18n.Text("The translation couldn't start."), "", nil)
			}
		}
	})
}

// show shows the progress of the translation or its problem.
func (t *translator) show() {
	one, ok := t.Translations.Get(t.id)
	if !ok {
		t.view.SetNotice("", "", nil)
		return
	}
	again := func() { t.translate(one.Language) }
	dismiss := func() {
		t.Translations.Dismiss(one.Transcript)
		t.view.SetNotice("", "", nil)
	}
	said := map[string]any{"Done": format.Number(one.Translated), "All": format.Number(one.Lines), "Language": one.Language}
	switch {
	case one.Problem.Kind == problem.LimitReached:
		limit := words.TextForProblem(one.Problem)
		t.view.SetNotice(format.Sentences(i18n.Text("Translation into {{.Language}} is waiting.", said), limit.Title), limit.Button, func() { t.passLimit(one.Connection) })
	case one.State.Active():
		t.view.SetNotice(i18n.Text("Translating into {{.Language}}. Lines done: {{.Done}} of {{.All}}", said), i18n.Text("Stop"), func() { t.Translations.Cancel(one.Transcript) })
	case one.State == translations.Failed:
		t.view.SetNotice(format.Sentences(i18n.Text("Translation into {{.Language}} stopped.", said), words.TextForProblem(one.Problem).Title), i18n.TextIn("paused", "Continue"), again)
	case one.State == translations.Stopped:
		t.view.SetNotice(i18n.Text("Translation into {{.Language}} stopped. Lines done: {{.Done}} of {{.All}}", said), i18n.TextIn("paused", "Continue"), again)
	case one.Missing > 0:
		t.view.SetNotice(i18n.Plural("{{.N}} lines couldn't be translated into {{.Language}}.", one.Missing, said), i18n.Text("Try again"), again)
	default:
		t.view.SetNotice(i18n.Text("All lines have been translated into {{.Language}}.", said), i18n.Text("OK"), dismiss)
	}
}
