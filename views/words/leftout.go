package words

import (
	"errors"
	"slices"
	"strings"

	"parlando/app/attachments"
	"parlando/views/format"
	"parlando/views/i18n"
)

// SkippedFiles collects the files that could not be added to a message, with the reasons. Its zero
// value is ready to use.
type SkippedFiles struct {
	// of is the number of files that were to be added.
	of      int
	reasons []skipReason
	// replaces means that the user tried one file, which failed, and is now trying one other file.
	replaces bool
}

// skipReason groups files that were not added for the same reason.
type skipReason struct {
	sentence string
	// names has the names of the files, "" for unnamed ones.
	names          []string
	tooMany, empty bool
}

// Begin adds n to the number of files that were to be added.
func (l *SkippedFiles) Begin(n int) {
	l.replaces = n == 1 && l.of == 1 && len(l.reasons) == 1
	l.of += n
}

// Added records that a file was added. If that file replaces a single one that could not be added,
// it empties the collection and returns true.
func (l *SkippedFiles) Added() (emptied bool) {
	if emptied = l.replaces; emptied {
		l.Clear()
	}
	return emptied
}

// Add records a file that was not added, with the reason; name is "" for an unnamed file.
func (l *SkippedFiles) Add(name string, err error) {
	sentence := AttachmentError(err)
	at := slices.IndexFunc(l.reasons, func(r skipReason) bool { return r.sentence == sentence })
	if at < 0 {
		at = len(l.reasons)
		var file *attachments.FileError
		empty := errors.As(err, &file) && file.Reason == attachments.Empty
		l.reasons = append(l.reasons, skipReason{sentence: sentence, tooMany: errors.Is(err, attachments.ErrTooMany), empty: empty})
	}
	l.reasons[at].names = append(l.reasons[at].names, ShortName(name, maxSkippedName))
}

// maxSkippedName is the length in characters at which the name of a skipped file is truncated.
const maxSkippedName = 60

// Clear empties the collection.
func (l *SkippedFiles) Clear() { *l = SkippedFiles{} }

// String returns one line for each reason, "" if there are none.
func (l *SkippedFiles) String() string {
	var lines []string
	for _, r := range l.reasons {
		n := len(r.names)
		data := map[string]any{"Names": fileList(r.names), "Left": format.Number(n), "All": format.Number(max(l.of, n)), "Why": r.sentence}
		unnamed := slices.Contains(r.names, "")
		switch {
		case n == 1 && unnamed:
			lines = append(lines, r.sentence)
		case r.empty && !unnamed:
			lines = append(lines, i18n.Plural("{{.Names}} are empty and weren't added.", n, data))
		case n == 1:
			lines = append(lines, format.Named(r.names[0], r.sentence))
		case r.tooMany:
			lines = append(lines, i18n.Text("Files not added: {{.Left}} of {{.All}}. A message can have up to ten pictures and documents.", data))
		case unnamed:
			lines = append(lines, i18n.Text("Files not added: {{.Left}} of {{.All}}. {{.Why}}", data))
		default:
			lines = append(lines, i18n.Plural("{{.Names}} weren't added. {{.Why}}", n, data))
		}
	}
	return strings.Join(lines, "\n")
}

// fileList lists up to three names, or the first three and the number of the others.
func fileList(names []string) string {
	first := func(i int) string { return names[min(i, len(names)-1)] }
	data := map[string]any{"First": first(0), "Second": first(1), "Third": first(2)}
	switch len(names) {
	case 1:
		return names[0]
	case 2:
		return i18n.Text("{{.First}} and {{.Second}}", data)
	case 3:
		return i18n.Text("{{.First}}, {{.Second}} and {{.Third}}", data)
	}
	return i18n.Plural("{{.First}}, {{.Second}}, {{.Third}} and {{.N}} more", len(names)-3, data)
}
