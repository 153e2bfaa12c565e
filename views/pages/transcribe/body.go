package transcribe

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// The measures of the page. Below besideLeast the list and what is open do not stand beside each
// other: one gives way to the other.
const (
	sideDefault = 280
	besideLeast = 760
)

// body is the list and what is open of it.
type body struct {
	widget.BaseWidget
	bodyOptions

	side       *side
	rule       *widgets.Box
	asking     *askCard
	state      *stateCard
	recorded   *recordingCard
	invitation *invitation

	// right is the content of the right side; a question goes before all else.
	right    fyne.CanvasObject
	question *shownQuestion
	// open is the transcript or recording that is open, "" for none.
	open      chat.ID
	recording bool
	// narrow: there is no room for both sides; deep: the right one is shown; told is the last value
	// of OnDeep.
	narrow, deep, told bool
	// empty: there is nothing to list.
	empty bool
}

// newBody makes an empty page.
func newBody(o bodyOptions) *body {
	b := &body{
		bodyOptions: o, rule: widgets.NewBox(widgets.Gap(0), theme.ColorLine, "", 0, 0, 0), empty: true, side: newSide(o), asking: newAskCard(o.Batch),
		state: newStateCard(o), recorded: newRecordingCard(o.Recordings), invitation: newInvitation(o.Batch),
	}
	b.right = b.invitation.object
	b.side.drop.Hide()
	b.ExtendBaseWidget(b)
	return b
}

// SetTranscripts shows them: first those of the queue in its order.
func (b *body) SetTranscripts(list []transcripts.Transcript) {
	b.side.setTranscripts(list)
	b.choose()
}

// SetRecordings shows them; playing is the one that is heard, "" for none.
func (b *body) SetRecordings(list []recordings.Recording, playing chat.ID, now time.Time) {
	b.side.setRecordings(list, playing, now)
	b.choose()
}

// SetLive shows what is being recorded.
func (b *body) SetLive(now recordings.Live) {
	if b.side.live.set(now) {
		b.side.Refresh()
		b.choose()
	}
}

// SetUnread says above the lists that not all transcripts, or recordings, could be listed; "" for
// all.
func (b *body) SetUnread(transcripts, recordings string) {
	if unlisted := [2]string{transcripts, recordings}; unlisted != b.side.unlisted {
		b.side.unlisted = unlisted
		b.choose()
		b.side.Refresh()
	}
}

// SetExamples offers recordings to try with, where there is nothing else yet.
func (b *body) SetExamples(examples []example) { b.invitation.set(b.Batch, examples) }

// Open shows a transcript, or how far it is; "" is none.
func (b *body) Open(id chat.ID) {
	b.open, b.recording = id, false
	b.side.showRecordings(false)
	b.side.open(id, false)
	b.choose()
	b.setDeep(id != "" || b.question != nil)
}

// OpenRecording shows a recording.
func (b *body) OpenRecording(id chat.ID) {
	b.open, b.recording = id, true
	b.side.showRecordings(true)
	b.side.open(id, true)
	b.choose()
	b.setDeep(true)
}

// Opened is the transcript that is open, "" for none.
func (b *body) Opened() chat.ID {
	if b.recording {
		return ""
	}
	return b.open
}

// Ask shows what is asked before something is sent; nil takes it away.
func (b *body) Ask(q *shownQuestion) {
	before := b.question
	b.question = q
	if q != nil {
		b.asking.set(*q)
	}
	b.choose()
	if (q == nil) != (before == nil) {
		b.setDeep(q != nil || b.open != "")
	}
	if c := widgets.CanvasOf(b); q != nil && before == nil && c != nil {
		c.Focus(b.asking.start)
	}
}

// ChooseModel opens the models of what is asked.
func (b *body) ChooseModel() {
	if b.question != nil {
		b.asking.chooseModel()
	}
}

// Back shows the list, where it has given way.
func (b *body) Back() { b.setDeep(false) }

// FocusList gives the keyboard to the list.
func (b *body) FocusList() {
	c := widgets.CanvasOf(b)
	if c == nil || b.narrow && b.deep {
		return
	}
	if b.side.recordingsTab {
		c.Focus(b.side.recordings)
		return
	}
	c.Focus(b.side.transcripts)
}

// ShowRecordings shows the tab of recordings.
func (b *body) ShowRecordings() { b.side.showRecordings(true) }

func (b *body) setDeep(deep bool) {
	b.deep = deep
	b.Refresh()
	b.tellDeep()
}

func (b *body) tellDeep() {
	if deep := b.narrow && b.deep; deep != b.told {
		b.told = deep
		b.OnDeep(deep)
	}
}

// choose finds what the right side shows.
func (b *body) choose() {
	right := fyne.CanvasObject(b.invitation.object)
	t, known := b.side.find(b.open)
	switch {
	case b.question != nil:
		right = b.asking.object
	case b.recording:
		if i := slices.IndexFunc(b.side.kept, func(r recordings.Recording) bool { return r.ID == b.open }); i >= 0 {
			b.recorded.set(b.side.kept[i], b.side.playing == b.open, b.side.now)
			right = b.recorded.object
		}
	case !known:
	case t.State == transcripts.Done:
		right = b.View
	default:
		b.state.set(t)
		right = b.state.object
	}
	empty := len(b.side.known) == 0 && len(b.side.kept) == 0 && !b.side.live.Visible() && b.side.unlisted == [2]string{}
	if right != b.right || empty != b.empty {
		b.right, b.empty = right, empty
		widgets.Show(b.side.drop, !empty) // what invites has one of its own
		b.Refresh()
	}
}

// FootHeight is the height of the transcript's foot.
func (b *body) FootHeight() float32 {
	if right, ok := b.right.(interface{ FootHeight() float32 }); ok && (!b.narrow || b.deep) {
		return right.FootHeight()
	}
	return 0
}

// CreateRenderer implements fyne.Widget.
func (b *body) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		Least: func() fyne.Size { return fyne.NewSize(240, 160) }, Place: b.place, Deep: true,
		Objects: func() []fyne.CanvasObject { return []fyne.CanvasObject{b.side, b.rule, b.right} },
	}.Of(b)
}

func (b *body) place(size fyne.Size) {
	if narrow := size.Width < besideLeast; narrow != b.narrow {
		b.narrow = narrow
		b.tellDeep()
	}
	// Where nothing is there yet, an empty list would only hide what invites.
	alone := b.narrow && (b.deep || b.empty)
	widgets.Show(b.side, !alone)
	widgets.Show(b.right, !b.narrow || alone)
	widgets.Show(b.rule, !b.narrow)
	switch {
	case alone:
		widgets.Place(b.right, 0, 0, size.Width, size.Height)
	case b.narrow:
		widgets.Place(b.side, 0, 0, size.Width, size.Height)
	default:
		side := widgets.RegionWidth(sideDefault)
		widgets.Place(b.side, 0, 0, side-1, size.Height)
		widgets.Place(b.rule, side-1, 0, 1, size.Height)
		widgets.Place(b.right, side, 0, size.Width-side, size.Height)
	}
}
