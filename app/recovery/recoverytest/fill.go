// Package recoverytest makes a small library with every kind of content, for tests that damage it.
package recoverytest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/internal/sqlite"
)

// Chats is the number of chats that Fill makes, the deleted ones included.
const Chats = 200

// plain is the number of chats without anything special.
const plain = 150

// end is the time of the last message.
var end = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Run runs the tests of a package with a library made by Fill, whose folder it stores in dir, and
// returns the exit code.
func Run(m *testing.M, dir *string) int {
	temp, err := os.MkdirTemp("", "library-*")
	if err == nil {
		defer os.RemoveAll(temp)
		*dir = filepath.Join(temp, "library")
		err = Fill(context.Background(), *dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// Fill makes a library in the folder dir. It has chats with pictures, long texts, tables, versions
// and drafts, transcripts, a recording and models.json; some chats and messages are deleted.
func Fill(ctx context.Context, dir string) (err error) {
	s, err := history.Open(ctx, dir, history.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ids, err := historytest.Fill(ctx, s, plain, 6, end)
	if err != nil {
		return err
	}
	for i := range Chats - plain {
		if err := special(ctx, s, i); err != nil {
			return err
		}
	}
	for i, id := range ids {
		if err := change(ctx, s, i, id); err != nil {
			return err
		}
	}
	if err := fillProject(ctx, s, ids[5]); err != nil {
		return err
	}
	if err := fillTranscripts(ctx, s.Database()); err != nil {
		return err
	}
	return fillFiles(dir)
}

// Change changes some of the chats of a library made by Fill: titles, drafts, new chats.
func Change(ctx context.Context, s *history.Store) error {
	ids, err := historytest.Fill(ctx, s, 10, 6, end.Add(time.Hour))
	if err != nil {
		return err
	}
	order, err := s.Order(ctx)
	if err != nil {
		return err
	}
	for i, id := range append(ids, order[40].ID, order[80].ID, order[120].ID) {
		if err := change(ctx, s, i, id); err != nil {
			return err
		}
	}
	return nil
}

// special adds a chat with versions, a picture, a long text or a table.
func special(ctx context.Context, s *history.Store, i int) error {
	at := end.Add(-time.Duration(i) * time.Hour)
	c := chat.Conversation{ID: chat.NewID(), Title: fmt.Sprintf("Special chat %d", i), Created: at}
	message := func(parent chat.ID, role chat.Role, parts ...chat.Part) chat.Message {
		m := chat.Message{ID: chat.NewID(), Conversation: c.ID, Parent: parent, Role: role, State: chat.Done, Created: at, Parts: parts}
		if role == chat.Assistant {
			m.Request = &chat.Request{ID: chat.NewID(), Asked: "practice-writer", Started: at, Ended: at, Usage: &chat.Usage{Prompt: 1, Completion: 2, Total: 3}}
		}
		return m
	}
	text := func(s string, arguments ...any) chat.Part {
		return chat.Part{Kind: chat.PartText, Text: fmt.Sprintf(s, arguments...)}
	}
	question := []chat.Part{text("Question %d?", i)}
	if i%2 == 0 {
		picture, err := putPicture(ctx, s, i)
		if err != nil {
			return err
		}
		question = append(question, picture)
	}
	asked := message("", chat.User, question...)
	long := text("%s", strings.Repeat(fmt.Sprintf("Line of the long text %d. ", i), 20+i*40))
	said := message(asked.ID, chat.Assistant, chat.Part{Kind: chat.PartReasoning, Text: "Thinking.", Took: 2 * time.Second}, long)
	version := message(asked.ID, chat.Assistant, text("Another version %d.", i))
	again := message(said.ID, chat.User, text("And then %d?", i))
	table := message(again.ID, chat.Assistant, text(`{"rows":[{"name":"apple %d","price":3}]}`, i))
	table.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{{Name: "name", Kind: chat.ColumnText}, {Name: "price", Kind: chat.ColumnNumber}}}
	one := history.ImportedConversation{Conversation: c, Messages: []chat.Message{asked, said, version, again, table}}
	var err error
	if i%10 == 9 {
		err = importFrom(ctx, s, "chatgpt", one)
	} else {
		err = s.Import(ctx, []history.ImportedConversation{one})
	}
	if err == nil && i%3 > 0 {
		err = s.ShowBranch(ctx, table.ID)
	}
	if err == nil && i%5 == 0 {
		err = s.DeleteMessage(ctx, again.ID)
	}
	if err == nil && i%5 == 1 {
		err = s.DeleteMessageAlone(ctx, again.ID)
	}
	return err
}

// importFrom imports a chat of another program, with a note.
func importFrom(ctx context.Context, s *history.Store, source string, one history.ImportedConversation) error {
	number, err := s.BeginImport(ctx, source, "export.zip")
	if err != nil {
		return err
	}
	if _, err := s.AddToImport(ctx, number, []history.ImportedConversation{one}); err != nil {
		return err
	}
	if err := s.AddImportNotes(ctx, number, []history.ImportNote{{Kind: "memory", Text: "Likes " + one.Conversation.Title, Created: end}}); err != nil {
		return err
	}
	if err := s.FinishImport(ctx, number, "{}"); err != nil {
		return err
	}
	return s.IndexImports(ctx)
}

func putPicture(ctx context.Context, s *history.Store, i int) (chat.Part, error) {
	drawn := image.NewGray(image.Rect(0, 0, 8+i, 8))
	drawn.SetGray(i, 3, color.Gray{Y: 200})
	var data bytes.Buffer
	if err := png.Encode(&data, drawn); err != nil {
		return chat.Part{}, err
	}
	blob, err := s.PutBlob(ctx, "", data.Bytes(), "image/png", 8+i, 8)
	return chat.Part{Kind: chat.PartImage, Name: fmt.Sprintf("picture %d.png", i), Blob: &blob}, err
}

// change renames, pins, deletes some chats and leaves drafts in others.
func change(ctx context.Context, s *history.Store, i int, id chat.ID) error {
	switch i % 10 {
	case 0:
		return s.Rename(ctx, id, fmt.Sprintf("Renamed %d", i))
	case 1:
		return s.Pin(ctx, id, true)
	case 2:
		return s.SaveUnsent(ctx, history.UnsentChange{Conversation: id, Draft: chat.Draft{Text: fmt.Sprintf("unsent words %d", i)}})
	case 3:
		pasted := chat.Part{Kind: chat.PartPasted, Text: strings.Repeat("pasted ", 900)}
		return s.SaveUnsent(ctx, history.UnsentChange{Conversation: id, Draft: chat.Draft{Text: "with it", Parts: []chat.Part{pasted}}})
	case 4:
		if i%20 == 4 {
			return s.Delete(ctx, id)
		}
	}
	return nil
}

func fillTranscripts(ctx context.Context, db *sqlite.DB) error {
	return db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		for i := range 20 {
			at := sqlite.UnixMillis(end.Add(time.Duration(i) * time.Minute))
			made, err := tx.ExecContext(ctx, `INSERT INTO transcript (id, title, path, created, updated, state, lines, temperature) VALUES (?, ?, ?, ?, ?, 'done', 30, ?)`,
				chat.NewID(), fmt.Sprintf("Transcript %d", i), "/tmp/sound.mp3", at, at, []any{nil, 0.5, 1.0}[i%3])
			if err != nil {
				return err
			}
			n, err := made.LastInsertId()
			if err != nil {
				return err
			}
			for j := range 30 {
				if _, err := tx.ExecContext(ctx, `INSERT INTO segment (transcript, place, start, "end", text) VALUES (?, ?, ?, ?, ?)`,
					n, fmt.Sprintf("%04d", j), j*1000, j*1000+900, fmt.Sprintf("Spoken line %d of transcript %d.", j, i)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// fillProject adds a project with a chat, files and memories.
func fillProject(ctx context.Context, s *history.Store, conversation chat.ID) error {
	project, at := chat.NewID(), sqlite.UnixMillis(end)
	if err := s.SetProject(ctx, conversation, project); err != nil {
		return err
	}
	return s.Database().Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO project (id, name, instructions, memories, created) VALUES (?, 'Moving house', 'Be brief.', 'all', ?)`, project, at)
		if err != nil {
			return err
		}
		for i := range 3 {
			parts, err := history.FormatParts(ctx, tx, []chat.Part{{
				Kind: chat.PartPasted, Name: fmt.Sprintf("Lease %d.txt", i), Text: strings.Repeat("Notice is given in writing. ", 1+i*200),
			}})
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `INSERT INTO project_file (id, project, parts, tokens, path, modified, added) VALUES (?, ?, ?, ?, '/tmp/lease.txt', ?, ?)`,
				chat.NewID(), project, parts, 7+i*1400, at, at)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `INSERT INTO memory (id, project, text, conversation, created) VALUES (?, ?, ?, ?, ?)`,
				chat.NewID(), []any{project, ""}[i%2], fmt.Sprintf("The flat has %d rooms.", i), conversation, at)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func fillFiles(dir string) error {
	for name, text := range map[string]string{
		"models.json": `{}`,
		"lock":        "",
		"recordings/0b0e4c3e-0000-4000-8000-000000000001/sound.wav":      "RIFF",
		"recordings/0b0e4c3e-0000-4000-8000-000000000001/recording.json": `{"state":"ready"}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
