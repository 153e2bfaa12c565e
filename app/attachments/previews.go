package attachments

import (
	"container/list"
	"context"
	"fmt"
	"image"
	"sync"

	"parlando/media/picture"
)

// previewBytes is the memory for previews: about twenty of the size shown in a conversation.
const previewBytes = 24 << 20

// Thumbnail returns the stored picture with that SHA-256, at most edge pixels wide and high; recent
// ones are cached in memory. The caller must not modify it.
func (a *Attachments) Thumbnail(ctx context.Context, sha256 string, edge int) (image.Image, error) {
	key := previewKey{sha256, edge}
	if m, ok := a.cache.get(key); ok {
		return m, nil
	}
	if err := a.enter(ctx); err != nil {
		return nil, err
	}
	defer a.leave()
	// Another call may have cached the preview while this one waited.
	if m, ok := a.cache.get(key); ok {
		return m, nil
	}
	data, err := a.blobs.ReadBlob(ctx, sha256)
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	m, err := picture.Preview(ctx, data, edge)
	if err != nil {
		return nil, err
	}
	a.cache.put(key, m)
	return m, nil
}

type previewKey struct {
	sha256 string
	edge   int
}

// previews is a cache of recently used pictures with a limit in bytes.
type previews struct {
	mu      sync.Mutex
	limit   int
	used    int
	entries map[previewKey]*list.Element
	latest  *list.List // elements are previews, most recently used first
}

type preview struct {
	key     previewKey
	picture image.Image
	bytes   int
}

func newPreviews(limit int) *previews {
	return &previews{limit: limit, entries: map[previewKey]*list.Element{}, latest: list.New()}
}

func (p *previews) get(key previewKey) (image.Image, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.entries[key]
	if !ok {
		return nil, false
	}
	p.latest.MoveToFront(e)
	return e.Value.(preview).picture, true
}

func (p *previews) put(key previewKey, m image.Image) {
	b := m.Bounds()
	one := preview{key, m, b.Dx() * b.Dy() * 4}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.entries[key]; ok || one.bytes > p.limit {
		return
	}
	p.entries[key] = p.latest.PushFront(one)
	p.used += one.bytes
	for p.used > p.limit {
		last := p.latest.Remove(p.latest.Back()).(preview)
		delete(p.entries, last.key)
		p.used -= last.bytes
	}
}
