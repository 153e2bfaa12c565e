package backups

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// day returns a backup of the n-th day before 30 November 2026 with its own megabyte.
func day(n int, reason Reason) Backup {
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC).AddDate(0, 0, -n)
	return Backup{Path: fmt.Sprint(n), Manifest: Manifest{Made: at, Reason: reason, Library: StoredFile{Name: fmt.Sprint(n), Size: 1e6}}}
}

func kept(list []Backup, limit int64) (days []string) {
	remove := superfluous(list, limit, day(0, Daily).Made)
	for _, b := range list {
		if !slices.ContainsFunc(remove, func(r Backup) bool { return r.Path == b.Path }) {
			days = append(days, b.Path)
		}
	}
	return days
}

func TestDaysWeeksAndMonthsAreKept(t *testing.T) {
	var list []Backup
	for n := range 800 {
		list = append(list, day(n, Daily))
	}
	// 30 November 2026 is a Monday.
	want := []string{"0", "1", "2", "3", "4", "5", "6", "8", "15", "30", "61", "91", "122", "153", "183", "214", "244", "275", "303", "334"}
	if got := kept(list, 1e12); !slices.Equal(got, want) {
		t.Errorf("kept are %q,\nwant      %q", got, want)
	}
}

func TestEveryBackupOfTheLastTwoDaysIsKept(t *testing.T) {
	var list []Backup
	for n := range 60 {
		b := day(0, Daily)
		b.Path, b.Made = fmt.Sprint(n), b.Made.Add(-time.Duration(n)*time.Hour)
		list = append(list, b)
	}
	// The 58th hour before 9:00 is the last backup of its day.
	if got := kept(list, 1e12); len(got) != 49 || got[48] != "58" {
		t.Errorf("kept are %q", got)
	}
}

func TestTheLimitRemovesTheOldestButNeverTheLast(t *testing.T) {
	list := []Backup{day(0, Daily), day(1, Daily), day(2, Daily), day(3, Daily)}
	for limit, want := range map[int64][]string{1e5: {"0"}, 2e6: {"0", "1"}, 1e9: {"0", "1", "2", "3"}} {
		if got := kept(list, limit); !slices.Equal(got, want) {
			t.Errorf("within %d bytes %q are kept, want %q", limit, got, want)
		}
	}
}

func TestADamagedBackupIsNeitherRemovedNorTheLastGoodOne(t *testing.T) {
	list := []Backup{{Path: "damaged", Damaged: ErrDamaged}, day(1, Daily), day(2, Daily)}
	if got, want := kept(list, 1), []string{"damaged", "1"}; !slices.Equal(got, want) {
		t.Errorf("kept are %q, want %q", got, want)
	}
}

func TestTheLastTwoUpgradesAreKept(t *testing.T) {
	var list []Backup
	for n := range 60 {
		reason := Daily
		if n%10 == 7 {
			reason = Upgrade
		}
		list = append(list, day(n, reason))
	}
	if got := kept(list, 1e12); !slices.Contains(got, "7") || !slices.Contains(got, "17") || slices.Contains(got, "27") {
		t.Errorf("kept are %q", got)
	}
}
