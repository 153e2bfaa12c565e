package spreadsheet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode/utf16"

	"parlando/app/direction"
	"parlando/media/bounded"
	"parlando/media/subprocess"
)

// The errors of WriteXLSX.
var (
	// ErrUnavailable means that the helper program is missing or cannot be started.
	ErrUnavailable = errors.New("spreadsheet: the helper program cannot be started")
	// ErrTooLarge means that a sheet has more rows, columns or text in a cell than .xlsx files can
	// have. CSV has no such limits.
	ErrTooLarge = errors.New("spreadsheet: the table is too large for .xlsx")
)

// errTooLong means that the helper program timed out.
var errTooLong = errors.New("spreadsheet: writing took too long")

// HelperArgument is the argument that makes the helper program write an .xlsx file. The next
// argument is a folder for temporary files.
const HelperArgument = "xlsx"

// The limits of the format.
const (
	maxRows    = 1 << 20 // including the header
	maxColumns = 1 << 14
	maxText    = 32767 // UTF-16 code units in a cell
)

// maxTime is the time for all sheets of a file.
const maxTime = 2 * time.Minute

// CanWriteXLSX reports whether the helper program is there.
func CanWriteXLSX() bool {
	_, err := subprocess.HelperPath()
	return err == nil
}

// WriteXLSX writes sheets as an .xlsx file with the helper program. The error is ErrUnavailable,
// ErrTooLarge, or an error of w, the helper program or ctx; then what was written is useless.
func WriteXLSX(ctx context.Context, w io.Writer, sheets ...Sheet) error {
	for _, s := range sheets {
		if s.tooLarge() {
			return ErrTooLarge
		}
	}
	program, err := subprocess.HelperPath()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	// The helper program may be ended before it removes its files.
	folder, err := os.MkdirTemp("", "parlando-xlsx-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	limited, cancel := context.WithTimeoutCause(ctx, maxTime, errTooLong)
	defer cancel()
	child := exec.CommandContext(limited, program, HelperArgument, folder)
	child.WaitDelay = time.Second
	said := bounded.NewTruncatingBuffer(1 << 10)
	child.Stdin, child.Stdout, child.Stderr = &stream{sheets: sheets, taken: map[string]bool{}}, w, said
	if err := subprocess.Start(child); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	err = child.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	case errors.Is(context.Cause(limited), errTooLong):
		return errTooLong
	}
	return fmt.Errorf("spreadsheet: %w: %s", err, strings.TrimSpace(said.String()))
}

// tooLarge reports whether .xlsx files cannot hold the sheet.
func (s *Sheet) tooLarge() bool {
	if len(s.Rows) >= maxRows || len(s.Head) > maxColumns {
		return true
	}
	for _, row := range s.Rows {
		for _, c := range row {
			if len(c.Text) > maxText && len(utf16.Encode([]rune(c.Text))) > maxText {
				return true
			}
		}
	}
	return false
}

// Begin starts a sheet in the input of the helper program; the sheet's rows follow. Each Begin and
// each row, which is an array of Cell, is one line of JSON.
type Begin struct {
	// Name is the name of the sheet, as spreadsheets accept it.
	Name string
	Head []string
	// Widths are the widths of the columns in digits.
	Widths []float64
	// FromRight reports that the first column is the rightmost.
	FromRight bool
}

// stream encodes sheets as the input of the helper program. Only one row at a time is in memory.
type stream struct {
	sheets []Sheet
	row    int // row of the first sheet to encode next, counted from 1; 0 is its Begin
	taken  map[string]bool
	line   bytes.Buffer
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	for s.line.Len() == 0 {
		if len(s.sheets) == 0 {
			return 0, io.EOF
		}
		if err := s.next(); err != nil {
			return 0, err
		}
	}
	return s.line.Read(p)
}

// next encodes the next line.
func (s *stream) next() error {
	sheet := &s.sheets[0]
	row := s.row
	s.row++
	lines := json.NewEncoder(&s.line)
	switch {
	case row == 0:
		return lines.Encode(Begin{
			Name: sheetName(sheet.Name, s.taken), Head: sheet.Head, Widths: sheet.widths(), FromRight: direction.RightToLeft(sheet.beginning()),
		})
	case row <= len(sheet.Rows):
		return lines.Encode(sheet.Rows[row-1])
	}
	s.sheets, s.row = s.sheets[1:], 0
	return nil
}

// beginning returns the words of the header and the first row.
func (s *Sheet) beginning() string {
	words := strings.Join(s.Head, " ")
	if len(s.Rows) > 0 {
		for _, c := range s.Rows[0] {
			words += " " + c.Text
		}
	}
	return strings.ReplaceAll(words, "\n", " ")
}
