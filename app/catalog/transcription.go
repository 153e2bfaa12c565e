package catalog

import (
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/client/fieldname"
)

// TranscriptFormat returns the response_format (GATEWAY.md 2.8) that package transcriber should
// request first: the most informative one that worked or the next to try; "" if unknown.
func (c *Catalog) TranscriptFormat(connection chat.ID, model string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return e.Transcript
	}
	return ""
}

// LearnTranscriptFormat records the TranscriptFormat of a model. The model then no longer counts as
// a chat model, unless the list says so.
func (c *Catalog) LearnTranscriptFormat(connection chat.ID, model, format string) {
	if c.TranscriptFormat(connection, model) == format {
		return
	}
	c.set(connection, model, func(e *entry) { e.Transcript = format })
}

// RefusesTranscriptFormat reports whether the model has refused a response_format.
func (c *Catalog) RefusesTranscriptFormat(connection chat.ID, model, format string) bool {
	return slices.ContainsFunc(c.Refusals(connection, model), func(r Refusal) bool { return r.Field == fieldname.ResponseFormat && (r.AnyValue || r.Value == format) })
}

// Diarizes reports whether the list says that the model tells speakers apart.
func (c *Catalog) Diarizes(connection chat.ID, model string) bool {
	m, _ := c.Model(connection, model)
	return m.Diarizes
}

// UploadLimit returns the maximum size of a recording in bytes, learned from refusals; 0 if
// unknown.
func (c *Catalog) UploadLimit(connection chat.ID) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.document.Connections[connection]; s != nil {
		return max(s.UploadLimit, 0)
	}
	return 0
}

// LearnUploadLimit records the UploadLimit; 0 clears it.
func (c *Catalog) LearnUploadLimit(connection chat.ID, bytes int64) {
	if connection == "" || c.UploadLimit(connection) == bytes {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.UploadLimit = bytes })
}

// AudioLimit returns the learned maximum length of a recording; 0 if unknown.
func (c *Catalog) AudioLimit(connection chat.ID, model string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return time.Duration(max(e.AudioSeconds, 0) * float64(time.Second))
	}
	return 0
}

// LearnAudioLimit records the AudioLimit; 0 clears it. The model then no longer counts as a chat
// model, unless the list says so.
func (c *Catalog) LearnAudioLimit(connection chat.ID, model string, longest time.Duration) {
	if c.AudioLimit(connection, model) == longest {
		return
	}
	c.set(connection, model, func(e *entry) { e.AudioSeconds = longest.Seconds() })
}
