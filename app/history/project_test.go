package history

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// addProject adds a project with a long and a deleted file and a memory.
func addProject(t *testing.T, s *Store, id string, deleted time.Time) {
	t.Helper()
	must(t, s.db.Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		parts, err := FormatParts(t.Context(), tx, []chat.Part{{Kind: chat.PartPasted, Name: "Lease.txt", Text: strings.Repeat(id+" ", 3000)}})
		if err != nil {
			return err
		}
		for _, q := range []string{
			`INSERT INTO project (id, name, created, deleted_at) VALUES (?1, ?1, 1, ?2)`,
			`INSERT INTO project_file (id, project, parts, added) VALUES (?1 || 'a', ?1, ?3, 1)`,
			`INSERT INTO project_file (id, project, parts, added, deleted_at) VALUES (?1 || 'b', ?1, '', 1, 2)`,
			`INSERT INTO memory (id, project, text, created) VALUES (?1, ?1, 'The flat has no lift.', 1)`,
		} {
			if _, err := tx.ExecContext(t.Context(), q, id, sqlite.UnixMillis(deleted), parts); err != nil {
				return err
			}
		}
		return nil
	}))
}

// A project that was deleted long ago is removed for good, but none of its chats.
func TestTheChatsOfARemovedProjectStay(t *testing.T) {
	s := library(t, t.TempDir())
	old := s.now().Add(-chat.DeletedRetention - time.Hour)
	for _, project := range []chat.ID{"old", "new", "shown"} {
		add(t, s, chat.Conversation{ID: "in " + project, Title: "Chat", Project: project})
	}
	addProject(t, s, "old", old)
	addProject(t, s, "new", s.now().Add(-time.Hour))
	addProject(t, s, "shown", time.Time{})
	must(t, s.purgeProjects(t.Context()))
	must(t, s.collectBlobs(t.Context()))
	for _, one := range []struct{ query, want string }{
		{`SELECT group_concat(id) FROM (SELECT id FROM project ORDER BY n)`, "new,shown"},
		{`SELECT group_concat(id) FROM (SELECT id FROM project_file ORDER BY n)`, "newa,showna"},
		{`SELECT group_concat(project) FROM (SELECT project FROM memory ORDER BY n)`, "new,shown"},
		{`SELECT group_concat(project, '|') FROM (SELECT project FROM conversation ORDER BY n)`, "|new|shown"},
		{`SELECT group_concat(substr(text, 1, 3)) FROM (SELECT text FROM draft_text ORDER BY text)`, "new,sho"},
	} {
		var got string
		must(t, s.db.View(t.Context(), func(tx *sql.Tx) error { return tx.QueryRowContext(t.Context(), one.query).Scan(&got) }))
		if got != one.want {
			t.Errorf("%s: %q, want %q", one.query, got, one.want)
		}
	}
	order, err := s.Order(t.Context())
	must(t, err)
	projects := map[chat.ID]chat.ID{}
	for _, e := range order {
		projects[e.ID] = e.Project
	}
	if len(order) != 3 || projects["in shown"] != "shown" || projects["in new"] != "" || projects["in old"] != "" {
		t.Errorf("listed are %v", projects)
	}
}

func TestARemovedProjectIsGoneAtOnce(t *testing.T) {
	s := library(t, t.TempDir())
	add(t, s, chat.Conversation{ID: "chat", Title: "Chat", Project: "old"})
	addProject(t, s, "old", s.now().Add(-time.Hour))
	addProject(t, s, "other", s.now().Add(-time.Hour))
	addProject(t, s, "shown", time.Time{})
	must(t, s.RemoveProject(t.Context(), "old"))
	for _, id := range []chat.ID{"old", "shown"} {
		if err := s.RemoveProject(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("removing %s gives %v", id, err)
		}
	}
	var projects, files, text string
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
		return tx.QueryRowContext(t.Context(), `SELECT (SELECT group_concat(id) FROM project), (SELECT group_concat(project) FROM project_file WHERE parts <> ''),
			(SELECT count(*) FROM draft_text)`).Scan(&projects, &files, &text)
	}))
	if projects != "other,shown" || files != projects || text != "2" {
		t.Errorf("left are %s, files of %s, %s texts", projects, files, text)
	}
	if c, err := s.Conversation(t.Context(), "chat"); err != nil || c.Project != "" {
		t.Errorf("its chat is %+v, %v", c, err)
	}
}

// A chat that is put back brings its project along, unless that is here.
func TestAChatIsPutBackWithItsProject(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	old := library(t, from)
	addProject(t, old, "house", time.Time{})
	for _, id := range []chat.ID{"one", "two"} {
		add(t, old, chat.Conversation{ID: id, Title: "Chat", Project: "house"})
	}
	must(t, old.Close())
	s := library(t, to)
	restores := func(id chat.ID) {
		t.Helper()
		if done, err := s.RestoreFrom(t.Context(), from, []chat.ID{id}); err != nil || len(done.Added) != 1 {
			t.Fatal(done, err)
		}
	}
	restores("one")
	c, err := s.Conversation(t.Context(), "one")
	if err != nil || c.Project != "house" {
		t.Errorf("%+v, %v", c, err)
	}
	must(t, s.db.Update(t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE project SET name = 'Mine'`)
		return err
	}))
	restores("two")
	must(t, s.db.View(t.Context(), func(tx *sql.Tx) error {
		var got, text string
		err := tx.QueryRowContext(t.Context(), `SELECT group_concat(name), (SELECT count(*) FROM project_file) || (SELECT count(*) FROM memory),
			(SELECT text FROM draft_text) FROM project`).Scan(&got, &text, new(string))
		if got != "Mine" || text != "11" {
			t.Errorf("the projects are %q, files and memories %s", got, text)
		}
		return err
	}))
}
