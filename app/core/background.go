package core

import (
	"context"

	"parlando/app/chat"
	"parlando/app/projects"
)

// Background returns what is sent before the messages of a conversation: the instructions and files
// of its project, and the memories, of which a temporary chat has none.
func (c *Core) Background(ctx context.Context, of chat.Conversation) (b chat.Background, err error) {
	if c.History.IsTemporary(of.ID) {
		return b, nil
	}
	which := projects.AllMemories
	if of.Project != "" {
		if b, which, err = c.Projects.Background(ctx, of.Project, c.contextWindow(of)); err != nil {
			return b, err
		}
		if b.Project == "" { // a deleted project
			of.Project, which = "", projects.AllMemories
		}
	}
	if which == projects.NoMemories || of.Params.NoMemories {
		return b, nil
	}
	if which == projects.AllMemories {
		if err := c.addMemories(ctx, &b, ""); err != nil {
			return b, err
		}
	}
	if of.Project != "" {
		err = c.addMemories(ctx, &b, of.Project)
	}
	return b, err
}

// addMemories adds the memories of a project, "" for those of all chats.
func (c *Core) addMemories(ctx context.Context, b *chat.Background, project chat.ID) error {
	list, err := c.Memories.List(ctx, project)
	for _, m := range list {
		b.Memories = append(b.Memories, m.Text)
	}
	return err
}

// contextWindow returns the tokens of the context of a conversation's model, 0 if unknown.
func (c *Core) contextWindow(of chat.Conversation) int {
	model, _ := c.Catalog.Model(of.Connection, of.Model)
	return model.Context
}

// openProjects creates the owner of the projects.
func (c *Core) openProjects() {
	c.Projects = projects.New(projects.Options{CommonOptions: c.common, Database: c.History.Database(), Attachments: c.Attachments})
}
