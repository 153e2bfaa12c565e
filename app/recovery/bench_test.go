package recovery_test

import (
	"path/filepath"
	"testing"

	"parlando/app/recovery"
)

// BenchmarkRecover recovers a library of 20,000 chats with two messages each.
func BenchmarkRecover(b *testing.B) {
	from := filepath.Join(b.TempDir(), "data")
	fillPlain(b, from, 20000)
	for b.Loop() {
		to := filepath.Join(b.TempDir(), "new")
		report, err := recovery.Recover(b.Context(), recovery.Options{From: from, To: to})
		if err != nil || report.Chats != 20000 || report.Messages != 40000 || len(report.Gaps) > 0 {
			b.Fatal(report, err)
		}
	}
}
