package chatexport

import (
	"bufio"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"parlando/app/chat"
	"parlando/app/direction"
	"parlando/app/markdown"
)

// head is the beginning of a web page up to its title. Its security policy allows only embedded
// pictures.
const head = `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
`

const style = `<style>
body { margin: 2em auto; max-width: 46em; padding: 0 1.5em; font: 16px/1.55 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #1f1e1c; background: #fff; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.4em 0 0.5em; break-after: avoid; }
h1 { font-size: 1.6em; } h2 { font-size: 1.35em; } h3 { font-size: 1.15em; } h4, h5, h6 { font-size: 1em; }
p, ul, ol, blockquote, pre, table { margin: 0 0 0.8em; }
ul, ol { padding-left: 1.8em; } li { margin: 0.2em 0; } li > ul, li > ol { margin: 0.2em 0; }
.who { margin: 2em 0 0.4em; font-weight: 600; color: #6b675f; break-after: avoid; }
.typed { padding: 0.7em 1em; border-radius: 0.8em; background: #f3f1ec; } .typed > :last-child { margin-bottom: 0; }
.file { color: #6b675f; } .apart { margin-left: 1.8em; }
blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #c9c4ba; }
.note { border-color: #1c5aa0; } .tip { border-color: #1f7a68; } .important { border-color: #7f2d86; } .warning { border-color: #8a5a00; } .caution { border-color: #b3372f; }
code { font: 0.9em/1.45 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { padding: 0.8em 1em; border-radius: 0.5em; background: #f3f1ec; overflow-x: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid #c9c4ba; padding: 0.35em 0.7em; text-align: left; vertical-align: top; } th { background: #f3f1ec; }
img { max-width: 100%; height: auto; } a { color: #1a5fb4; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11pt; } pre { white-space: pre-wrap; } pre, tr, img { break-inside: avoid; } }
</style>
`

// charset declares the encoding of HTML on the clipboard; without it programs would guess.
const charset = `<meta http-equiv="content-type" content="text/html; charset=utf-8">`

// writePage writes a chat as one web page with embedded pictures.
func writePage(ctx context.Context, w io.Writer, c Chat, pictures Pictures) error {
	b := bufio.NewWriter(w)
	text := func(all ...string) {
		for _, s := range all {
			_, _ = b.WriteString(s) // errors are returned by Flush
		}
	}
	text(head, "<title>", html.EscapeString(c.Title), "</title>\n", style, "</head>\n<body>\n")
	if c.Title != "" {
		text("<h1", dirAttribute(c.Title), ">", html.EscapeString(c.Title), "</h1>\n")
	}
	for _, m := range c.Messages {
		if ctx.Err() != nil {
			break
		}
		text(who(m))
		for _, p := range m.Parts {
			data := p.picture(ctx, pictures)
			if data == nil {
				text(part(p))
				continue
			}
			text(`<p><img src="data:`, p.Picture.MIME, `;base64,`)
			encoder := base64.NewEncoder(base64.StdEncoding, b)
			_, _ = encoder.Write(data)
			_ = encoder.Close()
			text(`" alt="`, html.EscapeString(p.Name), `" width="`, strconv.Itoa(p.Picture.Width), `" height="`, strconv.Itoa(p.Picture.Height), "\"></p>\n")
		}
	}
	text("</body>\n</html>\n")
	return b.Flush()
}

// longestFragment is the maximum length in bytes of Markdown that is pasted with formatting. Other
// programs take too long, and several times the memory, to format more: it is pasted as plain text.
const longestFragment = chat.MaxMessageBytes

// Fragment returns a chat as HTML for pasting, without its title; "" if it is longer than
// longestFragment.
func Fragment(c Chat) string {
	size := 0
	for _, m := range c.Messages {
		for _, p := range m.Parts {
			size += len(p.Markdown) + len(p.Plain)
		}
	}
	if size > longestFragment {
		return ""
	}
	var b strings.Builder
	b.WriteString(charset)
	if runs, ok := words(c); ok {
		w := htmlWriter{}
		w.runs(runs)
		return charset + w.out.String()
	}
	for _, m := range c.Messages {
		b.WriteString(who(m))
		for _, p := range m.Parts {
			b.WriteString(part(p))
		}
	}
	return b.String()
}

// words returns the runs of a chat that is a single paragraph of a model, which is pasted inline.
// The bool is false for any other chat.
func words(c Chat) ([]markdown.Run, bool) {
	if len(c.Messages) != 1 || c.Messages[0].Who != "" || len(c.Messages[0].Parts) != 1 || c.Messages[0].Parts[0].Markdown == "" {
		return nil, false
	}
	blocks := c.Messages[0].Parts[0].blocks()
	if len(blocks) != 1 || blocks[0].Kind != markdown.Paragraph || blocks[0].Depth > 0 || blocks[0].Quote > 0 {
		return nil, false
	}
	return blocks[0].Runs, true
}

func who(m Message) string {
	if m.Who == "" {
		return ""
	}
	return `<p class="who"><b>` + html.EscapeString(m.Who) + "</b></p>\n"
}

// part returns a part of a message as HTML, with the name of a picture instead of the picture.
func part(p Part) string {
	switch {
	case p.Markdown != "":
		w := htmlWriter{}
		w.blocks(p.blocks())
		return w.out.String()
	case p.Plain != "":
		var b strings.Builder
		b.WriteString("<div class=\"typed\">\n")
		for _, p := range paragraphs(p.Plain) {
			b.WriteString("<p" + dirAttribute(p) + ">" + lines(p) + "</p>\n")
		}
		b.WriteString("</div>\n")
		return b.String()
	}
	return `<p class="file">[` + html.EscapeString(p.Name) + "]</p>\n"
}

// lines returns a text as HTML that preserves line ends and indentation.
func lines(text string) string {
	all := strings.Split(text, "\n")
	for i, l := range all {
		words := strings.TrimLeft(strings.ReplaceAll(l, "\t", "    "), " ")
		indent := len(strings.ReplaceAll(l, "\t", "    ")) - len(words)
		all[i] = strings.Repeat("&nbsp;", indent) + html.EscapeString(words)
	}
	return strings.Join(all, "<br>\n")
}

// dirAttribute returns the HTML attribute for right-to-left text, or "".
func dirAttribute(text string) string {
	if direction.RightToLeft(text) {
		return ` dir="rtl"`
	}
	return ""
}

// htmlWriter writes blocks as HTML. It opens and closes the quotes and lists around a block
// according to the block's depth.
type htmlWriter struct {
	out    strings.Builder
	quotes int
	alert  string
	lists  []htmlList
}

// htmlList is an open list with an open item: "ul", "ol", or "div" for indentation without a list.
type htmlList struct {
	tag string
	// next is the automatic number of the next item of an "ol".
	next int
}

func (w *htmlWriter) blocks(all []markdown.Block) {
	for i := range all {
		w.nest(&all[i])
		w.block(&all[i])
	}
	w.closeLists(0)
	w.quote(0)
}

// nest opens and closes the elements around a block.
func (w *htmlWriter) nest(b *markdown.Block) {
	if b.Quote != w.quotes || b.Alert != w.alert || b.Kind == markdown.AlertName {
		w.closeLists(0)
		if b.Alert != w.alert || b.Alert != "" && b.Kind == markdown.AlertName {
			w.quote(0)
		}
		w.alert = b.Alert
		w.quote(b.Quote)
	}
	w.closeLists(b.Depth)
	if b.Marker == "" {
		w.indent(b.Depth)
		return
	}
	tag, value := "ul", ""
	digits, ordered := strings.CutSuffix(b.Marker, ".")
	number, err := strconv.Atoi(digits)
	if ordered && err == nil {
		tag = "ol"
	}
	if n := len(w.lists); n == b.Depth && n > 0 {
		if w.lists[n-1].tag == tag {
			w.out.WriteString("</li>\n")
		} else {
			w.closeLists(n - 1)
		}
	}
	w.indent(b.Depth - 1)
	if len(w.lists) < b.Depth {
		w.lists = append(w.lists, htmlList{tag: tag, next: 1})
		w.out.WriteString("<" + tag + ">\n")
	}
	if n := len(w.lists); n > 0 && tag == "ol" {
		if w.lists[n-1].next != number {
			value = fmt.Sprintf(` value="%d"`, number)
		}
		w.lists[n-1].next = number + 1
	}
	if b.Marker != "•" && tag == "ul" { // a task list: the marker is a check box
		w.out.WriteString(`<li style="list-style:none">` + html.EscapeString(b.Marker) + " ")
		return
	}
	w.out.WriteString("<li" + value + dirAttribute(markdown.RunsText(b.Runs)) + ">")
}

// indent opens indentations up to a depth.
func (w *htmlWriter) indent(depth int) {
	for len(w.lists) < depth {
		w.lists = append(w.lists, htmlList{tag: "div"})
		w.out.WriteString("<div class=\"apart\" style=\"margin-left:2em\">\n")
	}
}

func (w *htmlWriter) closeLists(depth int) {
	for n := len(w.lists); n > depth; n-- {
		if w.lists[n-1].tag != "div" {
			w.out.WriteString("</li>\n")
		}
		w.out.WriteString("</" + w.lists[n-1].tag + ">\n")
		w.lists = w.lists[:n-1]
	}
}

func (w *htmlWriter) quote(depth int) {
	for ; w.quotes < depth; w.quotes++ {
		if w.quotes == 0 && w.alert != "" {
			w.out.WriteString(`<blockquote class="` + strings.ToLower(w.alert) + "\">\n")
			continue
		}
		w.out.WriteString("<blockquote>\n")
	}
	for ; w.quotes > depth; w.quotes-- {
		w.out.WriteString("</blockquote>\n")
	}
}

func (w *htmlWriter) block(b *markdown.Block) {
	switch b.Kind {
	case markdown.Paragraph, markdown.AlertName:
		if b.Marker != "" { // the block is in the "li" element already
			w.runs(b.Runs)
			return
		}
		w.element("p", "", b.Runs, "\n")
	case markdown.Heading:
		w.element("h"+strconv.Itoa(min(max(b.Level, 1), 6)), "", b.Runs, "\n")
	case markdown.CodeBlock:
		w.out.WriteString("<pre><code>" + html.EscapeString(b.Text) + "</code></pre>\n")
	case markdown.TableBlock:
		w.table(b.Table)
	case markdown.Rule:
		w.out.WriteString("<hr>\n")
	case markdown.Picture:
		w.element("p", "", pictureRuns(b), "\n")
	}
}

// element writes an element with the given runs and their text direction.
func (w *htmlWriter) element(tag, attributes string, runs []markdown.Run, after string) {
	w.out.WriteString("<" + tag + attributes + dirAttribute(markdown.RunsText(runs)) + ">")
	w.runs(runs)
	w.out.WriteString("</" + tag + ">" + after)
}

// pictureRuns returns a link to a picture, which is never fetched, with its alternative text.
func pictureRuns(b *markdown.Block) []markdown.Run {
	text := cmp.Or(markdown.RunsText(b.Runs), b.Link)
	link := b.Link
	if _, ok := markdown.LinkInfo(link); !ok {
		link = ""
	}
	return []markdown.Run{{Text: text, Link: link}}
}

func (w *htmlWriter) table(t *markdown.Table) {
	// The attributes are for programs that ignore the style sheet, such as mail and text programs.
	w.out.WriteString("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\"" + dirAttribute(t.Beginning()) + ">\n")
	row := func(tag string, cells []markdown.Cell) {
		w.out.WriteString("<tr>")
		for i, c := range cells {
			align := ""
			if i < len(t.Align) && t.Align[i] != markdown.AlignLeft {
				align = fmt.Sprintf(` align="%[1]s" style="text-align:%[1]s"`, t.Align[i])
			}
			w.element(tag, align, c.Runs, "")
		}
		w.out.WriteString("</tr>\n")
	}
	if len(t.Head) > 0 {
		w.out.WriteString("<thead>\n")
		row("th", t.Head)
		w.out.WriteString("</thead>\n")
	}
	w.out.WriteString("<tbody>\n")
	for _, cells := range t.Rows {
		row("td", cells)
	}
	w.out.WriteString("</tbody>\n</table>\n")
}

func (w *htmlWriter) runs(runs []markdown.Run) {
	for _, r := range runs {
		before, after := "", ""
		mark := func(on bool, tag string) {
			if on {
				before, after = before+"<"+tag+">", "</"+tag+">"+after
			}
		}
		if r.Link != "" {
			before, after = `<a href="`+html.EscapeString(r.Link)+`">`, "</a>"
		}
		mark(r.Style&markdown.Bold != 0, "strong")
		mark(r.Style&markdown.Italic != 0, "em")
		mark(r.Style&markdown.Strikethrough != 0, "s")
		mark(r.Style&markdown.Monospace != 0, "code")
		w.out.WriteString(before + strings.ReplaceAll(html.EscapeString(r.Text), "\n", "<br>\n") + after)
	}
}
