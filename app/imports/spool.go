package imports

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"parlando/app/imports/archive"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
)

// spareBytes is the disk space that temporary files leave to the rest of the program.
const spareBytes = 64 << 20

// SpaceError reports that the disk lacks the space to read an export. Nothing was written.
type SpaceError struct {
	// Needed is the space that has to be free, in bytes.
	Needed int64
}

// Error implements error.
func (e *SpaceError) Error() string {
	return fmt.Sprintf("imports: the disk needs %d free bytes for this export", e.Needed)
}

// checkSpool returns a SpaceError if the disk lacks the space for the spool of an export. A
// conversation takes less space in the spool than in the export.
func (i *Imports) checkSpool(a *archive.Archive) error {
	needed := int64(0)
	for _, f := range a.Files() {
		needed += f.Size
	}
	return i.checkSpace(needed)
}

// checkSpace returns a SpaceError if the disk lacks the space for so many bytes.
func (i *Imports) checkSpace(bytes int64) error {
	needed := bytes + spareBytes
	free, err := i.freeSpace(i.o.Temp)
	if err != nil {
		i.o.Log.Warn("The free space of the disk is unknown", "error", err)
		return nil
	}
	if free < needed {
		return &SpaceError{needed}
	}
	return nil
}

// temp returns the place for the archives in an export.
func (i *Imports) temp() archive.Temp {
	return archive.Temp{Folder: i.o.Temp, CheckSpace: i.checkSpace}
}

// spool keeps the conversations of an export in a temporary file between Read and Import, because
// reading them back is much faster than decoding the export again.
type spool struct {
	file    *os.File
	buffer  *bufio.Writer
	encoder *gob.Encoder
}

// spooledConversation precedes its messages, which are encoded one by one, because gob holds what
// it encodes in memory once more.
type spooledConversation struct {
	Format       formats.Format
	Messages     int
	Conversation foreign.Conversation
}

func newSpool(dir string) (*spool, error) {
	file, err := os.CreateTemp(dir, "chats-")
	if err != nil {
		return nil, err
	}
	buffer := bufio.NewWriterSize(file, 64<<10)
	return &spool{file, buffer, gob.NewEncoder(buffer)}, nil
}

// close removes the file.
func (s *spool) close() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

// add appends a conversation.
func (s *spool) add(format formats.Format, c *foreign.Conversation) error {
	first := spooledConversation{format, len(c.Messages), *c}
	first.Conversation.Messages, first.Conversation.Notes = nil, nil // the export has the notes
	err := s.encoder.Encode(first)
	for i := 0; err == nil && i < len(c.Messages); i++ {
		err = s.encoder.Encode(&c.Messages[i])
	}
	return err
}

// all returns the conversations in their order. No more can be added afterwards.
func (s *spool) all() iter.Seq2[spooledConversation, error] {
	return func(yield func(spooledConversation, error) bool) {
		err := s.buffer.Flush()
		if err == nil {
			_, err = s.file.Seek(0, io.SeekStart)
		}
		if err != nil {
			yield(spooledConversation{}, err)
			return
		}
		decoder := gob.NewDecoder(bufio.NewReaderSize(s.file, 64<<10))
		for {
			var one spooledConversation
			err := decoder.Decode(&one)
			if errors.Is(err, io.EOF) {
				return
			}
			one.Conversation.Messages = make([]foreign.Message, one.Messages)
			for i := 0; err == nil && i < one.Messages; i++ {
				err = decoder.Decode(&one.Conversation.Messages[i])
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}
