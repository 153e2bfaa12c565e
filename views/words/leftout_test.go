package words_test

import (
	"fmt"
	"testing"

	"parlando/app/attachments"
	"parlando/views/words"
)

func TestSkippedFilesAreNamedByReason(t *testing.T) {
	t.Parallel()
	empty := &attachments.FileError{Reason: attachments.Empty}
	large := &attachments.FileError{Reason: attachments.TooLarge}
	const why = "This file is larger than 100 MB. Make it smaller first."
	for _, c := range []struct {
		files map[error]int
		want  string
	}{
		{map[error]int{empty: 1}, "0.txt is empty and wasn't added."},
		{map[error]int{empty: 2}, "0.txt and 1.txt are empty and weren't added."},
		{map[error]int{large: 1}, "0.txt: " + why},
		{map[error]int{large: 3}, "0.txt, 1.txt and 2.txt weren't added. " + why},
		{map[error]int{large: 4}, "0.txt, 1.txt, 2.txt and 1 more weren't added. " + why},
		{map[error]int{large: 7}, "0.txt, 1.txt, 2.txt and 4 more weren't added. " + why},
		{map[error]int{attachments.ErrTooMany: 2}, "Files not added: 2 of 9. A message can have up to ten pictures and documents."},
	} {
		var l words.SkippedFiles
		l.Begin(9)
		for err, n := range c.files {
			for i := range n {
				l.Add(fmt.Sprintf("%d.txt", i), err)
			}
		}
		if got := l.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
