package shell

import (
	"context"

	clipboards "parlando/views/clipboard"
)

// clipboard puts text on the clipboard, one write at a time.
type clipboard struct {
	set      func(ctx context.Context, plain, html string) error
	hideKeys func(text string) string
	cancel   context.CancelFunc
}

// Copy puts a text on the clipboard, with API keys in use replaced.
func (f *Frame) Copy(text string) {
	f.clipboard.cancel()
	clipboards.Of(f.app.Clipboard()).SetContent(f.clipboard.hideKeys(text))
}

// CopyFormatted puts the result of content on the clipboard as plain text and, unless html is "",
// as HTML for programs that support tables and headings. API keys in use are replaced. content runs
// in the background; copied is called once the plain text is on the clipboard. The plain text stays
// there if the system does not support HTML.
func (f *Frame) CopyFormatted(content func() (plain, html string), copied func()) {
	f.clipboard.cancel()
	ctx, cancel := context.WithCancel(f.ctx)
	f.clipboard.cancel = cancel
	f.thread.Go(func() func() {
		plain, html := content()
		plain, html = f.clipboard.hideKeys(plain), f.clipboard.hideKeys(html)
		return func() {
			if ctx.Err() != nil { // something else was copied meanwhile
				return
			}
			clipboards.Of(f.app.Clipboard()).SetContent(plain)
			copied()
			if html == "" {
				return
			}
			f.thread.Go(func() func() {
				if err := f.clipboard.set(ctx, clipboards.SystemLines(plain), html); err != nil && ctx.Err() == nil {
					f.log.Info("The HTML of a text could not be copied", "error", err)
				}
				return nil
			})
		}
	})
}
