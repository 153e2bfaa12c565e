package transcribe

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// The dimensions of the page. If the page is narrower than besideLeast, the list and the open item
// are not side by side: one hides the other.
const (
	sideDefault = 280
	besideLeast = 760
)

// body shows the list and the open item beside it.
type body struct {
	widget.BaseWidget
	bodyOptions

	side       *side
	rule       *widgets.Box
	asking     *askCard
	state      *stateCard
	recorded   *recordingCard
	invitation *invitation

	// right is the object on the right side. A question takes precedence over the open item.
	right    fyne.CanvasObject
	question *shownQuestion
	// open is the transcript or recording that is open, "" for none.
	open      chat.ID
	recording bool
	// narrow means that the page is too narrow for both sides, deep that the right side then hides
	// the list; told is the last value passed to OnDeep.
	narrow, deep, told bool
	// empty means that both lists are empty.
	empty bool
}

// newBody returns an empty page.
func newBody(o bodyOptions) *body {
	b := &body{
		bodyOptions: o, rule: widgets.NewBox(widgets.Gap(0), theme.ColorLine, "", 0, 0, 0), empty: true, side: newSide(o), asking: newAskCard(o.Batch),
		state: newStateCard(o), recorded: newRecordingCard(o.Recordings), invitation: newInvitation(o),
	}
	b.right = b.invitation.object
	b.ExtendBaseWidget(b)
	return b
}

// SetTranscripts shows the transcripts: first those in the queue, in the order of the queue.
func (b *body) SetTranscripts(list []transcripts.Transcript) {
	b.side.setTranscripts(list)
	b.choose()
}

// SetCosts shows what each transcript has cost; nil hides all costs.
func (b *body) SetCosts(costs map[chat.ID]ledger.Total) {
	b.side.costs = costs
	b.side.transcripts.Update()
}

// ShowsCosts reports whether costs are shown.
func (b *body) ShowsCosts() bool { return b.side.costs != nil }

// SetRecordings shows the recordings; playing is the recording being played, "" for none.
func (b *body) SetRecordings(list []recordings.Recording, playing chat.ID, now time.Time) {
	b.side.setRecordings(list, playing, now)
	b.choose()
}

// SetLive shows the running recording.
func (b *body) SetLive(now recordings.Live) {
	if b.side.live.set(now) {
		b.side.Refresh()
		b.choose()
	}
}

// SetUnread shows above the lists that some transcripts or recordings could not be listed; "" hides
// the sentence.
func (b *body) SetUnread(transcripts, recordings string) {
	if unlisted := [2]string{transcripts, recordings}; unlisted != b.side.unlisted {
		b.side.unlisted = unlisted
		b.choose()
		b.side.Refresh()
	}
}

// SetExamples offers example recordings while nothing is open. about names the receiver of sound
// and the price, "" for nothing.
func (b *body) SetExamples(examples []example, about string) {
	b.invitation.change(func(i *invitationContent) { i.examples, i.about = examples, about })
}

// SetNoRecording sets the reason why nothing can be recorded, "" for none.
func (b *body) SetNoRecording(reason string) {
	b.invitation.change(func(i *invitationContent) { i.noRecording = reason })
}

// Open shows a transcript, or its progress; "" shows none.
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

// Opened returns the open transcript, "" for none.
func (b *body) Opened() chat.ID {
	if b.recording {
		return ""
	}
	return b.open
}

// Ask shows the question that precedes sending files; nil hides the question.
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
	if q != nil && before == nil {
		b.asking.Focus(widgets.CanvasOf(b), i18n.Text("Start"))
	}
}

// ChooseModel opens the model menu of the question.
func (b *body) ChooseModel() {
	if b.question != nil {
		b.asking.chooseModel()
	}
}

// Back shows the list if the right side hides the list.
func (b *body) Back() { b.setDeep(false) }

// FocusList focuses the list.
func (b *body) FocusList() {
	c := widgets.CanvasOf(b)
	if c == nil || b.narrow && b.deep {
		return
	}
	if b.empty {
		b.invitation.Focus(c, i18n.Text("Choose files…"))
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

// choose selects the content of the right side.
func (b *body) choose() {
	right := b.invitation.object
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
		if empty != b.empty {
			b.OnEmpty(empty)
		}
		b.right, b.empty = right, empty
		b.invitation.change(func(i *invitationContent) { i.buttons = empty })
		b.Refresh()
	}
}

// FootHeight returns the height of the foot of the transcript or of the question.
func (b *body) FootHeight() float32 {
	if b.question != nil {
		return widgets.HeightAt(b.asking.foot, b.asking.object.Size().Width)
	}
	if right, ok := b.right.(interface{ FootHeight() float32 }); ok && (!b.narrow || b.deep) {
		return right.FootHeight()
	}
	return 0
}

// CreateRenderer implements fyne.Widget.
func (b *body) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(240, 160) }, Place: b.place, RefreshesChildren: true,
		Objects: func() []fyne.CanvasObject { return []fyne.CanvasObject{b.side, b.rule, b.right} },
	}.Of(b)
}

func (b *body) place(size fyne.Size) {
	if narrow := size.Width < besideLeast; narrow != b.narrow {
		b.narrow = narrow
		b.tellDeep()
	}
	// While both lists are empty, show the invitation instead of them.
	alone := b.empty || b.narrow && b.deep
	widgets.SetVisible(b.side, !alone)
	widgets.SetVisible(b.right, !b.narrow || alone)
	widgets.SetVisible(b.rule, !b.narrow && !alone)
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
