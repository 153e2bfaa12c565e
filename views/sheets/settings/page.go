package settings

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// pageState holds the values of the page.
type pageState struct {
	// Settings are the current settings.
	Settings settings.Settings
	// LanguageWaits means that a reply or a recording has to end before the language changes.
	LanguageWaits bool
	// Quick is the state of the shortcut that opens the quick window.
	Quick QuickShortcut
	// NoNotifications means that the desktop shows no notifications.
	NoNotifications bool
	// NoVoice means that this computer has no voice for announcements.
	NoVoice bool
	// Connection describes the connection of new chats.
	Connection connectionState
	// Reading holds the options for reading aloud, Dictation the options for dictation.
	Reading   readingState
	Dictation dictationState
	// Currency is the currency of the prices of the connection of new chats.
	Currency string
	// Limit is the monthly limit of that connection.
	Limit limitState
	// Folder is the folder of the chats, EarlierFolder the folder of the chats used before, "" if
	// there are none. Version is the program version.
	Folder, EarlierFolder, Version string
	// ReadOnly means that a backup is open.
	ReadOnly bool
	// FolderGone means that Folder was moved or removed.
	FolderGone bool
	// Updates shows the button that looks for a later version.
	Updates bool
}

// limitState is the monthly limit of a connection, empty if it cannot cost.
type limitState struct {
	Name string
	// Spent is a sentence about what is spent of the limit, "" if there is no limit.
	Spent string
}

// pageCalls holds the callbacks of the page. They may be nil.
type pageCalls struct {
	// OnChange is called with each change that does not go to OnVoice or OnQuickKeys.
	OnChange func(change func(*settings.Settings))
	// OnVoice chooses a voice: a voice of this computer if local is set, else of the service.
	// OnClearSound deletes the cached sound.
	OnVoice      func(voice string, local bool)
	OnClearSound func()
	// OnQuickKeys is called with the shortcut of the quick window, "" for none.
	OnQuickKeys func(string)
	// OnSpeak is called with the language of the window, "" for that of the system.
	OnSpeak func(language string)
	// OnTest starts or stops the microphone test; OnLanguage asks for the language of dictations.
	OnTest, OnLanguage func()
	// OnOpenFolder shows the folder with the user's data in the file manager.
	OnOpenFolder func()
	// OnShowEarlier shows the folder of the earlier chats, OnOpenEarlier switches to these chats.
	OnShowEarlier, OnOpenEarlier func()
	// OnCheckUpdates looks for a later version.
	OnCheckUpdates func()
	// OnOpen opens a target.
	OnOpen func(Target)
}

// Target is a page that the settings link to.
type Target uint8

// The targets.
const (
	Connections Target = iota
	AddConnection
	Costs
	Prices
	// Limit is the monthly limit of the connection of new chats.
	Limit
	Deleted
	Backups
	Imports
	Memories
	Help
	Shortcuts
	Licenses
)

// page shows the settings. Use it only on Fyne's thread.
type page struct {
	widget.BaseWidget
	*form.Form
	pageCalls

	state pageState
	// all are the sections, of which the page shows the one at index at.
	all []section
	at  int
	// sections shows the list of sections beside the section that is open.
	sections *widgets.SectionPage
	// meter shows the level of the tested microphone; nil unless a test is running.
	meter *dictating.Meter
	heard *widgets.Text
}

// newPage returns the page with its initial values. It begins with a question about a model if
// there is one; in the simple view with Appearance, where the simple view is turned off.
func newPage(s pageState, calls pageCalls) *page {
	p := &page{state: s, pageCalls: calls}
	p.all = p.listSections()
	switch {
	case s.Reading.Model.Question.Gone:
		p.at = readingSection
	case s.Dictation.Model.Question.Gone:
		p.at = dictationSection
	case s.Settings.Comfort.Simple:
		p.at = appearanceSection
	}
	p.Form = form.New(0, func(*form.Form) { p.Scope(p.all[p.at].icon, p.all[p.at].fill) })
	entries := make([]widgets.NavEntry, len(p.all))
	for i, s := range p.all {
		entries[i] = widgets.NavEntry{Icon: s.icon, Name: s.name}
	}
	p.sections = widgets.NewSectionPage(i18n.Text("Section"), entries, p.Object(), listWidth)
	p.sections.OnGo, p.sections.OnEnter = p.goTo, p.enter
	p.Scroll = p.sections.Scroll
	p.Update()
	p.sections.Choose(p.at)
	p.ExtendBaseWidget(p)
	return p
}

// set shows new values. The visible part keeps its position.
func (p *page) set(s pageState) {
	p.KeepView(func() {
		p.state = s
		p.Update()
	})
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.sections }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: p.sections.MinSize, Place: p.sections.Resize, RefreshesChildren: true}.Of(p, p.sections)
}

// choose changes the settings and updates the page.
func (p *page) choose(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.Update()
	p.tell(change)
}

// enterValue stores typed text in the settings. The page shows the text already.
func (p *page) enterValue(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.tell(change)
}

func (p *page) tell(change func(*settings.Settings)) {
	widgets.CallWith(p.OnChange, change)
}

func (p *page) data() {
	if p.state.ReadOnly {
		p.Body(i18n.Text("You are looking at a backup. Go back to your chats to manage your data."))
		return
	}
	where := p.state.Folder
	if p.state.FolderGone {
		p.Add(widgets.NewText(words.LibraryGone(), theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin())
	} else {
		where = i18n.Text("Your chats are saved on this computer, in this folder:") + "\n" + where
	}
	p.Row(i18n.Text("Folder"), where, p.Button(i18n.Text("Open folder"), p.OnOpenFolder))
	p.Row(i18n.Text("Backups and earlier chats"), "", p.link(i18n.Text("What is on this computer"), Backups))
	p.Row(i18n.Text("Chats from ChatGPT, Claude and others"), "", p.link(i18n.Text("Bring your chats"), Imports))
	p.Row(i18n.Text("Deleted chats and recordings"), "", p.link(i18n.Text("Recently deleted"), Deleted))
	if p.state.EarlierFolder != "" {
		p.WideRow(i18n.Text("The chats that you had before are in this folder:"), p.state.EarlierFolder, func() {
			p.AddRow(p.Button(i18n.Text("Show earlier folder"), p.OnShowEarlier), p.Button(i18n.Text("Open earlier chats"), p.OnOpenEarlier))
		})
	}
}

func (p *page) memory() {
	p.Row(i18n.Text("Sentences that models are told"), i18n.Text("In all chats, or in those of one project"), p.link(i18n.Text("What Parlando remembers"), Memories))
}

func (p *page) about() {
	p.WideRow(i18n.Text("Parlando {{.Version}}", map[string]any{"Version": p.state.Version}), "", func() {
		buttons := []fyne.CanvasObject{p.link(i18n.Text("Help"), Help), p.link(i18n.Text("Keyboard shortcuts"), Shortcuts), p.link(i18n.Text("Licenses"), Licenses)}
		if p.state.Updates {
			buttons = append(buttons, p.Button(i18n.Text("Check for updates"), p.OnCheckUpdates))
		}
		p.AddRow(buttons...)
	})
}
