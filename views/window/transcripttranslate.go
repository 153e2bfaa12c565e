package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/translations"
	"parley/views/transcribe"
	"parley/views/widgets"
	"parley/views/words"
)

// translateItem is the line of the menu that translates, or stops that.
func (o *opened) translateItem() widgets.MenuItem {
	v := o.window
	if t, ok := v.core.Translations.Get(o.id); ok && t.State.Active() {
		return widgets.MenuItem{Icon: "languages", Words: lang.L("Stop translating"), Do: func() { v.core.Translations.Cancel(o.id) }}
	}
	return widgets.MenuItem{Icon: "languages", Words: lang.L("Translate into…"), Do: func() {
		v.popup(transcribe.ShowTargets(v.window.Canvas(), func(l words.SpokenLanguage) { o.translate(l.Name) }))
	}}
}

// translate puts each line into another language, in a second column, with the chat model in use. Lines that are translated into the same language already
// are left alone.
func (o *opened) translate(language string) {
	o.view.Flush()
	v, id := o.window, o.id
	request := translations.Request{Language: language, Connection: v.connection(), Model: v.model(), Anew: o.translated != "" && o.translated != language}
	if o.translated == "" {
		for _, l := range o.view.Text() {
			request.Anew = request.Anew || l.Translation != "" // of another time, into nobody knows which
		}
	}
	o.translated = language
	v.thread.Go(func() func() {
		err := v.core.Translations.Start(v.ctx, id, request)
		return func() {
			switch {
			case err == nil:
				o.showTranslation()
			case errors.Is(err, translations.ErrNothing):
				v.toasts.Say(lang.L("All lines are translated."), "", nil)
			case errors.Is(err, translations.ErrNoModel):
				v.toasts.Say(lang.L("Choose a model for chats first: it translates."), "", nil)
			case !errors.Is(err, context.Canceled):
				v.core.Log.Error("The translation did not begin", "error", err)
				v.toasts.Say(lang.L("The translation could not begin."), "", nil)
			}
		}
	})
}

// showTranslation says how far the translation is, and why it does not go on.
func (o *opened) showTranslation() {
	v := o.window
	if v.core.Translations == nil {
		return
	}
	t, ok := v.core.Translations.Get(o.id)
	if !ok {
		o.view.SetNews("", "", nil)
		return
	}
	dismiss := func() {
		v.core.Translations.Dismiss(t.Transcript)
		o.view.SetNews("", "", nil)
	}
	numbers := map[string]any{"N": words.Count(t.Translated), "M": words.Count(t.Lines), "Language": t.Language, "Missing": words.Count(t.Missing)}
	switch {
	case t.State.Active():
		o.view.SetNews(lang.L("Translating into {{.Language}}: {{.N}} of {{.M}} lines", numbers), lang.L("Stop"), func() { v.core.Translations.Cancel(t.Transcript) })
	case t.State == translations.Failed:
		o.view.SetNews(lang.L("Translating into {{.Language}} has stopped.", numbers)+" "+words.For(t.Problem.Kind).Title, lang.L("Go on"), func() { o.translate(t.Language) })
	case t.State == translations.Stopped:
		o.view.SetNews(lang.L("{{.N}} of {{.M}} lines are translated into {{.Language}}.", numbers), lang.L("Go on"), func() { o.translate(t.Language) })
	case t.Missing > 0:
		o.view.SetNews(lang.L("{{.Missing}} lines were not translated into {{.Language}}.", numbers), lang.L("Try again"), func() { o.translate(t.Language) })
	default:
		o.view.SetNews(lang.L("All lines are translated into {{.Language}}.", numbers), lang.L("All right"), dismiss)
	}
}
