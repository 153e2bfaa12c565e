package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/projects"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/adjust"
	"parlando/views/composer"
	"parlando/views/conversation"
	"parlando/views/i18n"
	"parlando/views/monthlylimit"
	"parlando/views/pages/chat/answers"
	"parlando/views/pages/chat/body"
	"parlando/views/pages/chat/costs"
	"parlando/views/pages/chat/findbar"
	"parlando/views/pages/chat/outgoing"
	"parlando/views/pages/chat/project"
	"parlando/views/pages/chat/tools"
	"parlando/views/shell"
	"parlando/views/topbar"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Page is the chat page. Use it only on the window's thread.
type Page struct {
	base
	// Owners are the services that the page itself uses.
	Owners Owners

	reader     reader
	drafts     draftBox
	sender     sender
	chooser    chooser
	fit        fit
	attacher   attacher
	screens    screenshots
	excerpts   excerpts
	parameters parameters
	search     webSearch
	repairs    repairs
	addresses  addresses
	unsent     unsent
	temporary  temporaryChat
	crumb      projectCrumb
	dictation  dictationControl
	memories   memoryControl
	tools      *tools.Controller
	answers    *answers.Controller
	costs      *costs.Controller
	project    *project.Controller // nil in the quick window
	compact    *compact            // nil in the main window
}

// New returns a page that shows no chat yet.
func New(o Options) *Page {
	p := &Page{Owners: o.Owners, base: base{
		Frame: o.Frame, Window: o.Window, Thread: o.Thread, Log: o.Log, Links: o.Links, NewChat: o.NewChat, Compact: o.Compact,
		catalog: o.Owners.Catalog, replies: o.Owners.Replies,
		top: topbar.New(), panel: adjust.New(), open: openChat{connections: o.Owners.Connections, scope: uithread.NewScope(o.Thread), later: new(chat.ID), isTemporary: o.Owners.History.IsTemporary},
	}}
	p.makeControllers(o.Owners)
	p.makeProject(o.Owners)
	p.connectControllers()
	p.composer = p.newComposer()
	p.makeView()
	p.find = findbar.New(o.Frame.Context(), o.Thread, p.view, findbar.Chat{
		Read: o.Owners.History.Messages, ReplaceLive: o.Owners.Replies.ReplaceLive, OnReadError: o.Frame.ReadErrorHandler,
		Relayout: func() { p.body.Root.Refresh() }, FocusMessage: p.composer.FocusText, Canvas: o.Frame.Canvas,
		EndSearch: o.Owners.Chats.EndSearch,
	})
	p.body = body.New(o.Owners.History.ReadOnly(), p.find.Bar(), p.view)
	p.body.PutAbove(p.temporary.makeStrip())
	p.body.PutAbove(p.crumb.make())
	p.chooser.connect()
	if p.isBackup() {
		p.showBackup()
	}
	p.parameters.connect(&p.chooser, p.answers, p.tools.ToolTitle)
	p.top.OnSidebar, p.top.OnAdjust, p.top.OnMenu, p.top.OnTemporary = o.Frame.ToggleSidebar, p.parameters.toggle, p.showMenu, p.temporary.begin
	if o.Compact {
		p.compact = newCompact(&p.base)
		p.scene = &shell.Scene{BodyOnly: true, Body: p.compact.root}
	} else {
		p.body.Recover = o.Owners.Rescue.RecoverLibrary
		p.scene = &shell.Scene{Top: p.top, Body: p.body.Root, Foot: p.composer, Panel: p.panel, PanelOpen: o.Owners.Settings.Get().AdjustOpen}
		p.scene.FootTop = func(size fyne.Size, width float32) (float32, bool) {
			c := p.composer
			return p.body.PlaceBox(size, c.HeightFor(width), c.NoticesHeight(width), c.LeastHeight())
		}
		p.body.OnMoved = o.Frame.Relayout
		p.scene.OnPanelClosed = func() { p.parameters.showPanel(false) }
		p.top.SetAdjustOpen(p.scene.PanelOpen)
	}
	p.dictation.large = newLargeVoice(largeVoiceOptions{
		Frame: o.Frame, Scene: p.scene, FocusChat: p.composer.FocusDictation,
		Mute: o.Owners.VoiceChat.Mute, Next: p.dictation.StopListening, End: p.dictation.End,
	})
	p.ApplyComfort(o.Owners.Settings.Get().Comfort)
	o.Frame.Toasts().Above = func() float32 {
		if !o.Frame.IsCurrent(p) {
			return 0
		}
		if p.Compact {
			return p.view.PillsHeight() + p.compact.footHeight()
		}
		return p.view.PillsHeight()
	}
	o.Frame.Subscribe(p.follow)
	p.memories.refresh()
	return p
}

// makeControllers creates the controllers with the services they use.
func (p *Page) makeControllers(o Owners) {
	b := &p.base
	p.reader = reader{base: b, attachments: o.Attachments, gallery: o.Gallery, history: o.History, speech: o.Speech, always: uithread.NewScope(p.Thread)}
	p.drafts = draftBox{base: b, drafts: o.Drafts, history: o.History, loads: uithread.NewScope(p.Thread), queue: queueView{base: b}}
	p.sender = sender{base: b, settings: o.Settings, connections: o.Connections, history: o.History, rescue: o.Rescue}
	p.chooser = chooser{base: b, connections: o.Connections, connector: o.Connector, history: o.History}
	p.addresses = addresses{base: b, connections: o.Connections}
	p.unsent = unsent{base: b, chats: o.Chats, connections: o.Connections, drafts: o.Drafts, history: o.History}
	p.temporary = temporaryChat{base: b, chats: o.Chats, connections: o.Connections, drafts: o.Drafts, history: o.History, speech: o.Speech}
	p.crumb = projectCrumb{base: b, openProject: p.OpenProject}
	p.fit = fit{base: b, attachments: o.Attachments}
	p.attacher = attacher{base: b, attachments: o.Attachments, allDrafts: o.Drafts, gallery: o.Gallery}
	p.screens = screenshots{base: b, attachments: o.Attachments, screens: o.Screens}
	p.excerpts = excerpts{base: b, pages: o.Pages, settings: o.Settings, speech: o.Speech, transcripts: o.Transcripts}
	p.parameters = parameters{base: b, connections: o.Connections, history: o.History, settings: o.Settings, save: uithread.NewDebouncer(p.Thread, 300*time.Millisecond)}
	p.search = webSearch{base: b, connections: o.Connections, parameters: &p.parameters}
	p.repairs = repairs{base: b, attachments: o.Attachments}
	p.dictation = dictationControl{
		base: b, connections: o.Connections, connector: o.Connector, dictation: o.Dictation, drafts: o.Drafts, recordings: o.Recordings,
		settings: o.Settings, speech: o.Speech, transcripts: o.Transcripts, voiceChat: o.VoiceChat,
	}
	p.tools = tools.New(p.Frame, o.Tools, o.Catalog, tools.Chat{
		Open: p.Target, SetParameters: p.parameters.set, ModelName: p.modelName, Service: p.open.service, Pick: p.chooser.pickModel,
	}, time.Now)
	p.memories = memoryControl{base: b, parameters: &p.parameters, memories: o.Project.Memories, loads: uithread.NewScope(p.Thread)}
	p.answers = answers.New(p.Frame, o.Settings, o.Catalog, o.Replies, o.Exporter, answers.Chat{
		Open: p.Target, SetParameters: p.parameters.set, Ask: p.sender.ask, Title: p.open.title,
		FocusMessage: func() { p.composer.FocusText() },
	})
	p.costs = costs.New(p.Frame.Context(), p.Thread, p.Log, o.Ledger, o.Limits, func() settings.Costs { return o.Settings.Get().Costs }, costs.Chat{
		Open: p.Target, Draft: func() chat.Draft { return p.composer.Draft() }, Background: p.backgroundTokens, IsPaid: func() bool { return p.open.service().Kind != settings.Local },
		ShowCosts: func(all map[chat.ID]cost.Sum) { p.view.SetCosts(all) }, ShowNotice: func(n composer.Notice) { p.composer.SetNotice(n) }, NewChat: p.NewChat,
		Connection: func() (chat.ID, string) { c := p.open.service(); return c.ID, words.ConnectionName(c) },
		Say:        func(sentence string) { p.Frame.Toasts().Say(sentence, "", nil) },
		Ask:        func(q monthlylimit.Question) { q.Show(p.Frame) }, ChangeLimit: o.Pages.ChangeLimit,
	})
}

// makeProject creates the controller of the project of the open chat.
func (p *Page) makeProject(o Owners) {
	if p.Compact || p.isBackup() {
		return
	}
	p.project = project.New(project.Options{
		Frame: p.Frame, Thread: p.Thread, Log: p.Log, Projects: o.Project.Projects, Files: o.Project.Projects, Chats: o.History, Transcripts: o.Transcripts, Memories: o.Project.Memories, Chat: project.Chat{
			Open: p.Target, OpenChat: p.Open, ChatMenu: o.Chats.ChatMenu,
			Model: func() (string, int) {
				m, _ := p.catalog.Model(p.open.connection(), p.open.model())
				return p.modelName(p.open.model()), m.Context
			},
			InputCost: p.costs.InputCost, ShowFile: p.attacher.show, ShowOutgoing: p.showOutgoing, Choose: o.Chats.ChooseProject, ShowMemories: o.Pages.ShowMemories,
			SetHome: func(heading, content fyne.CanvasObject) {
				p.excerpts.offered = nil // the starters of the next new chat
				p.body.SetHome(heading, content)
			},
			Changed: func() {
				p.crumb.show(p.project.Project())
				p.refreshMessage()
				p.Frame.ShowTitle()
			},
			Gone: p.projectGone,
		},
	})
	p.fit.project = p.project
}

// backgroundTokens estimates the tokens sent before the messages of the open chat.
func (p *Page) backgroundTokens() int {
	if p.open.temporary() {
		return 0
	}
	var in projects.Project
	if p.project != nil {
		in = p.project.Project()
	}
	texts := strings.TrimSpace(in.Instructions + "\n" + p.memories.sent(in))
	return in.Tokens + attachments.EstimateTokens(chat.Part{Kind: chat.PartPasted, Text: texts}).Likely
}

// showOutgoing shows what the next message sends.
func (p *Page) showOutgoing() {
	c := p.Target()
	m := outgoing.Message{Chat: c, Draft: p.composer.Draft(), Service: words.ConnectionName(p.open.service()), Model: p.modelName(c.Model), IsPaid: p.open.service().Kind != settings.Local}
	m.Tools, m.ToolTokens = p.tools.Offered()
	m.Latest, m.Estimate = p.costs.Estimate()
	outgoing.Show(p.Frame, p.open.scope, p.Owners.Project.Background, m)
}

// refreshProject shows the project of the open chat.
func (p *Page) refreshProject() {
	if p.project != nil {
		p.composer.SetProject(p.open.ID == "" && p.open.Project != "")
		p.project.Refresh()
	}
}

// connectControllers sets the controllers' references to each other, now that all of them exist.
func (p *Page) connectControllers() {
	p.reader.onGone, p.reader.attachAgain = p.NewChat, p.attacher.attachAgain
	p.reader.onThread = func() {
		p.drafts.queue.update()
		p.memories.show()
	}
	p.drafts.sender, p.drafts.showMessage = &p.sender, p.showMessage
	p.drafts.shown = func(d chat.Draft) {
		p.attacher.loadThumbnails(d.Parts)
		p.refreshNotices()
	}
	p.sender.parameters, p.sender.reader, p.sender.drafts = &p.parameters, &p.reader, &p.drafts
	p.sender.enterKey, p.sender.markReads = func() { p.chooser.enterKey("") }, p.fit.markReads
	p.sender.onBegun = p.refreshProject
	p.sender.answer, p.asks = p.tools.Answer, p.tools.Asks
	p.sender.maySend = func(once string, send func()) bool { return p.search.maySend(send) && p.costs.MaySend(once, send) }
	p.dictation.maySend = p.costs.MaySend
	p.sender.onSend = func() {
		p.temporary.sent = p.open.ID
		// reserve the space now, so that the message does not move when reading begins
		p.Frame.ReservePlayer(!p.Compact && p.Owners.Settings.Get().Speech.ReadReplies)
		p.attacher.leftOut.Clear()
	}
	p.chooser.sender, p.chooser.onChanged, p.chooser.onChosen = &p.sender, p.refreshConnection, p.dictation.chosen
	p.unsent.openChat = p.Open
	p.temporary.openChat, p.temporary.showNewChat = p.Open, func() {
		p.leave()
		p.ShowNewChat()
	}
	p.fit.drafts, p.fit.chooser = &p.drafts, &p.chooser
	p.attacher.drafts, p.attacher.screens = &p.drafts, &p.screens
	p.attacher.onChanged, p.attacher.newTable = p.refreshMessage, p.answers.NewTable
	p.screens.add = p.attacher.addPart
	p.excerpts.reader, p.excerpts.drafts, p.excerpts.tools, p.excerpts.answers = &p.reader, &p.drafts, p.tools, p.answers
	p.excerpts.addFile = func() {
		p.fit.useModelThatSees()
		p.attacher.choose()
	}
	r := &p.repairs
	r.reader, r.drafts, r.sender, r.chooser, r.parameters, r.fit, r.addresses = &p.reader, &p.drafts, &p.sender, &p.chooser, &p.parameters, &p.fit, &p.addresses
	r.newChat = p.NewChat
	p.dictation.sender, p.dictation.chooser, p.dictation.openChat, p.dictation.sayKeepFirst = &p.sender, &p.chooser, p.Open, p.temporary.sayKeepFirst
}

// makeView creates the conversation view. Actions that need more room than the quick window has
// open the main window.
func (p *Page) makeView() {
	exporter, frame := p.Owners.Exporter, p.Frame
	all := messages{&p.sender, &p.reader, &p.repairs}
	o := conversation.Options{RunLater: p.Thread.Do, OnRune: frame.TypeOn, OnPills: frame.Toasts().Refresh}
	o.Messages, o.Addresses, o.Models, o.Source, o.Tools = all, &p.addresses, &p.fit, &p.reader, p.tools
	o.Thread = p.Thread
	o.Announces = func() bool { return p.Owners.Settings.Get().Comfort.Announce }
	copied := func() { shell.SayCopied(frame) }
	o.OnCopyReply = func(m chat.Message, markdown bool) { exporter.CopyReply(m, markdown, copied) }
	o.OnCopySelection = func(text string, passages []conversation.Passage) { exporter.CopySelection(text, passages, copied) }
	o.OnCopy = func(text string) {
		frame.Copy(text)
		copied()
	}
	switch {
	case p.Compact:
		o.Messages = inMain{all, p.Links.OpenInMain}
	case p.isBackup():
		o.Messages, o.ReadOnly = inBackup{all, p.refuse}, true
		o.OnSave = func(id chat.ID) { exporter.AskSave(p.open.ID, id, p.open.title()) }
		o.OnPrint = p.print
	default:
		o.OnSave = func(id chat.ID) { exporter.AskSave(p.open.ID, id, p.open.title()) }
		o.OnPrint = p.print
		o.Projects, o.MemoryRemover = p.project, &p.memories
		o.OnQuote, o.OnTime, o.OnReadAloud = p.drafts.quote, p.excerpts.playFrom, p.Owners.Playback.ReadAloud
	}
	o.Queue = queueActions{&p.drafts, &p.sender}
	if !p.Compact && !p.isBackup() {
		o.Answers = p.answers
	}
	p.view = conversation.New(o)
}

// newComposer creates the message box and connects it to the controllers of the page.
func (p *Page) newComposer() *composer.Composer {
	o := composer.Options{
		Canvas: p.Frame.Canvas(), Sender: &p.sender, Drafts: &p.drafts,
		OnChanged: func(chat.Draft) {
			p.attacher.leftOut.Clear()
			p.tools.NotePress()
			p.drafts.changed()
			p.refreshNotices()
		},
		OnTurnPage: func(key fyne.KeyName) { p.view.TurnPage(key) },
	}
	if p.Compact {
		o.OnEscape = func() bool { p.Frame.Escape(); return true }
		o.OnResized = func() { p.compact.root.Refresh() }
		return composer.New(o)
	}
	o.Attachments, o.Dictation = &p.attacher, &p.dictation
	o.OnEscape, o.OnResized, o.OnEditLast = p.Frame.CloseTop, p.Frame.Relayout, p.sender.editLast
	o.OnTools, o.OnSearch, o.Answers = p.tools.Show, p.search.toggle, p.answers
	o.OnReadReplies, o.OnPasteFiles = p.Owners.Playback.SetReadReplies, p.Links.TakeFiles
	c := composer.New(o)
	c.SetReadReplies(p.Owners.Settings.Get().Speech.ReadReplies)
	return c
}

// refreshNotices shows warnings about parts of the message that do not fit the model, and starters
// that fit the message.
func (p *Page) refreshNotices() {
	p.excerpts.refreshStarters()
	p.fit.refresh()
	p.costs.RefreshEstimate()
}

// refreshMessage updates the controls around the message box, and shows why a message cannot be
// sent.
func (p *Page) refreshMessage() {
	p.refreshNotices()
	p.showSearch()
	if !p.Compact {
		p.dictation.refresh()
	}
	reason := ""
	gone := p.Owners.History.Gone()
	p.showGone(gone)
	switch {
	case gone:
		// the notice above the message has the reason
		reason = i18n.Text("Nothing can be sent now.")
	case p.Owners.History.ReadOnly() != "":
		reason = i18n.Text("Your chats can't be changed at the moment.")
	case p.attacher.preparing > 0:
		reason = i18n.Text("Preparing the picture.")
	case p.open.gone():
		reason = i18n.Text("Choose a connection first.")
	case p.open.model() == "" && !p.Compact: // in the quick window, sending offers the main window
		reason = i18n.Text("Choose a model first.")
	}
	p.composer.SetCanSend(reason == "", reason)
}

// showGone shows the notice that the library is gone, or removes the notice.
func (p *Page) showGone(gone bool) {
	const key = "library gone"
	if !gone {
		p.composer.ClearNotice(key)
		return
	}
	n := composer.Notice{Key: key, Text: words.LibraryGone(), Danger: true}
	if !p.Compact {
		n.Button, n.Action = i18n.Text("Save my chats to another folder…"), p.Owners.Rescue.SaveElsewhere
	}
	p.composer.SetNotice(n)
}

// follow handles changes, also while another page is shown.
func (p *Page) follow(cs []changes.Change) {
	for _, c := range cs {
		switch id := chat.ID(c.ID); c.Topic {
		case changes.Thread:
			if id == p.open.ID && id != "" {
				p.reader.reload()
			}
		case changes.Message:
			p.Links.OnLargeAllocation()
			p.reader.refresh(id)
		case changes.Dictation, changes.VoiceChat, changes.Microphone:
			if !p.Compact {
				p.dictation.refresh()
			}
		case changes.Speech:
			if !p.Compact && p.Owners.VoiceChat.Snapshot().Busy() {
				p.dictation.refresh()
			}
		case changes.Models, changes.Connection:
			p.Refresh()
			p.dictation.refreshQuestion()
		case changes.Library:
			p.refreshMessage()
		case changes.Settings:
			p.costs.RefreshSettings()
			p.dictation.refreshQuestion()
		case changes.Costs:
			if !p.Compact {
				p.costs.RefreshLimit()
			}
			if id == p.open.ID {
				p.costs.Refresh()
			}
		case changes.Draft:
			p.drafts.follow()
		case changes.Memories:
			p.memories.refresh()
		case changes.ToolRequests, changes.Tools:
			if reply, ok := p.Owners.Replies.Active(p.open.ID); ok && (id == p.open.ID || id == "") {
				p.view.RelayoutMessage(reply)
			}
		default: // the page does not show other changes
		}
	}
	if p.project != nil {
		p.project.Follow(cs)
	}
	p.showWriting()
	p.drafts.queue.show()
}

// Refresh updates the connection and the model of the open chat, and everything that depends on
// them.
func (p *Page) Refresh() { p.chooser.refresh() }

// refreshConnection updates everything that depends on the connection and the model: the practice
// badges and the controls around the message box.
func (p *Page) refreshConnection() {
	practice := p.open.service().Kind == settings.Practice
	p.top.SetPractice(practice)
	if p.compact != nil {
		widgets.SetVisible(p.compact.badge, practice)
	}
	p.refreshMessage()
}

// Scene implements shell.Page.
func (p *Page) Scene() *shell.Scene { return p.dictation.large.Scene() }

// Title implements shell.Page. It returns the title of the chat, "" while it has none.
func (p *Page) Title() string {
	switch {
	case p.Compact:
		return i18n.Text("Quick question")
	case p.open.temporary():
		return i18n.Text("Temporary chat")
	case p.project != nil && p.open.ID == "" && p.open.Project != "":
		return p.project.Project().Name
	}
	return p.open.Title
}

// Show implements shell.Page.
func (p *Page) Show() { p.Changed([]changes.Change{{Topic: changes.Speech}}) }

// Hide implements shell.Page.
func (p *Page) Hide() {}

// Changed implements shell.Page. It only marks the sentence being read aloud; follow handles
// changes of the chat, because they matter even while another page is shown.
func (p *Page) Changed(cs []changes.Change) {
	if !p.Compact && slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Speech }) {
		p.reader.markReading()
	}
}

// HasPlayerFor implements playback.PageWithPlayer: a voice chat shows what it reads, and interrupts
// it.
func (p *Page) HasPlayerFor(now speech.Snapshot) bool {
	return !p.Compact && now.Source.Kind == speech.Message && now.Phase != speech.Failed && now.Phase != speech.NoOutput && p.Owners.VoiceChat.Snapshot().Busy()
}

// AcceptFiles implements shell.Page.
func (p *Page) AcceptFiles(paths []string) {
	if p.project == nil || p.open.ID != "" || p.open.Project == "" {
		p.attacher.addFiles(paths)
		return
	}
	message := widgets.NewButton(i18n.Text("Add to the message"), widgets.Secondary, nil)
	o := widgets.Ask(p.Frame.Canvas(), i18n.Text("Add the files to the project?"), widgets.NewBody(i18n.Text("Every chat of the project knows its files.")),
		i18n.Text("Add to the project"), i18n.Text("Cancel"), func() { p.project.AddPaths(paths) }, message)
	message.SetOnTapped(func() {
		o.Hide()
		p.attacher.addFiles(paths)
	})
}

// Flush implements shell.Page.
func (p *Page) Flush(context.Context) error {
	p.parameters.flush()
	p.reader.keepPlace()
	return nil
}

// Do implements shell.Page.
func (p *Page) Do(command shell.Command) bool {
	if p.isBackup() && !worksInBackup(command) {
		return false // the window refuses it
	}
	last, replied := p.view.LastMessage(chat.Assistant)
	switch command {
	case shell.TogglePanel:
		p.parameters.toggle()
	case shell.FocusText:
		p.composer.FocusText()
	case shell.ChooseModel:
		p.top.OpenPicker()
	case shell.AddFile:
		p.attacher.choose()
	case shell.PickPreset:
		if !p.parameters.sayNoPanel() {
			p.parameters.presets.ShowMenu()
		}
	case shell.Quote:
		if passage := p.view.QuotableText(); passage != "" {
			p.drafts.quote(passage)
		} else {
			p.Frame.Toasts().Say(i18n.Text("Select what you want to quote, or open a message's menu."), "", nil)
		}
	case shell.Find, shell.FindNext, shell.FindPrevious:
		return p.open.ID != "" && p.find.Do(command)
	case shell.Cancel:
		if !p.find.Close() {
			p.sender.Stop()
		}
	case shell.ReadAloud:
		if !replied || p.Owners.Speech.Snapshot().Phase != speech.Idle {
			return false
		}
		p.Owners.Playback.ReadAloud(last, -1)
	case shell.TryAgain:
		if replied {
			p.sender.Regenerate(last)
		}
	default:
		return false
	}
	return true
}

// ApplyComfort applies the comfort settings to the page.
func (p *Page) ApplyComfort(c settings.Comfort) {
	p.composer.SetKeys(c.SendWith == settings.SendShiftEnter, c.KnowsSendKey())
	p.view.SetPlain(c.Simple || p.Compact)
	if p.Compact {
		p.compact.root.Refresh()
		return
	}
	p.view.SetLabels(c.Simple)
	p.composer.SetSimple(c.Simple)
	p.excerpts.refreshStarters()
	plain := c.Simple || p.isBackup()
	p.top.SetSimple(plain)
	var help func()
	if c.Simple {
		help = func() { p.Frame.OpenHelp("") }
	}
	p.top.SetHelp(help)
	p.scene.HidePanel = plain
	p.top.SetAdjustOpen(p.scene.PanelOpen && !plain)
}

// SettingsRead applies settings that could not be read before the start.
func (p *Page) SettingsRead() {
	s := p.Owners.Settings.Get()
	p.composer.SetReadReplies(s.Speech.ReadReplies)
	p.panel.SetExpanded(s.MoreOpen)
	p.parameters.presets.Refresh()
}

// Conversation returns the open chat; its ID is "" for a new one.
func (p *Page) Conversation() chat.Conversation { return p.open.Conversation }

// Instructions returns the instructions with which new chats begin.
func (p *Page) Instructions() string {
	return p.parameters.connections.ChatDefaults("").Parameters.Instructions
}

// AddInstructions adds a text below the instructions with which new chats begin. It returns how to
// take that back, nil if it could not be stored.
func (p *Page) AddInstructions(text string) (undo func()) { return p.parameters.addInstructions(text) }

// Stored returns the id of the open chat, "" for a new or a temporary one.
func (p *Page) Stored() chat.ID { return p.open.stored() }

// LeaveTemporary reports whether the open chat can be left without a question. If it is a temporary
// one with content, it asks what becomes of it, and calls then unless the user cancels.
func (p *Page) LeaveTemporary(then func()) (free bool) {
	if free = !p.temporary.mustAsk(); !free {
		p.temporary.leave(then)
	}
	return free
}

// TemporaryChat opens a chat that is only in memory.
func (p *Page) TemporaryChat() { p.temporary.begin() }

// ConversationView returns the conversation view.
func (p *Page) ConversationView() *conversation.View { return p.view }

// Composer returns the message box.
func (p *Page) Composer() *composer.Composer { return p.composer }

// Topbar returns the bar above the chat, which has the model picker.
func (p *Page) Topbar() *topbar.Topbar { return p.top }

// PastePicture attaches the picture on the clipboard if Parlando has access to the clipboard.
func (p *Page) PastePicture() { p.attacher.PastePicture(false) }

// ConfirmOpenURL shows a whole web address and opens it after the user has confirmed.
func (p *Page) ConfirmOpenURL(address string) { p.addresses.OpenLink(address) }

// ServicePage returns the web page of a connection's service, "" for none.
func (p *Page) ServicePage(connection chat.ID) string { return p.addresses.servicePage(connection) }

// Interrupted returns the connection of the open chat if that connection was removed, else "";
// resume shows the chat again.
func (p *Page) Interrupted() (removed chat.ID, resume func()) {
	if p.open.ID == "" || !p.open.gone() {
		return "", nil
	}
	return p.open.Connection, p.chooser.resume
}

// ChooseConnection opens the menu of connections if there are several, else the list of
// connections.
func (p *Page) ChooseConnection() { p.chooser.choose() }

// Dictate starts a dictation, or stops listening if a dictation is active.
func (p *Page) Dictate() { p.dictation.Dictate() }

// EndDictation ends the dictation or the voice chat, and reports whether either was active.
func (p *Page) EndDictation() bool { return p.dictation.End() }

// Dictating reports whether a dictation or a voice chat is active.
func (p *Page) Dictating() bool { return p.dictation.busy() }

// AskAbout starts a chat with a transcript attached to its first message: from line number first
// on, as many lines as fit the model. The user types the question.
func (p *Page) AskAbout(t transcripts.Transcript, lines []transcripts.Line, first int) {
	p.temporary.leave(func() {
		if p.open.ID == "" && onlyAbout(p.composer.Draft(), t.ID) {
			p.Links.Show()
		} else {
			p.NewChat()
		}
		p.excerpts.attachFrom(t, lines, first)
	})
}
