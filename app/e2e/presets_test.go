//go:build e2e

package e2e_test

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/chat"
	"parlando/app/e2e"
)

// asked returns the parameters of the last request in a library.
func asked(t *testing.T, library string) (p chat.Parameters) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(library, "data", "library.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var stored string
	if err := db.QueryRow(`select params from request order by started desc limit 1`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if stored != "" {
		if err := json.Unmarshal([]byte(stored), &p); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestEndToEndPresetsAndATextFile(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library, "--practice")
	p.sees("Write a message…")

	// A preset is picked, changed and kept under a name of one's own.
	p.click("=Adjust replies")
	p.click("=Preset: None")
	p.click("=Precise")
	p.sees("=Preset: Precise")
	p.click("=Instructions")
	p.typ("Be brief.")
	p.sees("=Preset: Precise")
	p.click("=Maximum reply length: as the model decides")
	p.typ("300") // words, sent as 400 tokens
	p.key("Return")
	p.sees("=Preset: Precise (changed)")
	p.click("=Preset: Precise (changed)")
	p.click("=Save as preset…")
	p.typ("Letters")
	p.key("Return")
	p.sees("=Preset: Letters")
	send := func(words string) {
		p.key("ctrl+l")
		p.typ(words)
		p.key("Return")
		p.sees("=Stop")
		p.seesNoMore("=Stop")
	}
	send("One")
	if got := asked(t, library); got.Temperature == nil || *got.Temperature != 0.2 || got.MaxTokens == nil || *got.MaxTokens != 400 || got.Instructions != "Be brief." {
		t.Errorf("the first was asked with %+v", got)
	}

	// Another is picked, and a file is pasted.
	p.key("ctrl+p")
	p.click("=Creative")
	p.sees("=Preset: Creative")
	file := filepath.Join(screen.Dir, "harbors.csv")
	if err := os.WriteFile(file, []byte("name;depth\nWhitby;4,5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.do("copy the file", p.program.SetClipboard(ctx, file))
	p.key("ctrl+l", "ctrl+v")
	p.sees("harbors.csv")
	send("Two")
	if got := asked(t, library); got.Temperature == nil || *got.Temperature != 1.1 || got.MaxTokens != nil || got.Preset != "creative" {
		t.Errorf("the second was asked with %+v", got)
	}
	if n := count(t, library, "select count(*) from part where kind='pasted' and name='harbors.csv' and text like '%Whitby;4,5%'"); n != 1 {
		t.Errorf("%d texts under the file's name are kept, want 1", n)
	}
	p.do("quit", p.program.Quit(ctx))

	p.start(screen, "--data-dir", library)
	p.sees("=Preset: Creative")
	p.key("ctrl+p")
	p.sees("=Letters")
	p.do("quit", p.program.Quit(ctx))
}
