package chat

import (
	"context"
	"errors"
	"strings"

	"parlando/app/chat"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// memoryControl shows in the chat which sentences are still remembered.
type memoryControl struct {
	*base
	parameters *parameters
	memories   *memories.Memories
	loads      *uithread.Scope
	// all are the memories as last read; read is false until then.
	all  []memories.Memory
	read bool
}

// refresh reads the memories.
func (m *memoryControl) refresh() {
	m.loads.Reset()
	uithread.Load(m.loads, func() ([]memories.Memory, error) { return m.memories.All(m.Frame.Context()) }, func(all []memories.Memory) {
		m.all, m.read = all, true
		m.show()
	}, func(err error) {
		if m.Frame.Context().Err() == nil {
			m.Log.Error("The memories could not be read", "error", err)
		}
	})
}

// show updates the open chat.
func (m *memoryControl) show() {
	if !m.read {
		return
	}
	texts := make(map[string]chat.ID, len(m.all))
	for _, one := range m.all {
		if one.Conversation == m.open.ID {
			texts[one.Text] = one.ID
		} else if texts[one.Text] == "" {
			texts[one.Text] = ""
		}
	}
	m.view.SetMemories(texts)
}

// sent returns the sentences that the open chat sends in a project, whose ID is "" for none.
func (m *memoryControl) sent(in projects.Project) string {
	var texts []string
	if in.Memories == projects.NoMemories || m.Target().Params.NoMemories {
		return ""
	}
	for _, one := range m.all {
		if one.Project == in.ID || one.Project == "" && in.Memories == projects.AllMemories {
			texts = append(texts, one.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// menuItem returns the item that switches the memories off for the open chat and on again, none
// while there is nothing to switch.
func (m *memoryControl) menuItem() []widgets.MenuItem {
	p := m.Target().Params.Clone()
	if len(m.all) == 0 && !p.NoMemories {
		return nil
	}
	return []widgets.MenuItem{{Icon: "bookmark", Text: i18n.Text("Use memories in this chat"), Chosen: !p.NoMemories, Do: func() {
		p.NoMemories = !p.NoMemories
		m.parameters.set(p)
	}}}
}

// Forget implements cards.MemoryRemover.
func (m *memoryControl) Forget(id chat.ID) {
	m.Frame.Change(func(ctx context.Context) error {
		if err := m.memories.Remove(ctx, id); !errors.Is(err, memories.ErrGone) {
			return err
		}
		return nil
	})
}
