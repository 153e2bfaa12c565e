// Package window puts the regions together: it listens to what the person wants, calls the owners in app, and paints what
// they say has changed.
package window

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/core"
	"parley/app/settings"
	"parley/views/adjust"
	"parley/views/composer"
	"parley/views/connector"
	"parley/views/conversation"
	"parley/views/exporter"
	"parley/views/pages/chat/presets"
	"parley/views/pages/connections"
	"parley/views/pages/deleted"
	settingspage "parley/views/pages/settings"
	"parley/views/pages/speak"
	"parley/views/pages/transcribe"
	"parley/views/pages/welcome"
	"parley/views/player"
	"parley/views/regions/gallery"
	"parley/views/regions/navigation"
	"parley/views/regions/playback"
	"parley/views/regions/progress"
	"parley/views/savefile"
	"parley/views/shell"
	"parley/views/sidebar"
	"parley/views/topbar"
	"parley/views/uithread"
	"parley/views/widgets"
)

// Window is the program's one window. All of it is used on Fyne's thread.
type Window struct {
	ctx    context.Context
	cancel context.CancelFunc
	core   *core.Core
	thread *uithread.Thread
	app    fyne.App
	window fyne.Window

	frame    *shell.Frame
	sidebar  *sidebar.Sidebar
	nav      *navigation.Navigation
	top      *topbar.Topbar
	view     *conversation.View
	composer *composer.Composer
	adjust   *adjust.Panel
	playback *playback.Playback
	saving   *savefile.Asker
	exporter *exporter.Exporter
	gallery  *gallery.Gallery
	presets  *presets.Control
	deleted  *deleted.Sheet
	middle   *body
	// The pages but the chat are nil until they are shown the first time.
	connector   *connector.Connector
	connections *connections.Sheets
	chat        *chatting
	welcome     *welcome.Page
	speak       *speak.Page
	transcribe  *transcribe.Page
	// progress says on every page what is being recorded and transcribed.
	progress *progress.Notifier
	asking   asking
	settings *settingspage.Sheet
	// open is the conversation that is shown; its ID is "" for a new chat that nothing was sent to yet.
	open chat.Conversation
	// opening counts the conversations asked for, so that a slow answer for an earlier one is dropped; chatReads is what is read for
	// the last of them, and reads what is read for as long as the window is there.
	opening          int
	chatReads, reads *uithread.Scope

	// toldUnread is what was told to be unread.
	toldUnread []core.Unread

	// preparing counts the pictures that are on their way into the composer.
	preparing int

	// unanswered is the message of a failed reply under which another model was asked for.
	unanswered chat.ID
	// leftOut is why files were not added, until the person goes on.
	leftOut []string

	dictation *dictationControl
	camera    camera
	drafts    draftBox
	// saidOfDraft is what was told last about what is written.
	saidOfDraft string
	saveParams  *uithread.Debouncer
	countdown   func()
	// quick is nil until it is shown the first time.
	quick     *quick
	quickKeys quickKeys
	// deskStill: the desktop asks for less to move.
	deskStill bool
	// closing asks whether to close although not everything could be kept; it may have been answered.
	closing *widgets.Overlay
}

// New fills the window and begins to listen. It returns at once; the library is read in the background.
func New(ctx context.Context, c *core.Core, thread *uithread.Thread, a fyne.App, w fyne.Window) *Window {
	ctx, cancel := context.WithCancel(ctx)
	v := &Window{ctx: ctx, cancel: cancel, core: c, thread: thread, app: a, window: w}
	v.chatReads, v.reads = uithread.NewScope(thread), uithread.NewScope(thread)
	v.saveParams = uithread.NewDebouncer(thread, 300*time.Millisecond)
	s := c.Settings.Get()
	a.Settings().SetTheme(settingspage.Theme(s, false))
	v.build(s)
	w.SetPadded(false)
	w.SetMaster()
	w.SetContent(widgets.WithTooltips(v.frame.Content(), w.Canvas()))
	w.Resize(sizeOf(s))
	w.SetOnDropped(v.dropped)
	w.SetCloseIntercept(v.quit)
	v.frame.RegisterKeys(v.typedRune, v.connector.TypeKey, v.pasted)
	c.Memory.OnLetGo(func() { thread.Do(v.rest) })
	refused := func(err error) { thread.Do(func() { v.frame.CouldNotKeep(err) }) }
	notWritten := func(err error) { thread.Do(func() { v.notWritten(err) }) }
	c.Settings.OnRefused(notWritten)
	c.Catalog.OnRefused(notWritten)
	c.Drafts.OnRefused(refused)
	c.Recordings.OnRefused(refused)
	thread.Watch(ctx, c.Marks, v.look)
	thread.Settle(firstPicture, func() { v.begin(s) })
	return v
}

// build makes the regions and connects what they say with what is done.
func (v *Window) build(s settings.Settings) {
	v.sidebar = sidebar.New()
	bar := player.New()
	v.frame = shell.NewFrame(v.ctx, shell.Options{
		App: v.app, Window: v.window, Thread: v.thread, Log: v.core.Log, Sidebar: v.sidebar, Player: bar,
		SidebarOpen: s.SidebarOpen, OnCommand: v.do, SetClipboard: v.core.Clipboard.Set,
	})
	v.saving = savefile.NewAsker(v.frame)
	v.gallery = gallery.New(gallery.Options{
		Frame: v.frame, Thread: v.thread, Saving: v.saving, Files: v.core.Attachments, Log: v.core.Log,
		Folder: filepath.Join(v.core.Paths.Cache, "opened"), OnLarge: v.worked,
	})
	v.exporter = exporter.New(exporter.Options{
		Frame: v.frame, Thread: v.thread, Saving: v.saving, Library: v.core.History, Replies: v.core.Replies, Log: v.core.Log,
		NameOf: v.nameOf, Folder: v.gallery.MakeFolder,
	})
	v.buildConnections()
	v.buildSettings()
	v.buildSidebar()
	v.buildProgress()
	v.buildTop()
	v.buildConversation()
	v.buildComposer()
	v.buildAdjust()
	v.buildPlayback(bar)
	v.frame.Toasts.Above = func() float32 {
		if !v.frame.Shows(v.chat) {
			return 0
		}
		return v.view.PillsHeight()
	}
	v.dictation = (&dictationControl{
		host: v, composer: v.composer, toasts: v.frame.Toasts, copy: v.frame.CopyAndSay, drafts: v.core.Drafts, dictation: v.core.Dictation, voice: v.core.VoiceChat, recordings: v.core.Recordings,
		sendAtOnce: func() bool { return v.core.Settings.Get().Dictation.SendAtOnce },
	}).connect()
	v.middle = newBody(v.view, v.emptyChat(), readingBanner(v.core.History.ReadOnly()))
	v.chat = &chatting{v, &shell.Scene{Top: v.top, Body: v.middle.root, Foot: v.composer, Panel: v.adjust, PanelOpen: s.AdjustOpen}}
	v.chat.scene.OnPanelClosed = func() { v.showAdjust(false) }
	v.top.SetAdjustOpen(s.AdjustOpen)
	v.applyComfort(s.Comfort)
	v.frame.Show(v.chat)
}

// begin decides what is seen first: the way in, or where the person left off.
func (v *Window) begin(s settings.Settings) {
	v.nav.Changed("")
	v.refreshModel()
	v.tellUnread()
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return
	}
	if s.Conversation != "" {
		v.openConversation(s.Conversation)
		return
	}
	v.beginChat()
}

// look paints what has changed.
func (v *Window) look(cs []changes.Change) {
	for _, c := range cs {
		id := chat.ID(c.ID)
		switch c.Topic {
		case changes.Conversations:
			v.nav.Changed(id)
		case changes.Thread:
			if id == v.open.ID {
				v.reloadThread()
			}
			if v.quick != nil {
				v.quick.look("", id)
			}
		case changes.Message:
			v.worked()
			if v.view.Has(id) {
				v.refreshMessage(id)
			}
			if v.quick != nil {
				v.quick.look(id, "")
			}
		case changes.Speech:
			if v.transcribe != nil && !v.frame.Shows(v.transcribe) {
				v.transcribe.FollowSound()
			}
		case changes.Dictation, changes.VoiceChat, changes.Microphone:
			v.dictation.refresh()
		case changes.Recordings:
			v.tellUnread()
		case changes.Models, changes.Connection:
			v.refreshModel()
		case changes.Draft:
			v.drafts.follow()
			if v.quick != nil {
				v.quick.drafts.follow()
			}
		case changes.Narrations, changes.Transcripts, changes.Transcript, changes.Waveform: // the pages'
		}
	}
	v.progress.Changed(cs)
	v.playback.Changed(cs)
	v.frame.Changed(cs)
	v.refreshWriting()
	v.sidebar.SetWriting(v.core.Replies.Writing())
}

// firstPicture is how long the first picture may wait for what is read from the library.
const firstPicture = 60 * time.Millisecond

// Close ends what the window still does. It is called after the event loop has ended.
func (v *Window) Close() {
	if err := v.flush(); err != nil {
		v.core.Log.Error("Not kept", "error", err)
	}
	v.quickKeys.turn++ // what is still grabbed now is let go
	v.releaseQuickKeys()
	v.gallery.Close()
	v.cancel()
}

// flush returns when everything that was written by hand is on disk: the process may end now. With an error some of it is not.
func (v *Window) flush() error {
	if v.transcribe != nil {
		_ = v.transcribe.Flush(v.ctx) // the frame says below what was not written
	}
	v.saveParams.Flush()
	var unwritten error
	if v.speak != nil {
		unwritten = v.speak.Flush(v.ctx)
	}
	return errors.Join(unwritten, v.frame.Flush(), v.core.Drafts.Flush(), v.core.Recordings.Flush(), v.core.Settings.Close())
}

// quit keeps what is in the composer and how the window stood, then closes it. Where the disk refuses what was written by hand or a
// setting, it asks before.
func (v *Window) quit() {
	v.adjust.Finish()
	err := v.flush()
	if v.closing != nil {
		v.closing.Hide()
	}
	if err == nil {
		v.closeNow()
		return
	}
	v.core.Log.Error("Not kept before closing", "error", err)
	v.closing = widgets.Ask(v.window.Canvas(), lang.L("Not everything could be kept"),
		widgets.NewBody(lang.L("Some of what you wrote or chose is not on the disk, and is lost when Parley closes. Is the disk full?")),
		lang.L("Close anyway"), lang.L("Cancel"), v.closeNow)
	v.window.Canvas().FocusPrevious() // Enter is not to lose anything
}

// closeNow notes how the window stood, which is not worth a question, and closes it.
func (v *Window) closeNow() {
	place, known := placeOf(v.window)
	if err := v.core.Settings.Update(func(s *settings.Settings) {
		v.keepPlace(s, place, known)
		s.SidebarOpen, s.AdjustOpen = v.frame.SidebarOpen(), v.chat.scene.PanelOpen
		s.Conversation = v.open.ID
	}); err != nil {
		v.core.Log.Warn("How the window stood was not kept", "error", err)
	}
	v.window.Close()
}

func sizeOf(s settings.Settings) fyne.Size {
	if s.WindowWidth < 480 || s.WindowHeight < 400 {
		return fyne.NewSize(1280, 800)
	}
	return fyne.NewSize(s.WindowWidth, s.WindowHeight)
}
