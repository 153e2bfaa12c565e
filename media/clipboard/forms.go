package clipboard

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// windowsHTML returns HTML in the Windows clipboard format "HTML Format", which starts with the
// byte offsets of the content.
func windowsHTML(html string) string {
	const (
		head   = "Version:0.9\r\nStartHTML:%010d\r\nEndHTML:%010d\r\nStartFragment:%010d\r\nEndFragment:%010d\r\n"
		before = "<html><body>\r\n<!--StartFragment-->"
		after  = "<!--EndFragment-->\r\n</body></html>"
	)
	html = withoutZeros(html)
	start := len(fmt.Sprintf(head, 0, 0, 0, 0))
	from := start + len(before)
	to := from + len(html)
	return fmt.Sprintf(head, start, to+len(after), from, to) + before + html + after
}

// withoutZeros removes NUL characters from s, at which the clipboard would truncate it.
func withoutZeros(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// macScript returns an AppleScript that puts both forms of a text on the clipboard of macOS. The
// text is encoded as hex digits, so that it cannot inject code.
func macScript(plain, html string) string {
	data := func(kind, text string) string {
		return "«data " + kind + strings.ToUpper(hex.EncodeToString([]byte(text))) + "»"
	}
	return "set the clipboard to {«class utf8»:" + data("utf8", plain) + ", «class HTML»:" + data("HTML", html) + "}\n"
}
