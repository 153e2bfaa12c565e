package window

import (
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/core"
	"parley/app/settings"
	"parley/assets"
	settingsview "parley/views/settings"
	"parley/views/widgets"
)

// showSettings lays the choices about the program over the window.
func (v *Window) showSettings() {
	page := settingsview.New(v.choices())
	var o *widgets.Overlay
	again := func() { page.Set(v.choices()) }
	page.OnTheme = func(t settings.Theme) {
		v.changeLook(func(s *settings.Settings) { s.Theme = t })
		again()
	}
	page.OnTextSize = func(size float64) {
		v.changeLook(func(s *settings.Settings) { s.TextSize = size })
		again()
	}
	page.OnComfort = func(c settings.Comfort) {
		v.changeComfort(c)
		again()
	}
	page.OnUse = func(id chat.ID) {
		if err := v.core.Connections.Select(id); err != nil {
			v.core.Log.Warn("Connection was not chosen", "error", err)
		}
		v.newChat()
		again()
	}
	page.OnChangeKey = func(id chat.ID) {
		o.Hide()
		v.changeKeyOf(id, func() {})
	}
	page.OnVoice = func(voice string, local bool) {
		v.changeVoice(voice, local)
		again()
	}
	page.OnSpeechModel = v.changeSpeechModel
	page.OnClearSound = func() { v.clearSound(again) }
	page.OnForget = func(id chat.ID) { v.forget(id, again) }
	page.OnAdd = func() {
		o.Hide()
		v.anotherService()
	}
	page.OnOpenFolder = v.openFolder
	page.OnShortcuts = v.showShortcuts
	page.OnNotices = func() {
		v.popup(widgets.Page(v.window.Canvas(), lang.L("Licences"), lang.L("Close"), settingsview.NewNotices(assets.Notices()), 760, 600))
	}
	v.chooseDictation(page, again)
	page.Transcription.OnAtOnce = func(files int) {
		v.core.Settings.Change(func(s *settings.Settings) { s.Transcription.AtOnce = files })
	}
	page.Transcription.OnLimit = func(bytes int64) {
		v.core.Settings.Change(func(s *settings.Settings) { s.Transcription.Limit = bytes })
	}
	v.measureSound(again)
	o = widgets.Page(v.window.Canvas(), lang.L("Settings"), lang.L("Close"), page, 560, 620)
	o.OnHide = v.tryNoMore
	v.popup(o)
}

func (v *Window) choices() settingsview.State {
	s := v.core.Settings.Get()
	return settingsview.State{
		Reading: v.readingChoices(), Dictation: v.dictationChoices(),
		Transcription: settingsview.Transcription{AtOnce: s.Transcription.AtOnce, Limit: s.Transcription.Limit},
		Theme:         s.Theme, TextSize: s.TextSize, Comfort: s.Comfort, Connections: s.Connections, Current: s.Connection,
		Folder: v.core.Paths.Data, Version: core.Version,
	}
}

// changeLook changes how the window looks, at once.
func (v *Window) changeLook(change func(*settings.Settings)) {
	v.core.Settings.Change(change)
	now := v.core.Settings.Get()
	v.applyTheme(now)
	v.applyComfort(now)
	v.frame.root.Refresh()
}

func (v *Window) forget(id chat.ID, then func()) {
	c, _ := v.core.Settings.Get().Find(id)
	v.question(lang.L("Forget {{.Name}}?", map[string]any{"Name": c.Name}), lang.L("Its key is deleted from this computer's password store. Your chats stay."), lang.L("Forget"), func() {
		v.thread.Go(func() func() {
			err := v.core.Connections.Forget(id)
			return func() {
				if err != nil {
					v.core.Log.Warn("Key was not deleted", "error", err)
					v.toasts.Say(lang.L("The service is forgotten, but its key could not be deleted from the password store."), "", nil)
				}
				then()
				if _, ok := v.core.Connections.Current(); !ok {
					v.closePopup()
					v.showWelcome()
				}
			}
		})
	})
}

func (v *Window) openFolder() {
	u := &url.URL{Scheme: "file", Path: filepath.ToSlash(v.core.Paths.Data)}
	if err := v.app.OpenURL(u); err != nil {
		v.core.Log.Warn("Folder was not opened", "error", err)
	}
}

// showShortcuts lays the sheet of keys over the window.
func (v *Window) showShortcuts() {
	var pairs [][2]string
	for _, s := range v.shortcuts() {
		pairs = append(pairs, [2]string{s.keys, s.what})
	}
	pairs = append(pairs, v.unregistered()...)
	v.popup(widgets.Page(v.window.Canvas(), lang.L("Keyboard shortcuts"), lang.L("Close"), settingsview.NewShortcuts(pairs), 520, 760))
}
