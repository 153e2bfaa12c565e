package deleted

import (
	"cmp"
	"strings"

	"parlando/app/chat"
	"parlando/app/chatexport"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/views/exporter"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
)

// look shows the content of an item, or plays it.
func (s *Sheet) look(item entry) {
	ctx, unread := s.frame.Context(), s.unread(item)
	switch item.Kind {
	case wholeChat, someMessages:
		uithread.Load(s.looks, func() ([]chat.Message, error) {
			if item.Kind == someMessages {
				return s.owners.Chats.DeletedMessages(ctx, item.ID)
			}
			heads, err := s.owners.Chats.DeletedThread(ctx, item.ID)
			if err != nil {
				return nil, err
			}
			return s.owners.Chats.Messages(ctx, chat.IDs(heads))
		}, func(ms []chat.Message) {
			c := chatexport.Chat{Messages: exporter.Messages(ms, s.links.ModelName)}
			uithread.Load(s.looks, func() (string, error) {
				// The title of a chat without messages is its unsent text.
				return cmp.Or(chatexport.PlainText(c), item.Title), nil
			}, func(text string) { shell.ShowText(s.frame, item.Title, text) }, unread)
		}, unread)
	case aTranscript:
		uithread.Load(s.looks, func() (string, error) { return s.transcript(item.ID) },
			func(text string) { shell.ShowText(s.frame, item.Title, text) }, unread)
	case aRecording:
		s.play(item, func() (string, error) { return s.owners.Recordings.Path(ctx, item.ID) })
	case aProject: // has nothing to read
	case aSoundFile:
		s.play(item, func() (string, error) { return s.owners.SpeechExports.Path(item.ID) })
	}
}

// unread returns an error handler that tells the user that an item could not be read and offers to
// try again.
func (s *Sheet) unread(item entry) func(error) {
	return func(err error) {
		s.failed(err, i18n.Text("This couldn't be read. It's still saved."), func() { s.look(item) })
	}
}

// transcript reads a transcript as text.
func (s *Sheet) transcript(id chat.ID) (string, error) {
	ctx := s.frame.Context()
	lines, err := s.owners.Transcripts.DeletedLines(ctx, id)
	if err != nil {
		return "", err
	}
	list, err := s.owners.Transcripts.Deleted(ctx)
	if err != nil {
		return "", err
	}
	var t transcripts.Transcript
	for _, d := range list {
		if d.ID == id {
			t = d
		}
	}
	var text strings.Builder
	err = export.Write(ctx, &text, export.Text, export.NewDocument(t, lines), export.Options{Times: true, Speakers: true})
	return text.String(), err
}

// play plays an item, or pauses or resumes it.
func (s *Sheet) play(item entry, find func() (string, error)) {
	if s.owners.Speech.Snapshot().IsReading(source(item)) {
		s.owners.Speech.Toggle()
		return
	}
	uithread.Load(s.looks, find, func(path string) { s.owners.Speech.PlayFile(source(item), item.Title, path) }, s.unread(item))
}

// source returns the speech source of an item.
func source(item entry) speech.Source {
	return speech.Source{Kind: speech.File, ID: string(item.ID)}
}
