package window

import (
	"time"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/settings"
	"parlando/app/updates"
	"parlando/views/monthlylimit"
	"parlando/views/sheets/costs"
	"parlando/views/sheets/deleted"
	helpsheet "parlando/views/sheets/help"
	"parlando/views/sheets/memories"
	"parlando/views/sheets/prices"
	settingssheet "parlando/views/sheets/settings"
	"parlando/views/shell"
	"parlando/views/words"
)

// buildSettings creates the sheet of the settings, and those of deleted items and of the help.
func (v *Window) buildSettings() {
	c := v.core
	v.deleted = deleted.New(v.frame, v.thread, c.Log, deleted.Owners{
		Chats: c.History, Transcripts: c.Transcripts, Recordings: c.Recordings, SpeechExports: c.SpeechExports, Speech: c.Speech, Projects: c.Projects,
	}, deleted.Links{
		ModelName: func(model string) string { return v.chat.ModelName(model) },
		ReadProblems: func() (said []string) {
			for _, list := range []core.ReadFailure{core.TranscriptsReadFailed, core.RecordingsReadFailed, core.SoundFilesReadFailed} {
				if sentence := unlisted(c, list); sentence != "" {
					said = append(said, sentence)
				}
			}
			return said
		},
	})
	v.help = helpsheet.New(v.frame, func() []shell.KeySection { return shell.KeySections(v.controlKeys()) }, v.announces)
	owners := settingssheet.Owners{
		Settings: c.Settings, Connections: c.Connections, Models: c.Catalog, Limits: c.Limits, Speech: c.Speech, Recordings: c.Recordings,
		Announcements: c.Announcements, Notifications: c.Notifications,
		ReadOnly: c.Look != nil, Folder: c.Paths.Data, EarlierFolder: c.EarlierLibrary(), InPlace: c.History.InPlace, Version: core.Release(),
		Updates: updates.New(updates.Options{Homepage: core.Homepage, Version: core.Version, Repository: core.Repository, Transport: c.Connections.Transport()}),
	}
	v.settings = settingssheet.New(v.frame, v.thread, c.Log, owners, settingssheet.Links{
		ApplyAppearance: v.applyLook, Dictating: func() bool { return v.chat.Dictating() }, QuickKeys: v.quickChoice, ChooseQuickKeys: v.chooseQuickKeys,
		OpenEarlier: v.openEarlier, Open: v.openFromSettings,
		ChooseLanguage: func(language string) { v.ChooseLanguage(language, true) }, LanguageWaits: func() bool { return v.shutdown.language.waits },
	})
}

// openFromSettings opens the target of a button in the settings.
func (v *Window) openFromSettings(to settingssheet.Target) {
	switch to {
	case settingssheet.Connections:
		v.connections.Open()
	case settingssheet.AddConnection:
		v.connector.Add()
	case settingssheet.Deleted:
		v.deleted.Open()
	case settingssheet.Backups:
		v.backups.Open()
	case settingssheet.Imports:
		v.imports.Open()
	case settingssheet.Memories:
		v.ShowMemories("")
	case settingssheet.Help:
		v.openHelp("")
	case settingssheet.Shortcuts:
		v.showKeys()
	case settingssheet.Costs:
		v.showCosts()
	case settingssheet.Limit:
		v.ChangeLimit(v.core.Settings.Get().Connection)
	case settingssheet.Prices:
		v.showPrices()
	}
}

// openEarlier switches to the library that was used before, in this window. Like quit, it first
// asks if something would be lost.
func (v *Window) openEarlier() {
	v.leave(func() {
		v.thread.Go(func() func() {
			err := v.core.UseLibrary(v.core.EarlierLibrary())
			return func() {
				if err != nil {
					v.core.Log.Warn("The settings could not be switched to the earlier library", "error", err)
					v.Say(words.OtherLibraryFailed(err))
					return
				}
				v.shutdown.reopen(Next{})
			}
		})
	})
}

// ShowMemories shows the memories of a project, "" for those of all chats.
func (v *Window) ShowMemories(project chat.ID) { v.memories().Show(project) }

// memories returns the sheet of the memories, which is not open.
func (v *Window) memories() *memories.Sheet {
	c := v.core
	return memories.New(v.frame, v.thread, c.Log, memories.Owners{Memories: c.Memories, Projects: c.Projects, Chats: c.History, Imports: c.Imports}, v.chat.Open)
}

// showCosts shows the costs.
func (v *Window) showCosts() { v.costs().Open() }

// ChangeLimit shows the form of the monthly limit of a connection. It does not fit into the quick
// window.
func (v *Window) ChangeLimit(connection chat.ID) {
	if v.quick.shown {
		v.Raise()
	}
	v.costs().ChangeLimit(connection)
}

// limitAsker asks before a request of the main window once the monthly limit is reached.
func (v *Window) limitAsker() *monthlylimit.Asker {
	return &monthlylimit.Asker{Host: v.frame, Limits: v.core.Limits, Settings: v.core.Settings, ChangeLimit: v.ChangeLimit}
}

// costs returns the sheet of the costs, which is not open.
func (v *Window) costs() *costs.Sheet {
	c := v.core
	return costs.New(v.frame, v.thread, c.Log, costs.Owners{Ledger: c.Ledger, Connections: c.Connections, Chats: c.History, Projects: c.Projects, Models: c.Catalog, Limits: c.Limits, Now: time.Now}, costs.Links{
		AccountPage: c.Connections.AccountPage, OpenPage: v.chat.ConfirmOpenURL, Saving: v.saving,
		Prices: v.showPricesOf,
	})
}

// showPrices shows the prices of the models of the connection in use, which the user can edit.
func (v *Window) showPrices() { v.showPricesOf("", "") }

// showPricesOf shows the prices of a connection's models, and that of model if it is not "".
func (v *Window) showPricesOf(connection chat.ID, model string) {
	prices.New(v.frame, v.thread, v.core.Catalog, v.core.Connections, v.core.Ledger).Open(connection, model)
}

// ReloadTheme applies a change of the desktop's theme, unless the settings override it.
func (v *Window) ReloadTheme() { v.settings.ApplyAppearance() }

// applyLook applies the theme from the settings.
func (v *Window) applyLook() {
	s := v.core.Settings.Get()
	v.app.Settings().SetTheme(settingssheet.ThemeFor(s, v.desk))
	v.applyComfort(s.Comfort)
	v.frame.Refresh()
	if v.lookBar != nil {
		v.lookBar.Root.Refresh()
	}
}

// applyComfort applies the comfort settings that are not part of the theme.
func (v *Window) applyComfort(c settings.Comfort) {
	v.thread.SetCalm(settingssheet.ReducesMotion(c, v.desk))
	v.chat.ApplyComfort(c)
	v.sidebar.SetSimple(c.Simple)
	if v.welcome != nil {
		v.welcome.ApplyComfort(c)
	}
	if v.quick.page != nil {
		v.quick.page.ApplyComfort(c)
	}
}
