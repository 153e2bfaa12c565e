package backups

import "time"

// The backups that are kept: all of the last hours, since the user may want to undo what happened
// between two of them, the last one of each of so many days, weeks and months with backups, and the
// last ones before changes of the schema.
const (
	keptAll      = 48 * time.Hour
	keptDays     = 7
	keptWeeks    = 4
	keptMonths   = 12
	keptUpgrades = 2
)

// superfluous returns the backups that are removed, from a list with the newest first. Together the
// others have at most limit bytes. The newest undamaged backup is kept, and damaged ones are,
// because only the user can know what they are worth.
func superfluous(list []Backup, limit int64, now time.Time) (remove []Backup) {
	days, weeks, months := period{left: keptDays}, period{left: keptWeeks}, period{left: keptMonths}
	upgrades := keptUpgrades
	counted, used, kept := map[string]bool{}, int64(0), 0
	for _, b := range list {
		if b.Damaged != nil {
			continue
		}
		at := b.Made.In(now.Location())
		year, week := at.ISOWeek()
		keep := days.isNew(at.YearDay()+1000*at.Year()) || now.Sub(at) < keptAll
		keep = weeks.isNew(week+100*year) || keep
		keep = months.isNew(int(at.Month())+100*at.Year()) || keep
		if b.Reason == Upgrade && upgrades > 0 {
			keep = true
			upgrades--
		}
		more := int64(0)
		for _, f := range b.all() {
			if !counted[f.Name] {
				more += f.Size
			}
		}
		if kept > 0 && (!keep || used+more > limit) {
			remove = append(remove, b)
			continue
		}
		for _, f := range b.all() {
			counted[f.Name] = true
		}
		used += more
		kept++
	}
	return remove
}

// period counts days, weeks or months from the newest to the oldest.
type period struct {
	last int // the number of the last one that was counted
	left int
}

// isNew reports whether a period has not been counted yet and is one of those to keep.
func (p *period) isNew(number int) bool {
	if p.left == 0 || number == p.last {
		return false
	}
	p.last = number
	p.left--
	return true
}
