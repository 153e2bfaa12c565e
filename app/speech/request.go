package speech

import (
	"parlando/app/chat"
	"parlando/client"
)

// format is the requested format: nearly every service supports it, and no other format that can be
// played while it arrives is smaller. Sound that arrives in another format is cached under it, too.
const format = client.AudioMP3

// fallbacks are the formats to request from a model that refuses format, best first.
var fallbacks = []client.AudioFormat{client.AudioWAV, client.AudioFLAC, client.AudioAAC, client.AudioOpus, client.AudioPCM}

// NewRequest returns the request for the sound of a text (GATEWAY.md 2.7), in a format that the
// model of v is not known to refuse; known may be nil. If f is MP3, it may be replaced by the best
// other format of the model. Any other f is required: a model that refuses it gives an error.
func NewRequest(known interface {
	Voice(connection chat.ID, model, chosen string) (voice string, exact bool)
	SoundFormat(connection chat.ID, model string, formats ...string) string
}, v Voice, text string, f client.AudioFormat,
) client.SpeechRequest {
	r := client.SpeechRequest{
		Model: v.Model, Input: text, Voice: v.Voice, Speed: v.Speed, Instructions: v.Instructions, Format: f, ExactFormat: f != format,
	}
	if r.Speed == 1 {
		r.Speed = 0 // the default
	}
	if known == nil || v.Local {
		return r
	}
	_, r.ExactVoice = known.Voice(v.Connection, v.Model, v.Voice)
	if f == format {
		formats := []string{string(format)}
		for _, f := range fallbacks {
			formats = append(formats, string(f))
		}
		r.Format, r.Fallbacks = client.AudioFormat(known.SoundFormat(v.Connection, v.Model, formats...)), fallbacks
	}
	return r
}
