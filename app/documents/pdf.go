package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/media/bounded"
	"parlando/media/subprocess"
)

const (
	// pdfWithin is the timeout for reading a PDF. Four thousand pages take about twenty seconds.
	pdfWithin = 2 * time.Minute
	// pdfMemory is the memory limit for reading a PDF in bytes, where the system can enforce it.
	pdfMemory = 2 << 30
)

// readPDF runs pdftotext (of Poppler), which most Linux systems with printing have. Available Go
// libraries read PDFs badly: one drops whole pages, another the spaces between words, and their
// memory cannot be limited. A separate process can be killed without harm.
func readPDF(file *source, size int64) (Document, error) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		return Document{}, &Error{Reason: Unsupported, Err: err}
	}
	ctx, path, in := file.ctx, "-", io.Reader(io.NewSectionReader(file, 0, size))
	if file.path != "" {
		if path, err = filepath.Abs(file.path); err != nil { // a name like "-x" is no option
			return Document{}, err
		}
		in = nil
	}
	command := []string{tool, "-enc", "UTF-8", "-eol", "unix", path, "-"}
	if limit, err := exec.LookPath("prlimit"); err == nil {
		command = append([]string{limit, fmt.Sprintf("--as=%d", pdfMemory), "--"}, command...)
	}
	limited, cancel := context.WithTimeout(ctx, pdfWithin)
	defer cancel()
	text, complaint := bounded.NewFailingBuffer(MaxText), bounded.NewTruncatingBuffer(4<<10)
	run := exec.CommandContext(limited, command[0], command[1:]...)
	run.Stdin, run.Stdout, run.Stderr = in, text, complaint
	run.WaitDelay = time.Second
	if err = subprocess.Start(run); err == nil {
		err = run.Wait()
	}
	switch {
	case ctx.Err() != nil:
		return Document{}, ctx.Err()
	case text.Exceeded(), limited.Err() != nil:
		return Document{}, &Error{Reason: TooLarge, Err: err}
	case err != nil:
		reason := Damaged
		if strings.Contains(complaint.String(), "password") {
			reason = PasswordProtected
		}
		return Document{}, &Error{Reason: reason, Err: errors.Join(err, errors.New(strings.TrimSpace(complaint.String())))}
	}
	return Document{Text: lines(joinPages(strings.ToValidUTF8(text.String(), "")))}, nil
}

// joinPages joins the text of pages: it removes page numbers and joins sentences across page
// breaks.
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

// withoutNumber removes a first or last line that contains only the page number.
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
