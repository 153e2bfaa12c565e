package clipboard

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// windowsHTML is HTML in the form that Windows calls "HTML Format": before it stands where it
// begins and ends, in bytes.
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

// withoutZeros is a text that ends where it ends.
func withoutZeros(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// macScript is a program of AppleScript that puts a text on the clipboard of macOS in both forms.
// They stand in it as digits, so that nothing in them can be read as a part of the program.
func macScript(plain, html string) string {
	data := func(kind, text string) string {
		return "«data " + kind + strings.ToUpper(hex.EncodeToString([]byte(text))) + "»"
	}
	return "set the clipboard to {«class utf8»:" + data("utf8", plain) + ", «class HTML»:" + data("HTML", html) + "}\n"
}
