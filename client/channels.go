package client

import "strings"

// channelMarks begin a text in the harmony template of gpt-oss, whose special tokens some servers
// do not remove:
// <|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…<|return|>
var channelMarks = []string{"<|channel|>", "<|start|>"}

const (
	channelMessage = "<|message|>"
	// maxChannelHead is the longest header of a message in bytes; a longer one is treated as text.
	maxChannelHead = 1 << 10
)

// channelEnds end the body of a message. The first two begin the next header.
var channelEnds = []string{"<|channel|>", "<|start|>", "<|end|>", "<|return|>", "<|call|>"}

// channels parses a text in the harmony template.
type channels struct {
	pending string
	body    bool // after <|message|>
	// thinks means that the body is reasoning. tool is the function that the body has the arguments
	// for, "" for none; count numbers the calls.
	thinks bool
	tool   string
	calls  []callDelta
	count  int
}

// split splits a delta into text and reasoning, and adds tool calls to c.calls.
func (c *channels) split(delta string) (text, thought string) {
	s := c.pending + delta
	c.pending = ""
	say := func(words string) {
		switch {
		case words == "":
		case c.tool != "":
			c.calls = append(c.calls, callDelta{index: c.count, indexed: true, args: words})
		case c.thinks:
			thought += words
		default:
			text += words
		}
	}
	for s != "" {
		if !c.body {
			trimmed := strings.TrimLeft(s, " \r\n")
			head, rest, found := strings.Cut(s, channelMessage)
			if !found && len(s) <= maxChannelHead && (trimmed == "" || trimmed[0] == '<') {
				c.pending = s
				return text, thought
			}
			if !found || trimmed[0] != '<' {
				head, rest = "", trimmed // text without a header
			}
			c.head(head)
			s = rest
			continue
		}
		at, keep := len(s), 0
		for _, mark := range channelEnds {
			if i := strings.Index(s, mark); i >= 0 && i < at {
				at = i
			}
			keep = max(keep, partialSuffix(s, mark))
		}
		if at == len(s) {
			say(s[:at-keep])
			c.pending = s[at-keep:]
			return text, thought
		}
		say(s[:at])
		s, c.body = s[at:], false
		for _, mark := range channelEnds[2:] {
			if rest, ok := strings.CutPrefix(s, mark); ok {
				s = rest
			}
		}
	}
	return text, thought
}

// head parses the header with role and channel.
func (c *channels) head(head string) {
	c.body, c.tool = true, ""
	_, channel, _ := strings.Cut(head, channelMarks[0])
	c.thinks = strings.HasPrefix(strings.TrimSpace(channel), "analysis")
	if _, to, ok := strings.Cut(head, "to="); ok && (!c.thinks || strings.HasPrefix(to, "functions.")) {
		c.tool, _, _ = strings.Cut(strings.TrimPrefix(to, "functions."), "<")
		c.tool, _, _ = strings.Cut(c.tool, " ")
	}
	if c.tool != "" {
		c.count++
		c.calls = append(c.calls, callDelta{index: c.count, indexed: true, name: c.tool})
	}
}

// flush returns the pending text at the end of the reply.
func (c *channels) flush() (text, thought string) {
	pending := c.pending
	c.pending = ""
	switch {
	case !c.body || c.tool != "":
		return "", "" // an incomplete header, or an incomplete marker after a tool call
	case c.thinks:
		return "", pending
	}
	return pending, ""
}
