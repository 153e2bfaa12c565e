package speak

import (
	"strings"

	"parlando/app/speech/speechtext"
	"parlando/views/i18n"
)

const (
	// headBytes bounds the beginning of a text in which the title and the first sentence are
	// searched.
	headBytes = 4000
	// maxTrialBytes bounds the part of the first sentence that is spoken to try a voice.
	maxTrialBytes = 400
	// maxTitleBytes is the maximum length of a title.
	maxTitleBytes = 48
)

// title returns the title of the text for the player and for exports.
func (d *draft) title() string {
	if d.known.Title != "" {
		return d.known.Title
	}
	for line := range strings.Lines(d.box.Prefix(headBytes)) {
		if title := titleOf(strings.Trim(line, "#*->\t\n ")); title != "" {
			return title
		}
	}
	return i18n.Text("Speech")
}

// titleOf shortens a line to a title: its first sentence, or the part before a comma, or as many
// words as fit.
func titleOf(line string) string {
	if n := strings.IndexAny(line, ".!?;:"); n > 0 && n < maxTitleBytes {
		return line[:n]
	}
	title := strings.Join(strings.Fields(line), " ")
	if len(title) <= maxTitleBytes {
		return strings.TrimRight(title, ".,;:!?")
	}
	title = strings.ToValidUTF8(title[:maxTitleBytes], "")
	for _, end := range []string{",", " "} {
		if n := strings.LastIndex(title, end); n > maxTitleBytes/4 {
			return title[:n]
		}
	}
	return title
}

// firstSentence returns the sentence used to try a voice.
func (d *draft) firstSentence() string {
	split := speechtext.PlainSentences
	if d.known.Markdown {
		split = speechtext.Sentences
	}
	if sentences := split(d.box.Prefix(headBytes), d.owners.Speech.Words()); len(sentences) > 0 {
		text := sentences[0].Text
		if len(text) > maxTrialBytes {
			text = text[:strings.LastIndexByte(text[:maxTrialBytes], ' ')+1]
		}
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return i18n.Text("The last train had gone, and the platform was quiet.")
}
