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
	// Document is the index in the list.
	Document int
	Format   Format
	// Path is the written file; if it is "", Err has the reason. ErrNoTimes means that the format
	// needs times.
	Path string
	Err  error
}

// SaveAll writes each document in each format to a folder, with names derived from the titles.
// Existing files are never overwritten: a name that is taken gets a number. document is called for
// one index after the other. When ctx ends, SaveAll returns early; files already written are kept
// and reported.
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
				s.Path, s.Err = wholefile.Create(folder, filename.New(f.Ext(), d.Title, "transcript"), func(w io.Writer) error { return Write(ctx, w, f, d, o) })
			}
			all = append(all, s)
		}
	}
	return all
}

// SaveResponses writes responses of a service to a folder unchanged. titles has one title for each;
// file names derive from them as in SaveAll. SaveResult.Document is the index of the response.
func SaveResponses(folder string, titles []string, answers []transcriber.Response) []SaveResult {
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
