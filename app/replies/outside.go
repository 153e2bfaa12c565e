package replies

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"parlando/app/chat"
	"parlando/app/tools"
)

// outside returns the texts of the turn that the user did not write, in the order in which the
// model has read them. Only a continued reply, whose calls come before its first request, has to
// read the branch.
func (l *requestLoop) outside(ctx context.Context) ([]chat.OutsideText, error) {
	if l.outsideTexts == nil {
		branch, err := l.branch(ctx)
		if err != nil {
			return nil, err
		}
		if err := l.noteOutside(ctx, branch); err != nil {
			return nil, err
		}
	}
	return withoutEqual(slices.Concat(l.outsideTexts, outsideOf(l.state.first()))), nil
}

// noteOutside sets outsideTexts to those of a branch and of what is sent before it.
func (l *requestLoop) noteOutside(ctx context.Context, branch []chat.Message) error {
	imported, err := l.o.History.HasImported(ctx, l.plan.conversation)
	if err != nil {
		return fmt.Errorf("read whether the chat was imported: %w", err)
	}
	l.outsideTexts = []chat.OutsideText{}
	if imported {
		l.outsideTexts = append(l.outsideTexts, chat.OutsideText{Kind: chat.PartText})
	}
	for _, m := range slices.Concat(backgroundMessages(l.plan.background), branch) {
		l.outsideTexts = append(l.outsideTexts, outsideOf(m)...)
	}
	return nil
}

// outsideOf returns the texts of a message that the user did not write. Own tools do not count:
// their results are typed by the user.
func outsideOf(m chat.Message) (all []chat.OutsideText) {
	searches := map[string]bool{}
	for _, p := range m.Parts {
		if c, ok := p.ToolCall(); ok && c.Name == tools.SearchMyChats {
			searches[c.ID] = true
		}
		switch r, _ := p.ToolResult(); {
		case m.Role == chat.User && p.Kind.IsAttached():
			all = append(all, chat.OutsideText{Kind: p.Kind, Name: p.Name})
		case r.State == chat.ToolDone && searches[r.Call]:
			all = append(all, chat.OutsideText{Kind: p.Kind, Name: tools.SearchMyChats})
		}
		for _, s := range p.CitedSources() {
			host := s.Title
			if u, err := url.Parse(s.Address); err == nil && u.Hostname() != "" {
				host = u.Hostname()
			}
			all = append(all, chat.OutsideText{Kind: p.Kind, Name: host})
		}
	}
	return all
}

// withoutEqual returns the texts without repetitions.
func withoutEqual(all []chat.OutsideText) (out []chat.OutsideText) {
	for _, t := range all {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
