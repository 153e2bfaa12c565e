package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/settings"
	"parley/views/dictating"
	"parley/views/widgets"
)

// State is what the page shows.
type State struct {
	Theme settings.Theme
	// TextSize multiplies every size of text; 1 is the design's own.
	TextSize float64
	// Comfort is how the window suits a person, Quick what there is to say about the keys of the quick window.
	Comfort settings.Comfort
	Quick   Quick
	// Connection is the one that new chats begin with.
	Connection Connection
	// Reading is how texts are read aloud.
	Reading Reading
	// Dictation is how what is spoken is written down.
	Dictation Dictation
	// Transcription is how recordings are.
	Transcription Transcription
	// Folder is where chats and settings lie, Version that of the program.
	Folder, Version string
}

// Settings is the page of choices about the program. All of it is used on Fyne's thread. A nil callback is not called.
type Settings struct {
	widget.BaseWidget

	OnTheme    func(settings.Theme)
	OnTextSize func(float64)
	// OnComfort gets everything of it that was chosen, but the keys of the quick window: those OnQuickKeys gets, and "" for none.
	OnComfort   func(settings.Comfort)
	OnQuickKeys func(string)
	// OnConnections shows the page of all connections, OnAdd asks for another one.
	OnConnections func()
	OnAdd         func()
	// OnVoice chooses a voice of the service, or local for that of this computer; OnSpeechModel the model for speech, "" for the
	// service's own; OnClearSound deletes the sound that is kept.
	OnVoice       func(voice string, local bool)
	OnSpeechModel func(id string)
	OnClearSound  func()
	// Dictation and Transcription are what is chosen of those.
	Dictation     DictationCalls
	Transcription TranscriptionCalls
	// OnOpenFolder shows the folder with the person's data in the file manager.
	OnOpenFolder func()
	// OnDeleted shows what was deleted and can come back.
	OnDeleted func()
	// OnShortcuts shows the sheet of keys, OnNotices the licences of what the program stands on.
	OnShortcuts func()
	OnNotices   func()

	state State
	// list holds the lines of the page, headings the first line of each section. controls are what
	// can be pressed or typed in, see reuse; lastControls those of the previous build, while building.
	list                   *fyne.Container
	headings               []*widgets.Words
	controls, lastControls map[string]fyne.CanvasObject
	scroll                 *container.Scroll
	// root shows sections beside the page, or sectionMenu above it if there is no room for that.
	root        *fyne.Container
	sections    *widgets.NavList
	sectionMenu *widgets.Choice
	// Of the microphone that is tried, else nil.
	meter *dictating.Meter
	heard *widgets.Words
}

// New makes the page with what it shows at first.
func New(s State) *Settings {
	p := &Settings{state: s, list: container.New(&widgets.Column{Gap: 6})}
	p.scroll = container.NewVScroll(newScrollContent(p.list, p.markSection))
	p.build()
	names := make([]string, len(p.headings))
	for i, h := range p.headings {
		names[i] = h.Text()
	}
	p.sections = widgets.NewNavList(lang.L("Section"), names)
	p.sections.OnGo, p.sections.OnEnter = p.goTo, p.enter
	p.sectionMenu = widgets.NewChoice(lang.L("Section"), p.showSections)
	p.sectionMenu.Set(names[0])
	p.root = container.New(pageLayout{p}, p.sections, p.sectionMenu, p.scroll)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another state. What is visible keeps its place.
func (p *Settings) Set(s State) {
	p.KeepPlace(func() {
		p.state = s
		p.build()
	})
}

// Inside implements widgets.Holder.
func (p *Settings) Inside() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *Settings) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }

func (p *Settings) build() {
	p.list.Objects, p.headings = nil, nil
	p.lastControls, p.controls = p.controls, map[string]fyne.CanvasObject{}
	p.simple()
	p.services()
	p.appearance()
	p.comfort()
	p.reading()
	p.dictation()
	p.transcription()
	p.data()
	p.about()
	p.lastControls = nil
	p.list.Refresh()
	p.scroll.Refresh()
}

func (p *Settings) add(objects ...fyne.CanvasObject) {
	p.list.Objects = append(p.list.Objects, objects...)
}

func (p *Settings) heading(words string) {
	if len(p.list.Objects) > 0 {
		p.add(widgets.Gap(12))
	}
	h := widgets.NewHeading(words).Flush()
	p.headings = append(p.headings, h)
	p.add(h)
}

func (p *Settings) appearance() {
	p.heading(lang.L("Appearance"))
	themes := []settings.Theme{settings.FollowSystem, settings.Light, settings.Dark}
	p.add(widgets.NewMuted(lang.L("Light or dark")).Flush(),
		p.choice([]string{lang.L("Like the system"), lang.L("Light"), lang.L("Dark")}, indexOf(themes, p.state.Theme), func(i int) {
			p.state.Theme = themes[i]
			p.build()
			if p.OnTheme != nil {
				p.OnTheme(themes[i])
			}
		}))
	sizes := []float64{0.85, 1, 1.2, 1.5, 2}
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Size of text")).Flush(),
		p.choice([]string{lang.L("Small"), lang.L("Normal"), lang.L("Large"), lang.L("Very large"), lang.L("Largest")}, nearest(sizes, p.state.TextSize), func(i int) {
			p.state.TextSize = sizes[i]
			p.build()
			if p.OnTextSize != nil {
				p.OnTextSize(sizes[i])
			}
		}))
}

func (p *Settings) data() {
	p.heading(lang.L("Your data"))
	p.add(widgets.NewMuted(lang.L("Your chats are kept on this computer, in this folder:")).Flush(),
		widgets.NewBody(p.state.Folder).Flush(),
		row(p.button(lang.L("Open folder"), func() { call(p.OnOpenFolder) }), p.button(lang.L("Recently deleted"), func() { call(p.OnDeleted) })))
}

func (p *Settings) about() {
	p.heading(lang.L("About"))
	p.add(widgets.NewMuted(lang.L("Parley {{.Version}}", map[string]any{"Version": p.state.Version})).Flush(),
		row(p.button(lang.L("Keyboard shortcuts (F1)"), func() { call(p.OnShortcuts) }), p.button(lang.L("Licences"), func() { call(p.OnNotices) })))
}

func row(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Flow{Gap: 8}, objects...)
}

func indexOf(list []settings.Theme, t settings.Theme) int {
	for i, o := range list {
		if o == t {
			return i
		}
	}
	return 0
}

// nearest is the index of the size that comes closest.
func nearest(sizes []float64, size float64) int {
	best := 0
	for i, s := range sizes {
		if abs(s-size) < abs(sizes[best]-size) {
			best = i
		}
	}
	return best
}

func abs(f float64) float64 { return max(f, -f) }
