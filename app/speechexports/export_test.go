package speechexports

import (
	"io"

	"parlando/app/speech/speechtext"
)

// File is a file that is being written.
type File interface {
	io.WriteSeeker
	Sync() error
	Close() error
}

// SetCreate puts a disk of the test's own below everything that is written from now on.
func (n *Store) SetCreate(create func(path string, real func(string) (File, error)) (File, error)) {
	n.create = func(path string) (file, error) {
		return create(path, func(path string) (File, error) { return createFile(path) })
	}
}

// Cut gives the texts and chapters of the parts.
func Cut(text string, plain bool) (texts, chapters []string) {
	for _, p := range cut(text, plain, speechtext.Words{}) {
		texts, chapters = append(texts, p.Text), append(chapters, p.Chapter)
	}
	return texts, chapters
}
