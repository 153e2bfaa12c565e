package core

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNoKeyGetsIntoTheLog(t *testing.T) {
	dir := t.TempDir()
	log, file := openLog(dir, slog.LevelInfo, func(text string) string { return strings.ReplaceAll(text, "the key in use", "•••") })
	const key, path = "sk-other-9fK2mQ7xV4bN1cT8", "/home/ada/550e8400-e29b-41d4-a716-446655440000.mp3"
	log.With("said", key).Error("Refused "+key, "error", fmt.Errorf("voice: %w", errors.New("line one\n"+key)), "path", path, "count", 3)
	log.Info("Sent the key in use")
	log.Warn("Of a group", slog.Group("answer", "headers", []string{"X-Api-Key: 9fK2mQ7xV4bN1cT8"}))
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, logName))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, "9fK2") || strings.Count(text, "•••") != 5 || !strings.Contains(text, path) || !strings.Contains(text, "count=3") {
		t.Error(text)
	}
}
