package core

import (
	"context"
	"errors"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/dictation"
	"parlando/app/dictation/utterance"
	"parlando/app/transcripts/transcriber"
	"parlando/app/voicechat"
	"parlando/client"
	"parlando/client/failure"
)

// dictate creates dictation and voice chat. It opens no microphone and sends nothing.
func (c *Core) dictate() {
	listener := utterance.New(utterance.Options{
		Recordings: c.Recordings, Transcriber: c.transcriber, Model: c.Transcripts.DefaultModel, Settings: c.Settings.Get, Ready: c.Connections.CheckUsable,
		CommonOptions: c.common,
	})
	c.Dictation = dictation.New(dictation.Options{
		Listener: listener, Settings: c.Settings.Get, Gateways: gateways{c.Connections}, Refusals: c.Catalog, CommonOptions: c.common,
	})
	c.atClose("dictation", c.Dictation.Close)
	c.VoiceChat = voicechat.New(voicechat.Options{
		Listener: listener, Replies: c.Replies, Drafts: c.Drafts, Speech: c.Speech, History: c.History,
		Settings: c.Settings.Get, CommonOptions: c.common,
	})
	c.atClose("conversation by voice", c.VoiceChat.Close)
}

// transcriberGateways adapts connections to a transcriber.
type transcriberGateways struct{ connections *connections.Connections }

// Service implements transcriber.Gateways.
func (g transcriberGateways) Service(id chat.ID) (chat.ID, string) {
	return speechGateways(g).Service(id)
}

// Client implements transcriber.Gateways.
func (g transcriberGateways) Client(ctx context.Context, id chat.ID) (transcriber.Gateway, error) {
	c, err := g.connections.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	return transcriberGateway{c, reporter(g.connections, id)}, nil
}

type transcriberGateway struct {
	client *client.Client
	report func(ask.Outcome)
}

// Transcribe implements transcriber.Gateway.
func (g transcriberGateway) Transcribe(ctx context.Context, r client.TranscriptionRequest) (client.Transcript, error) {
	t, err := g.client.Transcribe(ctx, r)
	var refused *failure.Error
	if r.ExactFormat && errors.As(err, &refused) && (refused.Kind == failure.UnsupportedParam || refused.Kind == failure.BadRequest) {
		return t, err // the transcriber requests another format
	}
	g.report(ask.Outcome{What: catalog.TranscribesAudio, Model: r.Model, Err: err})
	return t, err
}
