package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/history"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
)

// Status is the state of the imports.
type Status struct {
	Running bool
	// Done and Total count the chats of the import that runs.
	Done, Total int
	// Report describes the last import that ended, Number identifies it; Report is nil if none has
	// ended or it failed. Failed is its error: context.Canceled if the user has stopped it.
	Report *Report
	Number int64
	Failed error
}

// Status returns the current state.
func (i *Imports) Status() Status {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.status
}

// Import imports the chats of an export for which leave does not return true, in the background. It
// makes a backup first. The export is closed at the end. The error is ErrRunning if an import is
// running.
func (i *Imports) Import(e *Export, leave func(chat.ID) bool) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.status.Running {
		return ErrRunning
	}
	var ctx context.Context
	ctx, i.cancel = context.WithCancel(i.work)
	i.status = Status{Running: true, Total: len(e.Chats)}
	i.running.Go("import", func() { i.carryOut(ctx, e, leave) })
	return nil
}

// Stop stops the running import, of which nothing remains.
func (i *Imports) Stop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.cancel != nil {
		i.cancel()
	}
}

// carryOut imports an export and sets the status.
func (i *Imports) carryOut(ctx context.Context, e *Export, leave func(chat.ID) bool) {
	r := &run{ctx: ctx, imports: i, export: e, leave: leave, report: Report{
		Source: e.Source, Empty: e.Empty, Refused: e.Refused, Notes: e.texts(), Found: len(e.Chats) + e.Empty + len(e.Refused),
	}}
	err := errors.Join(r.importAll(), e.Close())
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	i.mu.Lock()
	i.cancel()
	i.cancel, i.status = nil, Status{Number: r.number, Failed: err}
	if err == nil {
		i.status.Report = &r.report
	}
	i.mu.Unlock()
	if err != nil {
		i.o.Log.Error("An import has ended early", "error", err)
	}
	i.changed()
	i.index()
}

// The limits of the chats written in one transaction.
const (
	messagesAtOnce = 300
	bytesAtOnce    = 2 << 20
)

// run is one import.
type run struct {
	ctx     context.Context //nolint:containedctx // it lives as long as an import
	imports *Imports
	export  *Export
	leave   func(chat.ID) bool
	number  int64
	report  Report

	waiting []history.ImportedConversation
	// contents are those of the waiting conversations, current is that of the one being filled.
	contents        []chatContent
	current         chatContent
	messages, bytes int
	// left and seen are the chats so far that were left out, or added: a chat may be in several
	// files.
	left map[chat.ID]bool
	seen map[chat.ID]chatContent
	// projects are the chats of each project of the other program.
	projects map[string][]chat.ID
}

// chatContent counts what a chat brings.
type chatContent struct {
	messages, pictures, documents, missing, sounds int
	archived                                       bool
}

// importAll imports everything, or nothing.
func (r *run) importAll() (err error) {
	library := r.imports.o.Library
	if err := r.imports.o.BackUp(r.ctx); err != nil {
		return err
	}
	if r.number, err = library.BeginImport(r.ctx, string(r.export.Source), r.export.Name); err != nil {
		return err
	}
	defer func() {
		if err != nil && r.imports.work.Err() == nil { // otherwise the next start does it
			_, dropErr := library.DropImport(context.WithoutCancel(r.ctx), r.number)
			err = errors.Join(err, dropErr)
		}
	}()
	r.left, r.seen, r.projects = map[chat.ID]bool{}, map[chat.ID]chatContent{}, map[string][]chat.ID{}
	for one, err := range r.export.spool.all() {
		if err := cmp.Or(err, r.ctx.Err()); err != nil {
			return err
		}
		if err := r.add(one.Format, &one.Conversation); err != nil {
			return err
		}
	}
	if err := errors.Join(r.write(), r.addNotes()); err != nil {
		return err
	}
	report, err := json.Marshal(r.report)
	if err != nil {
		return err
	}
	return library.FinishImport(r.ctx, r.number, string(report))
}

// add adds a conversation unless the user leaves it out.
func (r *run) add(format formats.Format, c *foreign.Conversation) error {
	one := outline(format, c)
	id := one.Conversation.ID
	if r.leave(id) {
		if !r.left[id] {
			r.left[id] = true
			r.report.Left++
		}
		return nil
	}
	if c.Project != "" && !slices.Contains(r.projects[c.Project], id) {
		r.projects[c.Project] = append(r.projects[c.Project], id)
	}
	presence := r.export.Chats[r.export.at[id]].Presence
	// an earlier import may have been taken back since
	if presence == history.Present || presence == history.Deleted {
		is, err := r.imports.o.Library.ComparePresence(r.ctx, []history.ImportedConversation{one})
		if err != nil {
			return err
		}
		presence = is[0]
	}
	if presence == history.New || presence == history.Grown {
		if err := r.fill(&one, c); err != nil {
			return err
		}
	}
	r.current.archived = c.Archived
	r.waiting, r.contents, r.current = append(r.waiting, one), append(r.contents, r.current), chatContent{}
	if r.messages += len(one.Messages); r.messages < messagesAtOnce && r.bytes < bytesAtOnce {
		return nil
	}
	return r.write()
}

// fill adds the content of the messages.
func (r *run) fill(one *history.ImportedConversation, c *foreign.Conversation) error {
	files := r.imports.o.Files.In(one.Conversation.ID)
	for i := range c.Messages {
		from, to := &c.Messages[i], &one.Messages[i]
		to.Request = request(from, c.Model, to.ID)
		for _, part := range from.Parts {
			converted, err := r.part(files, part)
			if err != nil {
				return err
			}
			if converted.Kind != "" {
				to.Parts = append(to.Parts, converted)
				r.bytes += len(converted.Text)
			}
		}
	}
	one.Conversation.Title = titleOf(one)
	for _, g := range c.Gaps {
		r.gap(g)
	}
	return nil
}

// gap adds to the gaps of the report.
func (r *run) gap(g foreign.Gap) {
	for i := range r.report.Gaps {
		if r.report.Gaps[i].Kind == g.Kind {
			r.report.Gaps[i].Count += g.Count
			return
		}
	}
	r.report.Gaps = append(r.report.Gaps, g)
}

// part converts a part, and stores its file. A file that is missing or cannot be used leaves a part
// with its name.
func (r *run) part(files *attachments.Attachments, p foreign.MessagePart) (chat.Part, error) {
	switch {
	case p.File == nil:
		return p.Part, nil
	case p.File.Sound:
		r.current.sounds++
		return chat.Part{}, nil
	}
	name, data, err := r.content(p.File)
	if err != nil {
		return chat.Part{}, err
	}
	if data != nil {
		part, _, err := files.Add(r.ctx, name, data)
		switch {
		case err == nil && part.Kind == chat.PartImage:
			r.current.pictures++
			return part, nil
		case err == nil:
			r.current.documents++
			return part, nil
		case !isUnusable(err):
			return chat.Part{}, err
		}
	}
	r.current.missing++
	return chat.Part{Kind: chat.PartFile, Name: cmp.Or(name, "?")}, nil
}

// isUnusable reports whether an error is about the file rather than the library.
func isUnusable(err error) bool {
	if errors.Is(err, attachments.ErrTextTooLong) {
		return true
	}
	if _, ok := errors.AsType[*documents.AmbiguousEncodingError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*documents.Error](err); ok {
		return true
	}
	_, ok := errors.AsType[*attachments.FileError](err)
	return ok
}

// content returns the bytes of a file, nil if the export does not have them.
func (r *run) content(f *foreign.File) (name string, data []byte, err error) {
	name = path.Base(f.Name)
	if f.Name == "" {
		name = ""
	}
	if f.Data != nil {
		return name, f.Data, nil
	}
	asset, ok := r.export.archive.Find(f.Pointer)
	if f.Pointer == "" || !ok {
		return name, nil, nil
	}
	name = cmp.Or(name, asset.Name)
	if asset.Size > attachments.MaxFile {
		return name, nil, nil
	}
	content, err := asset.Open()
	if err != nil {
		r.imports.o.Log.Warn("A file of an export could not be read", "error", err)
		return name, nil, nil
	}
	defer content.Close()
	data, err = io.ReadAll(io.LimitReader(content, attachments.MaxFile+1))
	if err != nil {
		r.imports.o.Log.Warn("A file of an export could not be read", "error", err)
		return name, nil, r.ctx.Err()
	}
	return name, data, nil
}

// write writes the waiting conversations.
func (r *run) write() error {
	if len(r.waiting) == 0 {
		return nil
	}
	was, err := r.imports.o.Library.AddToImport(r.ctx, r.number, r.waiting)
	if err != nil {
		return err
	}
	for i, presence := range was {
		one := r.waiting[i]
		_, seen := r.seen[one.Conversation.ID]
		r.count(one, presence, r.contents[i])
		if seen {
			continue
		}
		switch presence {
		case history.New:
			r.report.Imported++
			if r.contents[i].archived {
				r.report.Archived++
			}
		case history.Grown:
			r.report.Grown++
		case history.Present:
			r.report.Present++
		case history.Deleted:
			r.report.Deleted = append(r.report.Deleted, ChatName{one.Conversation.ID, one.Conversation.Title})
		}
	}
	r.imports.mu.Lock()
	r.imports.status.Done = len(r.seen)
	r.imports.mu.Unlock()
	r.imports.changed()
	r.waiting, r.contents, r.messages, r.bytes = r.waiting[:0], r.contents[:0], 0, 0
	return nil
}

// count counts what a conversation has brought, in place of what it brought in an earlier file.
func (r *run) count(one history.ImportedConversation, presence history.Presence, now chatContent) {
	before := r.seen[one.Conversation.ID]
	switch {
	case presence == history.New, presence == history.Grown && before.messages > 0:
		now.messages = len(one.Messages)
	case presence != history.Grown:
		now = before
	}
	r.seen[one.Conversation.ID] = now
	r.report.Messages += now.messages - before.messages
	r.report.Pictures += now.pictures - before.pictures
	r.report.Documents += now.documents - before.documents
	r.report.Missing += now.missing - before.missing
	r.report.Sounds += now.sounds - before.sounds
}

// addNotes keeps the notes with the import.
func (r *run) addNotes() error {
	notes := r.notes()
	r.report.Projects = len(ProjectsOf(notes))
	return r.imports.o.Library.AddImportNotes(r.ctx, r.number, notes)
}
