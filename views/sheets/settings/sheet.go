// Package settings is the sheet for the appearance, speech and microphone settings of Parlando; it
// also applies them.
package settings

import (
	"cmp"
	"context"
	"log/slog"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/announcements"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/connections"
	"parlando/app/limits"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/updates"
	"parlando/assets"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// The size of the sheet, in device-independent pixels; the window limits both.
const (
	sheetWidth  = 860
	sheetHeight = 720
)

// Notifications accesses the desktop's notifications.
type Notifications interface {
	Capabilities(ctx context.Context) ([]string, error)
}

// Owners holds the services that the sheet uses.
type Owners struct {
	Settings      *settings.Store
	Connections   *connections.Connections
	Models        *catalog.Catalog
	Limits        *limits.Limits
	Speech        *speech.Speech
	Recordings    *recordings.Recordings
	Announcements *announcements.Announcements
	Notifications Notifications
	// Folder is the folder of the chats, EarlierFolder the folder of the chats used before, "" if
	// there are none. Version is the program version.
	Folder, EarlierFolder, Version string
	// Updates finds later versions; nil if the build names no homepage.
	Updates *updates.Updates
	// ReadOnly means that a backup is open, whose data cannot be managed.
	ReadOnly bool
	// InPlace returns an error if Folder was moved or removed.
	InPlace func() error
}

// Links connects the sheet to other parts of the program, and applies settings there.
type Links struct {
	// ApplyAppearance applies the appearance settings to the window.
	ApplyAppearance func()
	// Dictating reports whether a dictation uses the microphone.
	Dictating func() bool
	// QuickKeys returns the state of the quick window's shortcut. ChooseQuickKeys sets another
	// shortcut, and calls then once it is known whether the shortcut works.
	QuickKeys       func() QuickShortcut
	ChooseQuickKeys func(written string, then func())
	// OpenEarlier switches to the earlier chats.
	OpenEarlier func()
	// ChooseLanguage stores the language of the window and reopens Parlando in it. LanguageWaits
	// reports whether a reply or a recording has to end first.
	ChooseLanguage func(language string)
	LanguageWaits  func() bool
	// Open opens another sheet over this one, except the licenses, which this sheet shows itself.
	Open func(Target)
}

// Sheet shows the settings over the window, and applies changes. Use it only on the window's
// thread.
type Sheet struct {
	frame      shell.Host
	thread     *uithread.Thread
	log        *slog.Logger
	owners     Owners
	links      Links
	microphone microphoneTest
	view       *page // nil while the sheet is closed
	badge      *widgets.Badge
	soundKept  int64 // in bytes; negative before it is measured
	// noNotifications means that the desktop shows no notifications.
	noNotifications bool
	// noVoice means that this computer has no voice.
	noVoice bool
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owners Owners, links Links) *Sheet {
	s := &Sheet{frame: f, thread: t, log: log, owners: owners, links: links, soundKept: -1}
	s.microphone = microphoneTest{thread: t, ctx: f.Context(), log: log, recordings: owners.Recordings, dictating: links.Dictating, changed: s.show}
	return s
}

// OpenAtLanguage shows the sheet at the language of the window.
func (s *Sheet) OpenAtLanguage() {
	s.Open()
	s.view.goTo(languageSection)
}

// Open shows the sheet over the window, unless it is open already.
func (s *Sheet) Open() {
	if s.view != nil {
		return
	}
	view := newPage(s.state(), pageCalls{
		OnChange: s.change, OnClearSound: s.clearSound, OnLanguage: s.chooseLanguage,
		OnVoice: func(voice string, local bool) {
			s.owners.Speech.ChooseVoice(voice, local)
			s.show()
		},
		OnSpeak: func(language string) {
			s.links.ChooseLanguage(language)
			s.show()
		},
		OnQuickKeys:   func(written string) { s.links.ChooseQuickKeys(written, s.show) },
		OnTest:        func() { s.microphone.toggle(s.view.setLevel) },
		OnOpenFolder:  func() { s.frame.Files().ShowFolder(s.owners.Folder) },
		OnShowEarlier: func() { s.frame.Files().ShowFolder(s.owners.EarlierFolder) }, OnOpenEarlier: s.links.OpenEarlier,
		OnOpen: s.open, OnCheckUpdates: s.checkUpdates,
	})
	s.view = view
	s.microphone.find()
	s.findNotifications()
	s.findVoice()
	s.measureSound()
	// Create a badge each time: a cached badge would not follow changes of the text size.
	s.badge = widgets.NewPracticeBadge()
	s.showPractice()
	stop := s.frame.Subscribe(s.changed)
	o := shell.ShowStep(s.frame, i18n.Text("Settings"), view, sheetWidth, sheetHeight, s.badge)
	o.OnHide = func() {
		stop()
		s.view = nil
		s.microphone.stop()
	}
	view.sections.FocusIn(s.frame.Canvas())
}

// open opens another sheet over this one.
func (s *Sheet) open(sheet Target) {
	if sheet == Licenses {
		shell.ShowStep(s.frame, i18n.Text("Licenses"), newNotices(assets.Notices()), 760, 600)
		return
	}
	s.links.Open(sheet)
}

// PageObject returns the page of an open sheet.
func (s *Sheet) PageObject() fyne.CanvasObject { return s.view }

// change applies a change made on the sheet.
func (s *Sheet) change(choose func(*settings.Settings)) {
	before := s.owners.Settings.Get()
	s.owners.Settings.Change(choose)
	after := s.owners.Settings.Get()
	if after.Theme != before.Theme || after.TextSize != before.TextSize || after.Comfort != before.Comfort {
		s.ApplyAppearance()
		return
	}
	if after.Recording != before.Recording {
		s.microphone.stop()
		s.show()
	}
}

func (s *Sheet) chooseLanguage() {
	var items []widgets.MenuItem
	for _, l := range words.SoundLanguages() {
		items = append(items, widgets.MenuItem{Text: l.Name, Chosen: l.Code == s.owners.Settings.Get().Dictation.Language, Do: func() {
			s.owners.Settings.Change(func(c *settings.Settings) { c.Dictation.Language = l.Code })
			s.show()
		}})
	}
	list.ShowSearchMenu(s.frame.Canvas(), i18n.Text("Language"), items)
}

// show updates the sheet if it is open.
func (s *Sheet) show() {
	if s.view != nil {
		s.view.set(s.state())
	}
}

func (s *Sheet) changed(cs []changes.Change) {
	isStale := func(c changes.Change) bool {
		switch c.Topic {
		case changes.Models, changes.Connection, changes.Costs:
			return true
		case changes.Settings: // by this sheet, whose page shows it already, or elsewhere
			return !reflect.DeepEqual(s.view.state.Settings, s.owners.Settings.Get())
		default:
			return false
		}
	}
	if slices.ContainsFunc(cs, isStale) {
		s.showPractice()
		s.show()
	}
}

// showPractice shows the practice badge if new chats go to practice, where no real model answers.
func (s *Sheet) showPractice() {
	current, _ := s.owners.Connections.Current()
	widgets.SetVisible(s.badge, current.Kind == settings.Practice)
}

func (s *Sheet) state() pageState {
	c, voice := s.owners.Settings.Get(), s.owners.Speech.PreferredVoice()
	return pageState{
		Settings: c, Quick: s.links.QuickKeys(), LanguageWaits: s.links.LanguageWaits(), NoNotifications: s.noNotifications, NoVoice: s.noVoice, Connection: s.connection(),
		ReadOnly: s.owners.ReadOnly, Folder: s.owners.Folder, EarlierFolder: s.owners.EarlierFolder, FolderGone: s.owners.InPlace() != nil, Version: s.owners.Version,
		Updates: s.owners.Updates != nil, Currency: s.owners.Models.Currency(c.Connection), Limit: s.limit(),
		Reading: readingState{
			Voices: s.owners.Speech.VoicesOf(voice), Voice: voice.Voice, Kept: s.soundKept,
			Model: s.model(catalog.PurposeSpeech, c.Speech.Models), DefaultModel: s.defaultModel(catalog.PurposeSpeech),
		},
		Dictation: dictationState{
			Microphones: s.microphone.found, Problem: s.microphone.problem, Testing: s.microphone.testing(),
			Model: s.model(catalog.PurposeTranscription, c.Transcription.Models), DefaultModel: s.defaultModel(catalog.PurposeTranscription),
		},
	}
}

// limit describes the monthly limit of the connection of new chats as text.
func (s *Sheet) limit() limitState {
	c, ok := s.owners.Connections.Current()
	if !ok || c.Kind == settings.Local {
		return limitState{}
	}
	l := limitState{Name: words.ShortName(words.ConnectionName(c), words.MaxNameOnButton)}
	if status, set := s.owners.Limits.Status(c.ID); set {
		l.Spent = i18n.Text("{{.Spent}} spent this month, limit {{.Limit}}", words.SpentOfLimit(status.Spent, status.Limit))
	}
	return l
}

// connection describes the connection of new chats as text.
func (s *Sheet) connection() connectionState {
	c, ok := s.owners.Connections.Current()
	if !ok {
		return connectionState{}
	}
	return connectionState{
		Name: words.ConnectionName(c), Where: words.ConnectionPlace(c), Wrong: words.ConnectionProblem(s.owners.Connections.Abilities(c.ID)),
	}
}

// model returns the choice of a model of the current service. chosen are the user's choices.
func (s *Sheet) model(p catalog.Purpose, chosen settings.Models) modelchoice.Choice {
	connection := s.owners.Settings.Get().Connection
	model := cmp.Or(chosen[connection], s.defaultModel(p))
	return modelchoice.NewStored(s.frame, s.owners.Models, s.owners.Settings, connection, p, model, s.show)
}

func (s *Sheet) defaultModel(p catalog.Purpose) string {
	id, _ := s.owners.Models.Recommended(s.owners.Settings.Get().Connection, p)
	return id
}

// findVoice checks whether this computer has a voice.
func (s *Sheet) findVoice() {
	s.thread.Go(func() func() {
		none := !s.owners.Announcements.HasVoice(s.frame.Context())
		return func() {
			if none != s.noVoice {
				s.noVoice = none
				s.show()
			}
		}
	})
}

// findNotifications checks whether the desktop shows notifications.
func (s *Sheet) findNotifications() {
	s.thread.Go(func() func() {
		_, err := s.owners.Notifications.Capabilities(s.frame.Context())
		return func() {
			if none := err != nil; none != s.noNotifications {
				s.noNotifications = none
				s.show()
			}
		}
	})
}

// measureSound measures and shows the size of the cached sound.
func (s *Sheet) measureSound() {
	s.thread.Go(func() func() {
		size := s.owners.Speech.Cache().Size()
		return func() {
			if s.soundKept != size {
				s.soundKept = size
				s.show()
			}
		}
	})
}

func (s *Sheet) clearSound() {
	s.thread.Go(func() func() {
		if err := s.owners.Speech.Cache().Clear(); err != nil {
			return func() { s.frame.ReportWriteError(err) }
		}
		return s.measureSound
	})
}
