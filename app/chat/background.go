package chat

// Background is the content that is sent with every message of a chat, before its messages: from
// the project of the chat and from the memories. The zero value is none.
type Background struct {
	// Project is the name of the project, "" for none.
	Project string
	// Instructions are those of the project; they are added to those of Parameters.
	Instructions string
	// Memories are the sentences to remember, oldest first.
	Memories []string
	// Files are the files of the project that are sent, in their fixed order.
	Files []Part
}

// IsZero reports whether nothing is sent.
func (b Background) IsZero() bool {
	return b.Instructions == "" && len(b.Memories) == 0 && len(b.Files) == 0
}

// Sent returns what is stored with a request about the background that it sent, nil for none.
func (b Background) Sent() *SentBackground {
	if b.IsZero() {
		return nil
	}
	s := &SentBackground{Project: b.Project, Memories: len(b.Memories)}
	for _, f := range b.Files {
		s.Files = append(s.Files, f.Name)
	}
	return s
}

// SentBackground describes the background of a request that was sent.
type SentBackground struct {
	Project string `json:"project,omitempty"`
	// Files are the names of the files, in the order in which they were sent.
	Files []string `json:"files,omitempty"`
	// Memories is the number of memories.
	Memories int `json:"memories,omitempty"`
}
