package window

import (
	"context"
	"image"

	system "fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/lang"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/views/composer"
	"parley/views/crop"
	"parley/views/widgets"
	"parley/views/words"
)

// shownScreen is how many pixels of each screen are shown to choose from, at its longer edge.
const shownScreen = 1800

// eye is what takes pictures of the screen.
type eye interface {
	Screenshots() attachments.ScreenshotWay
	TakeScreenshot(ctx context.Context, self attachments.Self) (attachments.Screenshot, error)
}

// camera is the picture of the screen that is being taken.
type camera struct {
	// eye is nil for that of this computer.
	eye eye
	// stop ends what was begun last.
	stop context.CancelFunc
}

func (v *Window) eye() eye {
	if v.camera.eye != nil {
		return v.camera.eye
	}
	return v.core.Attachments
}

// canTakeScreenshot reports whether there is a way to take one here.
func (v *Window) canTakeScreenshot() bool {
	return v.eye().Screenshots() != attachments.NoScreenshots
}

// takeScreenshot takes a picture of the screen, without Parley's window where that can step aside, and has a part of it chosen. It is called
// after a click only.
func (v *Window) takeScreenshot() {
	if _, err := attachments.Room(v.composer.Draft().Parts); err != nil {
		v.composer.SetNotice(composer.Notice{Text: words.Attachment(err), Danger: true})
		return
	}
	if !v.canTakeScreenshot() {
		return
	}
	if v.camera.stop != nil {
		v.camera.stop()
	}
	ctx, cancel := context.WithCancel(v.ctx)
	v.camera.stop = cancel
	take := v.eye().TakeScreenshot
	hidden := false
	self := attachments.Self{Window: v.systemWindow(), Hide: func() {
		told := make(chan struct{})
		v.thread.Do(func() {
			v.window.Hide()
			hidden = true
			close(told)
		})
		select {
		case <-told:
		case <-ctx.Done():
		}
	}}
	v.thread.Go(func() func() {
		shot, err := take(ctx, self)
		var small image.Image
		if err == nil && !shot.Chosen {
			small = shot.Small(shownScreen * max(len(shot.Screens), 1))
		}
		return func() {
			cancel()
			if hidden {
				v.window.Show()
				v.window.RequestFocus()
			}
			switch {
			case err != nil:
				v.core.Log.Warn("No picture of the screen was taken", "error", err)
				if why := words.Screenshot(err); why != "" {
					v.composer.SetNotice(composer.Notice{Text: why, Danger: true})
				}
			case shot.Chosen:
				v.addScreenshot(shot, shot.Image.Bounds())
			default:
				v.choosePart(shot, small)
			}
		}
	})
}

// systemWindow is what the system calls the window; 0 where it cannot be hidden for a while.
func (v *Window) systemWindow() (window uintptr) {
	native, ok := v.window.(system.NativeWindow)
	if !ok {
		return 0
	}
	native.RunNative(func(its any) {
		switch its := its.(type) {
		case system.X11WindowContext:
			window = its.WindowHandle
		case system.WindowsWindowContext:
			window = its.HWND
		case system.MacWindowContext:
			window = its.NSWindow
		}
	})
	return window
}

// choosePart lays the picture over the window to choose a part of it.
func (v *Window) choosePart(shot attachments.Screenshot, small image.Image) {
	over := v.window.Canvas()
	page := crop.New(small, shot.Image.Bounds().Size(), shot.Screens)
	o := widgets.Page(over, lang.L("Choose what to send of the screen"), lang.L("Close"), page, over.Size().Width-48, over.Size().Height-48)
	o.SetSticky(true)
	page.OnCancel = o.Hide
	page.OnTake = func(part image.Rectangle) {
		o.Hide()
		v.addScreenshot(shot, part)
	}
	o.OnHide = func() {
		v.worked() // pictures of screens are large
		v.composer.FocusText()
	}
	page.Focus(over)
}

// addScreenshot puts a part of the picture above the text.
func (v *Window) addScreenshot(shot attachments.Screenshot, part image.Rectangle) {
	name := lang.L("Picture of the screen")
	v.addPart(name, func() (chat.Part, attachments.Info, error) {
		return v.core.Attachments.AddImage(v.ctx, name, shot.Part(part))
	})
}
