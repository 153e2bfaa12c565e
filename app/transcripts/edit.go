package transcripts

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/client"
)

// Edit is a change of a transcript's lines: one of the types below. Each is one step of Undo.
type Edit interface {
	// apply makes the change.
	apply(l *lines) error
}

// SetText replaces the text of a line. Empty text removes the line.
type SetText struct {
	Line int64
	Text string
}

func (e SetText) apply(l *lines) error {
	s, err := l.get(e.Line)
	if err != nil {
		return err
	}
	after := s.Line
	after.Text = oneLine(e.Text)
	return l.set(s, after)
}

// GroupedEdit is an edit that is undone together with the preceding edits of the same Run, unless
// another edit came in between.
type GroupedEdit struct {
	Edit
	// Run is a unique name, such as the ID of a translation.
	Run string
}

// Split divides a line in two. The first line keeps the translation.
type Split struct {
	Line int64
	// Offset is the byte offset of the second line in the text, between two characters. Surrounding
	// space is removed.
	Offset int
	// Time is the start of the second line in the sound, between the line's Start and End; 0 means
	// proportional to its offset.
	Time time.Duration
}

func (e Split) apply(l *lines) error {
	s, err := l.get(e.Line)
	if err != nil {
		return err
	}
	if e.Offset <= 0 || e.Offset >= len(s.Text) || !utf8.RuneStart(s.Text[e.Offset]) {
		return fmt.Errorf("%w: no position to split at", ErrInvalid)
	}
	first, second := s.Line, storedLine{Line: s.Line}
	first.Text, second.Text = strings.TrimSpace(s.Text[:e.Offset]), strings.TrimSpace(s.Text[e.Offset:])
	if first.Text == "" || second.Text == "" {
		return fmt.Errorf("%w: a line would be empty", ErrInvalid)
	}
	second.ID, second.Translation = 0, ""
	if s.End > 0 {
		at := e.Time
		if at <= s.Start || at >= s.End {
			at = s.Start + time.Duration(float64(s.End-s.Start)*float64(e.Offset)/float64(len(s.Text))).Truncate(time.Millisecond)
		}
		first.End, second.Start = at, at
	}
	after, err := l.next(s)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	second.place = between(s.place, after.place)
	if err := l.set(s, first); err != nil {
		return err
	}
	return l.add(second)
}

// Join merges a line with the next one. The speaker is the first line's, or the second's if the
// first has none.
type Join struct{ Line int64 }

func (e Join) apply(l *lines) error {
	a, err := l.get(e.Line)
	if err != nil {
		return err
	}
	b, err := l.next(a)
	if err != nil {
		return err
	}
	both := a.Line
	both.Text, both.Translation = client.JoinText(a.Text, b.Text), client.JoinText(a.Translation, b.Translation)
	both.End = max(a.End, b.End)
	if a.End == 0 {
		both.Start = b.Start
	}
	both.Speaker = cmp.Or(both.Speaker, b.Speaker)
	if err := l.set(b, Line{}); err != nil {
		return err
	}
	return l.set(a, both)
}

// SetSpeaker sets the speaker of lines; "" means none. Missing lines are skipped.
type SetSpeaker struct {
	Lines []int64
	Name  string
}

func (e SetSpeaker) apply(l *lines) error {
	name := oneLine(e.Name)
	return each(l, func(after *Line) {
		if slices.Contains(e.Lines, after.ID) {
			after.Speaker = name
		}
	})
}

// RenameSpeaker renames a speaker in every line.
type RenameSpeaker struct{ Old, New string }

func (e RenameSpeaker) apply(l *lines) error {
	name := oneLine(e.New)
	return each(l, func(after *Line) {
		if after.Speaker == e.Old && e.Old != "" {
			after.Speaker = name
		}
	})
}

// ReplaceAll replaces one text by another in every line, overlapping matches from the left. A line
// that becomes empty is removed.
type ReplaceAll struct {
	Old, New string
	// MatchCase distinguishes upper and lower case.
	MatchCase bool
	// WholeWords skips matches within a word.
	WholeWords bool
	// Lines limits the replacement to these lines; nil means all.
	Lines []int64
}

func (e ReplaceAll) apply(l *lines) error {
	if e.Old == "" {
		return fmt.Errorf("%w: nothing to replace", ErrInvalid)
	}
	pattern := regexp.QuoteMeta(e.Old)
	if !e.MatchCase {
		pattern = "(?i)" + pattern
	}
	find, err := regexp.Compile(pattern)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return each(l, func(after *Line) {
		if e.Lines == nil || slices.Contains(e.Lines, after.ID) {
			after.Text = e.replace(find, after.Text)
		}
	})
}

func (e ReplaceAll) replace(find *regexp.Regexp, text string) string {
	var b strings.Builder
	from := 0
	for _, at := range find.FindAllStringIndex(text, -1) {
		if e.WholeWords && (IsInsideWord(text, at[0]) || IsInsideWord(text, at[1])) {
			continue
		}
		b.WriteString(text[from:at[0]] + e.New)
		from = at[1]
	}
	if from == 0 {
		return text
	}
	return oneLine(b.String() + text[from:])
}

// IsInsideWord reports whether a byte offset lies within a word. With WholeWords, ReplaceAll
// replaces only matches that neither start nor end inside a word.
func IsInsideWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return partOfWord(before) && partOfWord(after)
}

func partOfWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// SetTranslations sets the translation of each named line; "" removes it. Missing lines are
// skipped.
type SetTranslations map[int64]string

func (e SetTranslations) apply(l *lines) error {
	return each(l, func(after *Line) {
		if text, ok := e[after.ID]; ok {
			after.Translation = oneLine(text)
		}
	})
}

// each calls do for every line and stores the lines that do has changed.
func each(l *lines, do func(after *Line)) error {
	all, err := l.all()
	if err != nil {
		return err
	}
	for _, s := range all {
		after := s.Line
		do(&after)
		if err := l.set(s, after); err != nil {
			return err
		}
	}
	return nil
}

// oneLine returns a text with its line ends replaced by spaces.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}
