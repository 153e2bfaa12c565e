package history

import (
	"context"
	"database/sql"
	"math"
	"time"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/client/wire"
)

// textLength selects whether long texts are read completely.
type textLength int

const (
	wholeTexts textLength = iota
	// beginnings reads chat.MaxReplyBytes of a text longer than chat.MaxMessageBytes.
	beginnings
)

// cutText is a part of which only the beginning is read.
type cutText struct {
	row, message int64
	part         int
}

// readParts reads the parts of messages.
func (s *Store) readParts(ctx context.Context, tx *sql.Tx, messages []any, texts textLength, byRow map[int64]*chat.Message) error {
	most := int64(math.MaxInt64)
	if texts == beginnings {
		most = chat.MaxMessageBytes
	}
	var long []cutText
	err := sqlite.Each(ctx, tx, `SELECT p.message, p.rowid, p.kind,
			iif(octet_length(p.text) > ?1, '', p.text), iif(octet_length(p.text) > ?1, octet_length(p.text), 0), p.name, p.as_is, p.pages, p.took, p.blob,
			coalesce(b.mime, ''), coalesce(b.size, 0), coalesce(b.w, 0), coalesce(b.h, 0), p.original,
			coalesce(o.mime, ''), coalesce(o.size, 0), coalesce(o.w, 0), coalesce(o.h, 0)
		FROM part p LEFT JOIN blob b ON b.sha256 = p.blob LEFT JOIN blob o ON o.sha256 = p.original
		WHERE p.message IN (`+places(len(messages))+`) ORDER BY p.message, p.seq`, append([]any{most}, messages...), func(row sqlite.Row) error {
		var n, at, took int64
		var p chat.Part
		var sha, original sql.NullString
		var b, o chat.Blob
		if err := row.Scan(&n, &at, &p.Kind, &p.Text, &p.StoredBytes, &p.Name, &p.AsIs, &p.Pages, &took, &sha, &b.MIME, &b.Size, &b.Width, &b.Height,
			&original, &o.MIME, &o.Size, &o.Width, &o.Height); err != nil {
			return err
		}
		p.Took = time.Duration(took) * time.Millisecond
		if p.Kind == chat.PartTranscript {
			p.Transcript = chat.ID(sha.String)
		} else if sha.Valid {
			b.SHA256 = sha.String
			p.Blob = &b
		}
		if original.Valid {
			o.SHA256 = original.String
			p.Original = &o
		}
		if p.IsCut() {
			long = append(long, cutText{row: at, message: n, part: len(byRow[n].Parts)})
		}
		byRow[n].Parts = append(byRow[n].Parts, p)
		return nil
	})
	for _, l := range long {
		if err != nil {
			break
		}
		p := &byRow[l.message].Parts[l.part]
		if p.Text, err = s.db.TextStart(ctx, "part", "text", l.row, chat.MaxReplyBytes+utf8.UTFMax); err == nil {
			p.Text = wire.Truncate(p.Text, chat.MaxReplyBytes)
		}
	}
	return err
}
