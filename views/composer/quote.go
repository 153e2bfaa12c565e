package composer

import (
	"strings"

	"parlando/app/chat"
)

// Quote inserts a passage at the caret as a Markdown quotation, as one undo step, and focuses the
// box. The caret moves to a new line after the quotation. A passage too long for the box becomes an
// attachment.
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
	c.box.SetCaret(at) // so that Insert moves the caret after the quotation
	c.box.Insert(at, whole)
}

// quotation formats a passage as a Markdown quotation, with "> " before each line.
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

// paragraphBreakAfter returns the line breaks that start a new paragraph after a text.
func paragraphBreakAfter(before string) string {
	switch {
	case strings.TrimSpace(before) == "" && !strings.Contains(before, "\n"), strings.HasSuffix(before, "\n\n"):
		return ""
	case strings.HasSuffix(before, "\n"):
		return "\n"
	}
	return "\n\n"
}
