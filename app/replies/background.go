package replies

import (
	"strings"

	"parlando/app/chat"
)

// backgroundInstructions returns the instructions of a project and the memories, "" for none.
func backgroundInstructions(b chat.Background) string {
	text := strings.TrimSpace(b.Instructions)
	if len(b.Memories) == 0 {
		return text
	}
	return joined(text, "The user wants you to remember:\n- "+strings.Join(b.Memories, "\n- "))
}

// backgroundMessages returns the files of a project as a message, nil without files. A picture or a
// document, which is sent without its name, follows a line with the name.
func backgroundMessages(b chat.Background) []chat.Message {
	if len(b.Files) == 0 {
		return nil
	}
	m := chat.Message{Role: chat.User, State: chat.Done}
	for _, p := range b.Files {
		if name := quotedName(p.Name); !p.IsAttachedText() && name != "" {
			m.Parts = append(m.Parts, chat.Part{Kind: chat.PartText, Text: "This is the file " + name + ":"})
		}
		m.Parts = append(m.Parts, p)
	}
	return []chat.Message{m}
}
