// Package window assembles the pages and regions, connects them to the packages of app, and
// dispatches changes to them. It also contains the quick window.
package window

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/settings"
	"parlando/views/askfile"
	"parlando/views/connector"
	"parlando/views/moving"
	chatpage "parlando/views/pages/chat"
	"parlando/views/pages/speak"
	"parlando/views/pages/transcribe"
	"parlando/views/pages/welcome"
	"parlando/views/player"
	"parlando/views/regions/announcer"
	"parlando/views/regions/gallery"
	"parlando/views/regions/lookbar"
	"parlando/views/regions/navigation"
	"parlando/views/regions/playback"
	"parlando/views/regions/progress"
	"parlando/views/screenreader"
	backupsheet "parlando/views/sheets/backups"
	"parlando/views/sheets/connections"
	"parlando/views/sheets/deleted"
	helpsheet "parlando/views/sheets/help"
	importsheet "parlando/views/sheets/imports"
	settingssheet "parlando/views/sheets/settings"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// Window is the program's main window. Use it only on Fyne's thread.
type Window struct {
	cancel context.CancelFunc
	core   *core.Core
	thread *uithread.Thread
	app    fyne.App
	window fyne.Window

	frame    *shell.Frame
	sidebar  *sidebar.Sidebar
	nav      *navigation.Navigation
	playback *playback.Playback
	// progress shows recordings and transcripts in progress on every page.
	progress *progress.Notifier
	// announcer speaks starts, ends, questions and failures for screen reader users.
	announcer *announcer.Announcer
	saving    *askfile.Asker
	gallery   *gallery.Gallery

	connector   *connector.Connector
	connections *connections.Sheets
	sheets
	// The pages other than chat are nil until first shown.
	chat       *chatpage.Page
	welcome    *welcome.Page
	speak      *speak.Page
	transcribe *transcribe.Page
	quick      quick

	reports reports
	// desk holds the preferences of the desktop.
	desk     settingssheet.DesktopWishes
	shutdown shutdown
	// lookBar is the bar above a backup, nil without one.
	lookBar *lookbar.Bar
}

// sheets are created with the window, and shown over it.
type sheets struct {
	deleted  *deleted.Sheet
	settings *settingssheet.Sheet
	help     *helpsheet.Sheet
	backups  *backupsheet.Sheet
	imports  *importsheet.Sheet
	mover    *moving.Mover
}

// reports has the problems that the user was told already.
type reports struct {
	// unread is the data that could not be read.
	unread []core.ReadFailure
	// backupFailed means that a backup could not be made.
	backupFailed bool
}

// New fills the window and subscribes to changes. It does not wait for the library, which is read
// in the background.
func New(ctx context.Context, c *core.Core, thread *uithread.Thread, a fyne.App, w fyne.Window) *Window {
	ctx, cancel := context.WithCancel(ctx)
	v := &Window{cancel: cancel, core: c, thread: thread, app: a, window: w}
	s := c.Settings.Get()
	a.Settings().SetTheme(settingssheet.ThemeFor(s, settingssheet.DesktopWishes{}))
	v.build(ctx, s)
	w.SetPadded(false)
	w.SetMaster()
	w.SetContent(widgets.TrackInput(screenreader.Wrap(widgets.WithTooltips(v.content(), w.Canvas()), w), w.Canvas()))
	w.SetOnDropped(v.dropped)
	w.SetCloseIntercept(func() { v.quit() })
	v.frame.RegisterKeys(v.typedRune, v.connector.TypeKey, v.pasted)
	c.Memory.BeforeTrim(func() { thread.Do(v.rest) })
	refused := func(err error) { thread.Do(func() { v.couldNotKeep(err) }) }
	notWritten := func(err error) { thread.Do(func() { v.notWritten(err) }) }
	c.Settings.OnRefused(notWritten)
	c.Catalog.OnRefused(notWritten)
	c.Drafts.OnRefused(refused)
	c.Recordings.OnRefused(refused)
	thread.Watch(ctx, c.Marks, v.look)
	thread.WaitForReads(firstPicture, func() { v.begin(s) })
	return v
}

// build creates and connects the regions and the chat page.
func (v *Window) build(ctx context.Context, s settings.Settings) {
	v.sidebar = sidebar.New()
	bar := player.New()
	v.frame = shell.NewFrame(ctx, shell.Options{
		App: v.app, Window: v.window, Thread: v.thread, Log: v.core.Log, Sidebar: v.sidebar, Player: bar,
		SidebarOpen: s.SidebarOpen, OnCommand: v.do, OnWriteError: v.refusedAsGone, SetClipboard: v.core.Clipboard.Set, HideKeys: v.core.Connections.HideKeys,
		Desktop: files{v.window, v.core.Dialogs, v.core.Settings}, Forms: v.core.Drafts, OnHelp: v.openHelp,
	})
	v.saving = askfile.NewAsker(v.frame, v.core.Connections.HideKeys)
	v.gallery = gallery.New(gallery.Options{
		Frame: v.frame, Thread: v.thread, Saving: v.saving, Files: v.core.Attachments, Log: v.core.Log,
		Folder: filepath.Join(v.core.Paths.Cache, "opened"), OnLargeAllocation: v.touchMemory,
	})
	v.buildConnections()
	v.buildSettings()
	v.buildBackups()
	v.buildImports()
	v.buildLookBar()
	v.buildSidebar()
	v.buildProgress()
	v.announcer = v.newAnnouncer()
	v.followNotices()
	v.buildPlayback(bar)
	v.chat = v.newChatPage(v.frame, v.window, v.chatLinks(), "", false)
	v.applyComfort(s.Comfort)
	v.announcer.Follow(v.frame.Toasts(), v.chat.Composer())
	v.frame.Show(v.chat)
	v.announcer.FollowFocus(v.places)
}

// begin selects the first page: onboarding, or the chat that was open last.
func (v *Window) begin(s settings.Settings) {
	v.nav.Changed("")
	v.chat.Refresh()
	v.tellUnread()
	if v.core.Look != nil {
		v.openNewest()
		return
	}
	v.offerBackup()
	v.offerScreenReaderProgram()
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	if s.Conversation != "" {
		v.chat.Open(s.Conversation)
		return
	}
	v.chat.ShowNewChatIn(s.Project)
}

// look dispatches changes to the pages and regions.
func (v *Window) look(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Conversations:
			v.nav.Changed(chat.ID(c.ID))
			v.chat.Composer().ClearNotice(backupNotice)
		case changes.Speech:
			if v.transcribe != nil && !v.frame.IsCurrent(v.transcribe) {
				v.transcribe.UpdatePlayback()
			}
		case changes.Recordings:
			v.tellUnread()
		case changes.Backups:
			v.sayBackupFailed()
		case changes.Imports:
			if v.welcome != nil && v.core.Imports.Status().Report != nil {
				v.frame.SetBodyOnly(v.welcome.Scene(), false) // there are chats to list now
			}
		case changes.Library:
			v.followPlace()
		default: // handled by the pages
		}
	}
	v.announcer.Changed(cs)
	v.progress.Changed(cs)
	v.playback.Changed(cs)
	v.frame.Changed(cs)
	if v.quick.page != nil {
		v.quick.frame.Changed(cs)
	}
	v.sidebar.SetWriting(v.core.Replies.Writing(), v.core.Replies.Asking())
	if v.shutdown.language.waits {
		v.followLanguage()
	}
}

// firstPicture is the maximum time for which the first paint waits for the library.
const firstPicture = 60 * time.Millisecond

// Clear closes everything shown over the window's content and removes the key handlers, before
// other content is shown in the window.
func (v *Window) Clear() {
	v.frame.UnregisterKeys()
	v.window.SetCloseIntercept(nil)
	v.window.SetOnDropped(nil)
	for _, o := range v.window.Canvas().Overlays().List() {
		v.window.Canvas().Overlays().Remove(o)
	}
	if v.quick.page != nil {
		v.quick.window.Close()
	}
}

// Close stops the remaining activity of the window. Call it after the event loop has ended, or
// after Clear.
func (v *Window) Close() {
	v.keepScene(func(*settings.Settings) {}) // a shutdown has closed the window
	if err := v.flush(); err != nil {
		v.core.Log.Error("Not everything could be stored while closing", "error", err)
	}
	v.quick.keys.turn++ // a hotkey grabbed after this is released
	v.releaseQuickKeys()
	v.gallery.Close()
	v.cancel()
}

// flush waits until the user's edits and received data are on disk; then the process may exit. If
// it returns an error, some are not on disk.
func (v *Window) flush() error {
	if v.transcribe != nil {
		// only queues the writes; the Flush of v.frame below reports failures
		_ = v.transcribe.Flush(v.frame.Context())
	}
	_ = v.chat.Flush(v.frame.Context()) // only queues, too
	var unwritten error
	if v.speak != nil {
		unwritten = v.speak.Flush(v.frame.Context())
	}
	var quick error
	if v.quick.page != nil {
		quick = v.quick.frame.Flush()
	}
	return errors.Join(unwritten, v.frame.Flush(), quick,
		v.core.Drafts.Flush(), v.core.Replies.Flush(), v.core.Transcripts.Flush(), v.core.Recordings.Flush(), v.core.Settings.Close())
}
