package conversation

import (
	"image"

	"parlando/views/conversation/cards"
)

// pictures are those in messages, by the SHA-256 of their bytes. wanted were asked for.
type pictures struct {
	known  map[string]image.Image
	wanted map[string]bool
}

// maxPictures is the number of pictures that are kept; those in the window are held by their cards.
const maxPictures = 64

func newPictures() pictures {
	return pictures{known: map[string]image.Image{}, wanted: map[string]bool{}}
}

// add takes in a picture that was asked for.
func (p *pictures) add(sha256 string, picture image.Image) {
	if len(p.known) > maxPictures {
		clear(p.known)
		clear(p.wanted)
	}
	p.known[sha256] = picture
}

// retryPictures lets those that failed be asked for again.
func (v *column) retryPictures() {
	for _, failed := range []map[string]bool{v.context.Damaged, v.context.Unread} {
		for sha := range failed {
			delete(v.pictures.wanted, sha)
		}
		clear(failed)
	}
}

// retryPicture asks again for a picture that could not be read.
func (v *column) retryPicture(sha256 string) {
	delete(v.context.Unread, sha256)
	delete(v.pictures.wanted, sha256)
	v.relayPicture(sha256)
}

// relayPicture lays the messages with a picture out again.
func (v *column) relayPicture(sha256 string) {
	for _, it := range v.items {
		if it.message == nil || it.card == nil {
			continue
		}
		for _, p := range it.message.Parts {
			if b := cards.SeenBlob(p); b != nil && b.SHA256 == sha256 {
				it.card.Stale = true
			}
		}
	}
	if !v.placing {
		v.place()
	}
}
