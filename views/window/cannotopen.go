package window

import (
	"context"
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"parlando/app/core"
	"parlando/app/instance"
	"parlando/views/i18n"
	"parlando/views/pages/cannotopen"
	"parlando/views/screenreader"
	settingssheet "parlando/views/sheets/settings"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// CannotOpen is the main window while the library cannot be opened. Use it only on Fyne's thread.
type CannotOpen struct {
	cancel context.CancelFunc
	core   *core.Core
	thread *uithread.Thread
	app    fyne.App
	window fyne.Window
	page   *cannotopen.Page
}

// NewCannotOpen fills the window with the page about a library that cannot be opened. c is the
// core, which is open without a library. reopen opens the library that the settings then name in
// this window.
func NewCannotOpen(ctx context.Context, c *core.Core, e *core.LibraryError, thread *uithread.Thread, a fyne.App, w fyne.Window, reopen func()) *CannotOpen {
	ctx, cancel := context.WithCancel(ctx)
	v := &CannotOpen{cancel: cancel, core: c, thread: thread, app: a, window: w}
	v.ReloadTheme()
	v.page = cannotopen.New(ctx, thread, c, e.Diagnosis, cannotopen.Links{
		Canvas: w.Canvas(), ChooseFolder: func(chosen func(string)) { v.chooseFolder(ctx, chosen) },
		ShowInFolder: v.showInFolder, Copy: a.Clipboard().SetContent, Open: reopen, Close: w.Close,
	})
	w.SetTitle("Parlando")
	w.SetPadded(false)
	w.SetMaster()
	w.SetContent(widgets.TrackInput(screenreader.Wrap(widgets.WithTooltips(v.page, w.Canvas()), w), w.Canvas()))
	v.page.Focus()
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			v.page.Cancel()
			return
		}
		widgets.ScrollPage(w.Canvas(), e.Name)
	})
	return v
}

// chooseFolder asks for a folder, in Fyne's dialog if the desktop has no dialog of its own.
func (v *CannotOpen) chooseFolder(ctx context.Context, chosen func(dir string)) {
	title := i18n.Text("Folder with your chats")
	v.thread.Go(func() func() {
		dir, shown := files{v.window, v.core.Dialogs, v.core.Settings}.OpenFolder(ctx, title, "")
		return func() {
			switch {
			case !shown:
				dialog.ShowFolderOpen(func(folder fyne.ListableURI, err error) {
					if err == nil && folder != nil {
						chosen(folder.Path())
					}
				}, v.window)
			case dir != "":
				chosen(dir)
			}
		}
	})
}

// showInFolder shows a file in the file manager; if that is impossible, it opens the folder.
func (v *CannotOpen) showInFolder(ctx context.Context, path string) error {
	err := v.core.Dialogs.ShowInFolder(ctx, path)
	if err == nil {
		return nil
	}
	v.core.Log.Info("A file could not be shown in its folder", "error", err)
	return v.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(path))})
}

// HandleRequest carries out a request of a second start of the program: it closes the window or,
// for requests that need a library, only raises it.
func (v *CannotOpen) HandleRequest(r instance.Request) bool {
	if r.Quit {
		v.window.Close()
		return true
	}
	return raise(v.window, v.thread, v.core.Log)
}

// ReloadTheme applies the theme selected by the settings and the desktop.
func (v *CannotOpen) ReloadTheme() {
	v.app.Settings().SetTheme(settingssheet.ThemeFor(v.core.Settings.Get(), settingssheet.DesktopWishes{}))
}

// RunStartupWork examines the file of the library.
func (v *CannotOpen) RunStartupWork() { v.page.Examine() }

// Clear removes the key handler, before other content is shown in the window.
func (v *CannotOpen) Clear() { v.window.Canvas().SetOnTypedKey(nil) }

// Close stops the work of the page, and waits for its end.
func (v *CannotOpen) Close() {
	v.cancel()
	v.page.Wait()
}
