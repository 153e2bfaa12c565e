package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/mattn/go-ieproxy"

	"parlando/app/announcements"
	"parlando/app/attachments"
	"parlando/app/backups"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/desktop"
	"parlando/app/dictation"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/imports"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/mediakeys"
	"parlando/app/memories"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/projects"
	"parlando/app/recordings"
	"parlando/app/replies"
	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/autoread"
	"parlando/app/speech/clips"
	"parlando/app/speech/language"
	"parlando/app/speech/speechtext"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/app/tools"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/app/transcripts/waveforms"
	"parlando/app/translations"
	"parlando/app/voicechat"
	"parlando/client/practice"
	"parlando/media/clipboard"
	"parlando/media/microphone"
	"parlando/media/speaker"
	"parlando/media/voice"
)

// closeWithin bounds the time that closing a component waits for the disk, so that closing the
// window does not hang.
const closeWithin = 5 * time.Second

// Core is the whole program except the window. Its fields are safe for concurrent use until Close.
type Core struct {
	Paths       Paths
	Log         *slog.Logger
	Marks       *changes.Marks
	Settings    *settings.Store
	History     *history.Store
	Ledger      *ledger.Ledger
	Limits      *limits.Limits
	Secrets     *secrets.Secrets
	Catalog     *catalog.Catalog
	Connections *connections.Connections
	Attachments *attachments.Attachments
	Screens     attachments.Screens
	Drafts      *drafts.Drafts
	Projects    *projects.Projects
	Memories    *memories.Memories
	Tools       *tools.Tools
	Replies     *replies.Replies
	Memory      *MemoryTrimmer
	Speech      *speech.Speech
	// Announcements are spoken to users who cannot see the window.
	Announcements *announcements.Announcements
	MediaKeys     *mediakeys.Keys
	SpeechExports *speechexports.Store
	SpeechDraft   *speechdraft.Store
	Waveforms     *waveforms.Store
	Recordings    *recordings.Recordings
	Dictation     *dictation.Dictation
	VoiceChat     *voicechat.VoiceChat
	Transcripts   *transcripts.Transcripts
	// Translations translates the lines of transcripts.
	Translations *translations.Translations
	Backups      *backups.Backups
	Imports      *imports.Imports
	// Look is set if the open library is one to be looked at.
	Look      *Look
	Clipboard Clipboard
	// Dialogs and Notifications use the desktop.
	Dialogs       Dialogs
	Notifications Notifications
	ScreenReader  ScreenReader

	// clips and voice are shared by reading aloud and speech exports.
	clips *clips.Clips
	voice *voice.Speaker
	// languages chooses the language in which voice reads a text.
	languages *language.Chooser
	// transcriber transcribes dictations, voice chats and files.
	transcriber *transcriber.Transcriber

	// common holds the options shared by all components.
	common owner.CommonOptions
	unread []ReadFailure
	// locked reports whether this program holds the lock in Paths.Home.
	locked bool
	// closers close the components, in the order in which Open opened them.
	closers []closer
}

// Clipboard receives a text, plain and as HTML, for pasting in other programs. See
// clipboard.TextOwner.
type Clipboard interface {
	Set(ctx context.Context, plain, html string) error
	Close(ctx context.Context) error
}

// Dialogs are the file dialogs, with the errors of package desktop.
type Dialogs interface {
	Open(ctx context.Context, c desktop.FileChooser) (paths []string, err error)
	Save(ctx context.Context, c desktop.FileChooser) (path string, err error)
	ShowInFolder(ctx context.Context, path string) error
}

// Notifications are shown by the desktop while the window is in the background; see
// desktop.Notifications.
type Notifications interface {
	Show(ctx context.Context, n desktop.Notification) error
	Withdraw(ctx context.Context, subject string) error
	Capabilities(ctx context.Context) ([]string, error)
	OnAction(f func(subject, token string))
	Close() error
}

type closer struct {
	what  string
	close func(context.Context) error
}

// Options replace dependencies of Open in tests; the program uses the zero value.
type Options struct {
	// Practice configures the practice service; the zero value streams at a natural rate.
	Practice practice.Options
	// Now is the clock for stored times; nil means time.Now.
	Now func() time.Time
	// Transport is used for services other than practice; nil means the network.
	Transport http.RoundTripper
	// Keyring stores keys; nil means the operating system's password store.
	Keyring secrets.Keyring
	// Output plays sound; nil means the sound output of this computer.
	Output speaker.Output
	// Announcer speaks announcements; nil means the voice of this computer.
	Announcer announcements.Voice
	// Microphone records sound; nil means this computer's microphones.
	Microphone microphone.Input
	// Clipboard receives formatted text; nil means this computer's clipboard.
	Clipboard Clipboard
	// Awake keeps the computer awake; nil means desktop.Awake.
	Awake Awake
	// Screens takes screenshots; nil means those of attachments.ThisComputer.
	Screens attachments.Screens
	// Notifications shows notifications; nil means desktop.Notifications.
	Notifications Notifications
	// Dialogs are the file dialogs; nil means the desktop's.
	Dialogs Dialogs
	// ScreenReader detects a screen reader; nil means that of this computer.
	ScreenReader ScreenReader
	// Recover makes Open return a *LibraryError without opening the library, which may be damaged
	// although it opens.
	Recover bool
	// Look opens this library read-only, to be looked at; nil means the one that the settings name.
	Look *Look
	// PutsBack keeps the library that was looked at last for PutBack.
	PutsBack bool
	// SpeakerName names a speaker in a transcript; nil means the names of package transcripts.
	SpeakerName func(number int) string
}

// Open opens all components in order. The error is ErrRunning if another Parlando has the library
// open, a *LibraryError if the library cannot be opened, otherwise a disk error. With a
// *LibraryError only Paths, Log, Settings, Clipboard, Dialogs, HandleSecondStarts, Recover,
// StartEmpty and UseLibrary of the Core can be used until Close. A read-only library is no error
// (see History.ReadOnly). Neither is a damaged settings file or list of models (see their Damaged,
// and the log). Open sends nothing to a network, unless files are waiting in the queue of
// transcripts.
func Open(ctx context.Context, f Flags, o Options) (*Core, error) {
	c := &Core{Marks: changes.New(), Log: slog.New(slog.DiscardHandler)}
	if err := c.open(ctx, f, o); err != nil {
		c.Log.Error("Parlando could not be opened", "error", err)
		if _, ok := errors.AsType[*LibraryError](err); ok {
			return c, err
		}
		return nil, errors.Join(err, c.Close(ctx))
	}
	return c, nil
}

func (c *Core) open(ctx context.Context, f Flags, o Options) (err error) {
	if c.Paths, err = paths(f.DataDir); err != nil {
		return err
	}
	if err := c.Paths.Make(); err != nil {
		return err
	}
	if o.Keyring == nil {
		o.Keyring = secrets.SystemKeyring()
	}
	c.Secrets = secrets.New(o.Keyring)
	log, logFile := openLog(c.Paths.Log, f.LogLevel, c.Secrets.Hide)
	c.Log = log
	c.common = owner.CommonOptions{Marks: c.Marks, Now: o.Now, Log: log}
	c.common.SetDefaults()
	c.atClose("log", logFile.Close)
	c.atCloseWithin("password store", func(ctx context.Context) error {
		// The store may be asking the user for its password, who has quit.
		if err := c.Secrets.Close(ctx); err != nil {
			c.Log.Warn("The password store did not answer", "error", err)
		}
		return nil
	})
	c.Log.Info("Started", "version", Version)
	if c.locked, err = c.lock(c.Paths.Home); err != nil {
		return err
	}
	if c.Clipboard = o.Clipboard; c.Clipboard == nil {
		c.Clipboard = &clipboard.TextOwner{}
	}
	c.closers = append(c.closers, closer{"clipboard", c.Clipboard.Close})
	if c.Dialogs = o.Dialogs; c.Dialogs == nil {
		c.Dialogs = dialogs{}
	}
	c.loadSettings()
	c.Look = o.Look
	c.Paths.Data = c.Paths.libraryFolder(c.Settings.Get().Library)
	if c.Look != nil {
		c.Paths.Data = c.Look.Folder
	} else if !o.PutsBack {
		c.endLook()
	}
	c.Log.Info("Opening the library", "folder", c.Paths.Data)
	if o.Recover {
		return &LibraryError{Diagnosis: c.diagnoseFile(nil, true)}
	}
	if err := c.openLibrary(ctx); err != nil {
		return err
	}
	c.common.InPlace = c.History.InPlace
	c.loadModels()
	c.Ledger = ledger.New(ledger.Options{Database: c.History.Database(), Prices: c.Catalog, CommonOptions: c.common})
	c.atClose("ledger", c.Ledger.Close)
	c.Limits = limits.New(limits.Options{Settings: c.Settings, Ledger: c.Ledger, CommonOptions: c.common})
	if err := c.Limits.Load(ctx); err != nil {
		c.Log.Error("The costs of this month could not be read", "error", err)
	}
	c.connect(o)
	c.Attachments = attachments.New(c.History)
	if c.Screens = o.Screens; c.Screens == nil {
		c.Screens = attachments.ThisComputer{}
	}
	c.Drafts = drafts.New(drafts.Options{Store: c.History, CommonOptions: c.common})
	c.atClose("drafts", c.Drafts.Close)
	if err := c.Drafts.LoadForms(ctx); err != nil {
		c.Log.Error("The forms could not be read", "error", err)
	}
	c.openProjects()
	c.Memories = memories.New(memories.Options{Database: c.History.Database(), CommonOptions: c.common})
	c.openTools()
	c.Replies = replies.New(replies.Options{
		History: c.History, Queue: c.Drafts, Services: c.Connections, Catalog: c.Catalog, CommonOptions: c.common,
		Default: c.defaultModel, Background: c.Background, Ready: c.Connections.CheckUsable, Tools: c.Tools, Permission: c.Tools,
	})
	c.atCloseWithin("replies", c.Replies.Close)
	c.Memory = newMemoryTrimmer(func() bool { return len(c.Replies.Writing()) > 0 }, nil)
	c.atCloseWithin("memory", c.Memory.Close)
	c.record(o)
	c.speak(&o)
	c.announce(o)
	c.narrate()
	c.write()
	c.look()
	c.transcribe(ctx, o)
	c.translate()
	c.dictate()
	c.Connections.SetCheckDefaults(connections.CheckModelNames{
		Speech: c.Speech.DefaultModel, Transcription: c.Transcripts.DefaultModel, Voice: func() string { return c.Settings.Get().Speech.Voice },
	})
	if f.Practice {
		if err := c.Connections.UsePractice(ctx); err != nil {
			c.Log.Warn("The models of the practice service could not be listed", "error", err)
		}
	}
	if c.Notifications = o.Notifications; c.Notifications == nil {
		c.Notifications = desktop.NewNotifications()
	}
	c.atClose("notifications", c.Notifications.Close)
	if c.ScreenReader = o.ScreenReader; c.ScreenReader == nil {
		c.ScreenReader = screenReader{}
	}
	if o.Awake == nil {
		o.Awake = desktop.NewAwake(c.Log)
	}
	c.stayAwake(o.Awake)
	c.backUp()
	c.importChats()
	c.Transcripts.Begin()
	return nil
}

// lock locks a folder until Close, and reports whether it did. It is no error if the folder cannot
// be written.
func (c *Core) lock(dir string) (locked bool, err error) {
	unlock, err := lock(dir)
	switch {
	case errors.Is(err, errCannotLock):
		// History detects a read-only library itself.
		c.Log.Warn("The library could not be locked", "error", err)
		return false, nil
	case err != nil:
		return false, err
	}
	c.atClose("lock", unlock)
	return true, nil
}

// loadSettings reads the settings. Those that cannot be read have their defaults.
func (c *Core) loadSettings() {
	var err error
	if c.Settings, err = settings.Load(c.Paths.Config); c.Settings.Damaged() != "" {
		c.Log.Warn("The settings were damaged: the readable ones are used", "error", err)
	} else if err != nil {
		c.Log.Warn("The settings could not be read", "error", err)
	}
	c.Settings.OnChanged(func() { c.Marks.Mark(changes.Change{Topic: changes.Settings}) })
	c.atClose("settings", c.Settings.Close)
}

// loadModels reads the list of models. After an error the list can still be used.
func (c *Core) loadModels() {
	var err error
	if c.Catalog, err = catalog.Load(c.Paths.Data, c.Marks, c.common.Now); c.Catalog.Damaged() != "" {
		c.Log.Warn("The list of models was damaged: starting with an empty one", "error", err)
	} else if err != nil {
		c.Log.Warn("The list of models could not be read", "error", err)
	}
	c.Catalog.Guard(c.common.InPlace)
	c.atClose("models", c.Catalog.Close)
}

// connect creates the connections. It contacts no service.
func (c *Core) connect(o Options) {
	var scenes []connections.PracticeScene
	for _, s := range practice.Scenes() {
		scenes = append(scenes, connections.PracticeScene{ID: s.ID, Address: s.Address()})
	}
	c.Connections = connections.New(connections.Options{
		Settings: c.Settings, Secrets: c.Secrets, Catalog: c.Catalog, CommonOptions: c.common, Meter: c.Ledger.Meter, CheckRequest: c.Limits.CheckRequest,
		Practice: practice.New(o.Practice).Transport(), PracticeScenes: scenes, PracticeKey: practice.Key,
		// The proxy of the environment, or of the system settings of Windows and macOS.
		Transport: o.Transport, System: ieproxy.GetProxyFunc(),
	})
	c.atCloseWithin("network", c.Connections.Close)
}

// waitReason returns why work in the background waits before its next request to a connection,
// which may be the current one; see limits.WaitReason.
func (c *Core) waitReason(connection chat.ID) problem.Problem {
	connection, _ = c.Connections.Resolve(connection)
	return c.Limits.WaitReason(connection)
}

// write creates the store of the text on the page Read aloud, which is read on first use.
func (c *Core) write() {
	c.SpeechDraft = speechdraft.New(c.Paths.Data, c.Log)
	c.SpeechDraft.Guard(c.common.InPlace)
	c.atClose("text of Read aloud", c.SpeechDraft.Close)
}

// narrate opens the speech exports. Interrupted exports are not resumed.
func (c *Core) narrate() {
	var err error
	c.SpeechExports, err = speechexports.Open(speechexports.Options{
		Dir: c.Paths.Data, Services: c.Connections, Catalog: c.Catalog, Clips: c.clips, Voice: c.voice, Languages: c.languages,
		Model: c.Speech.DefaultModel, Words: c.Speech.Words, MayRemove: c.mayRemove, WaitReason: c.waitReason, CommonOptions: c.common,
	})
	if err != nil {
		c.Log.Warn("Some sound files could not be listed", "error", err)
		c.unread = append(c.unread, SoundFilesReadFailed)
	}
	c.atCloseWithin("sound files", c.SpeechExports.Close)
}

// speak creates the components for reading aloud. It opens no sound output yet.
func (c *Core) speak(o *Options) {
	if o.Output == nil {
		o.Output = speaker.ThisProgramOutput()
	}
	out := speaker.New(o.Output)
	c.atClose("sound", func() error {
		out.Close()
		return nil
	})
	c.clips, c.voice = clips.New(c.Paths.clips(), 0), voice.NewSpeaker()
	c.languages = language.New(language.Options{
		Words:    func() speechtext.Words { return c.Speech.Words() },
		Spoken:   func() string { return c.Settings.Get().Dictation.Language },
		HasVoice: c.voice.HasLanguage,
	})
	c.Speech = speech.New(speech.Options{
		Services: c.Connections, Catalog: c.Catalog, Settings: c.Settings, Clips: c.clips,
		Speaker: exclusiveSpeaker{speech.NewSpeaker(out), c.Recordings.Listening}, Voice: c.voice, Languages: c.languages, Temporary: c.History.IsTemporary, CommonOptions: c.common,
	})
	c.atCloseWithin("reading aloud", c.Speech.Close)
	autoRead := autoread.New(autoread.Options{
		CommonOptions: c.common, Changes: c.Marks.Fork(changes.Message, changes.Settings), Replies: c.Replies,
		Speech:  quietFollower{c.Speech, c.Recordings.Listening},
		History: c.History, Settings: c.Settings.Get,
	})
	c.atCloseWithin("following replies", autoRead.Close)
	// The window calls MediaKeys.Update when the text being read aloud changes.
	c.MediaKeys = mediakeys.New(c.Speech, ID, c.Log)
	c.atCloseWithin("media keys", c.MediaKeys.Close)
}

func (c *Core) atClose(what string, f func() error) {
	c.closers = append(c.closers, closer{what, func(context.Context) error { return f() }})
}

// atCloseWithin is atClose for a function that has closeWithin to finish, even if the context of
// Close ends earlier.
func (c *Core) atCloseWithin(what string, f func(context.Context) error) {
	c.closers = append(c.closers, closer{what, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
		defer cancel()
		return f(ctx)
	}})
}

// Close closes everything in reverse order, even after errors, which it also logs. Unfinished
// replies are stored as far as they were received. Further calls do nothing.
func (c *Core) Close(ctx context.Context) error {
	var errs []error
	for len(c.closers) > 0 {
		last := c.closers[len(c.closers)-1]
		c.closers = c.closers[:len(c.closers)-1]
		if err := last.close(ctx); err != nil {
			c.Log.Error("A part of Parlando could not be closed", "what", last.what, "error", err)
			errs = append(errs, fmt.Errorf("close the %s: %w", last.what, err))
		}
	}
	return errors.Join(errs...)
}

// defaultModel returns the default connection and model of a chat (Connections.ChatDefaults).
func (c *Core) defaultModel(connection chat.ID) (chat.ID, string) {
	b := c.Connections.ChatDefaults(connection)
	return b.Connection, b.Model
}
