package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/chatexport"
	"parley/views/conversation"
	"parley/views/uithread"
)

// copy puts a text on the clipboard as it is.
func (v *Window) copy(text string) {
	v.copyOnly(text)
	v.saidCopied()
}

// copyOnly does so without a word.
func (v *Window) copyOnly(text string) {
	v.stopCopying()
	v.app.Clipboard().SetContent(text)
}

// copyFormatted puts messages on the clipboard so that programs that know tables and headings paste them, and others a text. The toolkit's
// clipboard, which knows texts alone, has the text first: it stays where no more can be done. copied is called then. text is the plain text,
// "" for that of the messages.
func (v *Window) copyFormatted(text string, c chatexport.Chat, copied func()) {
	v.stopCopying()
	ctx, stop := context.WithCancel(v.ctx)
	v.stopCopying = stop
	v.thread.Go(func() func() {
		plain, html := text, chatexport.Fragment(c)
		if plain == "" {
			plain = chatexport.PlainText(c)
		}
		return func() {
			if ctx.Err() != nil { // something else was copied meanwhile
				return
			}
			v.app.Clipboard().SetContent(plain)
			copied()
			v.thread.Go(func() func() {
				if err := v.core.Clipboard.Set(ctx, plain, html); err != nil && ctx.Err() == nil {
					v.core.Log.Info("Copied as plain text alone", "error", err)
				}
				return nil
			})
		}
	})
}

// copyReply copies a reply as other programs paste it.
func (v *Window) copyReply(m chat.Message) {
	v.copyFormatted("", chatexport.Chat{Messages: v.exported([]chat.Message{m}, false)}, v.saidCopied)
}

// copySelection copies what was selected in the conversation, where it is of replies as it looks.
func (v *Window) copySelection(text string, passages []conversation.Passage) {
	v.copyPassages(text, passages, v.saidCopied)
}

func (v *Window) copyPassages(text string, passages []conversation.Passage, copied func()) {
	if !slices.ContainsFunc(passages, func(p conversation.Passage) bool { return p.Message.Role != chat.User }) {
		v.copyOnly(text)
		copied()
		return
	}
	var c chatexport.Chat
	for _, p := range passages {
		part := chatexport.Part{Markdown: p.Message.Text(), From: p.From, To: p.To}
		if p.Message.Role == chat.User {
			part = chatexport.Part{Plain: p.Text}
		}
		c.Messages = append(c.Messages, chatexport.Message{Parts: []chatexport.Part{part}})
	}
	v.copyFormatted(text, c, copied)
}

func (v *Window) saidCopied() { v.toasts.Say(lang.L("Copied."), "", nil) }

// copyChat copies the shown branch of a chat, with who said what.
func (v *Window) copyChat(id chat.ID) {
	v.withMessages(id, "", func(ms []chat.Message) {
		v.copyFormatted("", chatexport.Chat{Messages: v.exported(ms, true)}, v.saidCopied)
	})
}

// copyChatAsMarkdown does so as the models wrote it.
func (v *Window) copyChatAsMarkdown(id chat.ID) {
	v.withMessages(id, "", func(ms []chat.Message) {
		v.copy(chatexport.MarkdownOf(chatexport.Chat{Messages: v.exported(ms, true)}))
	})
}

// withMessages reads the shown branch of a chat, or one message of it, as it is now.
func (v *Window) withMessages(id, message chat.ID, then func([]chat.Message)) {
	uithread.Load(v.reads, func() ([]chat.Message, error) { return v.messagesOf(v.ctx, id, message) }, then,
		v.couldNotRead(lang.L("This chat could not be read."), func() { v.withMessages(id, message, then) }))
}

func (v *Window) messagesOf(ctx context.Context, id, message chat.ID) ([]chat.Message, error) {
	if message != "" {
		return v.messages(ctx, message)
	}
	heads, err := v.core.History.Thread(ctx, id)
	if err != nil {
		return nil, err
	}
	return v.messagesOfThread(ctx, heads)
}

func (v *Window) messagesOfThread(ctx context.Context, heads []chat.Head) ([]chat.Message, error) {
	ids := make([]chat.ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return v.messages(ctx, ids...)
}

func (v *Window) messages(ctx context.Context, ids ...chat.ID) ([]chat.Message, error) {
	ms, err := v.core.History.Messages(ctx, ids)
	if err != nil {
		return nil, err
	}
	v.makeLive(ms)
	return ms, nil
}

// exported are messages as they are copied and saved, with who said them or without. What a model thought is left away, as where it went on.
func (v *Window) exported(ms []chat.Message, names bool) (out []chatexport.Message) {
	for _, m := range ms {
		e := chatexport.Message{Parts: exportedParts(m)}
		if len(e.Parts) == 0 {
			continue
		}
		if names {
			e.Who = v.whoSaid(m)
		}
		out = append(out, e)
	}
	return out
}

// whoSaid is who said a message, as the window shows them.
func (v *Window) whoSaid(m chat.Message) string {
	if m.Role == chat.User {
		return lang.L("You")
	}
	return conversation.ModelOf(m, v.view.NameOf)
}

func exportedParts(m chat.Message) (out []chatexport.Part) {
	joins := false // a text goes on with the one before
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartText, chat.PartRefusal:
			switch n := len(out) - 1; {
			case p.Text == "":
				continue
			case m.Role == chat.User:
				out = append(out, chatexport.Part{Plain: p.Text})
			case joins && p.Kind == chat.PartText:
				out[n].Markdown += p.Text
			default:
				out = append(out, chatexport.Part{Markdown: p.Text})
			}
			joins = p.Kind == chat.PartText
			continue
		case chat.PartReasoning, chat.PartSeam:
			continue
		case chat.PartPasted:
			if p.Name != "" {
				out = append(out, chatexport.Part{Name: p.Name})
			}
			if p.Text != "" {
				out = append(out, chatexport.Part{Plain: p.Text})
			}
		case chat.PartImage:
			out = append(out, chatexport.Part{Name: conversation.AttachmentName(p), Picture: p.Blob})
		case chat.PartFile, chat.PartRemoteImage, chat.PartTranscript:
			out = append(out, chatexport.Part{Name: conversation.AttachmentName(p)})
		}
		joins = false
	}
	return out
}
