package settings

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// pageState holds the values of the page.
type pageState struct {
	// Settings are the current settings.
	Settings settings.Settings
	// QuickShortcut is the state of the shortcut that opens the quick window.
	Quick QuickShortcut
	// NoNotifications means that the desktop shows no notifications.
	NoNotifications bool
	// NoVoice means that this computer has no voice for announcements.
	NoVoice bool
	// Connection describes the connection of new chats.
	Connection connectionState
	// Reading has the options for reading aloud, Dictation those for dictation.
	Reading   readingState
	Dictation dictationState
	// Currency is the currency of the prices of the connection of new chats.
	Currency string
	// Folder is the folder of the chats, EarlierFolder that of the chats that were in use before,
	// "" if there are none. Version is the program version.
	Folder, EarlierFolder, Version string
	// FolderGone reports that Folder is not in its place any more.
	FolderGone bool
	// Updates shows the button that checks for other versions.
	Updates bool
}

// pageCalls holds the callbacks of the page. They may be nil.
type pageCalls struct {
	// OnChange is called with each change except those of OnVoice and OnQuickKeys.
	OnChange func(change func(*settings.Settings))
	// OnVoice chooses a voice of the service, or with local that of this computer; OnClearSound
	// deletes the cached sound.
	OnVoice      func(voice string, local bool)
	OnClearSound func()
	// OnQuickKeys is called with the shortcut of the quick window, "" for none.
	OnQuickKeys func(string)
	// OnTest starts or stops the microphone test; OnLanguage asks for the language of dictations.
	OnTest, OnLanguage func()
	// OnOpenFolder shows the folder with the user's data in the file manager.
	OnOpenFolder func()
	// OnShowEarlier shows the folder of the earlier chats, OnOpenEarlier goes on with these.
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

// page shows the settings. All of it is used on Fyne's thread.
type page struct {
	widget.BaseWidget
	pageCalls

	state pageState
	// list holds the lines of the page, headings the first line of each section. controls are the
	// focusable and clickable ones, see reuse; lastControls are those of the previous build, while
	// building.
	list                   *fyne.Container
	headings               []*widgets.Text
	controls, lastControls map[string]fyne.CanvasObject
	// expanded holds the names of the sections that show all their options.
	expanded map[string]bool
	// notes are those below the choices of models, by the name of the choice.
	notes  map[string]*modelchoice.Note
	scroll *wheel.Scroll
	// root shows the list of sections beside the page, or sectionMenu above it if there is no room.
	root        *fyne.Container
	sections    *widgets.NavList
	sectionMenu *widgets.Dropdown
	// meter shows the level of the tested microphone, nil if none is tested.
	meter *dictating.Meter
	heard *widgets.Text
}

// lineGap is the space between the lines of the page.
const lineGap = 6

// newPage returns the page with its initial values.
func newPage(s pageState) *page {
	p := &page{state: s, expanded: map[string]bool{}, notes: map[string]*modelchoice.Note{}, list: container.New(&widgets.Column{Gap: lineGap})}
	p.scroll = wheel.NewVScroll(newScrollContent(p))
	// A question is not hidden behind a button.
	p.expanded[moreReading()], p.expanded[moreDictation()] = s.Reading.Model.Question.Gone, s.Dictation.Model.Question.Gone
	p.build()
	names := make([]string, len(p.headings))
	for i, h := range p.headings {
		names[i] = h.Text()
	}
	p.sections = widgets.NewNavList(i18n.Text("Section"), names)
	p.sections.OnGo, p.sections.OnEnter = p.goTo, p.enter
	p.sectionMenu = widgets.NewDropdown(i18n.Text("Section"), p.showSections)
	p.sectionMenu.Set(names[0])
	p.root = container.New(pageLayout{p}, p.sections, p.sectionMenu, p.scroll)
	p.ExtendBaseWidget(p)
	return p
}

// set shows other values. The visible part keeps its position.
func (p *page) set(s pageState) {
	p.keepView(func() {
		p.state = s
		p.build()
	})
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }

func (p *page) build() {
	p.list.Objects, p.headings = nil, nil
	p.lastControls, p.controls = p.controls, map[string]fyne.CanvasObject{}
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
	p.lastControls = nil
	p.list.Refresh()
	p.scroll.Refresh()
}

func (p *page) add(objects ...fyne.CanvasObject) {
	p.list.Objects = append(p.list.Objects, objects...)
}

func (p *page) heading(words string) {
	if len(p.list.Objects) > 0 {
		p.add(widgets.Gap(12))
	}
	h := widgets.NewHeading(words).NoMargin()
	p.headings = append(p.headings, h)
	p.add(h)
}

// choose changes the settings and updates the page.
func (p *page) choose(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.build()
	p.tell(change)
}

// enterValue changes the settings to typed text, which the page shows already.
func (p *page) enterValue(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.tell(change)
}

func (p *page) tell(change func(*settings.Settings)) {
	widgets.CallWith(p.OnChange, change)
}

func (p *page) appearance() {
	p.heading(i18n.Text("Appearance"))
	themes := []settings.Theme{settings.FollowSystem, settings.Light, settings.Dark}
	p.add(widgets.NewMuted(i18n.Text("Light or dark")).NoMargin(),
		p.choice([]string{i18n.Text("Same as system"), i18n.Text("Light"), i18n.Text("Dark")}, slices.Index(themes, p.state.Settings.Theme), func(i int) {
			p.choose(func(c *settings.Settings) { c.Theme = themes[i] })
		}))
	sizes := []float64{0.85, 1, 1.2, 1.5, 2}
	names := []string{i18n.Text("Small"), i18n.Text("Normal"), i18n.Text("Large"), i18n.Text("Very large"), i18n.Text("Largest")}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Text size")).NoMargin(),
		p.choice(names, nearest(sizes, p.state.Settings.TextSize), func(i int) {
			p.choose(func(c *settings.Settings) { c.TextSize = sizes[i] })
		}))
}

func (p *page) data() {
	p.heading(i18n.Text("Your data"))
	where := widgets.NewMuted(i18n.Text("Your chats are saved on this computer, in this folder:"))
	if p.state.FolderGone {
		where = widgets.NewText(words.LibraryGone(), theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{})
	}
	p.add(where.NoMargin(), widgets.NewBody(p.state.Folder).NoMargin(), row(p.button(i18n.Text("Open folder"), func() { widgets.CallIfSet(p.OnOpenFolder) }), p.link(i18n.Text("Recently deleted"), Deleted)))
	if p.state.EarlierFolder != "" {
		p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("The chats that you had before are in this folder:")).NoMargin(), widgets.NewBody(p.state.EarlierFolder).NoMargin(),
			row(p.button(i18n.Text("Show earlier folder"), func() { widgets.CallIfSet(p.OnShowEarlier) }),
				p.button(i18n.Text("Open earlier chats"), func() { widgets.CallIfSet(p.OnOpenEarlier) })))
	}
}

func (p *page) about() {
	p.heading(i18n.Text("About"))
	buttons := []fyne.CanvasObject{p.link(i18n.Text("Keyboard shortcuts (F1)"), Shortcuts), p.link(i18n.Text("Licenses"), Licenses)}
	if p.state.Updates {
		buttons = append(buttons, p.button(i18n.Text("Check for updates"), func() { widgets.CallIfSet(p.OnCheckUpdates) }))
	}
	p.add(widgets.NewMuted(i18n.Text("Parlando {{.Version}}", map[string]any{"Version": p.state.Version})).NoMargin(),
		row(buttons...))
}

func row(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Flow{Gap: 8}, objects...)
}

// nearest returns the index of the nearest size.
func nearest(sizes []float64, size float64) int {
	best := 0
	for i, s := range sizes {
		if math.Abs(s-size) < math.Abs(sizes[best]-size) {
			best = i
		}
	}
	return best
}
