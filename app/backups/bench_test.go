package backups

import (
	"path/filepath"
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/settings"
)

// BenchmarkBackup makes backups of a library of 20,000 chats with four messages each.
func BenchmarkBackup(b *testing.B) {
	root := b.TempDir()
	h, err := history.Open(b.Context(), filepath.Join(root, "parlando"), history.Options{})
	must(b, err)
	defer func() { must(b, h.Close()) }()
	_, err = historytest.Fill(b.Context(), h, 20_000, 4, time.Now())
	must(b, err)
	s, err := settings.Load(filepath.Join(root, "config"))
	must(b, err)
	must(b, s.Update(func(s *settings.Settings) { s.SidebarOpen = false }))
	o := New(Options{Library: h, Settings: s, Dir: filepath.Join(root, "parlando"), Config: filepath.Join(root, "config"), Cache: root, Folder: filepath.Join(root, "backups")})
	b.ReportAllocs()
	for b.Loop() {
		made, err := o.Make(b.Context(), ByHand)
		must(b, err)
		b.ReportMetric(float64(made.Library.Size)/1e6, "MB-stored")
	}
}
