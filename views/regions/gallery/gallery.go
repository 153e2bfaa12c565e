// Package gallery shows pictures over the window, and saves, copies and opens stored files.
package gallery

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/views/askfile"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/viewer"
	"parlando/views/widgets"
	"parlando/views/words"
)

// wholeEdge is the longest edge, in pixels, of the preview shown before the visible part is
// rendered.
const wholeEdge = 2048

// Options are the dependencies of a gallery.
type Options struct {
	Frame  shell.Host
	Thread *uithread.Thread
	Saving *askfile.Asker
	Files  *attachments.Attachments
	Log    *slog.Logger
	// Folder is the folder for copies opened in other programs. Close deletes it.
	Folder string
	// OnLargeAllocation is called after rendering a large picture.
	OnLargeAllocation func()
}

// Gallery shows one picture at a time over the window. Use it only on the window's thread.
type Gallery struct {
	o    Options
	view *viewer.Viewer // nil while no picture is shown
	// large is the decoded picture, sha the SHA-256 of its file.
	large *attachments.LargePicture
	sha   string
	// cancel cancels the rendering of a previous picture; nil if there was none.
	cancel context.CancelFunc
	// sentences counts the messages shown above the picture.
	sentences int
	// clear empties the folder for copies once; made means that the folder was created.
	clear sync.Once
	made  atomic.Bool
}

// New returns a gallery without a picture.
func New(o Options) *Gallery { return &Gallery{o: o} }

// errNotOpened is returned for a file of unknown type, which other programs must not open.
var errNotOpened = errors.New("the type of the file is unknown")

// picturesOf returns the displayable pictures of a message or a draft.
func picturesOf(parts []chat.Part) (out []viewer.Picture) {
	for _, p := range parts {
		b := p.SentBlob()
		if p.Kind != chat.PartImage || b == nil {
			continue
		}
		out = append(out, viewer.Picture{SHA256: b.SHA256, Name: p.Name, Width: b.Width, Height: b.Height, Bytes: b.Size})
	}
	return out
}

// Show shows one of the pictures of a message or a draft, unless a picture is already shown.
// change, if not nil, is called by a button for the picture to change, after the viewer is closed.
func (g *Gallery) Show(parts []chat.Part, sha string, change func(sha string)) {
	pictures := picturesOf(parts)
	at := slices.IndexFunc(pictures, func(p viewer.Picture) bool { return p.SHA256 == sha })
	if at < 0 || g.view != nil {
		return
	}
	view := viewer.New(pictures, at)
	view.OnReadPicture = g.readLarge
	view.OnReadRegion = g.paintPart
	view.OnSave = func(p viewer.Picture) { g.AskSave(p.SHA256, p.Name) }
	view.OnCopy = g.copyPicture
	view.OnOpen = func(p viewer.Picture) {
		g.Open(&chat.Blob{SHA256: p.SHA256}, p.Name)
	}
	o := widgets.ShowOverlay(g.o.Frame.Canvas(), view, false, func(window, _ fyne.Size) (fyne.Position, fyne.Size) { return fyne.Position{}, window })
	o.SetSticky(true)
	o.OnHide = func() {
		if g.cancel != nil {
			g.cancel()
		}
		g.view, g.large, g.sha, g.cancel = nil, nil, "", nil
		g.o.OnLargeAllocation()
	}
	view.OnClose = o.Hide
	if change != nil {
		view.OnChange = func(p viewer.Picture) {
			o.Hide()
			change(p.SHA256)
		}
	}
	g.view = view
	g.o.Thread.Go(func() func() {
		can := attachments.CanCopy()
		return func() {
			if !can {
				view.SetCopy(i18n.Text("Pictures can't be copied on this computer yet. Save the picture, or install “xclip”."))
			}
		}
	})
	view.Start(g.o.Frame.Canvas())
}

// readLarge decodes a picture, and cancels the decoding of the previous one.
func (g *Gallery) readLarge(p viewer.Picture) {
	if g.cancel != nil {
		g.cancel()
	}
	ctx, cancel := context.WithCancel(g.o.Frame.Context())
	g.cancel, g.large, g.sha = cancel, nil, p.SHA256
	view := g.view
	if view == nil { // the viewer is still being opened
		return
	}
	g.o.Thread.Go(func() func() {
		large, err := g.o.Files.OpenLarge(ctx, p.SHA256)
		var whole image.Image
		var w, h int
		if err == nil {
			w, h = large.Size()
			size := fitInto(w, h, wholeEdge)
			whole, err = large.RenderRegion(ctx, image.Rect(0, 0, w, h), size.X, size.Y)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if g.view != view || g.sha != p.SHA256 {
				return
			}
			if err != nil {
				g.o.Log.Error("A picture could not be read", "error", err)
				view.SetDamaged(p.SHA256, unseen(err))
				return
			}
			g.large = large
			view.SetPicture(p.SHA256, w, h, whole)
		}
	})
}

// unseen returns a sentence that explains why a picture cannot be shown, and the action that helps.
func unseen(err error) string {
	var t *attachments.FileError
	if !errors.As(err, &t) {
		return i18n.Text("The original file of this picture can't be read any more.")
	}
	return format.Sentences(words.AttachmentError(err), i18n.Text("You can save the original."))
}

// fitInto returns the size of a picture reduced so that its longest edge is at most edge.
func fitInto(w, h, edge int) image.Point {
	if long := max(w, h); long > edge {
		return image.Pt(max(w*edge/long, 1), max(h*edge/long, 1))
	}
	return image.Pt(w, h)
}

// paintPart renders the visible part of the picture.
func (g *Gallery) paintPart(p viewer.Picture, region image.Rectangle, width, height int) {
	view, large := g.view, g.large
	if large == nil || g.sha != p.SHA256 {
		return
	}
	g.o.Thread.Go(func() func() {
		part, err := large.RenderRegion(g.o.Frame.Context(), region, width, height)
		return func() {
			if g.view != view || g.sha != p.SHA256 {
				return
			}
			if err != nil {
				g.o.Log.Warn("A region of a picture could not be rendered", "error", err)
				view.SetRegion(p.SHA256, region, nil)
				return
			}
			g.o.OnLargeAllocation()
			view.SetRegion(p.SHA256, region, part)
		}
	})
}

// saidFor is the duration for which a message is shown above a picture.
const saidFor = 5 * time.Second

// say shows a message above the picture for a short time; the picture would cover a toast.
func (g *Gallery) say(sentence string) {
	view := g.view
	if view == nil {
		g.o.Frame.Toasts().Say(sentence, "", nil)
		return
	}
	g.sentences++
	mine := g.sentences
	view.Say(sentence)
	g.o.Thread.After(saidFor, func() {
		if mine == g.sentences {
			view.Say("")
		}
	})
}

// pictureTitles returns suggested names for the file of a picture, best first.
func pictureTitles(name string) []string {
	return []string{strings.TrimSuffix(name, filepath.Ext(name)), i18n.Text("Picture")}
}

// AskSave asks where to save a stored file with the given name, and writes the file unchanged.
func (g *Gallery) AskSave(sha, name string) {
	g.o.Saving.Ask(askfile.Question{
		Purpose: shell.SavePicture, Title: i18n.Text("Save picture"), Names: pictureTitles(name), FileType: i18n.Text("Picture"),
	}, func(chosen, folder string) {
		titles := append([]string{chosen}, pictureTitles(name)...)
		g.o.Thread.Go(func() func() {
			path, err := g.o.Files.Save(g.o.Frame.Context(), sha, folder, titles...)
			return func() {
				if err != nil {
					g.o.Log.Error("A picture could not be saved", "error", err)
					g.say(i18n.Text("This couldn't be saved. Your disk may be full."))
					return
				}
				path = g.o.Saving.Finish(path)
				if g.view == nil {
					g.o.Saving.SaySaved(path)
					return
				}
				g.say(i18n.Text("Saved as {{.Name}}.", map[string]any{"Name": filepath.Base(path)}))
			}
		})
	})
}

// Open opens a copy of a stored file in the desktop's default program. Close deletes the copy.
func (g *Gallery) Open(b *chat.Blob, name string) {
	if b == nil {
		return
	}
	g.o.Thread.Go(func() func() {
		folder, err := g.MakeFolder()
		var path string
		if err == nil {
			path, err = g.o.Files.Save(g.o.Frame.Context(), b.SHA256, folder, pictureTitles(name)...)
		}
		if err == nil && filepath.Ext(path) == attachments.FileExtension(nil) {
			err = errNotOpened
		}
		return func() {
			if err == nil {
				err = g.o.Frame.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
			}
			if err != nil {
				g.o.Log.Error("A file could not be opened", "error", err)
				g.say(i18n.Text("Your computer has no program to open this file."))
			}
		}
	})
}

// MakeFolder creates the folder for copies, and deletes copies left by a crashed process. Call it
// in the background.
func (g *Gallery) MakeFolder() (string, error) {
	g.clear.Do(func() { _ = os.RemoveAll(g.o.Folder) })
	g.made.Store(true)
	return g.o.Folder, os.MkdirAll(g.o.Folder, 0o700)
}

// Close deletes the copies opened in other programs.
func (g *Gallery) Close() {
	if g.made.Load() {
		_ = os.RemoveAll(g.o.Folder)
	}
}

// copyPicture puts a picture on the clipboard.
func (g *Gallery) copyPicture(p viewer.Picture) {
	g.o.Thread.Go(func() func() {
		err := g.o.Files.ToClipboard(g.o.Frame.Context(), p.SHA256)
		return func() {
			if err != nil {
				g.o.Log.Warn("A picture could not be copied", "error", err)
				g.say(i18n.Text("The picture couldn't be copied. Save it instead."))
				return
			}
			g.say(i18n.Text("Copied."))
		}
	})
}
