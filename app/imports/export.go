package imports

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports/archive"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
)

// Chat is a chat in an export, before it is imported.
type Chat struct {
	ID    chat.ID
	Title string
	// Created and Updated are zero if unknown.
	Created, Updated time.Time
	// Messages, Files and Sounds count those in it; sounds are those of voice messages.
	Messages, Files, Sounds int
	Presence                history.Presence
	// Archived reports that the chat was archived in the other program.
	Archived bool
	// Guessed reports that the export has single questions only, and this chat was put together.
	Guessed bool
}

// Export is an export that the user dropped, read but not imported. Close it when done; an import
// that was started with it closes it itself.
type Export struct {
	// Name is the name of the dropped file, the first of several.
	Name   string
	Source formats.Format
	// Chats are those with anything to show, in the order of the export.
	Chats []Chat
	// Empty counts the chats without.
	Empty   int
	Refused []Refusal
	Notes   []foreign.Note
	// Downloads are the files that must be downloaded first: the dropped file only names them.
	Downloads []string

	archive *archive.Archive
	spool   *spool
	at      map[chat.ID]int // the places in Chats
}

// Close removes temporary files.
func (e *Export) Close() error {
	err := e.archive.Close()
	if e.spool != nil {
		err = errors.Join(err, e.spool.close())
	}
	return err
}

// texts returns the number of the notes with a text. Those without only name a project.
func (e *Export) texts() (n int) {
	for _, note := range e.Notes {
		if strings.TrimSpace(note.Text) != "" {
			n++
		}
	}
	return n
}

// Reading is the progress of Read.
type Reading struct {
	Source formats.Format
	// Chats are those found since the last call.
	Chats []Chat
	// Read and Total are in bytes.
	Read, Total int64
}

// comparedAtOnce is the number of chats that are compared with the library at once.
const comparedAtOnce = 100

// Read reads files and folders, and writes nothing to the library. It calls progress several times,
// the first time after a few chats. The error is a SpaceError, or that of ctx, of the disk or of
// the library; what cannot be read of the files is in Refused.
func (i *Imports) Read(ctx context.Context, paths []string, progress func(Reading)) (_ *Export, err error) {
	if err := os.MkdirAll(i.o.Temp, 0o700); err != nil {
		return nil, err
	}
	a, err := archive.Open(ctx, i.temp(), paths...)
	if err != nil {
		return nil, err
	}
	e := &Export{Name: filepath.Base(paths[0]), archive: a, at: map[chat.ID]int{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
		}
	}()
	if err := i.checkSpool(a); err != nil {
		return nil, err
	}
	if e.spool, err = newSpool(i.o.Temp); err != nil {
		return nil, err
	}
	p := preview{ctx: ctx, export: e, library: i.o.Library, progress: progress, atOnce: comparedAtOnce / 10}
	for _, f := range a.Files() {
		p.total += f.Size
	}
	for f, err := range read(ctx, a) {
		if err != nil {
			return nil, err
		}
		if err := p.add(f); err != nil {
			return nil, err
		}
	}
	return e, p.flush()
}

// preview fills an export while it is read.
type preview struct {
	ctx      context.Context //nolint:containedctx // it lives as long as a call of Read
	export   *Export
	library  Library
	progress func(Reading)

	read, total int64
	// waiting are chats that are not compared with the library yet; atOnce is their maximum number.
	waiting []history.ImportedConversation
	chats   []Chat
	atOnce  int
	// noted are the notes found so far: each conversation may repeat them.
	noted map[foreign.Note]bool
}

// add adds something that was found.
func (p *preview) add(f foundItem) error {
	e := p.export
	p.read = f.read
	switch {
	case f.refused != nil:
		e.Refused = append(e.Refused, *f.refused)
	case len(f.downloads) > 0:
		e.Downloads = append(e.Downloads, f.downloads...)
	case f.conversation == nil:
		p.note(f.notes)
	case len(f.conversation.Messages) == 0:
		p.note(f.conversation.Notes)
		e.Empty++
	default:
		p.note(f.conversation.Notes)
		return p.addChat(f.format, f.conversation)
	}
	return nil
}

func (p *preview) note(notes []foreign.Note) {
	for _, n := range notes {
		if p.noted[n] {
			continue
		}
		if p.noted == nil {
			p.noted = map[foreign.Note]bool{}
		}
		p.noted[n] = true
		p.export.Notes = append(p.export.Notes, n)
	}
}

func (p *preview) addChat(format formats.Format, c *foreign.Conversation) error {
	if err := p.export.spool.add(format, c); err != nil {
		return err
	}
	one := outline(format, c)
	found := Chat{ID: one.Conversation.ID, Title: c.Title, Created: c.Created, Updated: c.Updated, Messages: len(c.Messages), Archived: c.Archived, Guessed: c.Guessed}
	for _, m := range c.Messages {
		for _, part := range m.Parts {
			switch {
			case part.File == nil:
				if found.Title == "" && m.Role == chat.User && part.Kind == chat.PartText {
					found.Title = history.Title(chat.Message{Parts: []chat.Part{part.Part}})
				}
			case part.File.Sound:
				found.Sounds++
			default:
				found.Files++
			}
		}
	}
	p.export.Source = cmp.Or(p.export.Source, format)
	if at, ok := p.export.at[found.ID]; ok {
		// The same chat is in several files of the export. The import joins them.
		if at < 0 {
			if err := p.flush(); err != nil {
				return err
			}
			at = p.export.at[found.ID]
		}
		if found.Messages > p.export.Chats[at].Messages {
			found.Presence = p.export.Chats[at].Presence
			p.export.Chats[at] = found
		}
		return nil
	}
	p.export.at[found.ID] = -1
	p.waiting, p.chats = append(p.waiting, one), append(p.chats, found)
	if len(p.waiting) < p.atOnce {
		return nil
	}
	p.atOnce = comparedAtOnce
	return p.flush()
}

// flush compares the waiting chats with the library and reports them.
func (p *preview) flush() error {
	if len(p.waiting) > 0 {
		is, err := p.library.ComparePresence(p.ctx, p.waiting)
		if err != nil {
			return err
		}
		for i := range p.chats {
			p.chats[i].Presence = is[i]
			p.export.at[p.chats[i].ID] = len(p.export.Chats)
			p.export.Chats = append(p.export.Chats, p.chats[i])
		}
	}
	p.progress(Reading{Source: p.export.Source, Chats: p.chats, Read: p.read, Total: p.total})
	p.waiting, p.chats = nil, nil
	return nil
}
