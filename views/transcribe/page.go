package transcribe

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/widgets"
)

// The measures of the page. Below besideLeast the list and what is open do not stand beside each
// other: one gives way to the other.
const (
	sideUsual   = 280
	besideLeast = 760
)

// Page is the list and what is open of it.
type Page struct {
	widget.BaseWidget
	Options

	side       *side
	rule       *widgets.Box
	view       fyne.CanvasObject
	asking     *asking
	state      *state
	recorded   *recorded
	invitation *invitation

	// right is what is shown of the right side; what is asked goes before all else.
	right    fyne.CanvasObject
	question *Question
	// open is the transcript or recording that is open, "" for none.
	open      chat.ID
	recording bool
	playing   chat.ID
	now       time.Time
	// narrow: there is no room for both sides; deep: the right one is shown; told is what OnDeep
	// was told last.
	narrow, deep, told bool
	// empty: there is nothing to list.
	empty bool
}

// NewPage makes an empty page.
func NewPage(o Options) *Page {
	p := &Page{
		Options: o, rule: line(), empty: true, side: newSide(o), asking: newAsking(o.Batch),
		state: newState(o), recorded: newRecorded(o.Recordings), invitation: newInvitation(o.Batch),
	}
	p.right = p.invitation.object
	p.side.drop.Hide()
	p.ExtendBaseWidget(p)
	return p
}

// SetView gives the page what shows a transcript that is done.
func (p *Page) SetView(view fyne.CanvasObject) {
	p.view = view
	p.choose()
}

// SetTranscripts shows them: first those of the queue in its order.
func (p *Page) SetTranscripts(list []transcripts.Transcript) {
	p.side.setTranscripts(list)
	p.choose()
}

// SetRecordings shows them; playing is the one that is heard, "" for none.
func (p *Page) SetRecordings(list []recordings.Recording, playing chat.ID, now time.Time) {
	p.playing, p.now = playing, now
	p.side.setRecordings(list, playing, now)
	p.choose()
}

// SetLive shows what is being recorded.
func (p *Page) SetLive(now recordings.Live) {
	if p.side.live.set(now) {
		p.side.Refresh()
		p.choose()
	}
}

// SetUnread says above the lists that not all transcripts, or recordings, could be listed; "" for
// all.
func (p *Page) SetUnread(transcripts, recordings string) {
	if unlisted := [2]string{transcripts, recordings}; unlisted != p.side.unlisted {
		p.side.unlisted = unlisted
		p.choose()
		p.side.Refresh()
	}
}

// SetExamples offers recordings to try with, where there is nothing else yet.
func (p *Page) SetExamples(examples []Example) { p.invitation.set(p.Batch, examples) }

// Open shows a transcript, or how far it is; "" is none.
func (p *Page) Open(id chat.ID) {
	p.open, p.recording = id, false
	p.side.showRecordings(false)
	p.side.open(id, false)
	p.choose()
	p.setDeep(id != "" || p.question != nil)
}

// OpenRecording shows a recording.
func (p *Page) OpenRecording(id chat.ID) {
	p.open, p.recording = id, true
	p.side.showRecordings(true)
	p.side.open(id, true)
	p.choose()
	p.setDeep(true)
}

// Opened is the transcript that is open, "" for none.
func (p *Page) Opened() chat.ID {
	if p.recording {
		return ""
	}
	return p.open
}

// Ask shows what is asked before something is sent; nil takes it away.
func (p *Page) Ask(q *Question) {
	before := p.question
	p.question = q
	if q != nil {
		p.asking.set(*q)
	}
	p.choose()
	if (q == nil) != (before == nil) {
		p.setDeep(q != nil || p.open != "")
	}
	if c := widgets.CanvasOf(p); q != nil && before == nil && c != nil {
		c.Focus(p.asking.start)
	}
}

// ChooseModel opens the models of what is asked.
func (p *Page) ChooseModel() {
	if p.question != nil {
		p.asking.chooseModel()
	}
}

// Back shows the list, where it has given way.
func (p *Page) Back() { p.setDeep(false) }

// FocusList gives the keyboard to the list.
func (p *Page) FocusList() {
	c := widgets.CanvasOf(p)
	if c == nil || p.narrow && p.deep {
		return
	}
	if p.side.recordingsTab {
		c.Focus(p.side.recordings)
		return
	}
	c.Focus(p.side.transcripts)
}

// ShowRecordings shows the tab of recordings.
func (p *Page) ShowRecordings() { p.side.showRecordings(true) }

func (p *Page) setDeep(deep bool) {
	p.deep = deep
	p.Refresh()
	p.tellDeep()
}

func (p *Page) tellDeep() {
	if deep := p.narrow && p.deep; deep != p.told {
		p.told = deep
		p.OnDeep(deep)
	}
}

// choose finds what the right side shows.
func (p *Page) choose() {
	right := fyne.CanvasObject(p.invitation.object)
	t, known := p.side.find(p.open)
	switch {
	case p.question != nil:
		right = p.asking.object
	case p.recording:
		if i := slices.IndexFunc(p.side.kept, func(r recordings.Recording) bool { return r.ID == p.open }); i >= 0 {
			p.recorded.set(p.side.kept[i], p.playing == p.open, p.now)
			right = p.recorded.object
		}
	case !known:
	case t.State == transcripts.Done && p.view != nil:
		right = p.view
	case t.State != transcripts.Done:
		p.state.set(t)
		right = p.state.object
	}
	empty := len(p.side.known) == 0 && len(p.side.kept) == 0 && !p.side.live.Visible() && p.side.unlisted == [2]string{}
	if right != p.right || empty != p.empty {
		p.right, p.empty = right, empty
		widgets.Show(p.side.drop, !empty) // what invites has one of its own
		p.Refresh()
	}
}

// FootHeight is how high what stands at the foot of the transcript is.
func (p *Page) FootHeight() float32 {
	if b, ok := p.right.(interface{ FootHeight() float32 }); ok && (!p.narrow || p.deep) {
		return b.FootHeight()
	}
	return 0
}

// CreateRenderer implements fyne.Widget.
func (p *Page) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Drawing{
		Least: func() fyne.Size { return fyne.NewSize(240, 160) }, Place: p.place, Deep: true,
		Objects: func() []fyne.CanvasObject { return []fyne.CanvasObject{p.side, p.rule, p.right} },
	}.Of(p)
}

func (p *Page) place(size fyne.Size) {
	if narrow := size.Width < besideLeast; narrow != p.narrow {
		p.narrow = narrow
		p.tellDeep()
	}
	// Where nothing is there yet, an empty list would only hide what invites.
	alone := p.narrow && (p.deep || p.empty)
	widgets.Show(p.side, !alone)
	widgets.Show(p.right, !p.narrow || alone)
	widgets.Show(p.rule, !p.narrow)
	switch {
	case alone:
		widgets.Place(p.right, 0, 0, size.Width, size.Height)
	case p.narrow:
		widgets.Place(p.side, 0, 0, size.Width, size.Height)
	default:
		side := widgets.RegionWidth(sideUsual)
		widgets.Place(p.side, 0, 0, side-1, size.Height)
		widgets.Place(p.rule, side-1, 0, 1, size.Height)
		widgets.Place(p.right, side, 0, size.Width-side, size.Height)
	}
}
