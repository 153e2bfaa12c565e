package transcript

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/waveform"
	"parlando/views/widgets"
	"parlando/views/words"
)

// leastOpen is the minimum duration without text at the end that is reported; recordings often end
// with some silence.
const leastOpen = 5 * time.Second

func clockOf(d time.Duration) string { return words.PositionTime(d) }

// View shows one transcript, or an invitation if there is none. It must be used on the window's
// thread.
type View struct {
	widget.BaseWidget

	// Player is the player at the bottom.
	Player *waveform.Player

	o Options

	t   transcripts.Transcript
	has bool
	// shown is the transcript whose lines are shown; the lines of t may still be missing.
	shown chat.ID

	head   *head
	finder *finder
	notes  *fyne.Container
	lines  *lines
	follow *widgets.Button
	center *center
	hidden map[string]bool
	// damaged means that parts of the recording could not be decoded.
	damaged bool
	// news is the note about work in progress, such as a translation; sentence is "" for none.
	news struct {
		sentence, button string
		do               func()
	}
	// unread reads the lines again after a failure; nil if reading has not failed.
	unread func()
	// unkept stores changes again after a failed write; nil if all changes are stored.
	unkept   func()
	reasoned []string
}

// New returns a view that shows the invitation.
func New(o Options) *View {
	v := &View{o: o, hidden: map[string]bool{}, Player: waveform.New()}
	v.follow = widgets.NewButton(i18n.Text("Follow playback"), widgets.Secondary, func() { v.lines.follow() }).SetIcon("arrow-down").SetRound()
	v.follow.SetHint(i18n.Text("Go to the line being played"))
	v.follow.Hide()
	v.notes = container.New(&widgets.Column{Gap: 6})
	v.center = newCenter(v)
	v.lines = newLines(o)
	v.lines.onShown, v.lines.onWho = v.linesShown, v.askWho
	v.finder = newFinder(v)
	v.lines.find.onFound = v.finder.set
	v.head = newHead(v)
	v.Player.Hide()
	v.ExtendBaseWidget(v)
	return v
}

// Set shows a transcript, whose lines SetLines provides; ok is false to show no transcript.
func (v *View) Set(t transcripts.Transcript, ok bool) {
	if ok == v.has && t == v.t {
		return // Set is called after changes of any transcript
	}
	other := !ok || t.ID != v.t.ID
	if other {
		v.Flush()
		v.hidden = map[string]bool{}
		v.closeSearch()
		v.unread = nil
		if v.shown != "" {
			v.shown = ""
			v.lines.set(nil, false)
		}
	}
	v.t, v.has = t, ok
	v.lines.table.timed = t.Timed
	v.lines.writer.locked = ""
	if !v.readable() {
		v.lines.writer.locked = i18n.Text("You can edit it when it's done.")
	}
	v.head.set(t.Title, words.Language(t.Language), ok && v.readable())
	v.showUnread()
	v.showMatter()
	v.Refresh()
}

// SetReadFailed shows that the lines could not be read, with a button that calls again. The next
// SetLines removes it.
func (v *View) SetReadFailed(again func()) {
	v.unread = again
	v.showUnread()
}

// showUnread shows the center instead of the lines, and disables the actions on the text.
func (v *View) showUnread() {
	v.center.set(v.t, v.has, v.unread != nil)
	v.head.setReason(v.NotReadyReason())
}

// NotReadyReason returns why the lines cannot be used, because they have not been read; "" if they
// can be used.
func (v *View) NotReadyReason() string {
	switch {
	case v.Ready():
		return ""
	case v.unread != nil:
		return i18n.Text("This transcript couldn't be opened.")
	}
	return i18n.Text("This transcript is still loading.")
}

// Shown returns the shown transcript; "" for none.
func (v *View) Shown() chat.ID {
	if v.has {
		return v.t.ID
	}
	return ""
}

// Ready reports whether the lines of the transcript have been read.
func (v *View) Ready() bool {
	return v.has && v.shown == v.t.ID && (len(v.lines.table.rows) > 0 || v.t.Lines == 0)
}

// readable reports whether the transcript is finished and has a text.
func (v *View) readable() bool { return v.has && v.t.State == transcripts.Done }

// SetLines shows the lines of the transcript passed to Set, and keeps the scroll position and the
// caret.
func (v *View) SetLines(id chat.ID, all []Line) {
	if !v.has || id != v.t.ID {
		return
	}
	same := v.shown == id
	v.shown = id
	v.lines.set(all, same)
	v.unread = nil
	v.showUnread()
	v.Refresh()
}

// SetPlayer shows the player at the bottom, or hides it if there is no sound.
func (v *View) SetPlayer(shown bool, s waveform.PlayerState) {
	width := v.Size().Width
	was := v.FootHeight()
	v.Player.Set(s)
	widgets.SetVisible(v.Player, shown)
	if width > 0 && v.FootHeight() != was {
		v.relayout()
	}
}

// SetDamaged sets whether parts of the recording could not be decoded.
func (v *View) SetDamaged(damaged bool) {
	if damaged != v.damaged {
		v.damaged = damaged
		v.showMatter()
	}
}

// SetNotice shows a note about work on the transcript, with a button; "" hides it.
func (v *View) SetNotice(sentence, button string, do func()) {
	v.news.sentence, v.news.button, v.news.do = sentence, button, do
	v.showMatter()
}

// SetUnsaved shows that changes are not stored yet, with a button that calls again; nil hides it.
func (v *View) SetUnsaved(again func()) {
	v.unkept = again
	v.showMatter()
}

// SetPlaybackPosition sets the playback position; on means that the player has loaded the sound of
// this transcript.
func (v *View) SetPlaybackPosition(on bool, place time.Duration) { v.lines.setSound(on, place) }

// SetReadAloud sets the line that is read aloud, -1 for none.
func (v *View) SetReadAloud(line int) { v.lines.setReadAloud(line) }

// CurrentLine returns the edited line, else the first visible one; -1 if there are no lines.
func (v *View) CurrentLine() int {
	if v.lines.writer.on() {
		return v.lines.table.written.row
	}
	return min(v.lines.table.view.Top, len(v.lines.table.rows)-1)
}

// PlayingLine returns the line marked as playing or read aloud, -1 for none.
func (v *View) PlayingLine() int { return v.lines.sound.line }

// StopLoop stops repeating a line.
func (v *View) StopLoop() {
	if v.lines.sound.loop >= 0 {
		v.lines.setLoop(v.lines.sound.loop)
	}
}

// NextLineStart returns the start of the next line after place, at which the caller must update the
// playback position; 0 if there is no next line.
func (v *View) NextLineStart(place time.Duration) time.Duration {
	if i := v.lines.table.lineOf(place) + 1; v.lines.table.timed && i < len(v.lines.table.rows) {
		return v.lines.table.rows[i].Start
	}
	return 0
}

// Text returns the current lines, including changes not passed to Editor.Edit yet.
func (v *View) Text() []Line { return v.lines.table.values() }

// Flush passes typed text that was not reported yet to Editor.Edit.
func (v *View) Flush() {
	v.head.flush()
	v.lines.writer.tell(true)
}

// FocusText focuses the lines.
func (v *View) FocusText() {
	if c := widgets.CanvasOf(v); c != nil {
		c.Focus(v.lines)
	}
}

// Find opens the search for the given words; "" searches for the previous words.
func (v *View) Find(what string) {
	if !v.readable() || !v.Ready() {
		return
	}
	v.head.searching = true
	v.finder.Show()
	v.head.Refresh()
	v.relayout()
	if what == "" && v.lines.writer.on() {
		what = v.lines.writer.caret.Selected()
	}
	if what != "" {
		v.finder.words.SetText(what)
	}
	v.finder.look()
	if c := widgets.CanvasOf(v); c != nil {
		c.Focus(v.finder.words)
		v.finder.words.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// ShowLine scrolls to a line and searches for the given words.
func (v *View) ShowLine(id int64, what string) {
	for i, r := range v.lines.table.rows {
		if r.ID == id {
			v.lines.sound.follows = false
			if what != "" {
				v.Find(what)
			}
			v.lines.table.view.ScrollTo(i, 0, v.lines.table.ViewHeight()/3)
			v.lines.find.at = v.lines.find.first(i)
			v.lines.find.next(true)
			v.lines.find.next(false)
			return
		}
	}
}

// Replace opens the search with the row for replacing.
func (v *View) Replace() {
	v.Find("")
	v.finder.setReplaces(true)
}

// FindNext shows the next or the previous match. If the search is closed, it opens the search.
func (v *View) FindNext(back bool) {
	if !v.finder.Visible() {
		v.Find("")
		return
	}
	v.lines.find.next(back)
}

func (v *View) toggleSearch() {
	if v.finder.Visible() {
		v.closeSearch()
		return
	}
	v.Find("")
}

// closeSearch closes the search; the view stays at the current match.
func (v *View) closeSearch() {
	if !v.finder.Visible() {
		return
	}
	v.head.searching = false
	v.finder.Hide()
	v.lines.find.search("", false, false)
	v.head.Refresh()
	v.relayout()
	v.FocusText()
}

// linesShown is called when the visible lines have changed.
func (v *View) linesShown() {
	if lost := v.lines.sound.lost(); lost != v.follow.Visible() {
		widgets.SetVisible(v.follow, lost)
		v.relayout()
	}
}

func (v *View) moreItems() []widgets.MenuItem {
	items := v.o.Actions.MoreItems()
	if !v.readable() {
		return items
	}
	own := []widgets.MenuItem{
		{Icon: "users", Text: i18n.Text("Speakers…"), DisabledReason: v.NotReadyReason(), Do: v.askSpeakers},
		{Icon: "replace", Text: i18n.Text("Replace…"), DisabledReason: v.NotReadyReason(), Do: v.Replace},
	}
	return append(own, items...)
}

// showMatter shows the notes about problems of the transcript.
func (v *View) showMatter() {
	var said []string
	var boxes []fyne.CanvasObject
	for _, n := range v.matter() {
		said = append(said, n.words.Text())
		boxes = append(boxes, n.box)
	}
	if slices.Equal(said, v.reasoned) {
		return
	}
	v.reasoned = said
	v.notes.Objects = boxes
	v.notes.Refresh()
	v.relayout()
}

// FootHeight returns the height at the bottom of the view that toasts must not cover.
func (v *View) FootHeight() float32 {
	if v.Player.Visible() {
		return v.Player.HeightFor(v.Size().Width)
	}
	return 0
}
