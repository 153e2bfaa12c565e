package recovery_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/app/recovery/recoverytest"
)

// outcome counts the rows of the recoveries of one kind of damage.
type outcome struct {
	recoveries       int
	whole, wholeLost int // rows on undamaged pages
	// rows on damaged pages: that came unchanged, did not come, came changed
	damaged, missing, wrong int
	// chats: of lost or wrong rows that were named or not, others that were
	named, unnamed, needless int
}

func (o outcome) String() string {
	return fmt.Sprintf("%4d recoveries; whole %8d, lost %d; damaged came %6d missing %5d wrong %4d; chats named %5d not %3d needlessly %3d",
		o.recoveries, o.whole, o.wholeLost, o.damaged, o.missing, o.wrong, o.named, o.unnamed, o.needless)
}

// recover recovers a damaged version of a library and compares it with the whole one.
func (v *victim) recover(t *testing.T, what string, db, wal []byte, broken map[int]bool, o *outcome) {
	t.Helper()
	dir := inMemory(t)
	from, to := filepath.Join(dir, "data"), filepath.Join(dir, "new")
	if err := os.Mkdir(from, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"": db, "-wal": wal} {
		if data == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(from, history.FileName+name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}()
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	got := recoverytest.SnapshotOf(t, to)
	o.recoveries++
	hurt := map[string]bool{} // numbers of chats with lost or wrong rows
	for table, rows := range v.rows {
		for key, row := range rows {
			whole := !slices.ContainsFunc(v.pages[table][key], func(n int) bool { return broken[n] })
			came := got[table][key]
			switch {
			case whole && (came == row || v.mended(table, key, got)):
				o.whole++
				continue
			case whole:
				o.wholeLost++
				t.Errorf("%s: %s %s lies on whole pages %v:\ngot  %.300s\nwant %.300s", what, table, key, v.pages[table][key], came, row)
			case came == row:
				o.damaged++
				continue
			case came == "":
				o.missing++
			default:
				o.wrong++
			}
			if c := v.chatOf(table, key); c != "" {
				hurt[c] = true
			}
		}
	}
	v.checkPlaces(t, got)
	checkShown(t, to, report)
	v.countNamed(report, hurt, o)
}

// inMemory returns a new folder, in memory where the system has such a place.
func inMemory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "parlando-recovery-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// mended reports whether a row of whole pages may differ, because it had to follow rows that are
// lost: the parent of a message, what its parts count, a choice, the counts of the library.
func (v *victim) mended(table, key string, got recoverytest.Snapshot) bool {
	was, is := strings.Split(v.rows[table][key], ","), strings.Split(got[table][key], ",")
	may := func(columns ...int) bool {
		for _, i := range columns {
			if i >= len(is) {
				return false
			}
			was[i], is[i] = "", ""
		}
		return slices.Equal(was, is)
	}
	switch table {
	case "library":
		return may(2, 3)
	case "transcript":
		return may(22)
	case "message":
		var columns []int
		if got["message"][was[3]] == "" {
			columns = append(columns, 3)
		}
		if v.lacksParts(key, got) {
			columns = append(columns, 10, 11)
		}
		return may(columns...)
	case "chosen":
		return got["message"][was[2]] != v.rows["message"][was[2]] || was[1] != "0" && got["message"][was[1]] == ""
	case "draft":
		return len(got["draft_text"]) < len(v.rows["draft_text"]) && may(2)
	}
	return false
}

// lacksParts reports whether a part of a message did not come over unchanged.
func (v *victim) lacksParts(message string, got recoverytest.Snapshot) bool {
	for key, row := range v.rows["part"] {
		if strings.HasPrefix(key, message+"/") && got["part"][key] != row {
			return true
		}
	}
	return false
}

// chatOf returns the number of the chat that a row belongs to, "" for none.
func (v *victim) chatOf(table, key string) string {
	first, _, _ := strings.Cut(key, "/")
	switch table {
	case "conversation", "chosen":
		return first
	case "part", "tail":
		return v.owners["message"][first]
	}
	return v.owners[table][key]
}

// checkPlaces checks that no message is in another chat or there twice.
func (v *victim) checkPlaces(t *testing.T, got recoverytest.Snapshot) {
	t.Helper()
	home := map[string]string{}
	for n, row := range v.rows["message"] {
		home[strings.Split(row, ",")[1]] = v.owners["message"][n]
	}
	seen := map[string]bool{}
	for _, row := range got["message"] {
		columns := strings.Split(row, ",")
		id, conversation := columns[1], columns[2]
		if seen[id] {
			t.Errorf("message %s is there twice", id)
		}
		seen[id] = true
		if want := home[id]; want != "" && want != conversation && v.rows["conversation"][conversation] != "" {
			t.Errorf("message %s of chat %s is in chat %s", id, want, conversation)
		}
	}
	texts := map[string]string{}
	for key, row := range v.rows["part"] {
		texts[strings.Join(strings.Split(row, ",")[3:], ",")] = key
	}
	for key, row := range got["part"] {
		text := strings.Join(strings.Split(row, ",")[3:], ",")
		if own := texts[text]; own != "" && own != key && len(text) > 60 {
			if _, both := got["part"][own]; both && strings.HasSuffix(got["part"][own], text) {
				t.Errorf("the text of part %s is also part %s", own, key)
			}
		}
	}
}

// checkShown checks that the program can read every chat and message of a recovered library.
func checkShown(t *testing.T, dir string, report recovery.Report) {
	t.Helper()
	s, err := history.Open(t.Context(), dir, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	order, err := s.Order(t.Context())
	if err != nil || len(order) != report.Chats {
		t.Errorf("%d chats are listed, %v; %d came over", len(order), err, report.Chats)
	}
	for _, e := range order {
		heads, err := s.Thread(t.Context(), e.ID)
		ids := make([]chat.ID, len(heads))
		for i, h := range heads {
			ids[i] = h.ID
		}
		messages, readErr := s.Messages(t.Context(), ids)
		_, unsentErr := s.Unsent(t.Context(), e.ID)
		if err := cmp.Or(err, readErr, unsentErr); err != nil || len(messages) != len(ids) {
			t.Errorf("chat %s: %d of %d messages, %v", e.ID, len(messages), len(ids), err)
		}
	}
}

func (v *victim) countNamed(report recovery.Report, hurt map[string]bool, o *outcome) {
	named := map[chat.ID]bool{}
	for _, g := range report.Gaps {
		named[g.ID] = true
	}
	for n, id := range v.chats {
		switch {
		case hurt[n] && named[id]:
			o.named++
		case hurt[n]:
			o.unnamed++
		case named[id]:
			o.needless++
		}
	}
}

// allDamage: make damage sets it for all 820 damaged libraries.
var allDamage = os.Getenv("PARLANDO_ALL_DAMAGE") != ""

// TestDamagedLibraries flips bits in each kind of page and cuts the file: twice each, or 100 and
// 20 times.
func TestDamagedLibraries(t *testing.T) {
	flips, cuts := 2, 2
	if allDamage {
		flips, cuts = 100, 20
	}
	v, logged := newVictim(t, false), newVictim(t, true)
	for i, kind := range []string{"header", "schema", "internal", "leaf", "index", "search", "overflow", "wal", "cut"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(i)))
			var o outcome
			switch kind {
			case "cut":
				for range cuts {
					v.cut(t, random.IntN(len(v.db)), &o)
				}
			case "wal":
				for range flips {
					logged.flipInLog(t, random, &o)
				}
			default:
				for range flips {
					v.flip(t, random, kind, &o)
				}
			}
			t.Logf("%-8s %v", kind, o)
		})
	}
}

// flip recovers the library with a flipped bit in a page of a kind.
func (v *victim) flip(t *testing.T, random *rand.Rand, kind string, o *outcome) {
	t.Helper()
	page, size := 1, 100
	if kind != "header" {
		page, size = v.kinds[kind][random.IntN(len(v.kinds[kind]))], pageSize
	}
	db, at := slices.Clone(v.db), random.IntN(size)
	db[(page-1)*pageSize+at] ^= 1 << random.IntN(8)
	v.recover(t, fmt.Sprintf("byte %d of page %d", at, page), db, nil, map[int]bool{page: true}, o)
}

// flipInLog recovers the library with a flipped bit in its log.
func (v *victim) flipInLog(t *testing.T, random *rand.Rand, o *outcome) {
	t.Helper()
	wal, at := slices.Clone(v.wal), random.IntN(len(v.wal))
	wal[at] ^= 1 << random.IntN(8)
	v.recover(t, fmt.Sprintf("byte %d of the log", at), v.db, wal, v.brokenBy(at), o)
}

// cut recovers the library with a file that ends early.
func (v *victim) cut(t *testing.T, size int, o *outcome) {
	t.Helper()
	broken := map[int]bool{}
	for page := size / pageSize; page < len(v.db)/pageSize; page++ {
		broken[page+1] = true
	}
	v.recover(t, fmt.Sprintf("cut at %d", size), v.db[:size], nil, broken, o)
}

// brokenBy returns the page of the frame of the log in which a byte lies.
func (v *victim) brokenBy(at int) map[int]bool {
	const header, frameHeader = 32, 24
	if at < header {
		return nil
	}
	frame := header + (at-header)/(frameHeader+pageSize)*(frameHeader+pageSize)
	page := int(v.wal[frame])<<24 | int(v.wal[frame+1])<<16 | int(v.wal[frame+2])<<8 | int(v.wal[frame+3])
	return map[int]bool{page: true}
}
