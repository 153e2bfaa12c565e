package updates

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Version is one version in the list of changes.
type Version struct {
	Number string
	// Changes are sentences for the user, as plain text without line breaks.
	Changes []string
}

// parse returns the versions of a list of changes. A version begins with "## 1.2.3"; below it, each
// change begins with "- " or after an empty line. What has no version is left out.
func parse(text string) (all []Version) {
	inside, fresh := false, true
	for line := range strings.Lines(text) {
		line = plain(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			number, _, _ := strings.Cut(heading, " ")
			_, inside = numbers(number)
			if inside {
				all = append(all, Version{Number: number})
			}
			fresh = true
			continue
		}
		item, isItem := strings.CutPrefix(line, "- ")
		switch {
		case line == "":
			fresh = true
		case inside:
			last := &all[len(all)-1]
			if fresh || isItem {
				last.Changes = append(last.Changes, item)
			} else {
				last.Changes[len(last.Changes)-1] += " " + item
			}
			fresh = false
		}
	}
	return all
}

// plain removes control characters and the spaces at both ends.
func plain(line string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, line))
}

// later returns the versions after current, newest first.
func later(all []Version, current string) (found []Version) {
	for _, v := range all {
		if compare(v.Number, current) > 0 {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b Version) int { return compare(b.Number, a.Number) })
	return found
}

// compare compares two versions such as "1.10.0"; one that is not numbers is older than all others.
func compare(a, b string) int {
	x, _ := numbers(a)
	y, _ := numbers(b)
	return slices.CompareFunc(x, y, cmp.Compare[int])
}

// numbers returns the three numbers of a version.
func numbers(version string) (all []int, ok bool) {
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return nil, false
		}
		all = append(all, int(n))
	}
	return all, len(all) == 3
}
