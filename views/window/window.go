// Package window puts the regions together: it listens to what the person wants, calls the owners in app, and paints what
// they say has changed.
package window

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/chatexport"
	"parley/app/core"
	"parley/app/settings"
	"parley/app/transcripts"
	"parley/views/adjust"
	"parley/views/composer"
	"parley/views/conversation"
	"parley/views/player"
	settingsview "parley/views/settings"
	"parley/views/sidebar"
	"parley/views/theme"
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

	frame    *frame
	sidebar  *sidebar.Sidebar
	top      *topbar.Topbar
	view     *conversation.View
	composer *composer.Composer
	adjust   *adjust.Panel
	player   *player.Bar
	toasts   *widgets.Toasts
	ways     ways
	deleted  deletedPage
	middle   *body
	// shown is the page that is shown: chat, or one of those that are nil until they are shown the first time.
	shown      page
	chat       *chatting
	welcome    *welcoming
	speak      *speaking
	transcribe *transcribing
	// written are the sounds that were not written down yet when they were last looked at.
	written     map[chat.ID]transcripts.State
	transcripts queueOwner
	asking      asking
	// settings and their badge are there while they are shown, else nil; so is help, the sheet of keys.
	settings      *settingsview.Settings
	settingsBadge *widgets.Badge
	help          *widgets.Overlay
	// over is what lies over the window, the top one last.
	over []hider

	// open is the conversation that is shown; its ID is "" for a new chat that nothing was sent to yet.
	open chat.Conversation
	// opening counts the conversations asked for, so that a slow answer for an earlier one is dropped; chatReads is what is read for
	// the last of them, and reads what is read for as long as the window is there.
	opening          int
	chatReads, reads *uithread.Scope
	searches         *uithread.Scope
	// list is what the sidebar shows.
	list []chat.Conversation

	// toldUnread is what was told to be unread.
	toldUnread []core.Unread

	// writing is the chats in which a reply is being written, as the sidebar shows them.
	writing map[chat.ID]bool
	// recording is how long the recording is that goes on, as the sidebar shows it; "" for none.
	recording string
	// preparing counts the pictures that are on their way into the composer.
	preparing int

	// waiting are the paths of files that came while the welcome was shown; ahead is what is typed while Parley connects.
	waiting []string
	ahead   *typedAhead

	// unanswered is the message of a failed reply under which another model was asked for.
	unanswered chat.ID
	// leftOut is why files were not added, until the person goes on.
	leftOut []string

	listening  listening
	dictated   dictated
	looking    looking
	camera     camera
	drafts     *drafts
	saveParams *later
	countdown  func()
	// stopCopying ends what is still being put on the clipboard; chatFormat is what a chat was last saved as.
	stopCopying func()
	chatFormat  chatexport.Format
	// quick is nil until it is shown the first time.
	quick     *quick
	quickKeys quickKeys
	// deskStill: the desktop asks for less to move.
	deskStill bool
	writes    writes
	// closing asks whether to close although not everything could be kept; it may have been answered.
	closing *widgets.Overlay
}

// New fills the window and begins to listen. It returns at once; the library is read in the background.
func New(ctx context.Context, c *core.Core, thread *uithread.Thread, a fyne.App, w fyne.Window) *Window {
	ctx, cancel := context.WithCancel(ctx)
	v := &Window{ctx: ctx, cancel: cancel, core: c, thread: thread, app: a, window: w, written: map[chat.ID]transcripts.State{}}
	v.transcripts = c.Transcripts
	v.stopCopying, v.chatFormat = func() {}, chatexport.Word
	v.chatReads, v.reads = uithread.NewScope(thread), uithread.NewScope(thread)
	v.searches = uithread.NewScope(thread)
	v.drafts = newDrafts(thread)
	v.saveParams = newLater(thread, 300*time.Millisecond)
	s := c.Settings.Get()
	v.applyTheme(s)
	v.build(s)
	w.SetPadded(false)
	w.SetMaster()
	w.SetContent(widgets.WithTooltips(v.frame.root, w.Canvas()))
	w.Resize(sizeOf(s))
	w.SetOnDropped(v.dropped)
	w.SetCloseIntercept(v.quit)
	v.addShortcuts()
	c.Memory.OnLetGo(func() { thread.Do(v.rest) })
	refused := func(err error) { thread.Do(func() { v.couldNotKeep(err) }) }
	notWritten := func(err error) { thread.Do(func() { v.notWritten(err) }) }
	c.Settings.OnRefused(notWritten)
	c.Catalog.OnRefused(notWritten)
	c.Manuscript.OnRefused(refused)
	c.Recordings.OnRefused(refused)
	thread.Watch(ctx, c.Marks, v.look)
	thread.Settle(firstPicture, func() { v.begin(s) })
	return v
}

// build makes the regions and connects what they say with what is done.
func (v *Window) build(s settings.Settings) {
	v.buildSidebar()
	v.buildTop()
	v.buildConversation()
	v.buildComposer()
	v.buildDictating()
	v.buildAdjust()
	v.buildPlayer()
	v.toasts = widgets.NewToasts(v.thread.After)
	v.toasts.Above = func() float32 {
		if v.shown != page(v.chat) {
			return 0
		}
		return v.view.PillsHeight()
	}
	v.middle = newBody(v.view, v.emptyChat(), readingBanner(v.core.History.ReadOnly()))
	v.chat = &chatting{v, &scene{top: v.top, body: v.middle.root, composer: v.composer, panel: v.adjust, panelOpen: s.AdjustOpen}}
	v.shown = v.chat
	v.frame = newFrame(v.sidebar, v.chat.scene, v.player, v.toasts)
	v.frame.sidebarOpen = s.SidebarOpen
	v.top.SetAdjustOpen(s.AdjustOpen)
	v.applyComfort(s)
	v.frame.onFold = func(folded bool) { v.shown.setFolded(folded, v.recording != "") }
	v.top.SetSidebarButton(v.frame.folded(), false)
	v.frame.onPanel = func() { v.shown.panelClosed() }
}

// begin decides what is seen first: the way in, or where the person left off.
func (v *Window) begin(s settings.Settings) {
	v.reloadList()
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
			v.reloadList()
			v.refreshDeleted()
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
			v.refreshListening()
			v.refreshSpeak()
			v.refreshRecordings()
			v.refreshTranscriptSound()
			v.refreshDeletedSound()
		case changes.Dictation:
			v.refreshDictation()
		case changes.Narrations:
			v.refreshMade()
			v.refreshDeleted()
		case changes.Transcripts:
			v.refreshTranscripts()
			v.refreshDeleted()
		case changes.Transcript:
			if v.transcribe != nil {
				v.transcribe.opened.linesChanged(id)
			}
		case changes.Waveform:
			if v.transcribe != nil {
				v.transcribe.opened.sound.showWave()
			}
		case changes.Microphone:
			v.refreshMicrophone()
		case changes.Recordings:
			v.refreshRecordings()
			v.refreshDeleted()
			v.tellUnread()
		case changes.Models, changes.Connection:
			v.refreshModel()
			v.refreshWays()
			v.refreshVoices()
			if v.transcribe != nil && v.transcribe.asked != nil {
				v.paintAsked()
			}
		case changes.Queue:
			if id == v.open.ID {
				v.refreshQueue()
			}
		}
	}
	v.refreshWriting()
	v.paintWriting()
}

// firstPicture is how long the first picture may wait for what is read from the library.
const firstPicture = 60 * time.Millisecond

// slowStore is how long the password store may take before it is said that something waits for it.
const slowStore = 2 * time.Second

// Close ends what the window still does. It is called after the event loop has ended.
func (v *Window) Close() {
	if err := v.flush(); err != nil {
		v.core.Log.Error("Not kept", "error", err)
	}
	v.quickKeys.turn++ // what is still grabbed now is let go
	v.releaseQuickKeys()
	v.forgetOpened()
	v.cancel()
}

// flush returns when everything that was written by hand is on disk: the process may end now. With an error some of it is not.
func (v *Window) flush() error {
	v.retryDrafts()
	v.leaveDraft()
	if v.quick != nil {
		v.quick.later.now()
	}
	v.flushSpeak()
	if v.transcribe != nil {
		v.transcribe.opened.flush()
	}
	v.saveParams.now()
	return errors.Join(v.writes.wait(), v.core.Manuscript.Flush(), v.core.Recordings.Flush(), v.core.Settings.Close())
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
	v.popup(v.closing)
}

// closeNow notes how the window stood, which is not worth a question, and closes it.
func (v *Window) closeNow() {
	place, known := placeOf(v.window)
	if err := v.core.Settings.Update(func(s *settings.Settings) {
		v.keepPlace(s, place, known)
		s.SidebarOpen, s.AdjustOpen = v.frame.sidebarOpen, v.chat.scene.panelOpen
		s.Conversation = v.open.ID
	}); err != nil {
		v.core.Log.Warn("How the window stood was not kept", "error", err)
	}
	v.window.Close()
}

func (v *Window) applyTheme(s settings.Settings) {
	v.app.Settings().SetTheme(theme.New(variantOf(s.Theme), textSize(s)).With(theme.Comfort{
		Column: columnOf(s.Comfort.ReadingWidth), Large: s.Comfort.Simple, Still: v.still(s.Comfort),
	}))
}

func variantOf(t settings.Theme) theme.Preference {
	switch t {
	case settings.Light:
		return theme.Light
	case settings.Dark:
		return theme.Dark
	}
	return theme.System
}

func sizeOf(s settings.Settings) fyne.Size {
	if s.WindowWidth < 480 || s.WindowHeight < 400 {
		return fyne.NewSize(1280, 800)
	}
	return fyne.NewSize(s.WindowWidth, s.WindowHeight)
}
