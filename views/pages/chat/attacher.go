package chat

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/drafts"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/documents/textencoding"
	"parlando/views/askfile"
	"parlando/views/composer"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/textview/edit"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// preparingNotice is the key of the notice shown while a file is prepared.
const preparingNotice = "preparing"

// attacher adds pictures and files to the message.
type attacher struct {
	*base
	attachments *attachments.Attachments
	allDrafts   *drafts.Drafts
	gallery     Gallery

	drafts  *draftBox
	screens *screenshots
	// onChanged is called after each prepared attachment; newTable asks for the columns of a table.
	onChanged, newTable func()
	// preparing counts the files that are being prepared for the open chat.
	preparing int
	// leftOut lists the files that were not added, with the reasons, until the message is edited.
	leftOut words.SkippedFiles
}

// leave clears the notices about attachments when the chat is left.
func (a *attacher) leave() {
	a.preparing, a.leftOut = 0, words.SkippedFiles{}
	a.composer.ClearNotice(preparingNotice)
}

// chipSize is the side of a chip's thumbnail, in pixels, large enough for high-DPI screens.
const chipSize = 64

// choose opens a file dialog. The chosen files go to the chat that is open now, even if the user
// opens another chat before choosing.
func (a *attacher) choose() {
	id, here := a.open.identity(), a.open.scope.Current()
	files := shell.FileRequest{Purpose: shell.Attach, Title: i18n.Text("Add pictures or files"), Type: i18n.Text("Pictures and documents"), Extensions: attachments.Extensions(), Multiple: true}
	a.Frame.Files().Choose(files, func(paths []string) {
		if here() || id() == a.open.ID {
			a.addFiles(paths)
			return
		}
		a.prepareFirst(id, here, a.fromFiles(paths))
	})
}

// addFiles adds files by their paths, in order.
func (a *attacher) addFiles(paths []string) {
	if a.composer.Visible() {
		a.addParts(a.fromFiles(paths))
	}
}

func (a *attacher) fromFiles(paths []string) (list []preparation) {
	for _, path := range paths {
		list = append(list, a.fromFile(path, ""))
	}
	return list
}

// files returns the Attachments for the open chat.
func (a *attacher) files() *attachments.Attachments { return a.attachments.In(a.open.ID) }

// preparation prepares one attachment in the background.
type preparation struct {
	name string
	do   func() (chat.Part, attachments.Info, error)
	path string // the file, if it can be prepared again in another encoding; else ""
}

// fromFile returns the preparation of a file. encoding is "" unless the user has chosen one.
func (a *attacher) fromFile(path string, encoding textencoding.Encoding) preparation {
	files := a.files()
	return preparation{name: filepath.Base(path), path: path, do: func() (chat.Part, attachments.Info, error) {
		return files.FromFile(a.Frame.Context(), path, encoding)
	}}
}

// addPart prepares a file in the background and adds its chip above the text.
func (a *attacher) addPart(name string, prepare func() (chat.Part, attachments.Info, error)) {
	a.addParts([]preparation{{name: name, do: prepare}})
}

// addParts prepares files one after the other, so that they keep the given order.
func (a *attacher) addParts(list []preparation) {
	if len(list) == 0 {
		return
	}
	a.leftOut.Begin(len(list))
	if _, err := attachments.RemainingParts(a.composer.Draft().Parts); err != nil {
		for _, one := range list {
			a.leaveOut(one.name, err)
		}
		return
	}
	a.preparing++
	a.prepareFirst(a.open.identity(), a.open.scope.Current(), list)
	a.onChanged()
}

// prepareFirst prepares the files of list for a chat, one after the other. here reports whether
// that chat is still open.
func (a *attacher) prepareFirst(id func() chat.ID, here func() bool, list []preparation) {
	name, last := list[0].name, len(list) == 1
	shown := a.showPreparing(name, here)
	a.Thread.Go(func() func() {
		part, info, err := list[0].do()
		return func() {
			shown()
			if here() && last {
				a.preparing = max(a.preparing-1, 0)
			}
			unclear := (*documents.AmbiguousEncodingError)(nil)
			switch {
			case !here() && id() != a.open.ID:
				a.addedElsewhere(id(), name, part, err)
			case list[0].path != "" && errors.As(err, &unclear):
				if a.preparing == 0 {
					a.composer.ClearNotice(preparingNotice)
				}
				askfile.AskEncoding(a.Frame.Canvas(), name, unclear.Guesses, func(chosen textencoding.Encoding) {
					a.addParts([]preparation{a.fromFile(list[0].path, chosen)})
				})
				a.onChanged()
			default:
				a.added(name, part, info, err)
				a.onChanged()
			}
			if !last {
				a.prepareFirst(id, here, list[1:])
			}
		}
	})
}

// showPreparing shows which file is being prepared and, every second, the elapsed time, until stop
// is called.
func (a *attacher) showPreparing(name string, here func() bool) (stop func()) {
	start, next := time.Now(), func() {}
	var tick func()
	tick = func() {
		if !here() {
			return
		}
		text := i18n.Text("Preparing {{.Name}}…", map[string]any{"Name": name})
		if elapsed := time.Since(start); elapsed >= time.Second {
			text = i18n.Text("Preparing {{.Name}}… {{.Elapsed}}", map[string]any{"Name": name, "Elapsed": words.PositionTime(elapsed)})
		}
		a.composer.SetNotice(composer.Notice{Key: preparingNotice, Text: text})
		next = a.Thread.After(time.Second, tick)
	}
	tick()
	return func() { next() }
}

// addedElsewhere stores an attachment in the draft of a chat that is no longer open.
func (a *attacher) addedElsewhere(id chat.ID, name string, part chat.Part, err error) {
	if err != nil {
		a.Frame.Toasts().Say(name+": "+words.AttachmentError(err), "", nil)
		return
	}
	a.allDrafts.Append(id, chat.Draft{Parts: []chat.Part{part}})
	a.Frame.Toasts().Say(i18n.Text("{{.Name}} is in the chat it was added to.", map[string]any{"Name": name}), "", nil)
}

// added attaches a prepared file, or shows why it cannot be sent.
func (a *attacher) added(name string, part chat.Part, info attachments.Info, err error) {
	if a.preparing == 0 {
		a.composer.ClearNotice(preparingNotice)
	}
	a.Links.OnLargeAllocation()
	if err != nil {
		a.leaveOut(name, err)
	}
	if err != nil || !a.attach(name, part) {
		return
	}
	if a.leftOut.Added() {
		a.composer.ClearNotice("")
	}
	if part.Blob != nil {
		a.composer.SetThumbnail(part.Blob.SHA256, info.Thumbnail)
		if info.Note == attachments.OnlyReducedCopy {
			a.composer.SetReduced(part.Blob.SHA256)
		}
	}
	if cuts := words.DocumentOmissions(info.Cuts); cuts != "" {
		a.composer.SetNotice(composer.Notice{Text: format.Named(name, cuts)})
	} else if note := words.PictureNote(info.Note, info.Pages); note != "" {
		a.composer.SetNotice(composer.Notice{Text: note})
	}
	a.showLeftOut()
}

// attach adds a part to the message, and reports whether the message had room for the part. named
// is the file name, "" for none.
func (a *attacher) attach(named string, part chat.Part) bool {
	d := a.composer.Draft()
	if _, err := attachments.RemainingParts(d.Parts); err != nil {
		a.leaveOut(named, err)
		return false
	}
	d.Parts = append(d.Parts, part)
	a.drafts.put(d)
	a.composer.FocusText()
	return true
}

// leaveOut records and shows the reason why a file was not added.
func (a *attacher) leaveOut(named string, err error) {
	if !a.open.temporary() { // the error may name the file
		a.Log.Warn("A file could not be attached", "error", err)
	}
	a.leftOut.Add(named, err)
	a.showLeftOut()
}

// showLeftOut lists the files that were not added, with the reasons.
func (a *attacher) showLeftOut() {
	if said := a.leftOut.String(); said != "" {
		a.composer.SetNotice(composer.Notice{Text: said, Danger: true})
	}
}

// attachAgain adds a picture of a reply to the message, so that the model can change the picture.
func (a *attacher) attachAgain(p chat.Part) {
	name, files := cmp.Or(p.Name, i18n.Text("Picture")), a.files()
	a.addPart(name, func() (chat.Part, attachments.Info, error) {
		return files.FromStored(a.Frame.Context(), name, p.SentBlob().SHA256)
	})
}

// PastePicture attaches a picture or copied files from the clipboard, if the system gives Parlando
// access to the clipboard. If say is set, it tells the user when there is nothing to attach.
func (a *attacher) PastePicture(say bool) {
	a.Thread.Go(func() func() {
		data, err := a.attachments.FromClipboard(a.Frame.Context())
		if err != nil {
			if paths := a.attachments.FilesFromClipboard(a.Frame.Context()); len(paths) > 0 {
				return func() { a.Links.TakeFiles(paths) }
			}
			a.Log.Info("No picture could be read from the clipboard", "error", err)
			if errors.Is(err, context.Canceled) || !say && errors.Is(err, attachments.ErrNoClipboardPicture) {
				return nil
			}
			return func() { a.Frame.Toasts().Say(words.AttachmentError(err), "", nil) }
		}
		name := i18n.Text("Pasted picture")
		return func() {
			files := a.files()
			a.addPart(name, func() (chat.Part, attachments.Info, error) {
				return files.Add(a.Frame.Context(), name, data)
			})
		}
	})
}

// loadThumbnails loads the thumbnails of stored pictures.
func (a *attacher) loadThumbnails(parts []chat.Part) {
	for _, p := range parts {
		if p.Blob == nil || p.Kind != chat.PartImage {
			continue
		}
		sha := p.Blob.SHA256
		a.Thread.Go(func() func() {
			img, err := a.attachments.Thumbnail(a.Frame.Context(), sha, chipSize)
			if a.Frame.Context().Err() != nil {
				return nil // Parlando is closing
			}
			if err != nil {
				a.Log.Error("A picture of a draft could not be read", "error", err)
				return func() { a.pictureUnread(p) }
			}
			return func() { a.composer.SetThumbnail(sha, img) }
		})
	}
}

// pictureUnread shows that a picture of the message could not be read and therefore cannot be sent.
func (a *attacher) pictureUnread(p chat.Part) {
	if !slices.ContainsFunc(a.composer.Draft().Parts, func(o chat.Part) bool { return o.Blob != nil && *o.Blob == *p.Blob }) {
		return // another draft has been opened
	}
	a.composer.SetPictureReadFailed(p.Blob.SHA256)
	a.composer.SetNotice(composer.Notice{
		Danger: true, Text: i18n.Text("A picture in your message couldn't be read. Remove it or add it again."),
		Button: i18n.Text("Try again"), Action: func() {
			a.composer.ClearNotice("")
			a.loadThumbnails(a.composer.Draft().Parts)
		},
	})
}

// ShowMenu opens the menu of kinds of attachments.
func (a *attacher) ShowMenu(button fyne.CanvasObject) {
	items := []widgets.MenuItem{
		{Icon: "image-plus", Text: i18n.Text("Picture or file…"), Do: a.choose},
		{Icon: "clipboard-paste", Text: i18n.Text("Paste picture"), Do: func() { a.PastePicture(true) }},
	}
	if a.screens.available() {
		items = append(items, widgets.MenuItem{Icon: "camera", Text: i18n.Text("Take a screenshot"), Do: a.screens.take})
	}
	items = append(items, widgets.MenuItem{Icon: "link", Text: i18n.Text("Picture from a web address…"), Do: func() { a.askForAddress("") }},
		widgets.MenuItem{Icon: "table", Text: i18n.Text("Reply as a table…"), Do: a.newTable})
	widgets.ShowMenu(button, items)
}

// askForAddress asks for the address of a picture that the service is to fetch. wrong is the error
// in the address typed before, "" for none.
func (a *attacher) askForAddress(wrong string) {
	c := a.Frame.Canvas()
	field := widgets.NewField(i18n.Text("Picture address"), "https://")
	draft := form.Open(a.Frame.Forms(), string(a.open.ID)+"/picture address")
	draft.Keep("address", field)
	about := widgets.NewMuted(i18n.Text("Only the address is sent. The service fetches the picture itself.")).NoMargin()
	column := container.New(&widgets.Column{Gap: 10}, about, field)
	if wrong != "" {
		column.Add(widgets.NewText(wrong, theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin())
	}
	add := func() {
		part, err := attachments.Address(field.Text)
		if err != nil {
			a.askForAddress(i18n.Text("Enter a picture address that starts with https:// or http://"))
			return
		}
		draft.Used()
		a.attach("", part)
	}
	o := widgets.Ask(c, i18n.Text("Picture from a web address"), column, i18n.Text("Add"), i18n.Text("Cancel"), add, draft.DiscardButton())
	field.OnSubmitted = func(string) { o.Hide(); add() }
	field.OnEscape = func() { o.Hide() }
	c.Focus(field)
}

// AskForOriginal asks for confirmation before a picture is sent as the original file, which is
// larger and may contain metadata.
func (a *attacher) AskForOriginal(p chat.Part) {
	if p.AsIs || p.Original == nil || p.Blob == nil {
		a.composer.SetOriginal(p, false)
		return
	}
	shell.Ask(a.Frame, i18n.Text("Send the original file?"),
		i18n.Text("The original is {{.Original}} instead of {{.Small}}. It includes everything the camera saved, which can show where the photo was taken.",
			map[string]any{"Original": format.Size(p.Original.Size), "Small": format.Size(p.Blob.Size)}),
		i18n.Text("Send original file"), func() { a.composer.SetOriginal(p, true) })
}

// Open opens the file of a chip: Parlando shows a picture, the default program opens a document.
func (a *attacher) Open(p chat.Part) {
	if p.Kind == chat.PartFile {
		a.openFile(a.gallery, p)
	} else if b := p.SentBlob(); b != nil {
		a.gallery.Show(a.composer.Draft().Parts, b.SHA256, nil)
	}
}

// show shows a file of a project: a picture or a text in Parlando, a document in the default
// program.
func (a *attacher) show(p chat.Part) {
	switch {
	case p.IsAttachedText():
		edit.ShowText(a.Frame.Canvas(), words.ShortName(p.Name, words.MaxNameInSentence), p.Text)
	case p.Kind == chat.PartFile:
		a.openFile(a.gallery, p)
	case p.SentBlob() != nil:
		a.gallery.Show([]chat.Part{p}, p.SentBlob().SHA256, nil)
	}
}

// openFile opens a stored file in the default program, which needs a copy on disk. That of a
// temporary chat is saved where the user chooses.
func (b *base) openFile(gallery Gallery, p chat.Part) {
	if b.open.temporary() && p.Blob != nil {
		gallery.AskSave(p.Blob.SHA256, p.Name)
		return
	}
	gallery.Open(p.Blob, p.Name)
}
