package core

import (
	"context"

	"parlando/app/chat"
	"parlando/app/projects"
)

// Background returns what is sent before the messages of a conversation: the instructions and files
// of its project.
func (c *Core) Background(ctx context.Context, of chat.Conversation) (chat.Background, error) {
	if of.Project == "" {
		return chat.Background{}, nil
	}
	b, _, err := c.Projects.Background(ctx, of.Project, c.contextWindow(of))
	return b, err
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
