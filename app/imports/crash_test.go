package imports

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports/chatgpt/chatgpttest"
)

const (
	// childRoot is the environment variable that makes this test binary the program that is killed,
	// with the folder of its library.
	childRoot = "PARLANDO_TEST_IMPORTS_ROOT"
	// killsWanted is the environment variable with the number of kills.
	killsWanted = "PARLANDO_TEST_KILLS"
)

func TestMain(m *testing.M) {
	if root := os.Getenv(childRoot); root != "" {
		fmt.Fprintln(os.Stderr, importUntilKilled(root))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// importUntilKilled imports export.zip, and prints a line before and after that.
func importUntilKilled(root string) error {
	library, err := history.Open(context.Background(), filepath.Join(root, "data"), history.Options{})
	if err != nil {
		return err
	}
	i := New(Options{
		Library: library, Files: attachments.New(library), Temp: filepath.Join(root, "temp"), BackUp: func(context.Context) error { return nil },
	})
	i.Begin()
	e, err := i.Read(context.Background(), []string{filepath.Join(root, "export.zip")}, func(Reading) {})
	if err != nil {
		return err
	}
	fmt.Println("importing")
	if err := i.Import(e, func(chat.ID) bool { return false }); err != nil {
		return err
	}
	err = i.running.Wait(context.Background())
	if s := i.Status(); err != nil || s.Failed != nil {
		return errors.Join(err, s.Failed)
	}
	fmt.Println("imported")
	_, err = io.Copy(io.Discard, os.Stdin) // waits
	return err
}

const (
	// chatsBefore are in the library before the import that is killed, in which they grow.
	chatsBefore = 5
	chatsInAll  = 80
	// bytesBefore and bytesInAll are the sizes of a chat, of 2 and 6 messages.
	bytesBefore = 2000
	bytesInAll  = 10_000
)

// writeExport writes an export with chats of ChatGPT.
func writeExport(t testing.TB, path string, chats, size int) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	w, err := z.Create("conversations.json")
	if err == nil {
		err = chatgpttest.Write(w, chats, size)
	}
	if err := errors.Join(err, z.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestAKillAtAnyMomentLeavesAllOrNothingOfAnImport(t *testing.T) {
	n := kills
	if wanted, err := strconv.Atoi(os.Getenv(killsWanted)); err == nil {
		n = wanted
	}
	// What the program would need, so that the kills are spread over the import.
	d := newDesk(t)
	path := filepath.Join(t.TempDir(), "export.zip")
	writeExport(t, path, chatsInAll, bytesInAll)
	e, start := d.reads(path), time.Now()
	d.takes(e)
	needed := time.Since(start)
	for seed := range n {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { killOnce(t, rand.New(rand.NewPCG(11, uint64(seed))), needed) })
	}
}

// killOnce kills the program at a random moment of an import and looks at what is left.
func killOnce(t *testing.T, random *rand.Rand, needed time.Duration) {
	t.Helper()
	d := &desk{TB: t, dir: t.TempDir()}
	before, export := filepath.Join(d.dir, "before.zip"), filepath.Join(d.dir, "export.zip")
	writeExport(t, before, chatsBefore, bytesBefore)
	writeExport(t, export, chatsInAll, bytesInAll)
	d.open()
	e := d.reads(before)
	d.takes(e)
	mine := []string{d.asks("", "My own question"), d.asks(e.Chats[0].ID, "And the oak?")}
	d.close()
	d.kills(time.Duration(random.Int64N(int64(needed) * 5 / 4)))

	d.open() // and at once:
	shown, grown := d.shownChats(), len(d.texts(e.Chats[1].ID))
	list, err := d.imports.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole := len(list) == 2
	if whole && (shown != chatsInAll+1 || grown != 6) || !whole && (shown != chatsBefore+1 || grown != 2) {
		t.Errorf("after %d imports are shown %d chats, one with %d messages", len(list), shown, grown)
	}
	r := d.takes(d.reads(export))
	if whole && r.Present != chatsInAll || !whole && (r.Imported != chatsInAll-chatsBefore || r.Grown != chatsBefore) {
		t.Errorf("after %d imports the next one's report is %+v", len(list), r)
	}
	e = d.reads(export)
	for _, c := range e.Chats {
		if c.Presence != history.Present || len(d.texts(c.ID)) != c.Messages && c.ID != e.Chats[0].ID {
			t.Errorf("a chat of the export is %v with %d messages", c.Presence, len(d.texts(c.ID)))
		}
	}
	own := d.texts(e.Chats[0].ID)
	if d.shownChats() != chatsInAll+1 || own[len(own)-1] != mine[1] || !slices.Equal(d.texts(chat.ID("mine")), mine[:1]) {
		t.Errorf("of %d chats, the user's own are %q", d.shownChats(), own)
	}
	if hits, err := d.library.Search(t.Context(), "\"chat 79\"", 5); err != nil || len(hits) == 0 {
		t.Errorf("found are %v, %v", hits, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	d.close()
}

// kills lets the program import and kills it so long after the beginning.
func (d *desk) kills(after time.Duration) {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childRoot+"="+d.dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		d.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		d.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		d.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		d.Fatal("the program ended before the import")
	}
	time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	for lines.Scan() { // until it is killed
		d.Log(lines.Text())
	}
	if err := cmd.Wait(); err == nil {
		d.Fatal("the program ended by itself")
	}
}

// asks writes a question of the user at the end of a chat, or in a chat "mine" of its own, and
// returns it.
func (d *desk) asks(id chat.ID, words string) string {
	d.Helper()
	user := chat.Message{ID: chat.NewID(), Conversation: id, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: words}}}
	turn := history.Turn{User: &user}
	if id == "" {
		user.Conversation = "mine"
		turn.Conversation = &chat.Conversation{ID: "mine"}
	} else {
		heads, err := d.library.Thread(d.Context(), id)
		if err != nil {
			d.Fatal(err)
		}
		user.Parent = heads[len(heads)-1].ID
	}
	if err := d.library.BeginTurn(d.Context(), turn); err != nil {
		d.Fatal(err)
	}
	return words
}

// shownChats returns the number of chats in the list.
func (d *desk) shownChats() int {
	d.Helper()
	order, err := d.library.Order(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return len(order)
}
