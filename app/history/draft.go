package history

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parlando/app/chat"
)

// longText is the maximum length in bytes of a text stored within its draft. A longer text is
// stored in a row of draft_text, and the draft contains only its first longHead bytes, for a title.
const (
	longText = 4096
	longHead = 1024
)

// draftPart is the stored form of a part of a draft.
type draftPart struct {
	Kind chat.PartKind `json:"kind"`
	Text string        `json:"text,omitempty"`
	Name string        `json:"name,omitempty"`
	// Long is the ID of the row of draft_text with the text.
	Long string `json:"long,omitempty"`
	draftBlob
	Original *draftBlob `json:"original,omitempty"`
	AsIs     bool       `json:"as_is,omitempty"`
	Pages    int        `json:"pages,omitempty"`
	// Transcript is the ID of the transcript of a transcript part.
	Transcript chat.ID `json:"transcript,omitempty"`
}

// draftBlob is the stored form of a part's blob; an empty sum means none.
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

// formatDraft returns the stored form of a draft's parts, and stores their long texts.
func formatDraft(ctx context.Context, tx *sql.Tx, parts []chat.Part) (string, error) {
	if len(parts) == 0 {
		return "", nil
	}
	stored := make([]draftPart, len(parts))
	for i, p := range parts {
		stored[i] = draftPart{Kind: p.Kind, Text: p.Text, Name: p.Name, Transcript: p.Transcript, AsIs: p.AsIs, Pages: p.Pages}
		if len(p.Text) > longText {
			stored[i].Text, stored[i].Long = strings.ToValidUTF8(p.Text[:longHead], ""), fmt.Sprintf("%x", sha256.Sum256([]byte(p.Text)))
			_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO draft_text (sum, text) VALUES (?, ?)`, stored[i].Long, p.Text)
			if err != nil {
				return "", err
			}
		}
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

// FormatParts returns the form in which the parts of a project's file are stored, and stores their
// long texts.
func FormatParts(ctx context.Context, tx *sql.Tx, parts []chat.Part) (string, error) {
	return formatDraft(ctx, tx, parts)
}

// ParseParts returns parts stored by FormatParts. Without whole, a long text has only its
// beginning.
func ParseParts(ctx context.Context, tx *sql.Tx, stored string, whole bool) ([]chat.Part, error) {
	if whole {
		return draftParts(ctx, tx, stored)
	}
	list, err := parseDraft(stored)
	return partsOf(list), err
}

func parseDraft(stored string) (list []draftPart, err error) {
	if stored == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(stored), &list); err != nil {
		return nil, fmt.Errorf("%w: a draft: %w", ErrDamaged, err)
	}
	return list, nil
}

// readLong reads the long texts of the parts of a draft.
func readLong(ctx context.Context, tx *sql.Tx, list []draftPart) error {
	for i, p := range list {
		if p.Long == "" {
			continue
		}
		err := tx.QueryRowContext(ctx, `SELECT text FROM draft_text WHERE sum = ?`, p.Long).Scan(&list[i].Text)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%w: a text of a draft is missing", ErrDamaged)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// partsOf converts stored parts to parts.
func partsOf(list []draftPart) []chat.Part {
	var parts []chat.Part
	for _, p := range list {
		parts = append(parts, chat.Part{
			Kind: p.Kind, Text: p.Text, Name: p.Name, Transcript: p.Transcript, AsIs: p.AsIs, Pages: p.Pages,
			Blob: p.blob(), Original: p.Original.blob(),
		})
	}
	return parts
}
