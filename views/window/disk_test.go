package window

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/recordings"
)

// write changes the library's file behind the program's back.
func (h *home) write(query string, args ...any) {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(h.dir, "*", "library.db"))
	if err != nil || len(files) != 1 {
		h.t.Fatal(files, err)
	}
	db, err := sql.Open("sqlite", files[0])
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	// Other tables go on naming a table that is renamed.
	for _, q := range []string{`PRAGMA busy_timeout = 5000`, `PRAGMA legacy_alter_table = ON`} {
		if _, err := db.ExecContext(h.t.Context(), q); err != nil {
			h.t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(h.t.Context(), query, args...); err != nil {
		h.t.Fatal(err)
	}
}

// failing makes a table of the library one that can be neither read nor written, until heal puts it
// back as it was.
func (h *home) failing(table string) (heal func()) {
	h.t.Helper()
	h.write(`ALTER TABLE ` + table + ` RENAME TO lost_` + table)
	return func() { h.write(`ALTER TABLE lost_` + table + ` RENAME TO ` + table) }
}

// unreadable damages the stored draft of a chat so that it can be written but not read, until heal
// repairs it.
func (h *home) unreadable(chat chat.ID) (heal func()) {
	h.t.Helper()
	h.write(`UPDATE draft SET parts = '{' || parts WHERE conversation = ?`, chat)
	return func() { h.write(`UPDATE draft SET parts = substr(parts, 2) WHERE parts LIKE '{%'`) }
}

// refusing makes a table of the library one that can be read but not written, until heal lets it be
// written again.
func (h *home) refusing(table string) (heal func()) {
	h.t.Helper()
	for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
		h.write(`CREATE TRIGGER refuse_` + table + event + ` BEFORE ` + event + ` ON ` + table + ` BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	}
	return func() {
		for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
			h.write(`DROP TRIGGER refuse_` + table + event)
		}
	}
}

// refusingRecording makes the state of a recording one that cannot be written, until heal lets it
// be written again.
func (h *home) refusingRecording(id chat.ID) (heal func()) {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(h.dir, "*", recordings.FolderName, string(id), recordings.StateFile))
	if err != nil || len(files) != 1 {
		h.t.Fatal(files, err)
	}
	may := func(err error) {
		if err != nil {
			h.t.Fatal(err)
		}
	}
	moved := files[0] + ".moved"
	may(os.Rename(files[0], moved))
	may(os.MkdirAll(filepath.Join(files[0], "in the way"), 0o700))
	return func() {
		may(os.RemoveAll(files[0]))
		may(os.Rename(moved, files[0]))
	}
}

func TestWhatAReplySaysOfTheDiskIsNotSaidOverIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		p.sends("And a foghorn?")
		p.has("Stop")
		healMessages, healDrafts := h.refusing("message"), h.refusing("draft")
		p.readsToTheEnd()
		p.sees("This couldn't be saved on your computer.")
		p.types("half a thought")
		p.wait(3 * time.Second)
		if p.reads("This couldn't be saved.") {
			t.Error("a toast repeats what the reply says, over it")
		}
		p.scrollsUp()
		p.types(", and more")
		p.sees("This couldn't be saved.")
		healMessages()
		healDrafts()
	})
}
