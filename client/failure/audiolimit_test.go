package failure

import (
	"errors"
	"testing"
	"time"
)

// What services say of a recording that is too long, as their users report it.
func TestALimitInTimeIsReadFromTheErrorsOfServices(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   time.Duration
	}{
		// gpt-4o-transcribe and its kin: murtaza-nasir/speakr #168, rishikanthc/Scriberr #477,
		// fastrepl/anarlog #7136.
		{400, `{"error":{"message":"audio duration 1830.530612 seconds is longer than 1400 seconds which is the maximum for this model","type":"invalid_request_error","param":null,"code":"invalid_value"}}`, 1400 * time.Second},
		// The same, passed on by a gateway with a status of its own.
		{500, `{"error":{"message":"litellm.APIError: audio duration 1500.012 seconds is longer than 1400 seconds which is the maximum for this model"}}`, 1400 * time.Second},
		// vllm-project/vllm #15012.
		{400, `{"object":"error","message":"Maximum clip duration (30s) exceeded.","type":"BadRequestError","param":null,"code":400}`, 30 * time.Second},
		// EpicenterHQ/epicenter #1289.
		{400, `{"error":"Audio duration must be between 0.1s and 64s"}`, 64 * time.Second},
		// microsoft/VibeVoice #276.
		{400, `{"error":{"message":"Audio duration (3720.0s) exceeds the configured limit (3660s).\nSet the VIBEVOICE_MAX_AUDIO_DURATION environment variable to adjust this limit, or use shorter audio."}}`, 3660 * time.Second},
		// Mininglamp-AI/OctoASR #30.
		{400, `{"detail":"audio duration 812.4 exceeds 660s limit"}`, 660 * time.Second},
		{413, `{"error":{"message":"The recording is too long: it may last at most 1,500 seconds."}}`, 1500 * time.Second},
		{422, `{"detail":"The audio must be no longer than 10 minutes"}`, 10 * time.Minute},

		{400, `{"error":{"message":"Audio file is too short. Minimum audio length is 0.1 seconds.","code":"audio_too_short"}}`, 0},
		{429, `{"error":{"message":"Rate limit reached for model whisper-large-v3 on seconds of audio per hour (ASPH): Limit 7200, Used 7155. Please try again in at most 300 seconds."}}`, 0},
		{500, `{"error":{"message":"Transcribing the audio exceeded 60 seconds."}}`, 0},
		{504, `{"error":{"message":"The audio took longer than 60 seconds."}}`, 0},
		{413, `{"error":{"message":"Maximum content size limit (26214400) exceeded (26228364 bytes read)"}}`, 0},
		{400, `{"error":{"message":"Request took too long: at most 60 seconds."}}`, 0},
		{400, ``, 0},
	} {
		e := Request{}.NewStatusError(answered(c.status, c.body))
		if got, ok := AudioLimit(e); got != c.want || ok != (c.want > 0) {
			t.Errorf("%v, %v, want %v, of the %s error %s", got, ok, c.want, e.Kind, c.body)
		}
	}
	if _, ok := AudioLimit(errors.New("the audio is longer than 1400 seconds")); ok {
		t.Error("an error that is no service's is believed")
	}
}
