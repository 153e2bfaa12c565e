package client

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

func say(text string) SpeechRequest {
	return SpeechRequest{Model: "tts-1", Input: text, Voice: "alloy"}
}

func TestSpeechRequestCarriesWhatWasSetAndNothingElse(t *testing.T) {
	g := newGateway(t, Options{Key: "sk-1234"}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		if r.URL.Path != "/v1/audio/speech" {
			t.Errorf("asked at %s", r.URL.Path)
		}
		_, _ = w.Write(silentWAV(10))
	})
	full := SpeechRequest{Model: "tts-1-hd", Input: "A <b> & c", Voice: "nova", Format: AudioFLAC, Speed: 0.25, Instructions: "Calmly."}
	known := full
	known.Omit = []string{"instructions"}
	for _, r := range []SpeechRequest{say("Hi"), full, known} {
		if _, _, err := hear(t.Context(), g.Client, r); err != nil {
			t.Fatal(err)
		}
	}
	want := []map[string]any{
		{"model": "tts-1", "input": "Hi", "voice": "alloy"},
		{"model": "tts-1-hd", "input": "A <b> & c", "voice": "nova", "response_format": "flac", "speed": 0.25, "instructions": "Calmly."},
		{"model": "tts-1-hd", "input": "A <b> & c", "voice": "nova", "response_format": "flac", "speed": 0.25},
	}
	if got := g.sent(); !reflect.DeepEqual(got, want) {
		t.Errorf("sent %v", got)
	}
	if h := g.headers[0]; h.Get("Authorization") != "Bearer sk-1234" || h.Get("Accept") != "*/*" || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
}

func TestSpeechIsRefusedBeforeItIsSent(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) { _, _ = w.Write(silentWAV(10)) })
	for _, c := range []struct {
		text  string
		speed float64
		want  error
	}{{"", 0, ErrNoInput}, {strings.Repeat("ü", MaxSpeechCharacters+1), 0, ErrInputTooLong}, {"Hi", 0.2, nil}, {"Hi", 4.1, nil}, {"Hi", -1, nil}} {
		r := say(c.text)
		r.Speed = c.speed
		_, err := g.Speech(t.Context(), r)
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.BadRequest || e.Detail == "" || e.MayBeBilled || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%.10q at speed %v: %v", c.text, c.speed, err)
		}
	}
	if n := len(g.sent()); n != 0 {
		t.Errorf("%d were sent", n)
	}
	if _, _, err := hear(t.Context(), g.Client, say(strings.Repeat("ü", MaxSpeechCharacters))); err != nil {
		t.Errorf("the longest text: %v", err)
	}
}

// mp3Frames are frames of silence: MPEG 2, 24 kHz, 64 kbit/s.
func mp3Frames(n int) []byte {
	frame := append([]byte("\xff\xf3\x84\xc4"), make([]byte, 188)...)
	return bytes.Repeat(frame, n)
}

func adtsFrames(n int) []byte {
	frame := append([]byte{0xff, 0xf1, 0x58, 0x40, 0x02, 0x1f, 0xfc}, make([]byte, 9)...)
	return bytes.Repeat(frame, n)
}

func TestFormatIsFoundFromTheBytesAndNeverFromTheLabel(t *testing.T) {
	ogg := "OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x13"
	random := make([]byte, 4000)
	r := rand.New(rand.NewPCG(5, 6))
	for i := range random {
		random[i] = byte(r.UintN(256))
	}
	for name, c := range map[string]struct {
		sound string
		asked AudioFormat
		want  AudioFormat
	}{
		"mp3":                            {string(mp3Frames(3)), AudioMP3, AudioMP3},
		"mp3 for wav":                    {string(mp3Frames(3)), AudioWAV, AudioMP3},
		"mp3 for pcm":                    {string(mp3Frames(3)), AudioPCM, AudioMP3},
		"opus":                           {ogg + "OpusHead\x01\x01", AudioOpus, AudioOpus},
		"vorbis":                         {ogg + "\x01vorbis", AudioOpus, AudioOgg},
		"aac":                            {string(adtsFrames(3)), AudioAAC, AudioAAC},
		"aac for pcm":                    {string(adtsFrames(3)), AudioPCM, AudioAAC},
		"flac":                           {"fLaC\x00\x00\x00\x22" + strings.Repeat("\x00", 40), AudioFLAC, AudioFLAC},
		"wav":                            {string(silentWAV(100)), AudioWAV, AudioWAV},
		"wav for pcm":                    {string(silentWAV(100)), AudioPCM, AudioWAV},
		"pcm":                            {strings.Repeat("\xb8\x0b\x48\xf4", 100), AudioPCM, AudioPCM},
		"pcm of silence":                 {strings.Repeat("\x00", 100), AudioPCM, AudioPCM},
		"pcm that begins like mp3":       {"\xff\xfb\x90\xc4" + strings.Repeat("\xb8\x0b\x48\xf4", 2000), AudioPCM, AudioPCM},
		"pcm that begins like aac":       {"\xff\xf1\x58\x40\x02\x1f\xfc" + strings.Repeat("\xb8\x0b\x48\xf4", 2000), AudioPCM, AudioPCM},
		"two bytes of pcm":               {"\xff\xfb", AudioPCM, AudioPCM},
		"pcm of noise":                   {"\x01" + string(random), AudioPCM, AudioPCM},
		"bytes that are no known format": {"\x01\x02" + string(random), AudioMP3, ""},
	} {
		for _, label := range []string{"application/json", "audio/mpeg", "text/html"} {
			head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", label, len(c.sound))
			for _, pieces := range []func(int) int{nil, func(int) int { return 1 }} {
				request := say("Hi")
				request.Format = c.asked
				format, sound, err := hear(t.Context(), rawClient([]byte(head+c.sound), pieces), request)
				if err != nil || format != c.want || string(sound) != c.sound {
					t.Errorf("%s as %s: %q, %d of %d bytes, %v", name, label, format, len(sound), len(c.sound), err)
				}
			}
		}
	}
}

func TestWhatIsNoSoundIsNotPlayed(t *testing.T) {
	for body, want := range map[string]failure.Kind{
		`{"error":{"message":"No credit","code":"insufficient_credits"}}`: failure.Credit,
		` {"error":"model is loading"}`:                                   failure.Loading,
		"{\n \"error\": {\n \"message\": \"x\", \"code\": 401 } }":        failure.Auth,
		`{"audio":"https://example.org/a.mp3"}`:                           failure.BadReply,
		`{"audio":""}`:                                                    failure.BadReply,
		`[]`:                                                              failure.BadReply,
		`"audio"`:                                                         failure.BadReply,
		"Internal":                                                        failure.BadReply,
		"":                                                                failure.EmptyReply,
		" \r\n ":                                                          failure.EmptyReply,
		"<!DOCTYPE html><html><title>Sign in</title></html>":         failure.WrongAddress,
		"\n\n<html><title>Hotel</title></html>":                      failure.WrongAddress,
		"event: error\ndata: {\"message\":\"No.\"}\n\n":              failure.Server,
		"data: {\"error\":{\"message\":\"x\",\"code\":\"429\"}}\n\n": failure.RateLimit,
		": keep-alive\n\ndata: {\"type\":\"speech.audio.done\"}\n\n": failure.BadReply,
		`{"audio":"//OE`: failure.Truncated,
		"data: {\"type\":\"speech.audio.delta\",\"audio\":\"!!\"}\n\n": failure.BadReply,
	} {
		for _, asked := range []AudioFormat{AudioMP3, AudioPCM} {
			request := say("Hi")
			request.Format = asked
			s, err := rawClient([]byte("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"+body), nil).Speech(t.Context(), request)
			var e *failure.Error
			if !errors.As(err, &e) || e.Kind != want {
				t.Errorf("%q for %s: %v, want %s", body, asked, err, want)
			}
			if s != nil {
				_ = s.Close()
			}
		}
	}
}

func TestSoundInsideTextIsUnpacked(t *testing.T) {
	sound := mp3Frames(4)
	standard, address := base64.StdEncoding.EncodeToString(sound), base64.RawURLEncoding.EncodeToString(sound)
	for name, body := range map[string]string{
		"one value":     `{"audio":"` + standard + `"}`,
		"inside":        `{"data":{"audio":"` + standard + `"},"ok":true}`,
		"data URL":      `{"audio":"data:audio/mpeg;base64,` + standard + `"}`,
		"other letters": `{"audioContent":"` + address + `"}`,
		"cut anywhere":  "data: {\"audio\":\"" + standard[:5] + "\"}\n\ndata: {\"audio\":\"" + standard[5:303] + "\"}\n\ndata: {\"audio\":\"" + standard[303:] + "\"}\n\ndata: [DONE]\n\n",
		"each by itself": "data: {\"type\":\"speech.audio.delta\",\"audio\":\"" + base64.StdEncoding.EncodeToString(sound[:100]) + "\"}\n\n" +
			"data: {\"type\":\"speech.audio.delta\",\"audio\":\"" + base64.StdEncoding.EncodeToString(sound[100:]) + "\"}\n\ndata: {\"type\":\"speech.audio.done\"}\n\n",
	} {
		format, got, err := hear(t.Context(), rawClient([]byte("HTTP/1.1 200 OK\r\n\r\n"+body), nil), say("Hi"))
		if err != nil || format != AudioMP3 || !bytes.Equal(got, sound) {
			t.Errorf("%s: %q, %d of %d bytes, %v", name, format, len(got), len(sound), err)
		}
	}
	events := "data: {\"type\":\"speech.audio.delta\",\"audio\":\"" + standard + "\"}\n\n"
	_, got, err := hear(t.Context(), rawClient([]byte("HTTP/1.1 200 OK\r\n\r\n"+events), nil), say("Hi"))
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Truncated || !bytes.Equal(got, sound) {
		t.Errorf("without an end: %d bytes, %v", len(got), err)
	}
}

func TestSpeechThatWasCutOffKeepsWhatCame(t *testing.T) {
	sound := string(mp3Frames(4))
	for name, body := range map[string]string{
		"by its length": "Content-Length: 5000\r\n\r\n" + sound,
		"in its chunks": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(sound), sound),
		"inside one":    "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + sound,
	} {
		format, got, err := hear(t.Context(), rawClient([]byte("HTTP/1.1 200 OK\r\n"+body), nil), say("Hi"))
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.Network || !e.MayBeBilled || !e.Retryable() || !errors.Is(err, io.ErrUnexpectedEOF) || format != AudioMP3 || string(got) != sound {
			t.Errorf("%s: %q, %d of %d bytes, %v", name, format, len(got), len(sound), err)
		}
	}
}

func TestSpeechIsThereAsSoonAsItComes(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		_, _ = w.Write(mp3Frames(1))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	s, err := g.Speech(t.Context(), say("Hi"))
	if err != nil || s.Format() != AudioMP3 {
		t.Fatal(err)
	}
	if n, err := io.ReadFull(s, make([]byte, 192)); err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	go func() { _ = s.Close() }()
	if n, err := s.Read(make([]byte, 10)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("after Close: %d bytes, %v", n, err)
	}
	if _, err := s.Read(make([]byte, 10)); !errors.Is(err, context.Canceled) {
		t.Errorf("and once more: %v", err)
	}
}

func TestSilenceOfSpeechCountsOnlyWhileItIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		c := pipeClient(Options{}, func(conn net.Conn) {
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n"+string(mp3Frames(1)))
			_, _ = conn.Write(mp3Frames(1))
			<-over
		})
		s, err := c.Speech(t.Context(), say("Hi"))
		if err != nil {
			t.Fatal(err)
		}
		frame := make([]byte, 192)
		_, first := io.ReadFull(s, frame)
		time.Sleep(10 * time.Minute) // the user has pressed pause
		_, second := io.ReadFull(s, frame)
		start := time.Now()
		_, err = s.Read(frame)
		close(over)
		var e *failure.Error
		if first != nil || second != nil || !errors.As(err, &e) || e.Kind != failure.NoData || time.Since(start) != time.Minute {
			t.Errorf("%v, %v, then %v after %v", first, second, err, time.Since(start))
		}
		_ = s.Close()
	})
}

func TestRefusedFieldOfSpeechIsLeftOut(t *testing.T) {
	for field, refusal := range map[string]string{
		"speed":        `{"error":{"message":"Unknown parameter: 'speed'.","param":"speed"}}`,
		"instructions": `{"error":{"message":"Unsupported parameter: 'instructions' is not supported with this model.","param":"instructions"}}`,
	} {
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
			if body[field] != nil {
				refuseJSON(w, 400, refusal)
				return
			}
			_, _ = w.Write(silentWAV(10))
		})
		r := say("Hi")
		r.Speed, r.Instructions = 2, "Calmly."
		s, err := g.Speech(t.Context(), r)
		if err != nil || !reflect.DeepEqual(failure.RefusedFields(s.Dropped()), []string{field}) {
			t.Fatalf("%s: %v", field, err)
		}
		_ = s.Close()
		if n := len(g.sent()); n != 2 {
			t.Errorf("%s: asked %d times", field, n)
		}
	}
}

// Whoever asks for one format exactly would rather hear that it is refused than get another one.
func TestAnExactFormatOfSpeechIsNeverLeftOut(t *testing.T) {
	var asked []any
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
		asked = append(asked, body["response_format"])
		refuseJSON(w, 400, `{"error":{"message":"'flac' is not supported. These formats work: mp3, wav.","param":"response_format"}}`)
	})
	r := say("Hi")
	r.Format, r.ExactFormat, r.Omit = AudioFLAC, true, []string{"response_format"}
	_, err := g.Speech(t.Context(), r)
	refused := failure.Refusals(err)
	if len(refused) != 1 || refused[0].Field != "response_format" || refused[0].Value != "flac" ||
		refused[0].AnyValue || !strings.Contains(refused[0].Reason, "mp3, wav") {
		t.Errorf("%+v, %v", refused, err)
	}
	if !reflect.DeepEqual(asked, []any{"flac"}) {
		t.Errorf("asked for %v", asked)
	}
}
