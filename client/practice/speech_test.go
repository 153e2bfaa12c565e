package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"parlando/client"
	"parlando/media/audio"
	"parlando/media/voice"
	"parlando/media/voice/voicetest"
)

// recite asks for speech with the fields of a request; body, when it is not "", is sent instead of
// them.
func recite(ctx context.Context, t testing.TB, server *httptest.Server, fields map[string]any, body string) *http.Response {
	t.Helper()
	if body == "" {
		b, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		body = string(b)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/v1/audio/speech", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Key)
	r.Header.Set("Content-Type", "application/json")
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// seconds returns the length of a sound.
func seconds(t *testing.T, format string, data []byte) float64 {
	t.Helper()
	d := audio.NewPCMDecoder(bytes.NewReader(data))
	if format != "pcm" {
		if is := audio.DetectFormat(data); string(is) != format {
			t.Fatalf("%s is %q", format, is)
		}
		var err error
		if d, err = audio.NewDecoder(bytes.NewReader(data)); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
	n := 0
	for part := make([]float32, 8192); ; {
		m, err := d.Read(part)
		n += m
		if errors.Is(err, io.EOF) {
			return float64(n) / float64(d.Channels()) / float64(d.Rate())
		}
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
}

const harbor = "Please carry the blue boxes to the harbor before noon. Thank you."

func reciting(more ...any) map[string]any {
	fields := map[string]any{"model": VoiceModel, "voice": "alloy", "input": harbor}
	for i := 0; i < len(more); i += 2 {
		fields[more[i].(string)] = more[i+1]
		if more[i+1] == "left out" {
			delete(fields, more[i].(string))
		}
	}
	return fields
}

// spoke is the body of an answer that must be well.
func spoke(t *testing.T, res *http.Response) []byte {
	t.Helper()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v after %d bytes: %.300s", res.Status, err, len(data), data)
	}
	return data
}

// saidNo is the error of a refused request.
type saidNo struct{ Message, Param, Code string }

func refusedFor(t *testing.T, res *http.Response) saidNo {
	t.Helper()
	var body struct{ Error saidNo }
	if err := json.NewDecoder(res.Body).Decode(&body); err != nil || res.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %v", res.Status, err)
	}
	return body.Error
}

func TestEveryFormatHoldsTheWholeSpeech(t *testing.T) {
	voicetest.NeedsVoice(t)
	_, server := listening(t, Options{})
	want := seconds(t, "pcm", spoke(t, recite(t.Context(), t, server, reciting("response_format", "pcm", "speed", 2), "")))
	if want < 1.5 || want > 5 {
		t.Errorf("%.2f seconds", want)
	}
	for _, model := range []string{VoiceModel, VoiceHDModel, VoiceMiniModel} {
		for format, kind := range map[string]string{"mp3": "audio/mpeg", "aac": "audio/aac", "flac": "audio/flac", "wav": "audio/wav", "pcm": "audio/pcm; rate=24000; channels=1"} {
			res := recite(t.Context(), t, server, reciting("response_format", format, "model", model, "speed", 2), "")
			if s := seconds(t, format, spoke(t, res)); math.Abs(s-want) > 0.15 {
				t.Errorf("%s, %s: %.2f seconds instead of %.2f", model, format, s, want)
			}
			if got := res.Header.Get("Content-Type"); got != kind {
				t.Errorf("%s is called %s", format, got)
			}
			if got := res.Header.Get("X-Practice-Voice"); got != "espeak-ng" || res.ContentLength != -1 || res.Header.Get("X-Request-Id") == "" {
				t.Errorf("%s: spoken by %q, length %d", format, got, res.ContentLength)
			}
		}
	}
	if audio.DetectFormat(spoke(t, recite(t.Context(), t, server, reciting(), ""))) != audio.MP3 {
		t.Error("mp3 is not the default")
	}
}

func TestSpeechIsCheckedFieldByField(t *testing.T) {
	voicetest.NeedsVoice(t)
	_, server := listening(t, Options{})
	for _, c := range []struct {
		field  string
		value  any
		status int
		says   string
	}{
		{"model", "left out", 400, "Missing"},
		{"model", "tts-9", 404, "tts-9"},
		{"model", WriterModel, 400, "/v1/chat/completions"},
		{"model", TranscriptionModel, 400, "/v1/audio/transcriptions"},
		{"model", 1, 400, "string"},
		{"input", "left out", 400, "Missing"},
		{"input", "", 400, "1 to 4096"},
		{"input", nil, 400, "Missing"},
		{"input", []string{"a"}, 400, "an array"},
		{"input", strings.Repeat("𝄞", 4097), 400, "4097 characters, and at most 4096"},
		{"voice", "left out", 400, "Missing"},
		{"voice", "Alloy", 400, "'alloy', 'echo', 'fable', 'onyx', 'nova' and 'shimmer'"},
		{"voice", 7, 400, "string"},
		{"speed", 0.2499, 400, "0.25 to 4"},
		{"speed", 4.0001, 400, "0.25 to 4"},
		{"speed", "1", 400, "number"},
		{"response_format", "ogg", 400, "mp3, aac, flac, wav, pcm"},
		{"response_format", true, 400, "string"},
	} {
		res := recite(t.Context(), t, server, reciting(c.field, c.value), "")
		f := refusedFor(t, res)
		if res.StatusCode != c.status || f.Param != c.field || !strings.Contains(f.Message, c.says) {
			t.Errorf("%s %.20v: %d, %+v", c.field, c.value, res.StatusCode, f)
		}
	}
	for _, body := range []string{"{", `{"input": "` + "\xff" + `"}`, "[]", " "} {
		if res := recite(t.Context(), t, server, nil, body); res.StatusCode != 400 {
			t.Errorf("%q: %s", body, res.Status)
		}
	}
	if res := recite(t.Context(), t, server, nil, `{"input":"`+strings.Repeat("a", maxSpeechRequest)+`"}`); res.StatusCode != 413 {
		t.Error(res.Status)
	}
	for _, format := range []audio.Format{audio.MP3, audio.Opus, audio.AAC, audio.FLAC, audio.WAV, audio.PCM} {
		res := recite(t.Context(), t, server, reciting("response_format", format, "input", "Hi."), "")
		if res.StatusCode == 200 {
			continue
		}
		if f := refusedFor(t, res); format != audio.Opus || f.Param != "response_format" || !strings.Contains(f.Message, "mp3, aac, flac, wav, pcm") {
			t.Errorf("%s: %+v", format, f)
		}
	}
	for name, fields := range map[string]map[string]any{
		"unknown fields": reciting("instructions", "Kindly.", "stream_format", "sse", "new", 1),
		"nulls":          reciting("speed", nil, "response_format", nil),
		"its ends":       reciting("speed", 4, "input", "a"),
		"signs":          reciting("input", "…!?"),
		"four bytes":     reciting("input", strings.Repeat("𝄞", 4096)),
		"NUL":            reciting("input", "\x00\x01\u2028", "response_format", "wav"),
	} {
		if data := spoke(t, recite(t.Context(), t, server, fields, "")); len(data) < 500 {
			t.Errorf("%s: %d bytes", name, len(data))
		}
	}
	// Half of a pair of escapes is no character, and no reason to fail.
	if data := spoke(t, recite(t.Context(), t, server, nil, `{"model":"tts-1","voice":"echo","input":"\ud800 a"}`)); len(data) < 500 {
		t.Error(len(data))
	}
}

func TestTheLongestTextIsCountedInCharacters(t *testing.T) {
	voicetest.NeedsVoice(t)
	_, server := listening(t, Options{})
	for _, text := range []string{strings.Repeat("😀", 4096), strings.Repeat("é à ", 1024)} {
		ctx, cancel := context.WithCancel(t.Context())
		res := recite(ctx, t, server, reciting("input", text, "speed", 4, "response_format", "pcm"), "")
		if n, err := io.ReadFull(res.Body, make([]byte, 48_000)); res.StatusCode != 200 || err != nil {
			t.Errorf("%.8s: %s, %d bytes, %v", text, res.Status, n, err)
		}
		cancel()
	}
}

// fakeVoice puts a program called espeak-ng in the place of the voice of this computer. It speaks
// the first sentence with a second of sound, and then does what then says; $me is a file for its
// process id.
func fakeVoice(t *testing.T, then string) (me string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	folder := t.TempDir()
	var wav bytes.Buffer
	e, err := audio.NewEncoder(&wav, audio.WAV, voice.Rate, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(make([]float32, voice.Rate)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "speech.wav"), wav.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	me = filepath.Join(folder, "me")
	program := fmt.Sprintf(`#!/bin/sh
PATH=/usr/bin:/bin
if [ "$1" = --voices ]; then echo ' 2  en-us  --/M English'; exit; fi
read -r first
case $first in One*) exec cat '%s/speech.wav';; esac
me='%s'
%s
`, folder, me, then)
	if err := os.WriteFile(filepath.Join(folder, "espeak-ng"), []byte(program), 0o700); err != nil { //nolint:gosec // It is a program.
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
	return me
}

// comes waits until a file is there, and gives what it says.
func comes(t *testing.T, path string) string {
	t.Helper()
	for t.Context().Err() == nil {
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			return strings.TrimSpace(string(b))
		}
		runtime.Gosched()
	}
	t.Fatal(path + " never came")
	return ""
}

func TestTheFirstSentenceIsHeardBeforeTheLastIsMade(t *testing.T) {
	me := fakeVoice(t, "echo $$ > $me; exec sleep 1000")
	_, server := listening(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res := recite(ctx, t, server, reciting("input", "One is said. Two never ends.", "response_format", "wav"), "")
	// All of the first sentence is there while the second one is being made.
	if _, err := io.ReadFull(res.Body, make([]byte, 44+2*voice.Rate)); err != nil {
		t.Fatal(err)
	}
	pid := comes(t, me)
	if !runs(pid) {
		t.Fatal("the second sentence is not being made")
	}
	cancel()
	for runs(pid) && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if runs(pid) {
		t.Errorf("the program %s still runs", pid)
	}
}

// runs reports whether a process is there.
func runs(pid string) bool {
	var n int
	_, _ = fmt.Sscan(pid, &n)
	p, err := os.FindProcess(n)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}

func TestAVoiceThatFailsCutsTheBodyOrRefuses(t *testing.T) {
	fakeVoice(t, "echo 'no more' >&2; exit 1")
	_, server := listening(t, Options{})
	res := recite(t.Context(), t, server, reciting("input", "One is said. Two fails.", "response_format", "wav"), "")
	if data, err := io.ReadAll(res.Body); err == nil || len(data) < 2*voice.Rate {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	res = recite(t.Context(), t, server, reciting("input", "Two fails."), "")
	if f := refusedFor(t, res); res.StatusCode != 500 || f.Code != "voice_failed" || !strings.Contains(f.Message, "no more") || res.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s, %+v", res.Status, f)
	}
}

func TestWithoutAVoiceThereIsARecording(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, server := listening(t, Options{})
	for _, speed := range []float64{1, 2} {
		res := recite(t.Context(), t, server, reciting("response_format", "wav", "voice", "nova", "speed", speed), "")
		data := spoke(t, res)
		if res.Header.Get("X-Practice-Voice") != "recorded" {
			t.Error(res.Header)
		}
		v := heardIn(t, sendFile(t, server, data, "response_format", "verbose_json"))
		if want := "I am nova, a practice recording: this computer has no voice that could read your text."; v.Text != want {
			t.Errorf("at %v it says %q", speed, v.Text)
		}
		if s := seconds(t, "wav", data) * speed; s < 4 || s > 6.5 {
			t.Errorf("at %v it takes %.2f times that", speed, s)
		}
	}
}

func TestSpeechFailsOnDemand(t *testing.T) {
	_, server := listening(t, Options{})
	if res := recite(t.Context(), t, server, reciting("model", "practice-trouble/429"), ""); res.StatusCode != 429 {
		t.Error(res.Status)
	}
	res := recite(t.Context(), t, server, reciting("model", "practice-trouble/cut-line"), "")
	if data, err := io.ReadAll(res.Body); err == nil {
		t.Errorf("%d bytes and no error", len(data))
	}
}

func TestParlandosClientHearsPractice(t *testing.T) {
	voicetest.NeedsVoice(t)
	g := New(Options{TokenInterval: -1})
	address, err := client.ParseAddress(Address)
	if err != nil {
		t.Fatal(err)
	}
	c := client.New(client.Options{Address: address, Key: Key, Transport: g.Transport()})
	for _, format := range []client.AudioFormat{client.AudioMP3, client.AudioFLAC, client.AudioPCM} {
		s, err := c.Speech(t.Context(), client.SpeechRequest{Model: VoiceModel, Voice: "fable", Input: harbor, Format: format, Speed: 1.5})
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(s)
		_ = s.Close()
		if err != nil || s.Format() != format || len(data) < 10_000 {
			t.Errorf("%s is %s: %d bytes, %v", format, s.Format(), len(data), err)
		}
	}
}
