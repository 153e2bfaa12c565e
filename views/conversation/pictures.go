package conversation

import (
	"image"

	"parlando/views/conversation/cards"
)

// pictures caches the pictures of messages by the SHA-256 of their bytes. wanted has the hashes of
// the requested pictures.
type pictures struct {
	known  map[string]image.Image
	wanted map[string]bool
}

// maxPictures is the number of cached pictures above which the cache is cleared.
const maxPictures = 64

func newPictures() pictures {
	return pictures{known: map[string]image.Image{}, wanted: map[string]bool{}}
}

// add stores a requested picture.
func (p *pictures) add(sha256 string, picture image.Image) {
	if len(p.known) > maxPictures {
		clear(p.known)
		clear(p.wanted)
	}
	p.known[sha256] = picture
}

// retryPictures allows failed pictures to be requested again.
func (v *column) retryPictures() {
	for _, failed := range []map[string]bool{v.context.DamagedPictures, v.context.UnreadablePictures} {
		for sha := range failed {
			delete(v.pictures.wanted, sha)
		}
		clear(failed)
	}
}

// retryPicture requests again a picture whose read failed.
func (v *column) retryPicture(sha256 string) {
	delete(v.context.UnreadablePictures, sha256)
	delete(v.pictures.wanted, sha256)
	v.relayPicture(sha256)
}

// relayPicture lays out again the messages that contain a picture.
func (v *column) relayPicture(sha256 string) {
	for _, it := range v.items {
		if it.message == nil || it.card == nil {
			continue
		}
		for _, p := range it.message.Parts {
			if b := cards.DisplayedBlob(p); b != nil && b.SHA256 == sha256 {
				it.card.Stale = true
			}
		}
	}
	if !v.placing {
		v.place()
	}
}
