package projects

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// DefaultMaxTokens is the limit of the tokens of a project's files unless the user sets another.
const DefaultMaxTokens = 60_000

// TooLongError reports that the chosen files of a project do not fit a model. Nothing was sent.
type TooLongError struct {
	Project chat.ID
	Name    string
	// Tokens is the estimate for the chosen files, Limit the number that fits.
	Tokens, Limit int
}

// Error implements error.
func (e *TooLongError) Error() string {
	return fmt.Sprintf("the files of the project have about %d tokens, of which %d can be sent", e.Tokens, e.Limit)
}

// Limit returns how many tokens of files may be sent to a model with a context window of that
// many tokens, 0 if unknown: half of the window, and no more than the user's limit.
func (p Project) Limit(window int) int {
	limit := DefaultMaxTokens
	if p.MaxTokens > 0 {
		limit = p.MaxTokens
	}
	if window > 0 {
		limit = min(limit, window/2)
	}
	return limit
}

// Background returns the instructions and the chosen files of a project, to be sent to a model with
// a context window of that many tokens, 0 if unknown. A project that is deleted has none. The error
// is a *TooLongError if the files do not fit.
func (p *Projects) Background(ctx context.Context, project chat.ID, window int) (b chat.Background, which Memories, err error) {
	err = p.o.Database.View(ctx, func(tx *sql.Tx) error {
		one, err := readProject(ctx, tx, project)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		b.Project, b.Instructions, which = one.Name, one.Instructions, one.Memories
		if limit := one.Limit(window); one.Tokens > limit {
			return &TooLongError{one.ID, one.Name, one.Tokens, limit}
		}
		files, err := sqlite.All(ctx, tx, `SELECT `+fileColumns+` FROM project_file WHERE project = ? AND deleted_at = 0 AND chosen ORDER BY n`, []any{project},
			func(row sqlite.Row) (File, error) { return scanFile(ctx, tx, row, true) })
		for _, f := range files {
			b.Files = append(b.Files, f.Part)
		}
		return err
	})
	return b, which, err
}
