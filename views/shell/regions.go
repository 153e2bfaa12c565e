package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// The measures of the window, in device-independent pixels. Sidebar, panel and top bar grow with
// the text, see widgets.RegionWidth.
const (
	sidebarDefault = 256
	panelDefault   = 288
	// composerMargin and composerBelow are the space beside and below the composer.
	composerMargin = 24
	composerBelow  = 16
	// Where less than besideSidebar were left beside it, the sidebar folds away; a panel beside
	// less than bodyLeast of conversation, or pageLeast of a page, becomes a sheet over it.
	besideSidebar = 644
	bodyLeast     = 640
	pageLeast     = 480
)

func sidebarWidth() float32 { return widgets.RegionWidth(sidebarDefault) }
func panelWidth() float32   { return widgets.RegionWidth(panelDefault) }

// topHeight is the height of the bar above the body: 52 with text of the usual size.
func topHeight() float32 { return widgets.TopHeight() }

// regions places the regions of a window: the sidebar at the left, the top bar, the body with the
// foot of its page, the panel at the right, and under the body the player. Where the window is too
// narrow, sidebar and panel lie over the body as sheets, with a scrim that closes them; the player
// stays free.
type regions struct {
	root *fyne.Container

	sidebar fyne.CanvasObject
	player  Tall
	// toasts lie over the foot of the body, whatever that is.
	toasts fyne.CanvasObject
	scene  *Scene
	// covered holds the scenes of the other pages, hidden: Fyne has what is in the window follow
	// another theme or size of text.
	covered *fyne.Container

	sideLine, topLine, panelLine, playerLine *divider
	scrim                                    *scrim
	// sidebarOpen is the user's choice; the sheets are open over a narrow window.
	sidebarOpen       bool
	sidebarSheet      bool
	narrow, panelOver bool
	// playing shows the player. keepsPlace keeps its place free, see SetPlaying.
	playing, keepsPlace bool

	// onFold is called when the sidebar folds away or comes back by itself.
	onFold func()
}

func newRegions(sidebar fyne.CanvasObject, player Tall, toasts fyne.CanvasObject) *regions {
	l := &regions{
		sidebar: sidebar, player: player, toasts: toasts, scene: &Scene{},
		sideLine: newDivider(), topLine: newDivider(), panelLine: newDivider(), playerLine: newDivider(),
		sidebarOpen: true,
	}
	l.scrim = newScrim(l.closeSheets)
	// The window itself paints the ground: a rectangle of its size would cost a third of each
	// picture where there is no GPU.
	l.root, l.covered = container.New(l), container.NewWithoutLayout()
	l.covered.Hide()
	return l
}

// objects are the parts of the window, the lowest first.
func (l *regions) objects() []fyne.CanvasObject {
	if l.scene.Alone {
		return []fyne.CanvasObject{l.scene.Body, l.toasts}
	}
	below := []fyne.CanvasObject{l.scene.Body}
	if l.scene.Foot != nil {
		below = append(below, l.scene.Foot)
	}
	below = append(below, l.toasts, l.scene.Top, l.topLine, l.scrim, l.sidebar, l.sideLine)
	if l.scene.Panel != nil {
		below = append(below, l.scene.Panel, l.panelLine)
	}
	return append(below, l.player, l.playerLine)
}

// setScene shows another scene.
func (l *regions) setScene(s *Scene) {
	if l.scene == s {
		return
	}
	for _, o := range s.objects() {
		l.covered.Remove(o)
	}
	for _, o := range l.scene.objects() {
		l.covered.Add(o)
	}
	l.scene = s
	l.keepsPlace = l.playing
	l.reset()
}

// setAlone shows a scene without anything beside it, or with all of it again.
func (l *regions) setAlone(s *Scene, alone bool) {
	if s.Alone == alone {
		return
	}
	s.Alone = alone
	if l.scene == s {
		l.reset()
	}
}

// reset puts the regions of the scene into the window.
func (l *regions) reset() {
	l.root.Objects = append(l.objects(), l.covered)
	l.root.Refresh()
	l.relayout()
}

// MinSize is the least window the program works in; one without a sidebar may be as small as its
// page.
func (l *regions) MinSize([]fyne.CanvasObject) fyne.Size {
	if l.sidebar == nil && l.scene.Body != nil {
		return l.scene.Body.MinSize()
	}
	return fyne.NewSize(480, 400)
}

// Layout places the regions.
func (l *regions) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if l.scene.Body == nil {
		return // no page yet
	}
	if l.sidebar == nil {
		widgets.Place(l.scene.Body, 0, 0, size.Width, size.Height)
		widgets.Place(l.toasts, 0, 0, size.Width, size.Height)
		return
	}
	wasFolded := l.folded()
	l.narrow = size.Width-sidebarWidth() < besideSidebar
	if !l.narrow {
		l.sidebarSheet = false
	}
	left := float32(0)
	if l.sidebarOpen && !l.narrow {
		left = sidebarWidth()
	}
	panel := l.scene.layoutPanel(size.Width - left)
	l.panelOver = panel && !l.scene.Beside
	right := size.Width
	if l.scene.Beside {
		right -= panelWidth()
	}

	widgets.Place(l.scene.Top, left, 0, size.Width-left, topHeight())
	widgets.Place(l.topLine, left, topHeight()-1, size.Width-left, 1)

	foot := l.layoutPlayer(left, right, size.Height)
	l.layoutBody(left, right, foot)

	showSide := left > 0 || l.sidebarSheet
	widgets.Show(l.sidebar, showSide)
	widgets.Show(l.sideLine, showSide)
	sideFoot := size.Height
	if l.sidebarSheet {
		sideFoot = foot
	}
	widgets.Place(l.sidebar, 0, 0, sidebarWidth()-1, sideFoot)
	widgets.Place(l.sideLine, sidebarWidth()-1, 0, 1, sideFoot)

	panelFoot := foot
	if l.scene.Beside {
		panelFoot = size.Height // it moves nothing when the player comes or goes
	}
	l.placePanel(panel, size.Width, panelFoot)
	if l.scene.Alone {
		widgets.Place(l.scene.Body, 0, 0, size.Width, size.Height)
		widgets.Place(l.toasts, 0, 0, size.Width, size.Height)
	}

	widgets.Show(l.scrim, l.sidebarSheet || l.panelOver)
	l.scrim.Resize(fyne.NewSize(size.Width, foot))

	if l.onFold != nil && wasFolded != l.folded() {
		l.onFold()
	}
}

// placePanel places the panel at the right edge: below the top bar, or over it as a sheet.
func (l *regions) placePanel(shown bool, width, foot float32) {
	if l.scene.Panel == nil {
		return
	}
	widgets.Show(l.scene.Panel, shown)
	widgets.Show(l.panelLine, shown)
	y := topHeight()
	if l.panelOver {
		y = 0
	}
	widgets.Place(l.scene.Panel, width-panelWidth()+1, y, panelWidth()-1, foot-y)
	widgets.Place(l.panelLine, width-panelWidth(), y, 1, foot-y)
}

// layoutPlayer places the player at the foot of the body, and returns where the body ends.
func (l *regions) layoutPlayer(left, right, height float32) float32 {
	widgets.Show(l.player, l.playing)
	widgets.Show(l.playerLine, l.playing)
	if !l.playing && !l.keepsPlace && (!l.scene.Reserves || l.scene.Beside) {
		return height
	}
	foot := height - l.player.HeightFor(right-left)
	widgets.Place(l.player, left, foot, right-left, height-foot)
	widgets.Place(l.playerLine, left, foot, right-left, 1)
	return foot
}

// setPlaying shows the player or takes it away.
func (l *regions) setPlaying(playing bool) {
	if l.playing != playing {
		l.playing = playing
		l.keepsPlace = l.keepsPlace || playing
		l.root.Refresh()
	}
}

// reservePlayer keeps the place of the player free from now on, or gives that of a player that has
// gone to what is above it.
func (l *regions) reservePlayer(reserve bool) {
	if keep := reserve || l.playing; keep != l.keepsPlace {
		l.keepsPlace = keep
		l.relayout()
	}
}

func (l *regions) layoutBody(left, right, height float32) {
	width := right - left
	if l.scene.Foot == nil || !l.scene.Foot.Visible() {
		l.placeBody(left, width, height)
		return
	}
	across := ColumnWidth(width)
	// The composer grows with its text up to a third of the window.
	high := l.scene.Foot.HeightFor(across)
	y := height - composerBelow - high
	widgets.Place(l.scene.Foot, left+(width-across)/2, y, across, high)
	l.placeBody(left, width, y-8)
}

// placeBody places the body between the top bar and a foot, and above what the body itself has at
// its foot what is told for a moment.
func (l *regions) placeBody(left, width, foot float32) {
	widgets.Place(l.scene.Body, left, topHeight(), width, foot-topHeight())
	if b, ok := l.scene.Body.(FootHolder); ok {
		foot -= b.FootHeight()
	}
	widgets.Place(l.toasts, left, topHeight(), width, foot-topHeight())
}

// ColumnWidth returns how wide the column for reading is in a body of a width.
func ColumnWidth(body float32) float32 { return min(theme.Column(), body-2*composerMargin) }

// folded reports whether the sidebar is away, so that the top bar must offer it.
func (l *regions) folded() bool { return l.narrow || !l.sidebarOpen }

// toggleSidebar opens or closes the sidebar, as a sheet where the window is narrow.
func (l *regions) toggleSidebar() {
	if l.narrow {
		l.sidebarSheet = !l.sidebarSheet
	} else {
		l.sidebarOpen = !l.sidebarOpen
		if l.onFold != nil {
			l.onFold()
		}
	}
	l.root.Refresh()
}

// closeSheets closes what lies over the body, and reports whether anything did.
func (l *regions) closeSheets() {
	l.sidebarSheet = false
	if l.panelOver {
		l.scene.PanelOpen = false
		widgets.Call(l.scene.OnPanelClosed)
	}
	l.root.Refresh()
}

// relayout is for when the composer or the player wants another height.
func (l *regions) relayout() { l.Layout(nil, l.root.Size()) }

var _ fyne.Layout = (*regions)(nil)
