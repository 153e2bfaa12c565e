package documents

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestPDF(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed (.ci/install test)")
	}
	doc, err := Read(t.Context(), filepath.Join("testdata", "alice.pdf"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Markdown || doc.Title != "alice" {
		t.Errorf("%q, Markdown: %v", doc.Title, doc.Markdown)
	}
	flat := strings.Join(strings.Fields(doc.Text), " ")
	for _, words := range []string{"Down the Rabbit-Hole", "Alice was beginning to get very tired of sitting by her sister on the bank,", "ran close by her. There was nothing so"} {
		if !strings.Contains(flat, words) {
			t.Errorf("%q is not in %q", words, flat)
		}
	}
	var failed *Error
	if _, err := Read(t.Context(), filepath.Join("testdata", "alice-locked.pdf"), Options{}); !errors.As(err, &failed) || failed.Reason != PasswordProtected || failed.Format != PDF {
		t.Errorf("with a password: %v", err)
	}
	cut := filepath.Join(t.TempDir(), "-opw.pdf") // and a name that looks like an option
	if err := os.WriteFile(cut, []byte("%PDF-1.4\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(cut))
	if _, err := Read(t.Context(), "-opw.pdf", Options{}); !errors.As(err, &failed) || failed.Reason != Damaged {
		t.Errorf("damaged: %v", err)
	}
}

// tool puts a pdftotext of the test's own on the path.
func tool(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	folder := t.TempDir()
	if script != "" {
		if err := os.WriteFile(filepath.Join(folder, "pdftotext"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder)
	path := filepath.Join(folder, "a.pdf")
	if err := os.WriteFile(path, []byte("%PDF-1.4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPDFWithoutTheTool(t *testing.T) {
	var failed *Error
	if _, err := Read(t.Context(), tool(t, ""), Options{}); !errors.As(err, &failed) ||
		failed.Reason != Unsupported || failed.Format != PDF {
		t.Errorf("%v", err)
	}
	if _, err := readBytes("a.pdf", []byte("%PDF-1.4\n")); !errors.As(err, &failed) || failed.Reason != Unsupported {
		t.Errorf("in no file: %v", err)
	}
}

func TestPDFThatWritesWithoutEnd(t *testing.T) {
	var failed *Error
	if _, err := Read(t.Context(), tool(t, "while :; do echo "+strings.Repeat("words", 10_000)+"; done"), Options{}); !errors.As(err, &failed) || failed.Reason != TooLarge {
		t.Errorf("%v", err)
	}
}

func TestPDFIsStopped(t *testing.T) {
	path := tool(t, "echo > \"$5.begun\"\nwhile :; do :; done")
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		defer stop()
		for {
			if _, err := os.Stat(path + ".begun"); err == nil || t.Context().Err() != nil {
				return
			}
			runtime.Gosched()
		}
	}()
	if _, err := Read(ctx, path, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestPagesBecomeOneText(t *testing.T) {
	for pages, want := range map[string]string{
		"one\f":                  "one",
		"it goes\n\n3\n\fon so":  "it goes\non so",
		"It ends.\n\f4\nNew\n":   "It ends.\n\nNew",
		"a,\f\f– 12 –\nb":        "a,\nb",
		"1984\f":                 "1984",
		"In\n1984\nit\f1\n":      "In\n1984\nit\n1",
		"":                       "",
		"the year\n123456\fnext": "the year\n123456\n\nnext",
	} {
		if got := joinPages(pages); got != want {
			t.Errorf("%q becomes %q", pages, got)
		}
	}
}
