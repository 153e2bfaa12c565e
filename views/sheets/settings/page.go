package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// pageState holds the values of the page.
type pageState struct {
	// Settings are the current settings.
	Settings settings.Settings
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
	// Folder is the folder of the chats, EarlierFolder the folder of the chats used before, "" if
	// there are none. Version is the program version.
	Folder, EarlierFolder, Version string
	// FolderGone means that Folder was moved or removed.
	FolderGone bool
	// Updates shows the button that checks for other versions.
	Updates bool
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
	// OnTest starts or stops the microphone test; OnLanguage asks for the language of dictations.
	OnTest, OnLanguage func()
	// OnOpenFolder shows the folder with the user's data in the file manager.
	OnOpenFolder func()
	// OnShowEarlier shows the folder of the earlier chats, OnOpenEarlier switches to these chats.
	OnShowEarlier, OnOpenEarlier func()
	// OnCheckUpdates shows the available versions.
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
	Deleted
	Shortcuts
	Licenses
)

// page shows the settings. Use it only on Fyne's thread.
type page struct {
	widget.BaseWidget
	*form.Form
	pageCalls

	state pageState
	// root shows the list of sections beside the page, or sectionMenu above it if there is no room.
	root        *fyne.Container
	sections    *widgets.NavList
	sectionMenu *widgets.Dropdown
	// meter shows the level of the tested microphone; nil unless a test is running.
	meter *dictating.Meter
	heard *widgets.Text
}

// lineGap is the space between the lines of the page.
const lineGap = 6

// newPage returns the page with its initial values.
func newPage(s pageState, calls pageCalls) *page {
	p := &page{state: s, pageCalls: calls}
	p.Form = form.New(lineGap, p.fill)
	p.Scroll = wheel.NewVScroll(newScrollContent(p))
	// Expand the options that contain a question about a model, so that the user sees the question.
	if s.Reading.Model.Question.Gone {
		p.Expand(moreReading())
	}
	if s.Dictation.Model.Question.Gone {
		p.Expand(moreDictation())
	}
	p.Update()
	names := make([]string, len(p.Headings()))
	for i, h := range p.Headings() {
		names[i] = h.Text()
	}
	p.sections = widgets.NewNavList(i18n.Text("Section"), names)
	p.sections.OnGo, p.sections.OnEnter = p.goTo, p.enter
	p.sectionMenu = widgets.NewDropdown(i18n.Text("Section"), p.showSections)
	p.sectionMenu.Set(names[0])
	p.root = container.New(pageLayout{p}, p.sections, p.sectionMenu, p.Scroll)
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
func (p *page) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }

func (p *page) fill(*form.Form) {
	p.simple()
	p.services()
	p.appearance()
	p.comfort()
	p.shortcuts()
	p.reading()
	p.dictation()
	p.costs()
	p.notifications()
	p.data()
	p.about()
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

func (p *page) appearance() {
	p.Heading(i18n.Text("Appearance"))
	option(p, i18n.Text("Light or dark"), []string{i18n.Text("Same as system"), i18n.Text("Light"), i18n.Text("Dark")},
		[]settings.Theme{settings.FollowSystem, settings.Light, settings.Dark}, func(c *settings.Settings) *settings.Theme { return &c.Theme })
	number(p, i18n.Text("Text size"), []string{i18n.Text("Small"), i18n.Text("Normal"), i18n.Text("Large"), i18n.Text("Very large"), i18n.Text("Largest")},
		[]float64{0.85, 1, 1.2, 1.5, 2}, func(c *settings.Settings) *float64 { return &c.TextSize })
}

func (p *page) data() {
	p.Heading(i18n.Text("Your data"))
	if p.state.FolderGone {
		p.Add(widgets.NewText(words.LibraryGone(), theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin())
	} else {
		p.Muted(i18n.Text("Your chats are saved on this computer, in this folder:"))
	}
	p.Body(p.state.Folder)
	p.AddRow(p.Button(i18n.Text("Open folder"), p.OnOpenFolder), p.link(i18n.Text("Recently deleted"), Deleted))
	if p.state.EarlierFolder != "" {
		p.Label(i18n.Text("The chats that you had before are in this folder:"))
		p.Body(p.state.EarlierFolder)
		p.AddRow(p.Button(i18n.Text("Show earlier folder"), p.OnShowEarlier), p.Button(i18n.Text("Open earlier chats"), p.OnOpenEarlier))
	}
}

func (p *page) about() {
	p.Heading(i18n.Text("About"))
	buttons := []fyne.CanvasObject{p.link(i18n.Text("Keyboard shortcuts (F1)"), Shortcuts), p.link(i18n.Text("Licenses"), Licenses)}
	if p.state.Updates {
		buttons = append(buttons, p.Button(i18n.Text("Check for updates"), p.OnCheckUpdates))
	}
	p.Muted(i18n.Text("Parlando {{.Version}}", map[string]any{"Version": p.state.Version}))
	p.AddRow(buttons...)
}
