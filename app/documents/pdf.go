package documents

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/media/bounded"
)

const (
	// pdfWithin is the time that a PDF may take. Four thousand pages take some twenty seconds.
	pdfWithin = 2 * time.Minute
	// pdfMemory is the memory that reading a PDF may take, in bytes, where the system can enforce
	// it.
	pdfMemory = 2 << 30
)

// readPDF has pdftotext (of Poppler) read the file, where it is installed, as it is on most Linux
// systems that print. No library in Go that could be had reads PDFs well: one drops whole pages,
// the other the spaces between words, and neither can be bounded. A program of its own can be
// ended, and takes nothing with it.
func readPDF(ctx context.Context, path string) (Document, error) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil || path == "" {
		return Document{}, &Error{Reason: Unsupported, Err: err}
	}
	if path, err = filepath.Abs(path); err != nil { // a name that begins with "-" is no option
		return Document{}, err
	}
	command := []string{tool, "-enc", "UTF-8", "-eol", "unix", path, "-"}
	if limit, err := exec.LookPath("prlimit"); err == nil {
		command = append([]string{limit, fmt.Sprintf("--as=%d", pdfMemory), "--"}, command...)
	}
	limited, cancel := context.WithTimeout(ctx, pdfWithin)
	defer cancel()
	text, complaint := bounded.Fail(MaxText), bounded.Drop(4<<10)
	run := exec.CommandContext(limited, command[0], command[1:]...)
	run.Stdout, run.Stderr = text, complaint
	run.WaitDelay = time.Second
	err = run.Run()
	switch {
	case ctx.Err() != nil:
		return Document{}, ctx.Err()
	case text.Full(), limited.Err() != nil:
		return Document{}, &Error{Reason: TooLarge, Err: err}
	case err != nil:
		reason := Damaged
		if strings.Contains(complaint.String(), "password") {
			reason = Locked
		}
		return Document{}, &Error{Reason: reason, Err: errors.Join(err, errors.New(strings.TrimSpace(complaint.String())))}
	}
	return Document{Text: lines(joinPages(strings.ToValidUTF8(text.String(), "")))}, nil
}

// joinPages makes one text of pages. Numbers of pages are left out, and a sentence goes on over the
// end of one.
func joinPages(text string) string {
	var b strings.Builder
	for page := range strings.SplitSeq(text, "\f") {
		page = withoutNumber(page)
		if page == "" {
			continue
		}
		if b.Len() > 0 {
			last, _ := utf8.DecodeLastRuneInString(b.String())
			if b.WriteByte('\n'); !unicode.IsLetter(last) && !strings.ContainsRune(",;-–", last) {
				b.WriteByte('\n')
			}
		}
		b.WriteString(page)
	}
	return b.String()
}

// withoutNumber is a page without a first or last line that is its number alone.
func withoutNumber(page string) string {
	page = strings.TrimSpace(page)
	if first, rest, ok := strings.Cut(page, "\n"); ok && isNumber(first) {
		page = strings.TrimSpace(rest)
	}
	if i := strings.LastIndexByte(page, '\n'); i >= 0 && isNumber(page[i+1:]) {
		page = strings.TrimSpace(page[:i])
	}
	return page
}

func isNumber(line string) bool {
	line = strings.Trim(strings.TrimSpace(line), "-–— ")
	return line != "" && len(line) <= 5 && strings.Trim(line, "0123456789") == ""
}
