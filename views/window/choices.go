package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/core"
	"parley/app/settings"
	"parley/assets"
	connectionsview "parley/views/connections"
	settingsview "parley/views/settings"
	"parley/views/widgets"
)

// The size of the settings, in device-independent pixels; the window bounds both.
const (
	settingsWidth  = 920
	settingsHeight = 8000
)

// showSettings lays the choices about the program over the window, unless they lie there already.
func (v *Window) showSettings() {
	if v.settings != nil {
		return
	}
	page := settingsview.New(v.choices())
	again := func() { page.Set(v.choices()) }
	page.OnTheme = func(t settings.Theme) {
		v.changeLook(func(s *settings.Settings) { s.Theme = t })
	}
	page.OnTextSize = v.setText
	page.OnQuickKeys = func(written string) { v.chooseQuickKeys(written, again) }
	page.OnComfort = v.changeComfort
	page.OnMenu = v.popup
	page.OnConnections = v.showConnections
	page.OnAdd = v.anotherService
	page.OnVoice = func(voice string, local bool) {
		v.changeVoice(voice, local)
		again()
	}
	page.OnSpeechModel = v.changeSpeechModel
	page.OnClearSound = func() { v.clearSound(again) }
	page.OnOpenFolder = v.openFolder
	page.OnDeleted = v.showDeleted
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
	badge := widgets.NewPractice()
	v.settings, v.settingsBadge = page, badge
	v.refreshPractice()
	o := widgets.Page(v.window.Canvas(), lang.L("Settings"), lang.L("Close"), page, settingsWidth, settingsHeight, badge)
	o.OnHide = func() {
		v.settings, v.settingsBadge = nil, nil
		v.tryNoMore()
	}
	v.popup(o)
}

func (v *Window) choices() settingsview.State {
	s := v.core.Settings.Get()
	return settingsview.State{
		Reading: v.readingChoices(), Dictation: v.dictationChoices(),
		Transcription: settingsview.Transcription{AtOnce: s.Transcription.AtOnce, Limit: s.Transcription.Limit},
		Theme:         s.Theme, TextSize: s.TextSize, Comfort: s.Comfort, Quick: v.quickChoice(), Connection: v.connectionInUse(),
		Folder: v.core.Paths.Data, Version: core.Version,
	}
}

// connectionInUse is the one that new chats begin with, in words.
func (v *Window) connectionInUse() settingsview.Connection {
	c, ok := v.core.Connections.Current()
	if !ok {
		return settingsview.Connection{}
	}
	return settingsview.Connection{
		Name: connectionsview.Name(c), Where: connectionsview.Where(c), Wrong: connectionsview.Wrong(v.core.Connections.Abilities(c.ID)),
		Others: len(v.core.Connections.List()) - 1,
	}
}

// changeLook changes how the window looks, at once. What is visible of the settings keeps its place.
func (v *Window) changeLook(change func(*settings.Settings)) {
	apply := func() {
		v.core.Settings.Change(change)
		now := v.core.Settings.Get()
		v.applyTheme(now)
		v.applyComfort(now)
		v.frame.root.Refresh()
	}
	if v.settings == nil {
		apply()
		return
	}
	v.settings.KeepPlace(func() {
		apply()
		v.settings.Set(v.choices())
	})
}

func (v *Window) openFolder() { v.showFolder(v.core.Paths.Data) }

// showShortcuts lays the sheet of keys over the window, unless it is on top already: F1 may be held.
func (v *Window) showShortcuts() {
	c := v.window.Canvas()
	if v.help != nil && c.Overlays().Top() == fyne.CanvasObject(v.help) {
		return
	}
	o := widgets.Page(c, lang.L("Keyboard shortcuts"), lang.L("Close"), settingsview.NewShortcuts(v.sheet()), 520, 760)
	o.OnHide = func() { v.help = nil }
	v.help = o
	v.popup(o)
}

// choiceOf is a field that shows *chosen, and a menu of all when it is pressed. said is the words for one of them.
func choiceOf[T comparable](v *Window, name string, all []T, said func(T) string, chosen *T) *widgets.Choice {
	var choice *widgets.Choice
	choice = widgets.NewChoice(name, func() {
		items := make([]widgets.MenuItem, len(all))
		for i, one := range all {
			items[i] = widgets.MenuItem{Words: said(one), Chosen: one == *chosen, Do: func() {
				*chosen = one
				choice.Set(said(one))
			}}
		}
		v.popup(widgets.ShowMenu(choice, items))
	})
	choice.Set(said(*chosen))
	return choice
}
