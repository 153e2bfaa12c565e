package chat

import (
	"context"
	"image"

	system "fyne.io/fyne/v2/driver"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/views/composer"
	"parlando/views/crop"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// shownScreen is the longer side of each screen in the preview, in pixels.
const shownScreen = 1800

// screenshots takes screenshots.
type screenshots struct {
	*base
	attachments *attachments.Attachments
	screens     attachments.Screens

	// add prepares a picture and attaches it.
	add func(name string, prepare func() (chat.Part, attachments.Info, error))
	// stop cancels the latest screenshot; nil for none.
	stop context.CancelFunc
}

// available reports whether the system lets Parlando take screenshots.
func (s *screenshots) available() bool {
	method := s.screens.Screenshots()
	// A desktop that asks may keep the picture among the user's files.
	return method != attachments.NoScreenshots && (method != attachments.AskedScreenshots || !s.open.temporary())
}

// take takes a screenshot, without Parlando's window if the window can be hidden, and lets the user
// select a part of the screenshot. Call it only after a click.
func (s *screenshots) take() {
	if _, err := attachments.RemainingParts(s.composer.Draft().Parts); err != nil {
		s.composer.SetNotice(composer.Notice{Text: words.AttachmentError(err), Danger: true})
		return
	}
	if !s.available() {
		return
	}
	if s.stop != nil {
		s.stop()
	}
	ctx, cancel := context.WithCancel(s.Frame.Context())
	s.stop = cancel
	take := s.screens.TakeScreenshot
	hidden := false
	self := attachments.OwnWindow{Window: s.systemWindow(), Hide: func() {
		told := make(chan struct{})
		s.Thread.Do(func() {
			s.Window.Hide()
			hidden = true
			close(told)
		})
		select {
		case <-told:
		case <-ctx.Done():
		}
	}}
	s.Thread.Go(func() func() {
		shot, err := take(ctx, self)
		var small image.Image
		if err == nil && !shot.UserSelected {
			small = shot.ScaledDown(shownScreen * max(len(shot.Screens), 1))
		}
		return func() {
			cancel()
			if hidden {
				s.Window.Show()
				s.Window.RequestFocus()
			}
			switch {
			case err != nil:
				s.Log.Warn("A screenshot could not be taken", "error", err)
				if why := words.ScreenshotError(err); why != "" {
					s.composer.SetNotice(composer.Notice{Text: why, Danger: true})
				}
			case shot.UserSelected:
				s.addScreenshot(shot, shot.Image.Bounds())
			default:
				s.choosePart(shot, small)
			}
		}
	})
}

// systemWindow returns the native handle of the window, 0 if the window cannot be hidden
// temporarily.
func (s *screenshots) systemWindow() (window uintptr) {
	native, ok := s.Window.(system.NativeWindow)
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

// choosePart shows the screenshot over the window to select a part of it.
func (s *screenshots) choosePart(shot attachments.Screenshot, small image.Image) {
	over := s.Frame.Canvas()
	page := crop.New(small, shot.Image.Bounds().Size(), shot.Screens)
	o := widgets.ShowPage(over, i18n.Text("Choose the part of the screen to send"), page, over.Size().Width-48, over.Size().Height-48)
	o.SetSticky(true)
	page.OnCancel = o.Hide
	page.OnCrop = func(part image.Rectangle) {
		o.Hide()
		s.addScreenshot(shot, part)
	}
	o.OnHide = func() {
		s.Links.OnLargeAllocation() // screenshots are large
		s.composer.FocusText()
	}
	page.Focus(over)
}

// addScreenshot attaches a part of the screenshot.
func (s *screenshots) addScreenshot(shot attachments.Screenshot, part image.Rectangle) {
	name, files := i18n.Text("Screenshot"), s.attachments.In(s.open.ID)
	s.add(name, func() (chat.Part, attachments.Info, error) {
		return files.AddImage(s.Frame.Context(), name, shot.Crop(part))
	})
}
