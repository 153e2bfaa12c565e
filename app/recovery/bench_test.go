package recovery_test

import (
	"path/filepath"
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/recovery"
)

// BenchmarkRecover recovers a library of 20,000 chats with two messages each.
func BenchmarkRecover(b *testing.B) {
	from := filepath.Join(b.TempDir(), "data")
	s, err := history.Open(b.Context(), from, history.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := historytest.Fill(b.Context(), s, 20000, 2, time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		to := filepath.Join(b.TempDir(), "new")
		report, err := recovery.Recover(b.Context(), recovery.Options{From: from, To: to})
		if err != nil || report.Chats != 20000 || report.Messages != 40000 || len(report.Gaps) > 0 {
			b.Fatal(report, err)
		}
	}
}
