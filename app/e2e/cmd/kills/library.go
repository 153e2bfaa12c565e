package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// typedWord matches the words that the driver types.
var typedWord = regexp.MustCompile(`w\d+k\d+n\d+z`)

// spokenWords are the first words of the dictated recording.
const spokenWords = "Shall we decide"

// maxSearchedBytes bounds the files that are searched: larger ones are sounds or pictures.
const maxSearchedBytes = 10 << 20

// soundLag bounds the delay between speech and its recording.
const soundLag = 2 * time.Second

// findings holds the words and faults found in a library and the files next to it.
type findings struct {
	words map[string]bool
	// messages has the words in messages and their drafts.
	messages map[string]bool
	// replies has the words in replies. As replies quote messages, only tool results count there.
	replies map[string]bool
	// dictated has the typed words that are followed by spokenWords.
	dictated map[string]bool
	// sound is the time at which a recording last changed.
	sound time.Time
	// faults are sentences that describe what is wrong.
	faults []string
}

// has reports whether a word was found.
func (f findings) has(w *word) bool {
	if w.spoken {
		return f.dictated[w.text] || f.sound.After(w.typed.Add(-soundLag))
	}
	return f.words[w.text] || w.place == resultForm && f.replies[w.text]
}

// search adds the words of a text to words.
func (f *findings) search(text string, words map[string]bool) {
	for _, at := range typedWord.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		words[found] = true
		if strings.HasPrefix(strings.TrimSpace(text[at[1]:]), spokenWords) {
			f.dictated[found] = true
		}
	}
}

// look searches the files of a data folder and the copy of its library.
func look(ctx context.Context, dataDir, library string) (findings, error) {
	f := findings{words: map[string]bool{}, messages: map[string]bool{}, replies: map[string]bool{}, dictated: map[string]bool{}}
	if err := f.searchFiles(dataDir); err != nil {
		return f, err
	}
	db, err := sql.Open("sqlite", "file:"+library+"?mode=ro")
	if err != nil {
		return f, err
	}
	defer db.Close()
	if err := f.searchTables(ctx, db); err != nil {
		return f, err
	}
	return f, f.check(ctx, db)
}

// searchFiles searches the files next to the library, except the log and the cache.
func (f *findings) searchFiles(dataDir string) error {
	for _, folder := range []string{"data", "config"} {
		err := filepath.WalkDir(filepath.Join(dataDir, folder), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) || err == nil && !d.Type().IsRegular() || strings.HasPrefix(filepath.Base(path), "library.db") {
				return nil
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil || info.Size() == 0 {
				return nil //nolint:nilerr // a temporary file that is gone
			}
			if filepath.Ext(path) == ".wav" {
				if info.ModTime().After(f.sound) {
					f.sound = info.ModTime()
				}
				return nil
			}
			if info.Size() > maxSearchedBytes {
				return nil
			}
			text, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			f.search(string(text), f.words)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// repeating lists columns that searchTables skips: titles repeat the text of messages, so a lost
// message must not be found there, and the texts of messages are queried separately.
var repeating = []string{"conversation.title", "change.value", "part.text", "tail.text"}

// searchTables searches all text columns of all tables, except those of the search index, which has
// words without their texts.
func (f *findings) searchTables(ctx context.Context, db *sql.DB) error {
	columns, err := column(ctx, db, `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'search%' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'`)
	if err != nil {
		return err
	}
	for _, name := range columns {
		if slices.Contains(repeating, name) {
			continue
		}
		table, field, _ := strings.Cut(name, ".")
		if err := f.query(ctx, db, f.words, fmt.Sprintf(`SELECT %q FROM %q`, field, table)); err != nil {
			return err
		}
	}
	err = errors.Join(
		f.query(ctx, db, f.messages, `SELECT p.text FROM part p JOIN message m ON m.n = p.message WHERE m.role = 'user'`),
		f.query(ctx, db, f.messages, `SELECT text FROM draft`),
		f.query(ctx, db, f.replies, `SELECT p.text FROM part p JOIN message m ON m.n = p.message WHERE m.role <> 'user'`),
		f.query(ctx, db, f.replies, `SELECT text FROM tail`))
	maps.Copy(f.words, f.messages)
	return err
}

// query adds the words in the results of a query to words.
func (f *findings) query(ctx context.Context, db *sql.DB, words map[string]bool, query string) error {
	texts, err := column(ctx, db, query)
	for _, text := range texts {
		f.search(text, words)
	}
	return err
}

// userTexts selects the texts of shown user messages.
const userTexts = `SELECT p.text FROM part p JOIN message m ON m.n = p.message WHERE m.role = 'user' AND m.deleted_with = 0`

// check looks for damage and for duplicate messages.
func (f *findings) check(ctx context.Context, db *sql.DB) error {
	damage, err := column(ctx, db, `PRAGMA integrity_check`)
	if err != nil {
		return err
	}
	if !slices.Equal(damage, []string{"ok"}) {
		f.faults = append(f.faults, "the library is damaged: "+strings.Join(damage, "; "))
	}
	// An edited message is a second message, but its text differs.
	sent, err := column(ctx, db, userTexts+` ORDER BY m.n`)
	if err != nil {
		return err
	}
	count := map[string]int{}
	isSent := map[string]bool{}
	for _, text := range sent {
		words := typedWord.FindAllString(text, -1)
		if len(words) == 0 {
			continue
		}
		if count[text]++; count[text] == 2 {
			f.faults = append(f.faults, fmt.Sprintf("the message %q is there twice", text))
		}
		for _, w := range words {
			isSent[w] = true
		}
	}
	drafts, err := column(ctx, db, `SELECT text FROM draft WHERE edits = ''`)
	if err != nil {
		return err
	}
	offered := map[string]int{}
	for _, text := range drafts {
		for _, w := range typedWord.FindAllString(text, -1) {
			if isSent[w] {
				f.faults = append(f.faults, fmt.Sprintf("%s was sent and is offered as a draft", w))
			}
			if offered[w]++; offered[w] == 2 {
				f.faults = append(f.faults, fmt.Sprintf("%s is in the drafts twice", w))
			}
		}
	}
	return nil
}

// unended returns a sentence if messages are still being written, which is wrong after a start.
func unended(ctx context.Context, library string) (faults []string, err error) {
	db, err := sql.Open("sqlite", "file:"+library+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	states, err := column(ctx, db, `SELECT state FROM message WHERE state IN ('waiting', 'writing')`)
	if len(states) > 0 {
		faults = append(faults, fmt.Sprintf("%d messages are still %s", len(states), states[0]))
	}
	return faults, err
}

// column returns the results of a query with one column.
func column(ctx context.Context, db *sql.DB, query string, args ...any) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text sql.NullString
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text.String)
	}
	return all, rows.Err()
}

// copyKilled copies the library of a program that has ended, including SQLite's write-ahead log.
func copyKilled(library, to string) error {
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(library + suffix)
		if errors.Is(err, fs.ErrNotExist) && suffix != "" {
			continue
		}
		if err == nil {
			err = os.WriteFile(to+suffix, data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyRunning copies the library of a running program, page by page.
func copyRunning(ctx context.Context, library, to string) error {
	db, err := sql.Open("sqlite", "file:"+library+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		backup, err := c.(backuper).NewBackup(to)
		if err != nil {
			return err
		}
		for more := true; more; {
			if more, err = backup.Step(-1); err != nil {
				return errors.Join(err, backup.Finish())
			}
		}
		return backup.Finish()
	})
}

// backuper is a connection of the SQLite driver.
type backuper interface {
	driver.Conn
	NewBackup(to string) (*sqlite.Backup, error)
}
