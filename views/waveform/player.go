package waveform

import (
	"image/color"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/speech"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/player"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// PlayerState is the state shown by the player.
type PlayerState struct {
	// Phase is speech.Idle while the program's only player is stopped or plays something else.
	Phase            speech.Phase
	Position, Length time.Duration
	// Speed is the playback speed, 0.5 to 2.
	Speed float64
	// Problem is a sentence shown in place of the waveform; Button is the label of an action that
	// fixes it, or "".
	Problem, Button string
}

// Player is the player bar. Set its callbacks before showing it.
type Player struct {
	widget.BaseWidget

	// OnToggle plays, pauses and resumes.
	OnToggle func()
	// OnSeek receives a position, 0 to the length.
	OnSeek func(time.Duration)
	// OnSpeed receives a playback speed, 0.5 to 2.
	OnSpeed func(float64)
	// OnFix performs the action of a problem's button.
	OnFix func()

	sound   PlayerState
	play    *widgets.IconButton
	wave    *wave
	clock   *canvas.Text
	speed   *widgets.Button
	problem *widgets.Text
	fix     *widgets.Button
}

// New returns an empty player.
func New() *Player {
	p := &Player{clock: canvas.NewText("", nil)}
	p.play = widgets.NewIconButton("play", i18n.Text("Play"), func() { p.OnToggle() })
	p.play.SetColor(fynetheme.ColorNameForeground)
	p.wave = newWave(p)
	p.speed = widgets.NewButton("", widgets.Secondary, p.chooseSpeed).SetSmall()
	p.speed.SetHint(i18n.Text("Playback speed"))
	p.problem = widgets.NewText("", theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	p.fix = widgets.NewButton("", widgets.Secondary, func() { p.OnFix() }).SetSmall()
	p.sound.Speed = 1
	p.speed.SetText(format.Speed(1))
	p.ExtendBaseWidget(p)
	return p
}

// Set shows a state. It is cheap enough to call on every tick.
func (p *Player) Set(s PlayerState) {
	if s == p.sound {
		return
	}
	was := p.sound
	p.sound = s
	p.wave.set(s.Position, s.Length)
	if was.Phase != s.Phase {
		if s.Phase.CanPause() {
			p.play.SetIcon("pause", i18n.Text("Pause"))
		} else {
			p.play.SetIcon("play", i18n.Text("Play"))
		}
	}
	p.speed.SetText(format.Speed(s.Speed))
	p.problem.SetText(s.Problem)
	p.fix.SetText(s.Button)
	if was.Phase != s.Phase || was.Problem != s.Problem || p.says() != p.clock.Text {
		p.Refresh()
	}
}

// SetWave sets the levels of the audio from its beginning, 0 to 255 for each interval of step.
// Levels that end before the audio mean that the rest is not known yet.
func (p *Player) SetWave(levels []uint8, step time.Duration) { p.wave.setLevels(levels, step) }

// PlaybackPosition returns the position of the audio, or of the drag.
func (p *Player) PlaybackPosition() time.Duration { return p.wave.PlaybackPosition() }

func (p *Player) says() string {
	at := words.PositionTime(p.wave.PlaybackPosition())
	if p.sound.Length <= 0 {
		return at
	}
	return at + " / " + words.PositionTime(p.sound.Length)
}

func (p *Player) chooseSpeed() {
	player.ShowSpeedMenu(p.speed, p.sound.Speed, func(speed float64) { p.OnSpeed(speed) })
}

// Height is the height of the bar with one line of text, in device-independent pixels.
const Height = 56

const (
	side    = 16
	between = 14
	least   = 120 // minimum width of the waveform before the clock is hidden
)

// HeightFor returns the height of the player at a width.
func (p *Player) HeightFor(width float32) float32 {
	if p.sound.Problem == "" {
		return max(Height, p.speed.MinSize().Height+20)
	}
	room := p.problemRoom(width)
	p.problem.Resize(fyne.NewSize(room, p.problem.Size().Height))
	return max(Height, p.problem.MinSize().Height+20)
}

func (p *Player) problemRoom(width float32) float32 {
	room := width - 2*side - 8
	if p.sound.Button != "" {
		room -= p.fix.MinSize().Width + between
	}
	return max(room, 80)
}

// MinSize implements fyne.Widget.
func (p *Player) MinSize() fyne.Size {
	p.ExtendBaseWidget(p)
	return fyne.NewSize(200, Height)
}

// CreateRenderer implements fyne.Widget.
func (p *Player) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{p: p, ground: canvas.NewRectangle(color.Transparent), line: canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type renderer struct {
	p            *Player
	ground, line *canvas.Rectangle
}

func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(200, Height) }

func (r *renderer) Layout(size fyne.Size) {
	p := r.p
	r.ground.Resize(size)
	r.line.Resize(fyne.NewSize(size.Width, 1))
	if p.sound.Problem != "" {
		room := p.problemRoom(size.Width)
		p.problem.Resize(fyne.NewSize(room, 0))
		h := p.problem.MinSize().Height
		widgets.Place(p.problem, side+6, (size.Height-h)/2, room, h)
		m := p.fix.MinSize()
		widgets.Place(p.fix, size.Width-side-m.Width, (size.Height-m.Height)/2, m.Width, m.Height)
		return
	}
	m := p.play.MinSize()
	widgets.Place(p.play, 11, (size.Height-m.Height)/2+0.5, m.Width, m.Height)
	left := 11 + m.Width + 6
	right := size.Width - side - 2
	m = p.speed.MinSize()
	widgets.Place(p.speed, right-m.Width, (size.Height-m.Height)/2+0.5, m.Width, m.Height)
	right -= m.Width + between
	p.clock.Text = p.says()
	widest := wide(p.clock, p.widest())
	widgets.SetVisible(p.clock, right-left-widest-between >= least)
	if p.clock.Visible() {
		m = p.clock.MinSize()
		widgets.Place(p.clock, right-m.Width, (size.Height-m.Height)/2+0.5, m.Width, m.Height)
		right -= widest + between
	}
	widgets.Place(p.wave, left, 6, max(right-left, 0), max(size.Height-11, 0))
}

// widest returns the longest text of the clock, which fixes the width of the waveform.
func (p *Player) widest() string {
	whole := words.PositionTime(p.sound.Length)
	if p.sound.Length <= 0 {
		return "0:00 / 0:00"
	}
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '0'
			}
			return r
		}, s)
	}
	return digits(whole) + " / " + digits(whole)
}

func wide(like *canvas.Text, s string) float32 {
	return fyne.MeasureText(s, like.TextSize, like.TextStyle).Width
}

func (r *renderer) Refresh() {
	p := r.p
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	r.line.FillColor = fynetheme.Color(theme.ColorLine)
	failed := p.sound.Problem != ""
	for _, o := range []fyne.CanvasObject{p.play, p.wave, p.speed} {
		widgets.SetVisible(o, !failed)
	}
	if failed {
		widgets.SetVisible(p.clock, false)
	}
	widgets.SetVisible(p.problem, failed)
	widgets.SetVisible(p.fix, failed && p.sound.Button != "")
	p.clock.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	p.clock.Color = fynetheme.Color(theme.ColorMuted)
	r.Layout(p.Size())
	canvas.Refresh(p)
	p.wave.Refresh()
}

func (r *renderer) Objects() []fyne.CanvasObject {
	p := r.p
	return []fyne.CanvasObject{r.ground, r.line, p.play, p.wave, p.clock, p.speed, p.problem, p.fix}
}
func (r *renderer) Destroy() {}

// percent returns a position as text for a screen reader.
func percent(at, length time.Duration) string {
	if length <= 0 {
		return format.Percent(0)
	}
	return format.Percent(int(100 * at / length))
}
