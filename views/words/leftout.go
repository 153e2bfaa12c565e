package words

import (
	"errors"
	"strings"

	"parlando/app/attachments"
	"parlando/views/i18n"
)

// SkippedFiles collects the files that could not be added to a message, and why. The zero value is
// ready to use.
type SkippedFiles struct {
	// of is the number of files given.
	of      int
	reasons []reason
}

// reason is a sentence with the files it applies to: the name of the first, and their number.
type reason struct {
	sentence, first string
	count           int
	tooMany         bool
}

// Begin announces n files. Unless inAddition is set, it first clears the collection and reports
// whether it contained files.
func (l *SkippedFiles) Begin(n int, inAddition bool) (cleared bool) {
	if !inAddition {
		l.of, cleared = 0, l.Clear()
	}
	l.of += n
	return cleared
}

// Add records why a file was not added; name is "" for an unnamed one.
func (l *SkippedFiles) Add(name string, err error) {
	sentence := AttachmentError(err)
	for i := range l.reasons {
		if l.reasons[i].sentence == sentence {
			l.reasons[i].count++
			return
		}
	}
	l.reasons = append(l.reasons, reason{sentence, name, 1, errors.Is(err, attachments.ErrTooMany)})
}

// Clear empties the collection, and reports whether it contained files.
func (l *SkippedFiles) Clear() bool {
	any := len(l.reasons) > 0
	l.reasons = nil
	return any
}

// String returns one line per reason, "" for none.
func (l *SkippedFiles) String() string {
	var lines []string
	for _, r := range l.reasons {
		data := map[string]any{"Of": i18n.Number(max(l.of, r.count)), "Why": r.sentence}
		switch {
		case r.count == 1 && r.first == "":
			lines = append(lines, r.sentence)
		case r.count == 1:
			lines = append(lines, r.first+": "+r.sentence)
		case r.tooMany:
			lines = append(lines, i18n.Plural("{{.N}} of {{.Of}} files weren't added: a message can have up to ten pictures and documents.", r.count, data))
		default:
			lines = append(lines, i18n.Plural("{{.N}} of {{.Of}} files weren't added. {{.Why}}", r.count, data))
		}
	}
	return strings.Join(lines, "\n")
}
