package claude

import (
	"cmp"
	"strconv"

	"parlando/app/chat"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

type conversation struct {
	UUID      string          `json:"uuid"`
	Name      string          `json:"name"`
	Model     string          `json:"model"`
	CreatedAt exportjson.Time `json:"created_at"`
	UpdatedAt exportjson.Time `json:"updated_at"`
	IsStarred bool            `json:"is_starred"`
	Leaf      string          `json:"current_leaf_message_uuid"`
	Project   struct {
		UUID string `json:"uuid"`
	} `json:"project"`
	Messages []message `json:"chat_messages"`
}

type message struct {
	UUID        string          `json:"uuid"`
	Parent      string          `json:"parent_message_uuid"`
	Sender      string          `json:"sender"`
	Model       string          `json:"model"`
	CreatedAt   exportjson.Time `json:"created_at"`
	Text        string          `json:"text"`
	Content     []block         `json:"content"`
	Attachments []attachment    `json:"attachments"`
	Files       []file          `json:"files"`
}

// attachment is a file whose text was extracted.
type attachment struct {
	Name string `json:"file_name"`
	Text string `json:"extracted_content"`
}

// file is a file whose bytes are never in an export.
type file struct {
	Name string `json:"file_name"`
	MIME string `json:"file_type"`
}

// Decode decodes a conversation.
func Decode(object []byte) (foreign.Conversation, error) {
	var raw conversation
	if err := exportjson.Decode(object, &raw); err != nil {
		return foreign.Conversation{}, err
	}
	if raw.UUID == "" && len(raw.Messages) == 0 {
		return foreign.Conversation{}, foreign.ErrNoConversation
	}
	c := foreign.Conversation{
		ID: raw.UUID, Title: raw.Name, Model: raw.Model, Pinned: raw.IsStarred, Project: raw.Project.UUID,
		Created: raw.CreatedAt.Time, Updated: raw.UpdatedAt.Time, Current: raw.Leaf,
	}
	if c.ID == "" {
		c.ID = foreign.DeriveID(raw.Name, raw.Messages[0].UUID, raw.Messages[0].Text)
	}
	r := reader{conversation: &c, versions: map[string]*versions{}, budget: maxArtifactBytes}
	for _, n := range foreign.Sort(raw.nodes()) {
		c.Messages = append(c.Messages, r.message(n, &raw.Messages[n.Index]))
	}
	c.RemoveEmpty()
	return c, nil
}

// nodes returns the tree of the messages. Older exports have no parents, or none that exists; their
// messages follow each other.
func (c *conversation) nodes() []foreign.Node {
	nodes := make([]foreign.Node, len(c.Messages))
	exists := make(map[string]bool, len(nodes))
	isFlat := true
	for i, m := range c.Messages {
		nodes[i] = foreign.Node{ID: m.UUID, Parent: m.Parent}
		if m.UUID == "" || exists[m.UUID] {
			nodes[i].ID = m.UUID + "#" + strconv.Itoa(i+1)
		}
		exists[nodes[i].ID] = true
	}
	for _, n := range nodes {
		isFlat = isFlat && !exists[n.Parent]
	}
	for i := 1; isFlat && i < len(nodes); i++ {
		nodes[i].Parent = nodes[i-1].ID
	}
	return nodes
}

// reader converts the messages of one conversation, each after its parent.
type reader struct {
	conversation *foreign.Conversation
	// versions are those of artifacts and files, by the ID of the message.
	versions map[string]*versions
	// budget is the number of bytes that artifacts may still have in all their versions.
	budget int
}

func (r *reader) message(n foreign.Node, raw *message) foreign.Message {
	m := foreign.Message{ID: n.ID, Parent: n.Parent, Created: raw.CreatedAt.Time}
	r.versions[n.ID] = r.versions[n.Parent]
	switch raw.Sender {
	case "human":
		m.Role = chat.User
	case "assistant":
		m.Role = chat.Assistant
		m.Model = cmp.Or(raw.Model, r.conversation.Model)
	default:
		r.conversation.AddGap("sender " + raw.Sender)
		return m
	}
	b := blockReader{reader: r, id: n.ID, isReply: m.Role == chat.Assistant, titles: map[string]string{}}
	b.files(raw)
	b.blocks(raw.Content)
	if !b.hasText {
		b.text(&block{Text: withoutPlaceholders(raw.Text)})
	}
	m.Parts = b.Parts()
	return m
}
