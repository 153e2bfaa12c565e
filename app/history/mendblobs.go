package history

import (
	"context"
	"image"
	_ "image/gif"  // pictures are stored in these formats
	_ "image/jpeg" // ...
	_ "image/png"  // ...
	"mime"
	"os"
	"path/filepath"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/media/picture"
)

// badSum is the SQL condition for a value that is not a SHA-256.
const badSum = `(length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*')`

// blobs restores the rows of attachments whose row is lost but whose file exists.
func (m *mender) blobs(ctx context.Context) error {
	if err := m.run(ctx, `DELETE FROM blob WHERE `+badSum); err != nil {
		return err
	}
	type attachment struct{ sum, name string }
	lost, err := sqlite.All(ctx, m.tx, `SELECT blob, name FROM part WHERE kind <> 'transcript' AND blob IS NOT NULL
			AND blob NOT IN (SELECT sha256 FROM blob)
		UNION SELECT original, name FROM part WHERE original IS NOT NULL AND original NOT IN (SELECT sha256 FROM blob)`, nil, func(r sqlite.Row) (a attachment, err error) {
		err = r.Scan(&a.sum, &a.name)
		return a, err
	})
	for _, a := range lost {
		if err != nil {
			return err
		}
		var b chat.Blob
		if b, err = describeFile(BlobPath(m.s.dir, a.sum), a.name); err != nil {
			err = nil // the file is missing, too
			continue
		}
		_, err = m.tx.ExecContext(ctx, `INSERT OR IGNORE INTO blob (sha256, mime, size, w, h, kept) SELECT ?1, ?2, ?3, ?4, ?5, ?6
			WHERE NOT EXISTS (SELECT 1 WHERE length(?1) <> 64)`, a.sum, b.MIME, b.Size, b.Width, b.Height, m.now)
	}
	return err
}

// describeFile returns the type and size of an attachment's file; name is that of the user's file.
func describeFile(path, name string) (b chat.Blob, err error) {
	f, err := os.Open(path)
	if err != nil {
		return b, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return b, err
	}
	b.Size = info.Size()
	head := make([]byte, 4096)
	n, err := f.ReadAt(head, 0)
	if n == 0 && err != nil {
		return b, err
	}
	if b.MIME = picture.DetectFormat(head[:n]).MIME(); b.MIME == "" {
		b.MIME = mime.TypeByExtension(filepath.Ext(name))
		return b, nil
	}
	if config, _, err := image.DecodeConfig(f); err == nil {
		b.Width, b.Height = config.Width, config.Height
	}
	return b, nil
}
