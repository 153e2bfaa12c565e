// Package exporter copies, saves and prints chats and replies.
package exporter

import (
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/chatexport"
	"parlando/app/history"
	"parlando/app/replies"
	"parlando/app/spreadsheet"
	"parlando/views/askfile"
	"parlando/views/conversation"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Frame adds the clipboard for formatted text to a Host.
type Frame interface {
	shell.Host
	// CopyFormatted puts the result of content on the clipboard, then calls copied.
	CopyFormatted(content func() (plain, html string), copied func())
}

// Options are the dependencies of an exporter.
type Options struct {
	Frame   Frame
	Thread  *uithread.Thread
	Saving  *askfile.Asker
	Library *history.Store
	Replies *replies.Replies
	Log     *slog.Logger
	// IsSimple reports whether the simple view is on, which offers fewer formats.
	IsSimple func() bool
	// NameOf returns the display name of a model, "" to use its id.
	NameOf func(model string) string
	// Folder creates the folder for copies given to other programs. It is called in the background.
	Folder func() (string, error)
	// HideKeys replaces keys in what is saved or printed.
	HideKeys func(text string) string
}

// Exporter copies, saves and prints chats and replies. Use it only on the window's thread.
type Exporter struct {
	o     Options
	reads *uithread.Scope
	// format is the format of the last saved chat or reply.
	format string
}

// New returns an exporter.
func New(o Options) *Exporter {
	return &Exporter{o: o, reads: uithread.NewScope(o.Thread), format: string(chatexport.Word)}
}

// CopyReply copies a reply as Markdown or as formatted text, with the list of its sources, and
// calls copied once it is on the clipboard.
func (e *Exporter) CopyReply(m chat.Message, markdown bool, copied func()) {
	do := e.copyMessages
	if markdown {
		do = e.copyMarkdown
	}
	if m.IsCut() {
		e.read(m.Conversation, m.ID, func(ms []chat.Message) { do(ms, false, copied) })
		return
	}
	do([]chat.Message{m}, false, copied)
}

// copyMessages copies messages as formatted text. Long ones are prepared in the background.
func (e *Exporter) copyMessages(ms []chat.Message, names bool, copied func()) {
	nameOf := e.names(ms, names)
	e.copy("", func() chatexport.Chat { return chatexport.Chat{Messages: e.messages(ms, nameOf)} }, copied)
}

// CopySelection copies passages selected in a conversation; those of replies keep their formatting.
func (e *Exporter) CopySelection(text string, passages []conversation.Passage, copied func()) {
	if !slices.ContainsFunc(passages, func(p conversation.Passage) bool { return p.Message.Role != chat.User }) {
		e.o.Frame.Copy(text)
		copied()
		return
	}
	var c chatexport.Chat
	for _, p := range passages {
		part := chatexport.Part{Markdown: answers.Text(p.Message), From: p.From, To: p.To}
		if p.Message.Role == chat.User {
			part = chatexport.Part{Plain: p.Text}
		}
		c.Messages = append(c.Messages, chatexport.Message{Parts: []chatexport.Part{part}})
	}
	e.copy(text, func() chatexport.Chat { return c }, copied)
}

// copy puts messages on the clipboard as text and as HTML. If text is "", the plain text is derived
// from the messages.
func (e *Exporter) copy(text string, content func() chatexport.Chat, copied func()) {
	e.o.Frame.CopyFormatted(func() (plain, html string) {
		c := content()
		if plain = text; plain == "" {
			plain = chatexport.PlainText(c)
		}
		return plain, chatexport.Fragment(c)
	}, copied)
}

// CopyTable copies only the table of an answer.
func (e *Exporter) CopyTable(m chat.Message) {
	t := answers.TableOf(m)
	t.Before, t.After = "", ""
	part := chatexport.Part{Markdown: answers.Write(nil, t, 0).Text()}
	table := chatexport.Chat{Messages: []chatexport.Message{{Parts: []chatexport.Part{part}}}}
	e.copy("", func() chatexport.Chat { return table }, func() { shell.SayCopied(e.o.Frame) })
}

// AskSaveTable asks for the name, folder and file type of an answer's table, and saves it.
func (e *Exporter) AskSaveTable(m chat.Message, name string) {
	formats := append(sheetFormats(), jsonFormat)
	formats = append(formats, chatFormats()...)
	format := formats[0]
	e.o.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save table"), Names: []string{name}, FileType: i18n.Text("Table"), Extension: func() string { return "." + format },
		Options: func(f *form.Form) { askfile.AddTableTypes(f, formats, formatName, &format) },
	}, func(name, folder string) {
		e.o.Thread.Go(func() func() {
			return e.reportSaved(e.saveTable(m, folder, name, format))
		})
	})
}

// jsonFormat is the format of a table as JSON. Formats are file name extensions without the dot.
const jsonFormat = "json"

// sheetFormats returns the formats of spreadsheets.
func sheetFormats() []string { return extensions(spreadsheet.Formats()) }

// chatFormats returns the formats of chats.
func chatFormats() []string { return extensions(chatexport.Formats()) }

func extensions[T ~string](formats []T) (all []string) {
	for _, f := range formats {
		all = append(all, string(f))
	}
	return all
}

// formatName returns the name of a format of a file.
func formatName(f string) string { return words.FileFormat("." + f) }

// replyFormatName is formatName for a reply, which has more than its tables.
func replyFormatName(f string) string {
	if slices.Contains(chatFormats(), f) {
		return formatName(f)
	}
	return i18n.Text("Tables only: {{.Type}}", map[string]any{"Type": formatName(f)})
}

// reportSaved returns a function that reports a saved file, or why it was not saved.
func (e *Exporter) reportSaved(path string, err error) func() {
	return func() {
		if err != nil {
			e.o.Frame.ReportWriteError(err)
			return
		}
		e.o.Saving.Saved(path)
	}
}

// saveTable saves the table of an answer, or with it the text around it in the formats of chats.
func (e *Exporter) saveTable(m chat.Message, folder, name, format string) (path string, err error) {
	if format == jsonFormat {
		return answers.SaveJSON(folder, name, e.table(m))
	}
	if slices.Contains(sheetFormats(), format) {
		return answers.SaveSheet(e.o.Frame.Context(), folder, name, spreadsheet.Format(format), e.table(m), i18n.Locale())
	}
	c := chatexport.Chat{Messages: e.messages([]chat.Message{m}, nil)}
	return chatexport.Save(e.o.Frame.Context(), folder, name, chatexport.Format(format), c, e.o.Library.ReadBlob)
}

// CopyChat copies the shown branch of a chat, with the author of each message, and then calls
// copied. If the branch cannot be read, it copies what the window holds of it: shown returns its
// messages, or only the heads of those that it does not hold.
func (e *Exporter) CopyChat(id chat.ID, shown func() ([]chat.Head, []chat.Message), copied func()) {
	failed := e.readFailed(func() { e.CopyChat(id, shown, copied) })
	uithread.Load(e.reads, func() ([]chat.Message, error) { return e.branch(id, "") }, func(ms []chat.Message) {
		e.copyMessages(ms, true, copied)
	}, func(err error) {
		heads, inMemory := shown()
		if len(inMemory) == 0 {
			failed(err)
			return
		}
		e.o.Log.Error("A chat could not be read and is copied from memory", "error", err)
		e.copyMessages(withUnread(heads, inMemory), true, copied)
	})
}

// CopyChatAsMarkdown copies the shown branch of a chat as Markdown, as the models wrote it.
func (e *Exporter) CopyChatAsMarkdown(id chat.ID) {
	e.read(id, "", func(ms []chat.Message) { e.copyMarkdown(ms, true, func() { shell.SayCopied(e.o.Frame) }) })
}

// copyMarkdown copies messages as Markdown, which is prepared in the background.
func (e *Exporter) copyMarkdown(ms []chat.Message, names bool, copied func()) {
	nameOf := e.names(ms, names)
	e.o.Thread.Go(func() func() {
		text := chatexport.MarkdownOf(chatexport.Chat{Messages: e.messages(ms, nameOf)})
		return func() {
			e.o.Frame.Copy(text)
			copied()
		}
	})
}

// AskSave asks for the name, folder and file type of a chat or one of its messages, and saves it. A
// message with tables can be saved as a spreadsheet of them.
func (e *Exporter) AskSave(id, message chat.ID, name string) {
	if message == "" {
		e.askSave(id, message, name, false)
		return
	}
	e.read(id, message, func(ms []chat.Message) {
		e.o.Thread.Go(func() func() {
			tables := chatexport.Tables(chatexport.Chat{Messages: e.messages(ms, nil)}, "")
			return func() { e.askSave(id, message, name, len(tables) > 0) }
		})
	})
}

// askSave is AskSave for a message of which is known whether it has tables.
func (e *Exporter) askSave(id, message chat.ID, name string, tables bool) {
	format := e.format
	title, what := i18n.Text("Save chat"), i18n.Text("Chat")
	if message != "" {
		title, what = i18n.Text("Save reply"), i18n.Text("Reply")
	}
	names := message == ""
	options := func(f *form.Form) {
		if tables {
			askfile.AddTableTypes(f, e.offered(append(chatFormats(), sheetFormats()...), format), replyFormatName, &format)
		} else {
			f.Add(form.DropdownOf(f, i18n.Text("File type"), e.offered(chatFormats(), format), formatName, &format))
		}
		f.Add(f.CheckOf(i18n.Text("Include names"), &names))
	}
	e.o.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: title, Names: []string{name}, FileType: what, Options: options,
		Extension: func() string { return "." + format },
	}, func(name, folder string) {
		if slices.Contains(chatFormats(), format) {
			e.format = format
		}
		e.read(id, message, func(ms []chat.Message) {
			nameOf := e.names(ms, names)
			e.o.Thread.Go(func() func() {
				c := chatexport.Chat{Title: e.o.HideKeys(name), Messages: e.messages(ms, nameOf)}
				return e.reportSaved(e.saveChat(c, message != "", folder, name, format))
			})
		})
	})
}

// offered returns the formats to choose from; chosen is one of them in any case.
func (e *Exporter) offered(formats []string, chosen string) []string {
	if !e.o.IsSimple() {
		return formats
	}
	return slices.DeleteFunc(formats, func(f string) bool {
		return f != chosen && (f == string(chatexport.Markdown) || f == string(spreadsheet.CSV))
	})
}

// saveChat saves a chat or a reply, or in the formats of spreadsheets its tables.
func (e *Exporter) saveChat(c chatexport.Chat, reply bool, folder, name, format string) (path string, err error) {
	if slices.Contains(sheetFormats(), format) {
		return spreadsheet.Save(e.o.Frame.Context(), folder, name, spreadsheet.Format(format), i18n.Locale(), chatexport.Tables(c, i18n.Locale())...)
	}
	if reply { // a single reply has headings of its own
		c.Title = ""
	}
	return chatexport.Save(e.o.Frame.Context(), folder, name, chatexport.Format(format), c, e.o.Library.ReadBlob)
}

// Print opens a chat, or one of its messages, as a web page in the desktop's default program, which
// can print it.
func (e *Exporter) Print(id, message chat.ID, title string) {
	e.read(id, message, func(ms []chat.Message) {
		nameOf := e.names(ms, message == "")
		e.o.Thread.Go(func() func() {
			c := chatexport.Chat{Title: e.o.HideKeys(title), Messages: e.messages(ms, nameOf)}
			folder, err := e.o.Folder()
			var path string
			if err == nil {
				name := c.Title + " " + format.FileDate(time.Now())
				path, err = chatexport.Save(e.o.Frame.Context(), folder, name, chatexport.HTML, c, e.o.Library.ReadBlob)
			}
			return func() {
				if err == nil {
					err = e.o.Frame.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
				}
				if err != nil {
					e.o.Log.Error("A page could not be opened for printing", "error", err)
					e.o.Frame.Toasts().Say(i18n.Text("Your computer has no program to open this file."), "", nil)
					return
				}
				e.o.Frame.Toasts().Say(i18n.Text("It opens in your browser. Print it from there."), "", nil)
			}
		})
	})
}

// read loads the messages of the shown branch of a chat, or only the given one unless it is "". A
// reply that is still arriving has its text so far. read then calls then, or offers to try again.
func (e *Exporter) read(id, message chat.ID, then func([]chat.Message)) {
	uithread.Load(e.reads, func() ([]chat.Message, error) { return e.branch(id, message) }, then,
		e.readFailed(func() { e.read(id, message, then) }))
}

func (e *Exporter) readFailed(again func()) func(error) {
	return e.o.Frame.ReadErrorHandler(i18n.Text("This chat couldn't be read."), again)
}

// branch reads the whole current messages of the shown branch of a chat, or one message of it. Of a
// chat that is damaged in part, a sentence stands for each message that cannot be read.
func (e *Exporter) branch(id, message chat.ID) ([]chat.Message, error) {
	ctx, heads := e.o.Frame.Context(), []chat.Head{{ID: message}}
	if message == "" {
		var err error
		if heads, err = e.o.Library.Thread(ctx, id); err != nil {
			return nil, err
		}
	}
	ms, err := e.o.Library.WholeMessages(ctx, chat.IDs(heads))
	e.o.Replies.ReplaceLive(ms)
	if errors.Is(err, history.ErrDamaged) && len(ms) > 0 {
		return withUnread(heads, ms), nil
	}
	return ms, err
}

// withUnread returns one message for each head; read has some of them, in order.
func withUnread(heads []chat.Head, read []chat.Message) (all []chat.Message) {
	for _, h := range heads {
		if len(read) > 0 && read[0].ID == h.ID {
			all, read = append(all, read[0]), read[1:]
			continue
		}
		said := chat.Part{Kind: chat.PartText, Text: i18n.Text("This message couldn't be read.")}
		all = append(all, chat.Message{ID: h.ID, Role: h.Role, State: chat.Done, Parts: []chat.Part{said}})
	}
	return all
}

// names returns the names of the models of messages for e.messages, nil if they are not wanted.
func (e *Exporter) names(ms []chat.Message, wanted bool) func(model string) string {
	if !wanted {
		return nil
	}
	names := map[string]string{}
	for _, m := range ms {
		if r := m.Request; r != nil {
			names[r.Served], names[r.Asked] = e.o.NameOf(r.Served), e.o.NameOf(r.Asked)
		}
	}
	return func(model string) string { return names[model] }
}

// messages prepares messages for an export. It may be called in the background, and should be for
// long ones.
func (e *Exporter) messages(ms []chat.Message, nameOf func(model string) string) []chatexport.Message {
	all := Messages(ms, nameOf)
	for i := range all {
		m := &all[i]
		m.Who = e.o.HideKeys(m.Who)
		for j := range m.Parts {
			p := &m.Parts[j]
			p.Markdown, p.Plain, p.Name = e.o.HideKeys(p.Markdown), e.o.HideKeys(p.Plain), e.o.HideKeys(p.Name)
		}
	}
	return all
}

// table returns the table of an answer as it is saved.
func (e *Exporter) table(m chat.Message) answers.Table {
	t := answers.TableOf(m)
	t.Columns, t.Rows = slices.Clone(t.Columns), slices.Clone(t.Rows)
	for i := range t.Columns {
		t.Columns[i].Name = e.o.HideKeys(t.Columns[i].Name)
	}
	for i, row := range t.Rows {
		t.Rows[i] = slices.Clone(row)
		for j, cell := range row {
			t.Rows[i][j] = e.o.HideKeys(cell)
		}
	}
	return t
}
