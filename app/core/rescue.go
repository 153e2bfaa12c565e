package core

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"parlando/app/changes"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/recovery"
	"parlando/app/speechexports"
)

// SavedLibrary is a library that SaveElsewhere wrote.
type SavedLibrary struct {
	// Folder is the folder of the new library.
	Folder string
	// Missing is the number of pictures and recordings that could not be copied.
	Missing int
}

// SaveElsewhere writes the open library, including drafts, into a new folder below dir, even if the
// library's file was deleted or moved. Other files are copied from the library's folder, if it
// still exists. The open library remains in use; see UseLibrary. After an error nothing is left
// below dir.
func (c *Core) SaveElsewhere(ctx context.Context, dir string) (SavedLibrary, error) {
	to := freeFolder(filepath.Join(dir, "Parlando"))
	if err := os.Mkdir(to, 0o700); err != nil {
		return SavedLibrary{}, err
	}
	if err := c.saveTo(ctx, to); err != nil {
		return SavedLibrary{}, errors.Join(err, os.RemoveAll(to))
	}
	if err := c.Recordings.SaveLive(ctx, to); err != nil {
		c.Log.Warn("The running recording could not be saved", "error", err)
	}
	return SavedLibrary{to, c.countMissing(ctx, to)}, nil
}

// countMissing counts the pictures and recordings of the library that are missing in the folder to.
func (c *Core) countMissing(ctx context.Context, to string) int {
	missing, err := c.History.MissingBlobs(ctx, to)
	if err != nil {
		c.Log.Warn("The missing pictures could not be counted", "error", err)
	}
	sounds := c.Transcripts.KeptCopies()
	for _, r := range c.Recordings.List() {
		sounds = append(sounds, filepath.Join(recordings.FolderName, string(r.ID)))
	}
	for _, e := range c.SpeechExports.List() {
		sounds = append(sounds, filepath.Join(speechexports.FolderName, string(e.ID)))
	}
	for _, path := range sounds {
		if _, err := os.Stat(filepath.Join(to, path)); errors.Is(err, fs.ErrNotExist) {
			missing++
		}
	}
	return missing
}

func (c *Core) saveTo(ctx context.Context, to string) error {
	from := c.History.Folder()
	// If another library is at this path now, do not copy its files.
	if _, err := os.Stat(filepath.Join(c.Paths.Data, history.FileName)); from == "" && errors.Is(err, fs.ErrNotExist) {
		from = c.Paths.Data
	}
	if from != "" {
		if err := recovery.BringAlong(ctx, from, to, c.Log); err != nil {
			return err
		}
	}
	if err := c.History.SaveTo(ctx, to, func() error { return c.endReplies(ctx) }); err != nil {
		return err
	}
	return errors.Join(c.Catalog.SaveTo(to), c.Tools.SaveTo(to), c.SpeechDraft.SaveTo(to))
}

// endReplies stops the running replies, and stores them and the drafts.
func (c *Core) endReplies(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, closeWithin)
	defer cancel()
	news := c.Marks.Fork(changes.Thread, changes.Message)
	defer c.Marks.Unfork(news)
	for conversation := range c.Replies.Writing() {
		c.Replies.Stop(conversation)
	}
	for len(c.Replies.Writing()) > 0 && ctx.Err() == nil {
		select {
		case <-news.Ready():
			news.Take()
		case <-ctx.Done():
		}
	}
	return errors.Join(c.Replies.Flush(), c.Drafts.Flush())
}

// freeFolder returns the path named, with a number appended if it exists.
func freeFolder(named string) string {
	dir := named
	for n := 2; ; n++ {
		if _, err := os.Lstat(dir); err != nil {
			return dir
		}
		dir = named + "-" + strconv.Itoa(n)
	}
}
