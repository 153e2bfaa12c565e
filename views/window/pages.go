package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/speech"
	"parley/views/sidebar"
)

// page is one of what can stand right of the sidebar: the chat, Speak, Transcribe, the welcome. All that depends on which of them
// is shown is asked here.
type page interface {
	// stage is what the frame lays out, entry the one that is marked in the sidebar.
	stage() *scene
	entry() sidebar.Page
	// title is what the window is called besides the name of the program, "" for nothing.
	title() string
	// arrive brings the page up to date once it is shown; depart keeps what was changed, before another is.
	arrive()
	depart()
	// setFolded says that the sidebar is away, so that the page must offer it, and whether a recording
	// goes on, which is then seen there.
	setFolded(folded, recording bool)
	// togglePanel is the key that opens and closes what stands at the right; panelClosed says that it was closed as a sheet.
	togglePanel()
	panelClosed()
	// focusText puts the caret where it can be written.
	focusText()
	// chooseModel opens the models there are for what is done here, chooseFile asks for a file.
	chooseModel()
	chooseFile()
	// take is given files that were dropped or pasted.
	take(paths []string)
	// read begins to read aloud or to play, where nothing does yet.
	read()
	// again tries once more what was tried last; escape stops what is being done.
	again()
	escape()
}

// goTo shows a page in place of another. What had the keyboard there gives it up: the new page takes it, or nothing has it.
func (v *Window) goTo(p page) {
	v.closeSidebarSheet()
	if v.shown != p {
		if v.window.Canvas().Overlays().Top() == nil {
			v.window.Canvas().Unfocus()
		}
		v.shown.depart()
		v.shown = p
		p.setFolded(v.frame.folded(), v.recording != "")
		v.sidebar.SetPage(p.entry())
		v.frame.setScene(p.stage())
		v.setTitle(p.title())
	}
	p.arrive()
}

// setTitle names the window after what is shown in it, and after the recording that goes on.
func (v *Window) setTitle(shown string) {
	title := "Parley"
	if shown != "" {
		title = lang.L("{{.Page}} – Parley", map[string]any{"Page": shown})
	}
	if v.recording != "" {
		title = lang.L("● Recording {{.Elapsed}} – {{.Title}}", map[string]any{"Elapsed": v.recording, "Title": title})
	}
	v.window.SetTitle(title)
}

// chatting is the page of the conversation.
type chatting struct {
	window *Window
	scene  *scene
}

func (c *chatting) stage() *scene       { return c.scene }
func (c *chatting) entry() sidebar.Page { return sidebar.Chats }

func (c *chatting) title() string { return "" }

func (c *chatting) arrive() {}
func (c *chatting) depart() {}

func (c *chatting) setFolded(folded, recording bool) {
	c.window.top.SetSidebarButton(folded, recording)
}
func (c *chatting) togglePanel()        { c.window.toggleAdjust() }
func (c *chatting) panelClosed()        { c.window.showAdjust(false) }
func (c *chatting) focusText()          { c.window.composer.FocusText() }
func (c *chatting) chooseModel()        { c.window.top.OpenPicker() }
func (c *chatting) chooseFile()         { c.window.choosePictures() }
func (c *chatting) take(paths []string) { c.window.attachFiles(paths) }
func (c *chatting) escape()             { c.window.core.Replies.Stop(c.window.open.ID) }

// read reads the last reply.
func (c *chatting) read() {
	if id, ok := c.window.view.LastReply(); ok {
		c.window.readAloud(id, -1)
	}
}

// again asks for the last reply once more.
func (c *chatting) again() {
	if id, ok := c.window.view.LastReply(); ok {
		c.window.view.OnRegenerate(id)
	}
}

// showChat shows the conversation.
func (v *Window) showChat() { v.goTo(v.chat) }

// readOn is the key that pauses and goes on; where nothing is read, it reads what the page shows.
func (v *Window) readOn() {
	if v.core.Speech.Snapshot().Phase != speech.Idle {
		v.core.Speech.Toggle()
		return
	}
	v.shown.read()
}
