package settings

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// pageState holds the values of the page.
type pageState struct {
	// Settings are those that were chosen.
	Settings settings.Settings
	// Quick is the state of the keys of the quick window.
	Quick Quick
	// NoNotifications: the desktop shows none.
	NoNotifications bool
	// NoVoice: this computer has none to say announcements with.
	NoVoice bool
	// Connection is the one that new chats begin with.
	Connection connectionState
	// Reading has the options for reading aloud, Dictation those for dictation.
	Reading   readingState
	Dictation dictationState
	// Folder is the folder of chats and settings, Version that of the program.
	Folder, Version string
	// Updates offers to check for another version.
	Updates bool
}

// pageCalls are the actions of the page. One that is nil is not called.
type pageCalls struct {
	// OnChange gets each choice but those of OnVoice and OnQuickKeys.
	OnChange func(change func(*settings.Settings))
	// OnVoice chooses a voice of the service, or local for that of this computer; OnClearSound
	// deletes the sound that is kept.
	OnVoice      func(voice string, local bool)
	OnClearSound func()
	// OnQuickKeys gets the keys of the quick window, "" for none.
	OnQuickKeys func(string)
	// OnTest opens the microphone to be seen, or shuts it again; OnLanguage asks for the language
	// of dictations.
	OnTest, OnLanguage func()
	// OnOpenFolder shows the folder with the user's data in the file manager.
	OnOpenFolder func()
	// OnCheckUpdates shows which versions there are.
	OnCheckUpdates func()
	// OnOpen opens what lies behind a button.
	OnOpen func(Target)
}

// Target is a step that the settings lead to.
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

// page is the list of choices about the program. All of it is used on Fyne's thread.
type page struct {
	widget.BaseWidget
	pageCalls

	state pageState
	// list holds the lines of the page, headings the first line of each section. controls take the
	// keyboard or the pointer, see reuse; lastControls are those of the previous build, while
	// building.
	list                   *fyne.Container
	headings               []*widgets.Words
	controls, lastControls map[string]fyne.CanvasObject
	scroll                 *wheel.Scroll
	// root shows sections beside the page, or sectionMenu above it if there is no room for that.
	root        *fyne.Container
	sections    *widgets.NavList
	sectionMenu *widgets.Choice
	// Of the microphone that is tried, else nil.
	meter *dictating.Meter
	heard *widgets.Words
}

// lineGap is the space between the lines of the page.
const lineGap = 6

// newPage makes the page with what it shows at first.
func newPage(s pageState) *page {
	p := &page{state: s, list: container.New(&widgets.Column{Gap: lineGap})}
	p.scroll = wheel.NewVScroll(newScrollContent(p))
	p.build()
	names := make([]string, len(p.headings))
	for i, h := range p.headings {
		names[i] = h.Text()
	}
	p.sections = widgets.NewNavList(i18n.Text("Section"), names)
	p.sections.OnGo, p.sections.OnEnter = p.goTo, p.enter
	p.sectionMenu = widgets.NewChoice(i18n.Text("Section"), p.showSections)
	p.sectionMenu.Set(names[0])
	p.root = container.New(pageLayout{p}, p.sections, p.sectionMenu, p.scroll)
	p.ExtendBaseWidget(p)
	return p
}

// set shows another state. What is visible keeps its place.
func (p *page) set(s pageState) {
	p.keepView(func() {
		p.state = s
		p.build()
	})
}

// Inside implements widgets.Holder.
func (p *page) Inside() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }

func (p *page) build() {
	p.list.Objects, p.headings = nil, nil
	p.lastControls, p.controls = p.controls, map[string]fyne.CanvasObject{}
	p.simple()
	p.services()
	p.appearance()
	p.comfort()
	p.reading()
	p.dictation()
	p.transcription()
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
	h := widgets.NewHeading(words).Flush()
	p.headings = append(p.headings, h)
	p.add(h)
}

// choose changes the settings, and shows the choice.
func (p *page) choose(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.build()
	p.tell(change)
}

// enterValue changes the settings by what was typed: the page shows that already.
func (p *page) enterValue(change func(*settings.Settings)) {
	change(&p.state.Settings)
	p.tell(change)
}

func (p *page) tell(change func(*settings.Settings)) {
	widgets.Tell(p.OnChange, change)
}

func (p *page) appearance() {
	p.heading(i18n.Text("Appearance"))
	themes := []settings.Theme{settings.FollowSystem, settings.Light, settings.Dark}
	p.add(widgets.NewMuted(i18n.Text("Light or dark")).Flush(),
		p.choice([]string{i18n.Text("Like the system"), i18n.Text("Light"), i18n.Text("Dark")}, slices.Index(themes, p.state.Settings.Theme), func(i int) {
			p.choose(func(c *settings.Settings) { c.Theme = themes[i] })
		}))
	sizes := []float64{0.85, 1, 1.2, 1.5, 2}
	names := []string{i18n.Text("Small"), i18n.Text("Normal"), i18n.Text("Large"), i18n.Text("Very large"), i18n.Text("Largest")}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Size of text")).Flush(),
		p.choice(names, nearest(sizes, p.state.Settings.TextSize), func(i int) {
			p.choose(func(c *settings.Settings) { c.TextSize = sizes[i] })
		}))
}

func (p *page) data() {
	p.heading(i18n.Text("Your data"))
	p.add(widgets.NewMuted(i18n.Text("Your chats are kept on this computer, in this folder:")).Flush(),
		widgets.NewBody(p.state.Folder).Flush(),
		row(p.button(i18n.Text("Open folder"), func() { widgets.Call(p.OnOpenFolder) }), p.link(i18n.Text("Recently deleted"), Deleted)))
}

func (p *page) about() {
	p.heading(i18n.Text("About"))
	buttons := []fyne.CanvasObject{p.link(i18n.Text("Keyboard shortcuts (F1)"), Shortcuts), p.link(i18n.Text("Licenses"), Licenses)}
	if p.state.Updates {
		buttons = append(buttons, p.button(i18n.Text("Check for updates"), func() { widgets.Call(p.OnCheckUpdates) }))
	}
	p.add(widgets.NewMuted(i18n.Text("Parlando {{.Version}}", map[string]any{"Version": p.state.Version})).Flush(),
		row(buttons...))
}

func row(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Flow{Gap: 8}, objects...)
}

// nearest is the index of the size that comes closest.
func nearest(sizes []float64, size float64) int {
	best := 0
	for i, s := range sizes {
		if math.Abs(s-size) < math.Abs(sizes[best]-size) {
			best = i
		}
	}
	return best
}
