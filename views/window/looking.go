package window

import (
	"context"
	"errors"
	"image"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"github.com/adrg/xdg"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/app/filename"
	"parley/views/viewer"
	"parley/views/widgets"
	"parley/views/words"
)

// wholeEdge is the longest edge of the picture that is there while a sharper part of it is made, in pixels.
const wholeEdge = 2048

// looking is what is kept of the pictures that are looked at.
type looking struct {
	viewer *viewer.Viewer
	over   *widgets.Overlay
	// large is the one picture that is unfolded, and of which it is.
	large *attachments.Large
	of    string
	// turn ends what is being made of a picture that is not looked at any more.
	turn func()
	// said counts what was told above the picture.
	said int
	// folder is where the last picture was saved.
	folder string
	// outside makes the folder for copies that other programs are given, once. It is deleted when Parley quits.
	outside sync.Once
	opened  atomic.Bool
}

// errNotOpened: a file is not given to another program, as nobody knows what it is.
var errNotOpened = errors.New("not opened: the kind of the file is not known")

// seenBlob is the file of a part that is looked at: the one that is sent.
func seenBlob(p chat.Part) *chat.Blob {
	if p.AsIs && p.Original != nil {
		return p.Original
	}
	return p.Blob
}

// picturesOf are those of a message that can be looked at.
func picturesOf(parts []chat.Part) (out []viewer.Picture) {
	for _, p := range parts {
		b := seenBlob(p)
		if p.Kind != chat.PartImage || b == nil {
			continue
		}
		out = append(out, viewer.Picture{SHA256: b.SHA256, Name: p.Name, Width: b.Width, Height: b.Height, Bytes: b.Size})
	}
	return out
}

// lookAt opens what a chip stands for: a picture here, a document in the program there is for it.
func (v *Window) lookAt(p chat.Part) {
	if p.Kind == chat.PartFile {
		v.openOutside(p.Blob, p.Name)
		return
	}
	if b := seenBlob(p); b != nil {
		v.lookAtOne(picturesOf(v.composer.Draft().Parts), b.SHA256)
	}
}

// showPicture opens a picture of a message, with the others of it beside.
func (v *Window) showPicture(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) { v.lookAtOne(picturesOf(m.Parts), sha) })
}

// partOf finds the part of a message that has a file.
func partOf(m chat.Message, sha string) (chat.Part, bool) {
	for _, p := range m.Parts {
		if b := seenBlob(p); b != nil && b.SHA256 == sha {
			return p, true
		}
	}
	return chat.Part{}, false
}

// openFileOf opens a document of a message.
func (v *Window) openFileOf(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) {
		if p, ok := partOf(m, sha); ok {
			v.openOutside(p.Blob, p.Name)
		}
	})
}

// savePictureOf saves a picture of a message that cannot be shown.
func (v *Window) savePictureOf(message chat.ID, sha string) {
	v.savedMessage(message, func(m chat.Message) {
		if p, ok := partOf(m, sha); ok {
			v.askSaveFile(sha, p.Name)
		}
	})
}

// lookAtOne opens one of several pictures.
func (v *Window) lookAtOne(pictures []viewer.Picture, sha string) {
	at := slices.IndexFunc(pictures, func(p viewer.Picture) bool { return p.SHA256 == sha })
	if at < 0 || v.looking.over != nil {
		return
	}
	view := viewer.New(pictures, at)
	view.OnRead = v.readLarge
	view.OnPart = v.paintPart
	view.OnSave = v.askSavePicture
	view.OnCopy = v.copyPicture
	view.OnOpen = func(p viewer.Picture) {
		v.openOutside(&chat.Blob{SHA256: p.SHA256}, p.Name)
	}
	o := widgets.ShowOverlay(v.window.Canvas(), view, false, func(window, _ fyne.Size) (fyne.Position, fyne.Size) { return fyne.Position{}, window })
	o.SetSticky(true)
	o.OnHide = func() {
		if v.looking.turn != nil {
			v.looking.turn()
		}
		v.looking.viewer, v.looking.over, v.looking.large, v.looking.of, v.looking.turn = nil, nil, nil, "", nil
		v.worked()
	}
	view.OnClose = o.Hide
	v.looking.viewer, v.looking.over = view, o
	v.thread.Go(func() func() {
		can := attachments.CanCopy()
		return func() {
			if !can {
				view.SetCopy(lang.L("Parley needs the program xclip, or wl-copy, to copy pictures here. Save it instead."))
			}
		}
	})
	v.popup(o)
	view.Start(v.window.Canvas())
}

// readLarge unfolds a picture, in place of the one before.
func (v *Window) readLarge(p viewer.Picture) {
	if v.looking.turn != nil {
		v.looking.turn()
	}
	ctx, cancel := context.WithCancel(v.ctx)
	v.looking.turn, v.looking.large, v.looking.of = cancel, nil, p.SHA256
	view := v.looking.viewer
	if view == nil { // it is just being opened
		return
	}
	v.thread.Go(func() func() {
		large, err := v.core.Attachments.Large(ctx, p.SHA256)
		var whole image.Image
		var w, h int
		if err == nil {
			w, h = large.Size()
			size := fitInto(w, h, wholeEdge)
			whole, err = large.Part(ctx, image.Rect(0, 0, w, h), size.X, size.Y)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if v.looking.viewer != view || v.looking.of != p.SHA256 {
				return
			}
			if err != nil {
				v.core.Log.Error("Picture was not read", "error", err)
				view.SetDamaged(p.SHA256, unseen(err))
				return
			}
			v.looking.large = large
			view.SetWhole(p.SHA256, w, h, whole)
		}
	})
}

// unseen says why a picture cannot be shown, and what can be done with it all the same.
func unseen(err error) string {
	var t *attachments.Trouble
	if !errors.As(err, &t) {
		return lang.L("The file of this picture cannot be read any more.")
	}
	return words.Attachment(err) + " " + lang.L("It can be saved as it came.")
}

// fitInto is the size of a picture whose longest edge is at most edge.
func fitInto(w, h, edge int) image.Point {
	if long := max(w, h); long > edge {
		return image.Pt(max(w*edge/long, 1), max(h*edge/long, 1))
	}
	return image.Pt(w, h)
}

// paintPart makes a part of the picture that is looked at.
func (v *Window) paintPart(p viewer.Picture, region image.Rectangle, width, height int) {
	view, large := v.looking.viewer, v.looking.large
	if large == nil || v.looking.of != p.SHA256 {
		return
	}
	v.thread.Go(func() func() {
		part, err := large.Part(v.ctx, region, width, height)
		return func() {
			if v.looking.viewer != view || v.looking.of != p.SHA256 {
				return
			}
			if err != nil {
				v.core.Log.Warn("Part of a picture was not painted", "error", err)
				view.SetPart(p.SHA256, region, nil)
				return
			}
			v.worked()
			view.SetPart(p.SHA256, region, part)
		}
	})
}

// saidFor is how long something is told above a picture.
const saidFor = 5 * time.Second

// sayOfPicture tells something for a moment: above the picture that fills the window, where what lies over the foot of the conversation is not
// seen.
func (v *Window) sayOfPicture(sentence string) {
	view := v.looking.viewer
	if view == nil {
		v.toasts.Say(sentence, "", nil)
		return
	}
	v.looking.said++
	mine := v.looking.said
	view.Say(sentence)
	v.thread.After(saidFor, func() {
		if mine == v.looking.said {
			view.Say("")
		}
	})
}

// pictureTitles are what a file of a picture can be called, the best first.
func pictureTitles(name string) []string {
	return []string{strings.TrimSuffix(name, filepath.Ext(name)), lang.L("Picture")}
}

// askSavePicture asks where to. What stands there already is never replaced: the new file gets a free name.
func (v *Window) askSavePicture(p viewer.Picture) { v.askSaveFile(p.SHA256, p.Name) }

// askSaveFile asks where a stored file goes, and writes it as it is.
func (v *Window) askSaveFile(sha, of string) {
	c := v.window.Canvas()
	name := widgets.NewField(lang.L("Name of the file"), lang.L("Name"))
	name.SetText(filename.New("", pictureTitles(of)...))
	folder := v.pictureFolder()
	where, change := v.folderChoice(&folder, func() string { return lang.L("Picture") })
	column := container.New(&widgets.Column{Gap: 10}, name, where, change)
	save := func() {
		v.looking.folder = folder
		titles := append([]string{name.Text}, pictureTitles(of)...)
		v.thread.Go(func() func() {
			path, err := v.core.Attachments.Save(v.ctx, sha, folder, titles...)
			return func() {
				if err != nil {
					v.core.Log.Error("Picture was not saved", "error", err)
					v.sayOfPicture(lang.L("This could not be kept. Is the disk full?"))
					return
				}
				if v.looking.viewer == nil {
					v.saidSaved(path)
					return
				}
				v.sayOfPicture(lang.L("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}))
			}
		})
	}
	o := widgets.Ask(c, lang.L("Save the picture"), column, lang.L("Save"), lang.L("Cancel"), save)
	name.OnSubmitted = func(string) { o.Hide(); save() }
	name.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// pictureFolder is where the last picture went, else the person's pictures, else their own folder.
func (v *Window) pictureFolder() string {
	if v.looking.folder != "" {
		return v.looking.folder
	}
	if isFolder(xdg.UserDirs.Pictures) {
		return xdg.UserDirs.Pictures
	}
	return filepath.Clean(xdg.Home)
}

// outside is the folder of what other programs were given.
func (v *Window) outside() string { return filepath.Join(v.core.Paths.Cache, "opened") }

// openOutside gives a copy of a stored file to the program that this computer has for it. The copy is deleted when Parley quits.
func (v *Window) openOutside(b *chat.Blob, name string) {
	if b == nil {
		return
	}
	v.thread.Go(func() func() {
		folder, err := v.makeOutside()
		var path string
		if err == nil {
			path, err = v.core.Attachments.Save(v.ctx, b.SHA256, folder, pictureTitles(name)...)
		}
		if err == nil && filepath.Ext(path) == attachments.Ending(nil) {
			err = errNotOpened // nobody knows what it would do
		}
		return func() {
			if err == nil {
				err = v.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
			}
			if err != nil {
				v.core.Log.Error("File was not opened", "error", err)
				v.sayOfPicture(lang.L("No other program could be opened for it."))
			}
		}
	})
}

// makeOutside makes that folder, without what a program that did not end well has left in it. It is called in the background.
func (v *Window) makeOutside() (string, error) {
	folder := v.outside()
	v.looking.outside.Do(func() { _ = os.RemoveAll(folder) })
	v.looking.opened.Store(true)
	return folder, os.MkdirAll(folder, 0o700)
}

// forgetOpened deletes the copies that other programs were given.
func (v *Window) forgetOpened() {
	if v.looking.opened.Load() {
		_ = os.RemoveAll(v.outside())
	}
}

// copyPicture puts a picture on the clipboard.
func (v *Window) copyPicture(p viewer.Picture) {
	v.thread.Go(func() func() {
		err := v.core.Attachments.ToClipboard(v.ctx, p.SHA256)
		return func() {
			if err != nil {
				v.core.Log.Warn("Picture was not copied", "error", err)
				v.sayOfPicture(lang.L("The picture could not be copied. Save it instead."))
				return
			}
			v.sayOfPicture(lang.L("Copied."))
		}
	})
}
