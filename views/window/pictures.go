package window

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/views/composer"
	"parley/views/widgets"
	"parley/views/words"
)

// chipSize is the edge of the picture on a chip, in pixels for sharp screens.
const chipSize = 64

// largeSize is the longest edge of a picture that fills the window.
const largeSize = 1600

// choosePictures asks for a file.
func (v *Window) choosePictures() {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			return
		}
		v.addPart(r.URI().Name(), func() (chat.Part, attachments.Info, error) {
			defer r.Close()
			return v.core.Attachments.FromReader(v.ctx, r.URI().Name(), r)
		})
	}, v.window)
	var endings []string
	for _, e := range attachments.Extensions() {
		endings = append(endings, e, strings.ToUpper(e))
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetTitleText(lang.L("Add a picture"))
	v.showDialog(d)
}

// attachFiles adds files by their paths.
func (v *Window) attachFiles(paths []string) {
	if !v.composer.Visible() {
		return
	}
	for _, path := range paths {
		v.addPart(filepath.Base(path), func() (chat.Part, attachments.Info, error) {
			return v.core.Attachments.FromFile(v.ctx, path)
		})
	}
}

// addPart prepares a picture in the background and puts its chip above the text.
func (v *Window) addPart(name string, prepare func() (chat.Part, attachments.Info, error)) {
	if _, err := attachments.Room(v.composer.Draft().Parts); err != nil {
		v.composer.SetNotice(composer.Notice{Text: words.Attachment(err), Danger: true})
		return
	}
	id, asked := v.open.ID, v.opening
	v.composer.SetNotice(composer.Notice{Key: "preparing", Text: lang.L("Preparing {{.Name}}…", map[string]any{"Name": name})})
	v.preparing++
	v.refreshSending()
	v.thread.Go(func() func() {
		part, info, err := prepare()
		return func() {
			switch {
			case asked == v.opening:
				v.preparing = max(v.preparing-1, 0)
				v.added(name, part, info, err)
				v.refreshSending()
			case id == v.open.ID:
				v.added(name, part, info, err)
			default:
				v.addedElsewhere(id, name, part, err)
			}
		}
	})
}

// addedElsewhere keeps a picture with the chat it was added to, which is not open any more.
func (v *Window) addedElsewhere(id chat.ID, name string, part chat.Part, err error) {
	if err != nil {
		v.toasts.Say(name+": "+words.Attachment(err), "", nil)
		return
	}
	v.append(id, chat.Draft{Parts: []chat.Part{part}})
	v.toasts.Say(lang.L("{{.Name}} waits in the chat it was added to.", map[string]any{"Name": name}), "", nil)
}

// added puts a picture that was prepared above the text, or says why it cannot be sent.
func (v *Window) added(name string, part chat.Part, info attachments.Info, err error) {
	if v.preparing == 0 {
		v.composer.ClearNotice("preparing")
	}
	v.worked()
	d := v.composer.Draft()
	if err == nil {
		_, err = attachments.Room(d.Parts)
	}
	if err != nil {
		v.core.Log.Warn("Picture was not added", "error", err)
		v.leftOut = append(v.leftOut, name+": "+words.Attachment(err))
		v.showLeftOut()
		return
	}
	d.Parts = append(d.Parts, part)
	v.composer.SetDraft(d)
	v.composer.SetThumbnail(part.Blob.SHA256, info.Thumbnail)
	if note := words.Note(info.Note); note != "" {
		v.composer.SetNotice(composer.Notice{Text: note})
	}
	v.showLeftOut()
	v.keepDraft()
	v.refreshSight()
	v.composer.FocusText()
}

// showLeftOut says which files were not added, and why: those that were must not take the sentence away.
func (v *Window) showLeftOut() {
	if len(v.leftOut) > 0 {
		v.composer.SetNotice(composer.Notice{Text: strings.Join(v.leftOut, "\n"), Danger: true})
	}
}

// pastePicture takes a picture from the clipboard, where this system lets Parley see one.
func (v *Window) pastePicture() {
	v.thread.Go(func() func() {
		data, err := v.core.Attachments.FromClipboard(v.ctx)
		if err != nil {
			v.core.Log.Info("No picture on the clipboard", "error", err)
			return nil
		}
		return func() {
			v.addPart(lang.L("Pasted picture"), func() (chat.Part, attachments.Info, error) {
				return v.core.Attachments.Add(v.ctx, lang.L("Pasted picture"), data)
			})
		}
	})
}

// loadThumbnails brings the pictures of chips that come from the disk.
func (v *Window) loadThumbnails(parts []chat.Part) {
	for _, p := range parts {
		if p.Blob == nil {
			continue
		}
		sha := p.Blob.SHA256
		v.thread.Go(func() func() {
			img, err := v.core.Attachments.Thumbnail(v.ctx, sha, chipSize)
			if err != nil {
				return nil
			}
			return func() { v.composer.SetThumbnail(sha, img) }
		})
	}
}

// showPicture shows a picture of the conversation as large as the window.
func (v *Window) showPicture(sha string) {
	v.thread.Go(func() func() {
		img, err := v.core.Attachments.Thumbnail(v.ctx, sha, largeSize)
		if err != nil {
			v.core.Log.Error("Picture was not read", "error", err)
			return nil
		}
		return func() {
			c := v.window.Canvas()
			picture := canvas.NewImageFromImage(img)
			picture.FillMode = canvas.ImageFillContain
			v.popup(widgets.Page(c, lang.L("Picture"), lang.L("Close"), picture, c.Size().Width-48, c.Size().Height-48))
		}
	})
}
