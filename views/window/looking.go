package window

import (
	"parley/app/chat"
	"parley/views/regions/gallery"
)

// lookAt opens what a chip stands for: a picture here, a document in the program there is for it.
func (v *Window) lookAt(p chat.Part) {
	if p.Kind == chat.PartFile {
		v.gallery.Open(p.Blob, p.Name)
		return
	}
	if b := gallery.SentFile(p); b != nil {
		v.gallery.Show(gallery.Pictures(v.composer.Draft().Parts), b.SHA256)
	}
}

// showPicture opens a picture of a message, with the others of it beside.
func (v *Window) showPicture(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) { v.gallery.Show(gallery.Pictures(m.Parts), sha) })
}

// partOf finds the part of a message that has a file.
func partOf(m chat.Message, sha string) (chat.Part, bool) {
	for _, p := range m.Parts {
		if b := gallery.SentFile(p); b != nil && b.SHA256 == sha {
			return p, true
		}
	}
	return chat.Part{}, false
}

// openFileOf opens a document of a message.
func (v *Window) openFileOf(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) {
		if p, ok := partOf(m, sha); ok {
			v.gallery.Open(p.Blob, p.Name)
		}
	})
}

// savePictureOf saves a picture of a message that cannot be shown.
func (v *Window) savePictureOf(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) {
		if p, ok := partOf(m, sha); ok {
			v.gallery.AskSave(sha, p.Name)
		}
	})
}
