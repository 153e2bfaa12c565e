package client

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"parlando/client/failure"
)

// hum returns 100 ms of a quiet tone after as much silence, as samples of 16 bits.
func hum(rate, channels int, order binary.AppendByteOrder) string {
	var b []byte
	for i := range rate / 5 {
		v := 0.0
		if i > rate/10 {
			v = 3000 * math.Sin(2*math.Pi*200*float64(i)/float64(rate))
		}
		for range channels {
			b = order.AppendUint16(b, uint16(int16(v)))
		}
	}
	return string(b)
}

func TestRawSoundIsToldByItsType(t *testing.T) {
	little := func(rate, channels int) string { return hum(rate, channels, binary.LittleEndian) }
	// wav returns raw sound behind the header of a WAV file.
	wav := func(rate, channels int) string {
		h := []byte("RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00")
		h = binary.LittleEndian.AppendUint16(h, uint16(channels))
		h = binary.LittleEndian.AppendUint32(h, uint32(rate))
		h = binary.LittleEndian.AppendUint32(h, uint32(rate*2*channels))
		h = binary.LittleEndian.AppendUint16(h, uint16(2*channels))
		return string(h) + "\x10\x00data\xff\xff\xff\xff" + little(rate, channels)
	}
	for _, c := range []struct {
		label, sound string
		asked        AudioFormat
		format       AudioFormat
		want         string
	}{
		// OpenRouter
		{"audio/pcm;rate=24000;channels=1", little(24000, 1), AudioMP3, AudioPCM, little(24000, 1)},
		{"audio/pcm", little(24000, 1), "", AudioPCM, little(24000, 1)},
		{"audio/pcm; rate=16000", little(16000, 1), AudioPCM, AudioWAV, wav(16000, 1)},
		{"audio/x-pcm;rate=48000;channels=2", little(48000, 2), AudioMP3, AudioWAV, wav(48000, 2)},
		// Gemini
		{"audio/L16;codec=pcm;rate=24000", little(24000, 1), AudioMP3, AudioPCM, little(24000, 1)},
		{"audio/L16;rate=16000;channels=2", hum(16000, 2, binary.BigEndian), AudioMP3, AudioWAV, wav(16000, 2)},
		{"audio/l16; rate=24000", hum(24000, 1, binary.BigEndian), AudioWAV, AudioWAV, wav(24000, 1)},
		{"audio/pcm;rate=7;channels=900", little(24000, 1), AudioMP3, AudioPCM, little(24000, 1)},
		{"audio/pcm;rate=8000", string(mp3Frames(3)), AudioMP3, AudioMP3, string(mp3Frames(3))},
		{"audio/mpeg", little(24000, 1), AudioMP3, "", little(24000, 1)},
	} {
		head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", c.label, len(c.sound))
		for _, pieces := range []func(int) int{nil, func(int) int { return 1 }} {
			r := say("Hi")
			r.Format = c.asked
			format, sound, err := hear(t.Context(), rawClient([]byte(head+c.sound), pieces), r)
			if err != nil || format != c.format || string(sound) != c.want {
				t.Errorf("%s: %q, %d of %d bytes, %v", c.label, format, len(sound), len(c.want), err)
			}
		}
	}
}

func TestSoundAsADataAddressIsUnpacked(t *testing.T) {
	sound := string(mp3Frames(40))
	encoded := base64.StdEncoding.EncodeToString([]byte(sound))
	pcm := hum(24000, 1, binary.LittleEndian)
	for body, want := range map[string]string{
		"data:audio/mpeg;base64," + encoded:                                         sound,
		"\ndata:audio/mpeg;base64," + encoded[:76] + "\r\n" + encoded[76:] + "\r\n": sound,
		`"data:audio/mpeg;base64,` + encoded + `"`:                                  sound,
		// Mistral
		`{"audio_data":"` + encoded + `"}`:                                                                    sound,
		"data:audio/pcm;rate=24000;base64," + base64.StdEncoding.EncodeToString([]byte(pcm)):                  pcm,
		`{"audio":"data:audio/L16;rate=24000;base64,` + base64.StdEncoding.EncodeToString([]byte(pcm)) + `"}`: pcm,
	} {
		r := say("Hi")
		r.Format = AudioMP3
		for _, pieces := range []func(int) int{nil, func(int) int { return 7 }} {
			format, got, err := hear(t.Context(), rawClient([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"+body), pieces), r)
			if err != nil || format == "" || string(got) != want {
				t.Errorf("%.60q: %q, %d of %d bytes, %.200v", body, format, len(got), len(want), err)
			}
		}
	}
}

// What a refusal names is asked for at once, and told to be learned.
func TestSpeechIsAskedForInTheWayThatARefusalNames(t *testing.T) {
	type form = map[string]any
	for name, c := range map[string]struct {
		accepts func(form) string // the refusal, "" for none
		request SpeechRequest
		want    form // the fields of the request that was accepted
		refused string
	}{
		"a format": {
			func(f form) string {
				if f["response_format"] != "wav" && f["response_format"] != "pcm" {
					return `{"error":{"message":"Gemini TTS does not support response_format. Supported formats: pcm, wav"}}`
				}
				return ""
			},
			SpeechRequest{Voice: "alloy", Format: AudioMP3, Fallbacks: []AudioFormat{AudioWAV, AudioPCM}},
			form{"voice": "alloy", "response_format": "wav"},
			"response_format",
		},
		"none of the formats": {
			func(f form) string {
				if f["response_format"] != nil {
					return `{"error":{"message":"response_format must be one of [ulaw]"}}`
				}
				return ""
			},
			SpeechRequest{Voice: "alloy", Format: AudioMP3, Fallbacks: []AudioFormat{AudioWAV, AudioPCM}},
			form{"voice": "alloy"},
			"response_format",
		},
		"a voice": {
			func(f form) string {
				if f["voice"] != "tara" {
					return `{"detail":[{"loc":["body","voice"],"msg":"Input should be 'tara' or 'leah'"}]}`
				}
				return ""
			},
			SpeechRequest{Voice: "alloy", Format: AudioMP3},
			form{"voice": "tara", "response_format": "mp3"},
			"voice",
		},
		"another field": {
			func(f form) string {
				if f["voice"] != nil {
					return `{"message":{"detail":[{"type":"extra_forbidden","loc":["body","voice"],"msg":"Extra inputs are not permitted"}]}}`
				}
				return ""
			},
			SpeechRequest{Voice: "gb_jane_neutral"},
			form{"voice_id": "gb_jane_neutral"},
			"voice",
		},
		"a field learned before": {
			func(form) string { return "" }, SpeechRequest{Voice: "gb_jane_neutral", Omit: []string{"voice"}}, form{"voice_id": "gb_jane_neutral"}, "",
		},
		"a voice by another field": {
			func(f form) string {
				if f["voice_id"] != "tara" {
					return `{"message":"Either voice_id or ref_audio must be provided. Available voices: tara, leah"}`
				}
				return ""
			},
			SpeechRequest{Voice: "alloy"},
			form{"voice_id": "tara"},
			"voice voice_id",
		},
	} {
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
			if refusal := c.accepts(body); refusal != "" {
				refuseJSON(w, 422, refusal)
				return
			}
			_, _ = w.Write(silentWAV(10))
		})
		c.request.Model, c.request.Input = "m", "Hi"
		s, err := g.Speech(t.Context(), c.request)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = s.Close()
		sent := g.sent()
		c.want["model"], c.want["input"] = "m", "Hi"
		if last := sent[len(sent)-1]; len(sent) > 3 || !reflect.DeepEqual(last, c.want) {
			t.Errorf("%s: sent %v", name, sent)
		}
		if got := strings.Join(failure.RefusedFields(s.Dropped()), " "); got != c.refused {
			t.Errorf("%s: dropped %q", name, got)
		}
	}
}

// A service that refuses whatever it names is asked once more, and no further.
func TestARefusalThatContradictsItselfIsTheEnd(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, n int) {
		refuseJSON(w, 400, fmt.Sprintf(`{"error":{"message":"Unknown voice. Available voices: a%d, b%d"}}`, n, n))
	})
	if _, err := g.Speech(t.Context(), say("Hi")); err == nil || len(g.sent()) != 2 {
		t.Errorf("asked %d times, %v", len(g.sent()), err)
	}
	exact := say("Hi")
	exact.ExactVoice = true
	if _, err := g.Speech(t.Context(), exact); len(failure.Refusals(err)) != 1 || len(g.sent()) != 3 {
		t.Errorf("a voice that may not be replaced: asked %d times, %v", len(g.sent()), err)
	}
}

func TestTheListNamesTheVoicesOfItsModels(t *testing.T) {
	models, ok := readModels([]byte(`{"data":[
		{"id":"flux-tts","architecture":{"output_modalities":["speech"]},"supported_parameters":{"voice":{"type":"enum","values":["zoe","max"]},"speed":{}}},
		{"id":"kokoro","type":"tts","voices":[{"id":"af_heart","name":"Heart"},{"name":"Bella"},7]},
		{"id":"orpheus","supported_voices":["tara","tara","leah"]},
		{"id":"tts-1"},
		{"id":"gpt","type":"chat","supported_parameters":["tools"],"voices":["alloy"]}]}`))
	want := [][]string{{"zoe", "max"}, {"af_heart", "Bella"}, {"tara", "leah"}, nil, nil}
	for i, m := range models {
		if !reflect.DeepEqual(m.Voices, want[i]) {
			t.Errorf("%s: %q, want %q", m.ID, m.Voices, want[i])
		}
	}
	if !ok || len(models) != len(want) {
		t.Errorf("%d models", len(models))
	}
}
