package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"parley/app/chat"
	"parley/app/internal/sqlite"
)

// draftPart is how a part of a draft is stored.
type draftPart struct {
	Kind chat.PartKind `json:"kind"`
	Text string        `json:"text,omitempty"`
	Name string        `json:"name,omitempty"`
	draftBlob
	Original *draftBlob `json:"original,omitempty"`
	AsIs     bool       `json:"as_is,omitempty"`
	Pages    int        `json:"pages,omitempty"`
	// Transcript is that of a transcript part.
	Transcript chat.ID `json:"transcript,omitempty"`
}

// draftBlob is how a blob of a part is stored; without a sum there is none.
type draftBlob struct {
	SHA256 string `json:"sha256,omitempty"`
	MIME   string `json:"mime,omitempty"`
	Size   int64  `json:"size,omitempty"`
	Width  int    `json:"w,omitempty"`
	Height int    `json:"h,omitempty"`
}

func (b *draftBlob) blob() *chat.Blob {
	if b == nil || b.SHA256 == "" {
		return nil
	}
	return &chat.Blob{SHA256: b.SHA256, MIME: b.MIME, Size: b.Size, Width: b.Width, Height: b.Height}
}

// Draft is what was not sent in a conversation, "" for the new chat. The empty Draft when there is none.
func (s *Store) Draft(ctx context.Context, conversation chat.ID) (d chat.Draft, err error) {
	err = s.db.View(ctx, func(tx *sql.Tx) error {
		d, err = readDraft(ctx, tx, conversation)
		return err
	})
	return d, err
}

func readDraft(ctx context.Context, tx *sql.Tx, conversation chat.ID) (d chat.Draft, err error) {
	var parts string
	err = tx.QueryRowContext(ctx, `SELECT text, parts, edits FROM draft WHERE conversation = ?`, conversation).
		Scan(&d.Text, &parts, &d.Edits)
	if errors.Is(err, sql.ErrNoRows) {
		return chat.Draft{}, nil
	}
	if err == nil {
		d.Parts, err = parseDraft(parts)
	}
	if err != nil {
		return chat.Draft{}, err
	}
	return d, nil
}

// SaveDraft keeps what was not sent; an empty Draft removes it. It survives the end of the process, and may lose the last
// seconds in a power cut.
func (s *Store) SaveDraft(ctx context.Context, conversation chat.ID, d chat.Draft) error {
	return s.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error { return s.putDraft(ctx, tx, conversation, d) })
}

func (s *Store) putDraft(ctx context.Context, tx *sql.Tx, conversation chat.ID, d chat.Draft) error {
	if d.Empty() {
		_, err := tx.ExecContext(ctx, `DELETE FROM draft WHERE conversation = ?`, conversation)
		return err
	}
	parts, err := formatDraft(d.Parts)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO draft (conversation, text, parts, edits, saved)
		VALUES (?, ?, ?, ?, ?)`,
		conversation, d.Text, parts, d.Edits, stamp(s.now()))
	return err
}

// Aside is what was set aside in a conversation while an earlier message is edited: the draft to come back to.
func (s *Store) Aside(ctx context.Context, conversation chat.ID) (chat.Draft, error) {
	return s.Draft(ctx, conversation+aside)
}

// SaveAside keeps what is set aside; an empty Draft removes it.
func (s *Store) SaveAside(ctx context.Context, conversation chat.ID, d chat.Draft) error {
	return s.SaveDraft(ctx, conversation+aside, d)
}

// aside after the id of a conversation names its second draft.
const aside = "/aside"

func formatDraft(parts []chat.Part) (string, error) {
	if len(parts) == 0 {
		return "", nil
	}
	stored := make([]draftPart, len(parts))
	for i, p := range parts {
		stored[i] = draftPart{Kind: p.Kind, Text: p.Text, Name: p.Name, Transcript: p.Transcript, AsIs: p.AsIs, Pages: p.Pages}
		if b := p.Blob; b != nil {
			stored[i].draftBlob = draftBlob{SHA256: b.SHA256, MIME: b.MIME, Size: b.Size, Width: b.Width, Height: b.Height}
		}
		if b := p.Original; b != nil {
			stored[i].Original = &draftBlob{SHA256: b.SHA256, MIME: b.MIME, Size: b.Size, Width: b.Width, Height: b.Height}
		}
	}
	data, err := json.Marshal(stored)
	return string(data), err
}

func parseDraft(stored string) ([]chat.Part, error) {
	if stored == "" {
		return nil, nil
	}
	var list []draftPart
	if err := json.Unmarshal([]byte(stored), &list); err != nil {
		return nil, fmt.Errorf("%w: a draft: %w", ErrDamaged, err)
	}
	parts := make([]chat.Part, len(list))
	for i, p := range list {
		parts[i] = chat.Part{
			Kind: p.Kind, Text: p.Text, Name: p.Name, Transcript: p.Transcript, AsIs: p.AsIs, Pages: p.Pages,
			Blob: p.blob(), Original: p.Original.blob(),
		}
	}
	return parts, nil
}
