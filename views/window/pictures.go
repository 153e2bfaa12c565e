package window

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/app/documents"
	"parley/app/documents/textencoding"
	"parley/views/composer"
	"parley/views/encodings"
	"parley/views/shell"
	"parley/views/words"
)

// chipSize is the edge of the picture on a chip, in pixels for sharp screens.
const chipSize = 64

// choosePictures asks for a file.
func (v *Window) choosePictures() {
	v.frame.ChooseFile(shell.FileRequest{Title: lang.L("Add a picture or a file"), Extensions: attachments.Extensions()}, func(path string) { v.attachFiles([]string{path}) })
}

// attachFiles adds files by their paths, in their order.
func (v *Window) attachFiles(paths []string) {
	if !v.composer.Visible() {
		return
	}
	var list []preparation
	for _, path := range paths {
		list = append(list, v.fromFile(path, ""))
	}
	v.addParts(list)
}

// preparation is what becomes an attachment in the background.
type preparation struct {
	name string
	do   func() (chat.Part, attachments.Info, error)
	// again prepares it once more in an encoding that was chosen; nil where there is nothing to choose.
	again func(textencoding.Encoding) preparation
}

// fromFile prepares a file; encoding is "" unless the user has chosen one.
func (v *Window) fromFile(path string, encoding textencoding.Encoding) preparation {
	return preparation{
		name: filepath.Base(path),
		do: func() (chat.Part, attachments.Info, error) {
			return v.core.Attachments.FromFile(v.ctx, path, encoding)
		},
		again: func(chosen textencoding.Encoding) preparation { return v.fromFile(path, chosen) },
	}
}

// addPart prepares a file in the background and puts its chip above the text.
func (v *Window) addPart(name string, prepare func() (chat.Part, attachments.Info, error)) {
	v.addParts([]preparation{{name: name, do: prepare}})
}

// addParts prepares files one after the other, so that they stand in the order in which they were given.
func (v *Window) addParts(list []preparation) {
	if len(list) == 0 {
		return
	}
	if v.preparing == 0 && len(v.leftOut) > 0 { // that was about others
		v.leftOut = nil
		v.composer.ClearNotice("")
	}
	if _, err := attachments.Room(v.composer.Draft().Parts); err != nil {
		v.composer.SetNotice(composer.Notice{Text: words.Attachment(err), Danger: true})
		return
	}
	v.preparing++
	v.prepareFirst(v.open.ID, v.opening, list)
	v.refreshSending()
}

// prepareFirst prepares the first of several files for a chat, and then the others.
func (v *Window) prepareFirst(id chat.ID, asked int, list []preparation) {
	name, last := list[0].name, len(list) == 1
	shown := v.showPreparing(name, asked)
	v.thread.Go(func() func() {
		part, info, err := list[0].do()
		return func() {
			shown()
			if asked == v.opening && last {
				v.preparing = max(v.preparing-1, 0)
			}
			here := asked == v.opening || id == v.open.ID
			if unclear := (*documents.UnclearError)(nil); here && errors.As(err, &unclear) && list[0].again != nil {
				if v.preparing == 0 {
					v.composer.ClearNotice(preparingNotice)
				}
				encodings.Ask(v.window.Canvas(), name, unclear.Guesses, func(chosen textencoding.Encoding) {
					v.addParts([]preparation{list[0].again(chosen)})
				})
				v.refreshSending()
			} else if here {
				v.added(name, part, info, err)
				v.refreshSending()
			} else {
				v.addedElsewhere(id, name, part, err)
			}
			if !last {
				v.prepareFirst(id, asked, list[1:])
			}
		}
	})
}

// showPreparing says which file is being prepared, and with each second how long that has taken, until stop is called.
func (v *Window) showPreparing(name string, asked int) (stop func()) {
	start, next := time.Now(), func() {}
	if asked == v.opening {
		v.composer.SetNotice(composer.Notice{Key: preparingNotice, Text: lang.L("Preparing {{.Name}}…", map[string]any{"Name": name})})
	}
	var tick func()
	tick = func() {
		if asked != v.opening {
			return
		}
		said := map[string]any{"Name": name, "Elapsed": words.Clock(time.Since(start))}
		v.composer.SetNotice(composer.Notice{Key: preparingNotice, Text: lang.L("Preparing {{.Name}}… {{.Elapsed}}", said)})
		next = v.thread.After(time.Second, tick)
	}
	next = v.thread.After(time.Second, tick)
	return func() { next() }
}

// addedElsewhere keeps a picture with the chat it was added to, which is not open any more.
func (v *Window) addedElsewhere(id chat.ID, name string, part chat.Part, err error) {
	if err != nil {
		v.frame.Toasts.Say(name+": "+words.Attachment(err), "", nil)
		return
	}
	v.core.Drafts.Append(id, chat.Draft{Parts: []chat.Part{part}})
	v.frame.Toasts.Say(lang.L("{{.Name}} waits in the chat it was added to.", map[string]any{"Name": name}), "", nil)
}

// added puts a picture that was prepared above the text, or says why it cannot be sent.
func (v *Window) added(name string, part chat.Part, info attachments.Info, err error) {
	if v.preparing == 0 {
		v.composer.ClearNotice(preparingNotice)
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
	v.drafts.put(d)
	if part.Blob != nil {
		v.composer.SetThumbnail(part.Blob.SHA256, info.Thumbnail)
		if info.Note == attachments.Smaller {
			v.composer.SetSmaller(part.Blob.SHA256)
		}
	}
	if note := words.Note(info.Note); note != "" {
		v.composer.SetNotice(composer.Notice{Text: note})
	}
	if cuts := words.Cuts(info.Cuts); cuts != "" {
		v.composer.SetNotice(composer.Notice{Text: name + ": " + cuts})
	}
	v.showLeftOut()
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
func (v *Window) pastePicture() { v.takeClipboard(false) }

// pastePictureAsked does so where it was chosen by name, and says so if there is none.
func (v *Window) pastePictureAsked() { v.takeClipboard(true) }

func (v *Window) takeClipboard(say bool) {
	v.thread.Go(func() func() {
		data, err := v.core.Attachments.FromClipboard(v.ctx)
		if err != nil {
			v.core.Log.Info("No picture on the clipboard", "error", err)
			if errors.Is(err, context.Canceled) || !say && errors.Is(err, attachments.ErrNoClipboardPicture) {
				return nil
			}
			return func() { v.frame.Toasts.Say(noPicture(err), "", nil) }
		}
		return func() {
			v.addPart(lang.L("Pasted picture"), func() (chat.Part, attachments.Info, error) {
				return v.core.Attachments.Add(v.ctx, lang.L("Pasted picture"), data)
			})
		}
	})
}

// noPicture says why nothing was taken from the clipboard.
func noPicture(err error) string {
	if errors.Is(err, attachments.ErrNoClipboardPicture) {
		return lang.L("There is no picture on the clipboard, or none that this system lets Parley see.")
	}
	return words.Attachment(err)
}

// loadThumbnails brings the pictures of chips that come from the disk.
func (v *Window) loadThumbnails(parts []chat.Part) {
	for _, p := range parts {
		if p.Blob == nil || p.Kind != chat.PartImage {
			continue
		}
		sha := p.Blob.SHA256
		v.thread.Go(func() func() {
			img, err := v.core.Attachments.Thumbnail(v.ctx, sha, chipSize)
			if v.ctx.Err() != nil {
				return nil // Parley is closing
			}
			if err != nil {
				v.core.Log.Error("A picture of a draft was not read", "error", err)
				return func() { v.pictureUnread(p) }
			}
			return func() {
				v.composer.SetThumbnail(sha, img)
				if v.quick != nil {
					v.quick.composer.SetThumbnail(sha, img)
				}
			}
		})
	}
}

// pictureUnread says that a picture of the message could not be read: it cannot be sent.
func (v *Window) pictureUnread(p chat.Part) {
	if !slices.ContainsFunc(v.composer.Draft().Parts, func(o chat.Part) bool { return o.Blob != nil && *o.Blob == *p.Blob }) {
		return // another draft is there by now
	}
	v.composer.SetPictureUnread(p.Blob.SHA256)
	v.composer.SetNotice(composer.Notice{
		Danger: true, Text: lang.L("A picture of your message could not be read. Remove it, or add it again."),
		Button: lang.L("Try again"), Action: func() {
			v.composer.ClearNotice("")
			v.loadThumbnails(v.composer.Draft().Parts)
		},
	})
}
