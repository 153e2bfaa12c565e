// Package export writes a transcript as files for other programs: text, subtitles, Word, Markdown,
// a table and JSON.
//
// Transcribed text is untrusted: nothing in it can become a tag, a cue, a formula or an element of
// the output format. The tests read each format back with an independent reader.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/app/spreadsheet"
	"parlando/app/transcripts"
)

// Format is the format of an exported transcript. Its value is the file name extension, without the
// dot.
type Format string

// The formats.
const (
	Text     Format = "txt"
	SRT      Format = "srt"
	VTT      Format = "vtt"
	Word     Format = "docx"
	Markdown Format = "md"
	XLSX     Format = "xlsx"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// Formats returns the formats that can be written on this computer, in the order in which they are
// offered. XLSX needs the helper program.
func Formats() []Format {
	all := []Format{Word, Text, SRT, VTT, Markdown, XLSX, CSV, JSON}
	if !spreadsheet.CanWriteXLSX() {
		all = slices.DeleteFunc(all, func(f Format) bool { return f == XLSX })
	}
	return all
}

// Ext returns the file name extension with the dot, such as ".txt".
func (f Format) Ext() string { return "." + string(f) }

// Subtitles reports whether the format requires times.
func (f Format) Subtitles() bool { return f == SRT || f == VTT }

// Language selects the original text, the translation or both.
type Language uint8

// The languages. Lines without a translation appear in the original only.
const (
	Original               Language = iota
	Translated                      // the translation, or the original without one
	OriginalAndTranslation          // original and translation
)

// Options select the content.
type Options struct {
	// Times puts times before the lines. Subtitles always have times; a transcript without times
	// never has.
	Times bool
	// Speakers includes known speakers.
	Speakers bool
	Language Language
}

// Document is the transcript to export.
type Document struct {
	// Title is the transcript's title; it is the heading in Word and Markdown.
	Title string
	// Spoken is the language as named by the service, such as "en" or "english", "" if unknown.
	Spoken string
	// Length is the length of the sound, 0 if unknown.
	Length time.Duration
	// Timed reports that the lines have times.
	Timed bool
	Lines []transcripts.Line
}

// NewDocument returns the document of a transcript and its lines.
func NewDocument(t transcripts.Transcript, lines []transcripts.Line) Document {
	return Document{Title: t.Title, Spoken: t.Language, Length: t.Length, Timed: t.Timed, Lines: lines}
}

// ErrNoTimes is returned by Write for subtitles of a transcript without times.
var ErrNoTimes = errors.New("export: the transcript has no times")

// Write writes a document to w, with text in UTF-8. The error is ErrNoTimes, an error of w, or for
// XLSX an error of spreadsheet.WriteXLSX.
func Write(ctx context.Context, w io.Writer, f Format, d Document, o Options) error {
	if f.Subtitles() && !d.Timed {
		return ErrNoTimes
	}
	o.Times = o.Times && d.Timed
	d.Title = oneLine(d.Title)
	lines := make([]transcripts.Line, 0, len(d.Lines))
	for _, l := range d.Lines {
		l.Text, l.Translation, l.Speaker = oneLine(l.Text), oneLine(l.Translation), oneLine(l.Speaker)
		if !o.Speakers {
			l.Speaker = ""
		}
		switch o.Language {
		case Original:
			l.Translation = ""
		case Translated:
			l.Text, l.Translation = cmp.Or(l.Translation, l.Text), ""
		case OriginalAndTranslation:
		}
		if l.Text != "" { // a line without text has no translation either
			lines = append(lines, l)
		}
	}
	d.Lines = lines
	if f == XLSX || f == CSV {
		const commas = "" // in every language, for programs
		return spreadsheet.Write(ctx, w, spreadsheet.Format(f), commas, sheetOf(d, o))
	}
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("export: unknown format %q", f)
	}
	return write(w, d, o)
}

// writers are the functions that write each format except the tables. They expect single-line texts
// in the document.
var writers = map[Format]func(io.Writer, Document, Options) error{
	Text:     written(textOf),
	SRT:      written(srtOf),
	VTT:      written(vttOf),
	Word:     writeWord,
	Markdown: written(markdownOf),
	JSON:     writeJSON,
}

// written adapts a function that returns the output as a string to the signature of writers.
func written(make func(Document, Options) string) func(io.Writer, Document, Options) error {
	return func(w io.Writer, d Document, o Options) error {
		_, err := io.WriteString(w, make(d, o))
		return err
	}
}

// HasTranslations reports whether any line of a document has a translation.
func (d Document) HasTranslations() bool {
	return slices.ContainsFunc(d.Lines, func(l transcripts.Line) bool { return l.Translation != "" })
}

// Masked returns d with hideKeys applied to every text.
func (d Document) Masked(hideKeys func(text string) string) Document {
	d.Title, d.Lines = hideKeys(d.Title), slices.Clone(d.Lines)
	for i := range d.Lines {
		l := &d.Lines[i]
		l.Speaker, l.Text, l.Translation = hideKeys(l.Speaker), hideKeys(l.Text), hideKeys(l.Translation)
	}
	return d
}

// Speakers reports whether any line of a document has a speaker.
func (d Document) Speakers() bool {
	return slices.ContainsFunc(d.Lines, func(l transcripts.Line) bool { return l.Speaker != "" })
}

// oneLine returns a text on one line, without characters that no format allows, and with each run
// of spaces reduced to one.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == '\ufeff', r == '\ufffe', r == '\uffff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.Join(strings.Fields(s), " ")
}

// FormatClock formats a time for display: 0:07, 12:34, 1:02:03.
func FormatClock(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// entry is a paragraph of exported text: one line, or consecutive lines of one speaker.
type entry struct{ clock, speaker, text, translation string }

// entries returns one entry per line if there are times or two languages, or per paragraph.
func entries(d Document, o Options) []entry {
	if !o.Times && o.Language != OriginalAndTranslation {
		return paragraphs(d)
	}
	all := make([]entry, len(d.Lines))
	for i, l := range d.Lines {
		all[i] = entry{speaker: l.Speaker, text: l.Text, translation: l.Translation}
		if o.Times {
			all[i].clock = FormatClock(l.Start)
		}
	}
	return all
}

// A paragraph ends at a pause of paragraphPause, or at the first line after paragraphBytes.
const (
	paragraphPause = 2 * time.Second
	paragraphBytes = 700
)

// paragraphs merges lines into paragraphs.
func paragraphs(d Document) []entry {
	var all []entry
	var end time.Duration
	size := 0
	for _, l := range d.Lines {
		n := len(all) - 1
		if n < 0 || l.Speaker != all[n].speaker || size > paragraphBytes || d.Timed && l.Start-end > paragraphPause {
			all = append(all, entry{speaker: l.Speaker})
			n, size = n+1, 0
		}
		all[n].text += gap(all[n].text, l.Text) + l.Text
		size += len(l.Text)
		end = l.End
	}
	return all
}

// gap returns the text between two merged lines: a space, or nothing in scripts without spaces.
func gap(before, after string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	if before == "" || wide(last) && wide(first) {
		return ""
	}
	return " "
}
