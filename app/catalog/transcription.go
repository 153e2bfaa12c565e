package catalog

import (
	"slices"
	"time"

	"parlando/app/chat"
)

// TranscriptFormat returns the most informative response_format (GATEWAY.md 2.8) in which the model
// has answered, or what package transcriber is to try next, "" if unknown.
func (c *Catalog) TranscriptFormat(connection chat.ID, model string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return e.Transcript
	}
	return ""
}

// LearnTranscriptFormat records that format. Such a model is not a chat model, unless the list says
// so.
func (c *Catalog) LearnTranscriptFormat(connection chat.ID, model, format string) {
	if c.TranscriptFormat(connection, model) == format {
		return
	}
	c.set(connection, model, func(e *entry) { e.Transcript = format })
}

// RefusesTranscriptFormat reports whether the model has refused a response_format.
func (c *Catalog) RefusesTranscriptFormat(connection chat.ID, model, format string) bool {
	return slices.ContainsFunc(c.Refusals(connection, model), func(r Refusal) bool { return r.Field == formatField && (r.AnyValue || r.Value == format) })
}

// Diarizes reports whether the list says that the model tells speakers apart.
func (c *Catalog) Diarizes(connection chat.ID, model string) bool {
	m, _ := c.Model(connection, model)
	return m.Diarizes
}

// UploadLimit returns the largest recording that the service has accepted, in bytes; 0 if it
// refused none.
func (c *Catalog) UploadLimit(connection chat.ID) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.document.Connections[connection]; s != nil {
		return max(s.UploadLimit, 0)
	}
	return 0
}

// LearnUploadLimit records that limit; 0 clears it.
func (c *Catalog) LearnUploadLimit(connection chat.ID, bytes int64) {
	if connection == "" || c.UploadLimit(connection) == bytes {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.UploadLimit = bytes })
}

// AudioLimit returns the longest recording that the model has transcribed, 0 if it refused none.
func (c *Catalog) AudioLimit(connection chat.ID, model string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return time.Duration(max(e.AudioSeconds, 0) * float64(time.Second))
	}
	return 0
}

// LearnAudioLimit records that limit; 0 clears it. Such a model is not a chat model, unless the
// list says so.
func (c *Catalog) LearnAudioLimit(connection chat.ID, model string, longest time.Duration) {
	if c.AudioLimit(connection, model) == longest {
		return
	}
	c.set(connection, model, func(e *entry) { e.AudioSeconds = longest.Seconds() })
}
