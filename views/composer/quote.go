package composer

import (
	"strings"

	"parlando/app/chat"
)

// Quote puts a passage in at the caret, as a quotation in markdown, as one step that can be undone.
// The caret goes behind it, on a line of its own, and the keyboard comes here. A passage too long
// for the box becomes an attachment.
func (c *Composer) Quote(passage string) {
	quoted := quotation(passage)
	if quoted == "" {
		return
	}
	defer c.FocusText()
	_, at := c.box.Selection()
	c.mark = anchor{}
	whole := paragraphBreakAfter(c.box.Text()[:at]) + quoted + "\n\n"
	if tooLong(whole) || tooLong(c.box.Text()+whole) {
		c.add(chat.Part{Kind: chat.PartPasted, Text: quoted})
		return
	}
	c.box.SetCaret(at) // so that it goes behind the quotation
	c.box.Insert(at, whole)
}

// quotation is a passage as a quotation in markdown: each line behind "> ".
func quotation(passage string) string {
	passage = strings.Trim(strings.ReplaceAll(passage, "\r\n", "\n"), "\n")
	if strings.TrimSpace(passage) == "" {
		return ""
	}
	lines := strings.Split(passage, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight("> "+line, " \t")
	}
	return strings.Join(lines, "\n")
}

// paragraphBreakAfter is the line breaks that make a quotation after a text its own paragraph.
func paragraphBreakAfter(before string) string {
	switch {
	case strings.TrimSpace(before) == "" && !strings.Contains(before, "\n"), strings.HasSuffix(before, "\n\n"):
		return ""
	case strings.HasSuffix(before, "\n"):
		return "\n"
	}
	return "\n\n"
}
