package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/motion"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the regions, in device-independent pixels. Sidebar, panel and top bar grow with the
// text, see widgets.RegionWidth.
const (
	sidebarDefault = 256
	panelDefault   = 328
	// composerMargin and composerBelow are the space beside and below the composer.
	composerMargin = 24
	composerBelow  = 16
	// besideSidebar is the minimum width beside the sidebar before it is hidden, bodyLeast that
	// beside the panel before it becomes a sheet.
	besideSidebar = 644
	bodyLeast     = 600
)

func sidebarWidth() float32 { return widgets.RegionWidth(sidebarDefault) }
func panelWidth() float32   { return widgets.RegionWidth(panelDefault) }

// topHeight returns the height of the bar above the body: 52 at the default text size.
func topHeight() float32 { return widgets.TopBarHeight() }

// regions lays out a window: the sidebar on the left, the top bar, the body with the foot of its
// page, the panel on the right, and the player below the body. In a narrow window, sidebar and
// panel are sheets over the body, with a scrim that closes them; they never cover the player.
type regions struct {
	root *fyne.Container

	sidebar fyne.CanvasObject
	player  WidthDependent
	// toasts are drawn over the bottom of the body of any scene.
	toasts fyne.CanvasObject
	scene  *Scene
	// covered holds the hidden scenes of other pages: Fyne applies changes of theme and text size
	// only to objects in the window.
	covered *fyne.Container

	// sideLine is beside the sidebar where that is a sheet.
	sideLine, panelLine, playerLine *divider
	scrim                           *scrim
	// panelGround is behind the panel while it is a sheet; beside the body it stands on the window.
	panelGround fyne.CanvasObject
	// sidebarOpen is the user's choice; the sheets are open over a narrow window.
	sidebarOpen       bool
	sidebarSheet      bool
	narrow, panelOver bool
	// playing is true while the player is shown, keepsPlace while the player's space is reserved;
	// see ShowPlayer.
	playing, keepsPlace bool
	// footInside is true while the foot is inside the body, and before it in Tab order.
	footInside bool

	side, panel slide

	// onFold is called when the sidebar is shown or hidden.
	onFold func()
}

func newRegions(sidebar fyne.CanvasObject, player WidthDependent, toasts fyne.CanvasObject) *regions {
	l := &regions{
		sidebar: sidebar, player: player, toasts: toasts, scene: &Scene{},
		sideLine: newDivider(), panelLine: newDivider(), playerLine: newDivider(),
		sidebarOpen: true,
	}
	l.scrim = newScrim(l.closeSheets)
	l.panelGround = widgets.NewBox(widgets.Gap(1), theme.ColorCard, "", 0, 0, 0)
	// The window itself paints the background: without a GPU, a rectangle of the window's size
	// would take a third of the time of each repaint.
	l.root, l.covered = container.New(l), container.NewWithoutLayout()
	l.covered.Hide()
	return l
}

// objects returns the visible parts of the window, in drawing order.
func (l *regions) objects() []fyne.CanvasObject {
	if l.scene.BodyOnly {
		return []fyne.CanvasObject{l.scene.Body, l.toasts}
	}
	below := []fyne.CanvasObject{l.scene.Body}
	if l.scene.Foot != nil {
		below = append(below, l.scene.Foot)
	}
	if l.footInside && l.scene.Foot != nil {
		below[0], below[1] = below[1], below[0]
	}
	below = append(below, l.toasts, l.scene.Top, l.scrim, l.sidebar, l.sideLine)
	if l.scene.Panel != nil {
		below = append(below, l.panelGround, l.scene.Panel, l.panelLine)
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
	l.panel.stop()
	l.keepsPlace = l.playing
	l.reset()
}

// setAlone hides or shows everything around the body of a scene.
func (l *regions) setAlone(s *Scene, alone bool) {
	if s.BodyOnly == alone {
		return
	}
	s.BodyOnly = alone
	if l.scene == s {
		l.reset()
	}
}

// reset puts the regions of the current scene into the window.
func (l *regions) reset() {
	l.root.Objects = append(l.objects(), l.covered)
	l.root.Refresh()
	l.relayout()
}

// MinSize implements fyne.Layout. It returns the smallest usable size of the window, or the body's
// minimum size in a frame without a sidebar.
func (l *regions) MinSize([]fyne.CanvasObject) fyne.Size {
	if l.sidebar == nil && l.scene.Body != nil {
		return l.scene.Body.MinSize()
	}
	return fyne.NewSize(480, 400)
}

// Layout implements fyne.Layout.
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
	l.panelOver = panel && !l.scene.PanelBeside
	right := size.Width
	if l.scene.PanelBeside {
		right -= panelWidth()
	}

	widgets.Place(l.scene.Top, left, 0, size.Width-left, topHeight())

	foot := l.layoutPlayer(left, right, size.Height)
	l.layoutBody(left, right, foot)

	showSide := left > 0 || l.sidebarSheet
	widgets.SetVisible(l.sidebar, showSide)
	widgets.SetVisible(l.sideLine, l.sidebarSheet)
	sideFoot := size.Height
	if l.sidebarSheet {
		sideFoot = foot
	}
	widgets.Place(l.sidebar, l.side.away, 0, sidebarWidth(), sideFoot)
	widgets.Place(l.sideLine, l.side.away+sidebarWidth(), 0, 1, sideFoot)

	panelFoot := foot
	if l.scene.PanelBeside {
		panelFoot = size.Height // so that showing the player moves nothing in the panel
	}
	l.placePanel(panel, size.Width, panelFoot)
	if l.scene.BodyOnly {
		widgets.Place(l.scene.Body, 0, 0, size.Width, size.Height)
		widgets.Place(l.toasts, 0, 0, size.Width, size.Height)
	}

	widgets.SetVisible(l.scrim, l.sidebarSheet || l.panelOver)
	l.scrim.Resize(fyne.NewSize(size.Width, foot))

	if l.onFold != nil && wasFolded != l.folded() {
		l.onFold()
	}
}

// placePanel places the panel at the right edge, below the top bar or as a sheet over it.
func (l *regions) placePanel(shown bool, width, foot float32) {
	if l.scene.Panel == nil {
		return
	}
	widgets.SetVisible(l.scene.Panel, shown)
	widgets.SetVisible(l.panelGround, l.panelOver)
	widgets.SetVisible(l.panelLine, shown && l.panelOver)
	y := topHeight()
	if l.panelOver {
		y = 0
	}
	x := width - panelWidth() + l.panel.away
	widgets.Place(l.panelGround, x, y, panelWidth(), foot-y)
	widgets.Place(l.scene.Panel, x+1, y, panelWidth()-1, foot-y)
	widgets.Place(l.panelLine, x, y, 1, foot-y)
}

// layoutPlayer places the player below the body, and returns the y coordinate at which the body
// ends.
func (l *regions) layoutPlayer(left, right, height float32) float32 {
	widgets.SetVisible(l.player, l.playing)
	widgets.SetVisible(l.playerLine, l.playing)
	if !l.playing && !l.keepsPlace {
		return height
	}
	foot := height - l.player.HeightFor(right-left)
	widgets.Place(l.player, left, foot, right-left, height-foot)
	widgets.Place(l.playerLine, left, foot, right-left, 1)
	return foot
}

// setPlaying shows or hides the player.
func (l *regions) setPlaying(playing bool) {
	if l.playing != playing {
		l.playing = playing
		l.keepsPlace = l.keepsPlace || playing
		l.root.Refresh()
	}
}

// reservePlayer reserves the player's space permanently, or frees it once the player is hidden.
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
	end, inside := y-8, false
	if l.scene.FootTop != nil {
		var top float32
		if top, inside = l.scene.FootTop(fyne.NewSize(width, height-topHeight()), across); inside {
			y, end = topHeight()+top, height
		}
	}
	if inside != l.footInside {
		l.footInside = inside
		l.root.Objects = append(l.objects(), l.covered)
	}
	widgets.Place(l.scene.Foot, left+(width-across)/2, y, across, high)
	l.placeBody(left, width, end)
}

// placeBody places the body between the top bar and foot, and the toasts above the body's own foot.
func (l *regions) placeBody(left, width, foot float32) {
	widgets.Place(l.scene.Body, left, topHeight(), width, foot-topHeight())
	if b, ok := l.scene.Body.(FootHolder); ok {
		foot -= b.FootHeight()
	}
	widgets.Place(l.toasts, left, topHeight(), width, foot-topHeight())
}

// ColumnWidth returns the width of the reading column in a body of the given width.
func ColumnWidth(body float32) float32 { return min(theme.ColumnWidth(), body-2*composerMargin) }

// folded reports whether the sidebar is hidden, so that the top bar must show its button.
func (l *regions) folded() bool { return l.narrow || !l.sidebarOpen }

// toggleSidebar shows or hides the sidebar, as a sheet in a narrow window.
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
	if l.sidebar.Visible() {
		l.side.run(-motion.Most, l.sidebarSheet, l.scrim, l.sidebar, l.sideLine)
	} else {
		l.side.stop()
	}
}

// showPanel opens or closes the panel of the scene.
func (l *regions) showPanel(open bool) {
	opens := open && !l.scene.PanelOpen
	l.scene.PanelOpen = open
	if !open {
		l.panel.stop()
	}
	l.root.Refresh()
	if opens && l.scene.Panel != nil {
		l.panel.run(motion.Most, l.panelOver, l.scrim, l.scene.Panel, l.panelLine)
	}
}

// slide is the motion of a region that opens. away is the distance from its place.
type slide struct {
	motion motion.Motion
	away   float32
}

// stop ends the motion; the next layout puts the region in its place.
func (s *slide) stop() {
	s.motion.Stop()
	s.away = 0
}

// run slides objects that are in their places from a distance, and fades the scrim if it opens with
// them.
func (s *slide) run(from float32, dims bool, scrim *scrim, objects ...fyne.CanvasObject) {
	scrim.fade(1)
	s.motion.Run(func(part float32) {
		by := motion.Rest(from, part) - s.away
		s.away += by
		for _, o := range objects {
			o.Move(o.Position().AddXY(by, 0))
		}
		if dims {
			scrim.fade(part)
		}
	})
}

// closeSheets closes the sheets over the body.
func (l *regions) closeSheets() {
	l.sidebarSheet = false
	if l.panelOver {
		l.scene.PanelOpen = false
		widgets.CallIfSet(l.scene.OnPanelClosed)
	}
	l.root.Refresh()
}

// relayout lays the regions out again after the height of the composer or the player has changed.
func (l *regions) relayout() { l.Layout(nil, l.root.Size()) }

var _ fyne.Layout = (*regions)(nil)
