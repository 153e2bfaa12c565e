package history

import (
	"encoding/json"
	"fmt"

	"parley/app/chat"
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
