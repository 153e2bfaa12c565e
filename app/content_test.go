//go:build !windows

package app

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/core"
)

func TestTheNextProgramStartsWithTheSameLibrary(t *testing.T) {
	dir := t.TempDir()
	pipe, next := filepath.Join(dir, "pipe"), filepath.Join(dir, "next")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(next, []byte("#!/bin/sh\nprintf '%s,' \"$@\" >"+pipe+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := &program{}
	if err := p.startNext(); err != nil {
		t.Errorf("without one: %v", err)
	}
	p.flags, p.openNext = core.Flags{DataDir: "/my library"}, next
	if err := p.startNext(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(pipe); string(got) != "--data-dir,/my library," || err != nil {
		t.Errorf("started with %q, %v", got, err)
	}
}
