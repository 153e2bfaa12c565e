package history

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/problem"
)

// The environment that makes this test binary the program that is killed.
const (
	childDir = "PARLANDO_TEST_CRASH_DIR"
	childOf  = "PARLANDO_TEST_CRASH_REPLY"
	// childTemporary is the folder of a child that has a temporary chat.
	childTemporary = "PARLANDO_TEST_CRASH_TEMPORARY"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := writeUntilKilled(dir, chat.ID(os.Getenv(childOf))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if dir := os.Getenv(childTemporary); dir != "" {
		err := chatTemporarily(dir)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeUntilKilled begins a turn, saves a draft, and appends to the reply, telling after each what
// is kept.
func writeUntilKilled(dir string, reply chat.ID) error {
	ctx := context.Background()
	s, err := Open(ctx, dir, Options{})
	if err != nil {
		return err
	}
	c := chat.Conversation{ID: "conversation"}
	user := question(c.ID, "", "Tell me a story")
	m := waiting(c.ID, user.ID)
	m.ID = reply
	silent := waiting(c.ID, user.ID)
	silent.ID = "silent"
	if err := s.BeginTurn(ctx, Turn{Conversation: &c, User: user, Replies: []chat.Message{m, silent}}); err != nil {
		return err
	}
	if err := s.SaveUnsent(ctx, UnsentChange{Conversation: c.ID, Draft: chat.Draft{Text: "and then"}}); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.AppendTail(ctx, []Tail{{Message: reply, Part: 0, Kind: chat.PartText, Text: strconv.Itoa(i) + " "}}); err != nil {
			return err
		}
		fmt.Println(i)
	}
}

func TestWhatWasAppendedIsThereAfterAKill(t *testing.T) {
	dir := t.TempDir()
	reply := chat.NewID()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, childOf+"="+string(reply))
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	last := -1
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if last == 200 {
			must(t, cmd.Process.Kill())
			break
		}
	}
	for lines.Scan() { // what it said between the look and its end counts too
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			last = n
		}
	}
	if err := cmd.Wait(); err == nil || last < 200 {
		t.Fatalf("the program ended by itself after %d", last)
	}

	s := library(t, dir)
	m := get(t, s, reply)
	var want strings.Builder
	for i := range last + 1 {
		fmt.Fprintf(&want, "%d ", i)
	}
	if !strings.HasPrefix(m.Text(), want.String()) {
		t.Fatalf("the text ends with %.40q, want at least up to %d", m.Text()[max(0, len(m.Text())-40):], last)
	}
	if m.State != chat.CutOff || m.Request == nil || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Interrupted {
		t.Fatalf("state %s, request %+v", m.State, m.Request)
	}
	if m := get(t, s, "silent"); m.State != chat.CutOff || m.Request.Problem.Kind != problem.Interrupted || len(m.Parts) != 0 {
		t.Fatalf("the one of which nothing came: %+v", m)
	}
	if d := draftOf(t, s, "conversation"); d.Text != "and then" {
		t.Fatalf("draft %+v, %v", d, err)
	}
	if hits, err := s.Search(t.Context(), strconv.Itoa(last), 5); err != nil || len(hits) != 1 {
		t.Fatalf("what was interrupted is not found: %v %v", hits, err)
	}
	if heads, err := s.Thread(t.Context(), "conversation"); err != nil || len(heads) != 2 || heads[1].Bytes != len(m.Text()) {
		t.Fatalf("thread %+v, %v", heads, err)
	}
}
