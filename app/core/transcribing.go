package core

import (
	"context"

	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
)

// transcribe opens the transcripts. Their queue is started with Begin at the end of Open.
func (c *Core) transcribe(ctx context.Context, o Options) {
	c.transcriber = transcriber.New(transcriber.Options{Services: c.Connections, Learned: c.Catalog, Now: c.common.Now, InPlace: c.common.InPlace})
	var err error
	c.Transcripts, err = transcripts.Open(ctx, transcripts.Options{
		Dir: c.Paths.Data, Database: c.History.Database(), Transcriber: c.transcriber, Services: c.Connections, Catalog: c.Catalog, Settings: c.Settings.Get,
		Recordings: c.Recordings, WaitReason: c.waitReason, CommonOptions: c.common, SpeakerName: o.SpeakerName,
	})
	if err != nil {
		c.Log.Warn("The transcripts could not be listed", "error", err)
		c.unread = append(c.unread, TranscriptsReadFailed)
	}
	c.atCloseWithin("transcripts", c.Transcripts.Close)
}
