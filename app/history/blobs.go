package history

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile"
)

// PutBlob stores bytes for a conversation, "" for the new chat, and returns a reference. The bytes
// are on disk beside the database when PutBlob returns, once for equal bytes, or in memory for a
// temporary chat. A start removes blobs that no message or draft references and that were stored
// more than a week ago.
func (s *Store) PutBlob(ctx context.Context, conversation chat.ID, data []byte, mime string, w, h int) (chat.Blob, error) {
	s, done := s.of(conversation)
	defer done()
	if s.ReadOnly() != Writable {
		return chat.Blob{}, fmt.Errorf("%w (%s)", ErrReadOnly, s.ReadOnly())
	}
	sum := sha256.Sum256(data)
	b := chat.Blob{SHA256: hex.EncodeToString(sum[:]), MIME: mime, Size: int64(len(data)), Width: w, Height: h}
	s.blobs.Lock()
	defer s.blobs.Unlock()
	if err := s.InPlace(); err != nil {
		return chat.Blob{}, err
	}
	if err := s.writeBlob(b.SHA256, data); err != nil {
		return chat.Blob{}, fmt.Errorf("store an attachment: %w", err)
	}
	err := s.db.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO blob (sha256, mime, size, w, h, kept) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (sha256) DO UPDATE SET kept = excluded.kept`, b.SHA256, mime, b.Size, w, h, sqlite.UnixMillis(s.now()))
		return err
	})
	return b, err
}

// writeBlob writes the file atomically, or keeps its bytes in the store of a temporary chat.
func (s *Store) writeBlob(sum string, data []byte) (err error) {
	if s.pictures != nil {
		s.pictures[sum] = data
		return nil
	}
	path := s.blobPath(sum)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(data)) {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".part-*") // created with mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = wholefile.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// ReadBlob returns the bytes of an attachment, ErrNotFound if they are missing, and ErrDamaged if
// they no longer match their checksum.
func (s *Store) ReadBlob(ctx context.Context, sum string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size || hex.EncodeToString(raw) != sum {
		return nil, fmt.Errorf("%w: %q is not a SHA-256", ErrInvalid, sum)
	}
	if data, ok := s.temporary.picture(sum); ok {
		return data, nil
	}
	return readBlobFile(s.dir, sum)
}

// readBlobFile is ReadBlob for a valid checksum in a library's folder.
func readBlobFile(dir, sum string) ([]byte, error) {
	data, err := os.ReadFile(BlobPath(dir, sum))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: attachment %s", ErrNotFound, sum)
	}
	if err != nil {
		return nil, fmt.Errorf("read an attachment: %w", err)
	}
	if got := sha256.Sum256(data); hex.EncodeToString(got[:]) != sum {
		return nil, fmt.Errorf("%w: attachment %s", ErrDamaged, sum)
	}
	return data, nil
}

func (s *Store) blobPath(sum string) string { return BlobPath(s.dir, sum) }

// BlobsFolder is the name of the attachments' folder within the library's folder.
const BlobsFolder = "blobs"

// BlobPath returns the path of an attachment's file in a library's folder.
func BlobPath(dir, sum string) string {
	return filepath.Join(dir, BlobsFolder, sum[:min(2, len(sum))], sum)
}

// syncDir makes a rename survive a power failure. Windows does not need it.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
