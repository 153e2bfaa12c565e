package words

import (
	"time"

	"parlando/views/format"
	"parlando/views/i18n"
)

// TokenCount returns an approximate number of tokens as a phrase.
func TokenCount(n int) string {
	return i18n.Plural("about {{.N}} tokens", n)
}

// RoughTokens returns an approximate number of tokens, rounded to two digits, as a phrase.
func RoughTokens(n int) string { return TokenCount(Rough(n)) }

// Rough rounds a number to two digits, so that an estimate does not look exact.
func Rough(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// TokensUsed returns the number of tokens used, as a phrase.
func TokensUsed(tokens int) string {
	return i18n.Plural("{{.N}} tokens", tokens)
}

// CharacterCount returns the length of a text as a phrase.
func CharacterCount(n int) string {
	return i18n.Plural("{{.N}} characters", n)
}

// WordCount returns the number of words of a text as a phrase.
func WordCount(n int) string {
	return i18n.Plural("{{.N}} words", n)
}

// MatchCount returns the number of search matches as a phrase; more means "at least n".
func MatchCount(n int, more bool) string {
	if more {
		return i18n.Plural("{{.N}}+ matches", n)
	}
	return i18n.Plural("{{.N}} matches", n)
}

// MessageCount returns a number of messages as a phrase.
func MessageCount(n int) string {
	return i18n.Plural("{{.N}} messages", n)
}

// MessagesDeleted returns a sentence that n messages were deleted.
func MessagesDeleted(n int) string {
	return i18n.Plural("{{.N}} messages were deleted.", n)
}

// DeleteWithLater returns the question whether to delete a message and the n messages after it.
func DeleteWithLater(n int) string {
	return i18n.Plural("Delete this message and the {{.N}} messages after it?", n)
}

// PageCount returns the number of pages of a document as a phrase.
func PageCount(n int) string {
	return i18n.Plural("{{.N}} pages", n)
}

// MatchPosition returns the position of the shown match among all matches, such as "3 of 12".
func MatchPosition(at, n int) string {
	if n == 0 {
		return i18n.Text("Not found")
	}
	return i18n.Text("{{.N}} of {{.M}}", map[string]any{"N": format.Number(at), "M": format.Number(n)})
}

// SearchResults returns the number of results of a search; more means that there are more than n.
func SearchResults(n int, more bool) string {
	switch {
	case n == 0:
		return i18n.Text("Nothing found.")
	case more:
		return i18n.Plural("{{.N}}+ results", n)
	}
	return i18n.Plural("{{.N}} results", n)
}

// WaitingTime returns a remaining time, rounded up to seconds or minutes.
func WaitingTime(d time.Duration) string {
	if d <= 90*time.Second {
		return i18n.Text("Try again in {{.N}} seconds.", map[string]any{"N": int((d + time.Second - 1) / time.Second)})
	}
	return i18n.Plural("Try again in {{.N}} minutes.", int((d+time.Minute-1)/time.Minute))
}

// DateGroup returns the heading in the sidebar for a conversation last used at t, and the earliest
// time that belongs to the same heading.
func DateGroup(t, now time.Time) (heading string, from time.Time) {
	day := func(t time.Time) time.Time {
		y, m, d := t.In(now.Location()).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	}
	today, then := day(now), day(t)
	ago := func(days int) time.Time { return today.AddDate(0, 0, -days) }
	begun := then.AddDate(0, 0, 1-then.Day())
	switch {
	case !then.Before(today):
		return i18n.Text("Today"), today
	case !then.Before(ago(1)):
		return i18n.Text("Yesterday"), ago(1)
	case !then.Before(ago(7)):
		return i18n.Text("Last 7 days"), ago(7)
	case !then.Before(ago(30)):
		return i18n.Text("Last 30 days"), ago(30)
	case then.Year() == today.Year():
		return format.MonthName(then.Month()), begun
	}
	return format.Month(then), begun
}
