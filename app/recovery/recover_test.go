package recovery_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/recovery"
	"parlando/app/recovery/recoverytest"
)

// made makes a library that all tests share.
var made = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "parlando-recovery-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := recoverytest.Fill(context.Background(), dir); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	return files, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		files[path] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
})

// filled returns the folder of a library of its own.
func filled(t testing.TB) (dir string) {
	t.Helper()
	files, err := made()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAWholeLibraryComesOverUnchanged(t *testing.T) {
	from := filled(t)
	before := listing(t, from)
	to := from + "-new"
	var last recovery.Progress
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to, Progress: func(p recovery.Progress) {
		if p.Done < last.Done || p.Done > p.Total {
			t.Errorf("progress: %v after %v", p, last)
		}
		last = p
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := recovery.Report{Chats: 192, Messages: 1072, Transcripts: 20, Recordings: 1, Pictures: 25}
	if len(report.Gaps) > 0 || report.Chats != want.Chats || report.Transcripts != want.Transcripts || report.Recordings != want.Recordings ||
		report.Pictures != want.Pictures || report.MissingFiles != 0 || report.Messages != want.Messages {
		t.Errorf("got %+v", report)
	}
	if d := recoverytest.Diff(recoverytest.SnapshotOf(t, to), recoverytest.SnapshotOf(t, from)); d != "" {
		t.Error(d)
	}
	if after := listing(t, from); !slices.Equal(after, before) {
		t.Errorf("the old folder changed:\n%v\n%v", before, after)
	}
	old, renewed := searches(t, from), searches(t, to)
	if !slices.Equal(old, renewed) || len(old) < 50 {
		t.Errorf("search finds %d places, before %d", len(renewed), len(old))
	}
}

// searches returns what searches find.
func searches(t *testing.T, dir string) (hits []string) {
	t.Helper()
	s, err := history.Open(t.Context(), dir, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, words := range []string{historytest.Common, historytest.Chinese, "apple", "renamed", "picture 4"} {
		found, err := s.Search(t.Context(), words, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range found {
			hits = append(hits, string(h.Conversation.ID)+h.Snippet)
		}
	}
	return hits
}

// listing returns the names, sizes and times of the files in a folder.
func listing(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			list = append(list, path+info.ModTime().String()+info.Mode().String())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestAStoppedRecoveryEndsSoonAndLeavesNothing(t *testing.T) {
	from := filled(t)
	if allDamage {
		from = filepath.Join(t.TempDir(), "data")
		fillPlain(t, from, 20000)
	}
	for percent := int64(0); percent < 100; percent += 30 {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var stopped time.Time
		_, err := recovery.Recover(ctx, recovery.Options{From: from, To: from + "-new", Progress: func(p recovery.Progress) {
			if stopped.IsZero() && p.Done*100 >= p.Total*percent {
				stopped = time.Now()
				cancel()
			}
		}})
		if stopped.IsZero() && err == nil && percent > 0 {
			return // it was so quick that it did not report this
		}
		if took := time.Since(stopped); !errors.Is(err, context.Canceled) || took > time.Second {
			t.Errorf("stopped at %d %%: %v after %v", percent, err, took)
		}
		entries, err := os.ReadDir(filepath.Dir(from))
		if err != nil || len(entries) != 1 {
			t.Errorf("%v are left, %v", entries, err)
		}
	}
}

func TestANewLibraryReplacesNothing(t *testing.T) {
	from := filled(t)
	to := filepath.Join(t.TempDir(), "new")
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the error is %v", err)
	}
}

func TestAKilledRecoveryIsRemovedByTheNext(t *testing.T) {
	from := filled(t)
	half := filepath.Join(filepath.Dir(from), "data-2026-11-27.parlando-recovery")
	if err := os.Mkdir(half, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: from + "-2026-11-28"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed recovery left: %v", err)
	}
}

func TestALibraryWithoutAttachmentsComesOver(t *testing.T) {
	from := filepath.Join(t.TempDir(), "data")
	fillPlain(t, from, 2)
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: from + "-new"})
	if err != nil || report.Chats != 2 || report.Messages != 4 || len(report.Gaps) > 0 {
		t.Errorf("got %+v, %v", report, err)
	}
}

// fillPlain makes a library of chats with two messages each.
func fillPlain(t testing.TB, dir string, chats int) {
	t.Helper()
	s, err := history.Open(t.Context(), dir, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := historytest.Fill(t.Context(), s, chats, 2, time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
