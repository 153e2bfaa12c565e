package export

import (
	"context"
	"io"
	"strings"

	"parlando/app/filename"
	"parlando/app/internal/wholefile"
	"parlando/app/transcripts/transcriber"
)

// SaveResult is the result of SaveAll for one document in one format.
type SaveResult struct {
	// Document is its number in the list, from 0.
	Document int
	Format   Format
	// Path is the file; "" when there is none, with the reason in Err. ErrNoTimes: there can be
	// none.
	Path string
	Err  error
}

// SaveAll writes each document in each format into a folder, under names made of the titles.
// Nothing that stands there is replaced: a name that is taken gets a number. document is asked for
// one after the other. It ends early when ctx does; what was saved stays, and is told.
func SaveAll(ctx context.Context, folder string, count int, document func(int) (Document, error), formats []Format, o Options) []SaveResult {
	var all []SaveResult
	for i := range count {
		if ctx.Err() != nil {
			break
		}
		d, err := document(i)
		for _, f := range formats {
			s := SaveResult{Document: i, Format: f, Err: err}
			if err == nil {
				s.Path, s.Err = wholefile.Create(folder, filename.New(f.Ext(), d.Title, "transcript"), func(w io.Writer) error { return Write(w, f, d, o) })
			}
			all = append(all, s)
		}
	}
	return all
}

// SaveAnswers writes what a service answered into a folder, byte by byte as it came. An answer gets
// the title at its place in titles, which are as many, as SaveAll names files; Saved.Document is
// that place.
func SaveAnswers(folder string, titles []string, answers []transcriber.Answer) []SaveResult {
	all := make([]SaveResult, len(answers))
	for i, a := range answers {
		f := Format(strings.TrimPrefix(a.Ext, "."))
		path, err := wholefile.Create(folder, filename.New(a.Ext, titles[i], "transcript"), func(w io.Writer) error {
			_, err := io.WriteString(w, a.Raw)
			return err
		})
		all[i] = SaveResult{Document: i, Format: f, Path: path, Err: err}
	}
	return all
}
