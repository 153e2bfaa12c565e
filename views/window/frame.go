package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// The measures of the window, in device-independent pixels (docs/design/*.png were drawn with them). Sidebar, panel and top bar
// grow with the text, see widgets.RegionWidth.
const (
	sidebarUsual = 256
	panelUsual   = 288
	// composerMargin is what is left free beside and below the composer.
	composerMargin = 24
	composerBelow  = 16
	// Where less than besideSidebar were left beside it, the sidebar folds away; a panel beside less than
	// bodyLeast of conversation, or pageLeast of a page, becomes a sheet over it.
	besideSidebar = 644
	bodyLeast     = 640
	pageLeast     = 480
)

func sidebarWidth() float32 { return widgets.RegionWidth(sidebarUsual) }
func panelWidth() float32   { return widgets.RegionWidth(panelUsual) }

// topHeight is how high the bar above the body is: 52 with text of the usual size.
func topHeight() float32 { return widgets.TopHeight() }

// frame lays out the regions of the window: the sidebar at the left, the top bar, the body with the composer at its foot,
// the Adjust panel at the right, and under the body the player, in every view, while something is read. Where the window is too
// narrow, sidebar and panel lie over the body as sheets, with a scrim that closes them when it is clicked; the player
// stays free of them.
type frame struct {
	root *fyne.Container

	sidebar fyne.CanvasObject
	player  tall
	// toasts lie over the foot of the body, whatever that is.
	toasts fyne.CanvasObject
	*scene

	sideLine, topLine, panelLine, playerLine *line
	scrim                                    *scrim
	// sidebarOpen is what the person chose; sheets are what is open over a narrow window.
	sidebarOpen       bool
	sidebarSheet      bool
	narrow, panelOver bool
	// playing shows the player. keepsPlace keeps its place free once a reply is to be read, and after the reading has ended by itself, so
	// that nothing comes to lie under the mouse, until another chat or page is shown.
	playing, keepsPlace bool

	// onFold is called when the sidebar folds away or comes back by itself.
	onFold func(folded bool)
	// onPanel is called when the panel was closed by the scrim.
	onPanel func()
}

// scene is what stands right of the sidebar: the conversation, or a page in its place.
type scene struct {
	top, body, panel fyne.CanvasObject
	// composer stands at the foot of the body; nil is none.
	composer tall
	// panel stands right of the body; nil is none. panelOpen is what the person chose. A docked panel is there wherever it has room, and panelOpen is then its sheet.
	panelOpen, docked bool
	// away leaves the panel away, whatever was chosen.
	away bool
	// alone leaves all away but the body and the toasts.
	alone bool
	// reserves keeps the place of the player free from the start where the panel is not beside the body.
	reserves bool
	// beside says that the panel stands beside the body; onBeside is told when that changes.
	beside   bool
	onBeside func(beside bool)
}

// layoutPanel finds out whether the panel has room in a width, and returns whether it is shown.
func (s *scene) layoutPanel(width float32) bool {
	if s.panel == nil || s.away {
		s.beside = false
		return false
	}
	least := float32(bodyLeast)
	if s.docked {
		least = pageLeast
	}
	room := width-panelWidth() >= least
	if s.docked && room {
		s.panelOpen = false // what is a sheet in a narrow window does not come back as one
	}
	shown := s.panelOpen || s.docked && room
	if beside := shown && room; beside != s.beside {
		s.beside = beside
		if s.onBeside != nil {
			s.onBeside(beside)
		}
	}
	return shown
}

// tall is what has a height that depends on its width.
type tall interface {
	fyne.CanvasObject
	HeightFor(width float32) float32
}

// footed is a body with something at its foot that nothing is to lie over.
type footed interface{ FootHeight() float32 }

func newFrame(sidebar fyne.CanvasObject, chat *scene, player tall, toasts fyne.CanvasObject) *frame {
	f := &frame{
		sidebar: sidebar, scene: chat, player: player, toasts: toasts,
		sideLine: newLine(theme.ColorLine), topLine: newLine(theme.ColorLine), panelLine: newLine(theme.ColorLine),
		playerLine: newLine(theme.ColorLine), sidebarOpen: true,
	}
	f.scrim = newScrim(f.closeSheets)
	// The window itself paints the ground: a rectangle of its size would cost a third of each picture where there is no GPU.
	f.root = container.New(f, f.regions()...)
	return f
}

// regions are what the window is made of, the lowest first.
func (f *frame) regions() []fyne.CanvasObject {
	if f.alone {
		return []fyne.CanvasObject{f.body, f.toasts}
	}
	below := []fyne.CanvasObject{f.body}
	if f.composer != nil {
		below = append(below, f.composer)
	}
	below = append(below, f.toasts, f.top, f.topLine, f.scrim, f.sidebar, f.sideLine)
	if f.panel != nil {
		below = append(below, f.panel, f.panelLine)
	}
	return append(below, f.player, f.playerLine)
}

// setScene shows another scene.
func (f *frame) setScene(s *scene) {
	if f.scene == s {
		return
	}
	f.scene = s
	f.keepsPlace = f.playing
	f.reset()
}

// setAlone shows a scene without anything beside it, or with all of it again.
func (f *frame) setAlone(s *scene, alone bool) {
	if s.alone == alone {
		return
	}
	s.alone = alone
	if f.scene == s {
		f.reset()
	}
}

// reset puts the regions of the scene into the window.
func (f *frame) reset() {
	f.root.Objects = f.regions()
	f.root.Refresh()
	f.relayout()
}

// MinSize is the least window the program works in.
func (f *frame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(480, 400) }

// Layout places the regions.
func (f *frame) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	wasFolded := f.folded()
	f.narrow = size.Width-sidebarWidth() < besideSidebar
	if !f.narrow {
		f.sidebarSheet = false
	}
	left := float32(0)
	if f.sidebarOpen && !f.narrow {
		left = sidebarWidth()
	}
	panel := f.layoutPanel(size.Width - left)
	f.panelOver = panel && !f.beside
	right := size.Width
	if f.beside {
		right -= panelWidth()
	}

	widgets.Place(f.top, left, 0, size.Width-left, topHeight())
	widgets.Place(f.topLine, left, topHeight()-1, size.Width-left, 1)

	foot := f.layoutPlayer(left, right, size.Height)
	f.layoutBody(left, right, foot)

	showSide := left > 0 || f.sidebarSheet
	widgets.Show(f.sidebar, showSide)
	widgets.Show(f.sideLine, showSide)
	sideFoot := size.Height
	if f.sidebarSheet {
		sideFoot = foot
	}
	widgets.Place(f.sidebar, 0, 0, sidebarWidth()-1, sideFoot)
	widgets.Place(f.sideLine, sidebarWidth()-1, 0, 1, sideFoot)

	panelFoot := foot
	if f.beside {
		panelFoot = size.Height // it moves nothing when the player comes or goes
	}
	f.placePanel(panel, size.Width, panelFoot)
	if f.alone {
		widgets.Place(f.body, 0, 0, size.Width, size.Height)
		widgets.Place(f.toasts, 0, 0, size.Width, size.Height)
	}

	widgets.Show(f.scrim, f.sidebarSheet || f.panelOver)
	f.scrim.Resize(fyne.NewSize(size.Width, foot))

	if f.onFold != nil && wasFolded != f.folded() {
		f.onFold(f.folded())
	}
}

// placePanel places the panel at the right edge: below the top bar, or over it as a sheet.
func (f *frame) placePanel(shown bool, width, foot float32) {
	if f.panel == nil {
		return
	}
	widgets.Show(f.panel, shown)
	widgets.Show(f.panelLine, shown)
	y := topHeight()
	if f.panelOver {
		y = 0
	}
	widgets.Place(f.panel, width-panelWidth()+1, y, panelWidth()-1, foot-y)
	widgets.Place(f.panelLine, width-panelWidth(), y, 1, foot-y)
}

// layoutPlayer places the player at the foot of the body, and returns where the body ends.
func (f *frame) layoutPlayer(left, right, height float32) float32 {
	widgets.Show(f.player, f.playing)
	widgets.Show(f.playerLine, f.playing)
	if !f.playing && !f.keepsPlace && (!f.reserves || f.beside) {
		return height
	}
	foot := height - f.player.HeightFor(right-left)
	widgets.Place(f.player, left, foot, right-left, height-foot)
	widgets.Place(f.playerLine, left, foot, right-left, 1)
	return foot
}

// setPlaying shows the player or takes it away.
func (f *frame) setPlaying(playing bool) {
	if f.playing != playing {
		f.playing = playing
		f.keepsPlace = f.keepsPlace || playing
		f.root.Refresh()
	}
}

// reservePlayer keeps the place of the player free from now on, or gives that of a player that has gone to what is above it.
func (f *frame) reservePlayer(reserve bool) {
	if keep := reserve || f.playing; keep != f.keepsPlace {
		f.keepsPlace = keep
		f.relayout()
	}
}

func (f *frame) layoutBody(left, right, height float32) {
	width := right - left
	if f.composer == nil || !f.composer.Visible() {
		f.placeBody(left, width, height)
		return
	}
	across := min(column(), width-2*composerMargin)
	// The composer grows with its text up to a third of the window.
	high := f.composer.HeightFor(across)
	y := height - composerBelow - high
	widgets.Place(f.composer, left+(width-across)/2, y, across, high)
	f.placeBody(left, width, y-8)
}

// placeBody places the body between the top bar and a foot, and above what the body itself has at its foot what is told for a moment.
func (f *frame) placeBody(left, width, foot float32) {
	widgets.Place(f.body, left, topHeight(), width, foot-topHeight())
	if b, ok := f.body.(footed); ok {
		foot -= b.FootHeight()
	}
	widgets.Place(f.toasts, left, topHeight(), width, foot-topHeight())
}

// column is how wide the reading column is at most, as that of the conversation is.
func column() float32 { return theme.Column() }

// folded reports whether the sidebar is away, so that the top bar must offer it.
func (f *frame) folded() bool { return f.narrow || !f.sidebarOpen }

// toggleSidebar opens or closes the sidebar, as a sheet where the window is narrow.
func (f *frame) toggleSidebar() {
	if f.narrow {
		f.sidebarSheet = !f.sidebarSheet
	} else {
		f.sidebarOpen = !f.sidebarOpen
		if f.onFold != nil {
			f.onFold(f.folded())
		}
	}
	f.root.Refresh()
}

func (f *frame) setPanel(open bool) {
	f.panelOpen = open
	f.root.Refresh()
}

// closeSheets closes what lies over the body, and reports whether anything did.
func (f *frame) closeSheets() {
	f.sidebarSheet = false
	if f.panelOver {
		f.panelOpen = false
		if f.onPanel != nil {
			f.onPanel()
		}
	}
	f.root.Refresh()
}

// relayout is for when the composer or the player wants another height.
func (f *frame) relayout() { f.Layout(nil, f.root.Size()) }

var _ fyne.Layout = (*frame)(nil)

// rectangle returns a filled rectangle in a theme colour.
func rectangle(name fyne.ThemeColorName) *canvas.Rectangle {
	return canvas.NewRectangle(fynetheme.Color(name))
}
