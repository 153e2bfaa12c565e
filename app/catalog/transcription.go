package catalog

import (
	"time"

	"parlando/app/chat"
)

// TranscriptFormat is the format that the model answered in with the most it can tell, as it was
// learned: a response_format of GATEWAY.md 2.8, "" while it is not known.
func (c *Catalog) TranscriptFormat(connection chat.ID, model string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return e.Transcript
	}
	return ""
}

// LearnTranscriptFormat remembers it. Such a model is none to chat with, unless the list says so.
func (c *Catalog) LearnTranscriptFormat(connection chat.ID, model, format string) {
	if c.TranscriptFormat(connection, model) == format {
		return
	}
	c.set(connection, model, func(e *entry) { e.Transcript = format })
}

// UploadLimit is the largest recording that the service has accepted, in bytes; 0 while it refused
// none.
func (c *Catalog) UploadLimit(connection chat.ID) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.document.Connections[connection]; s != nil {
		return max(s.UploadLimit, 0)
	}
	return 0
}

// LearnUploadLimit remembers it; 0 forgets it.
func (c *Catalog) LearnUploadLimit(connection chat.ID, bytes int64) {
	if connection == "" || c.UploadLimit(connection) == bytes {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.UploadLimit = bytes })
}

// AudioLimit is the longest recording that the model has shown to transcribe, 0 while it refused
// none.
func (c *Catalog) AudioLimit(connection chat.ID, model string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return time.Duration(max(e.AudioSeconds, 0) * float64(time.Second))
	}
	return 0
}

// LearnAudioLimit remembers it; 0 forgets it. Such a model is none to chat with, unless the list
// says so.
func (c *Catalog) LearnAudioLimit(connection chat.ID, model string, longest time.Duration) {
	if c.AudioLimit(connection, model) == longest {
		return
	}
	c.set(connection, model, func(e *entry) { e.AudioSeconds = longest.Seconds() })
}
