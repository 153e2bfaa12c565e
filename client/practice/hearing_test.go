package practice

import (
	"strings"
	"testing"
	"time"
)

func TestAModelMayRefuseARecordingByItsLength(t *testing.T) {
	for length, refused := range map[time.Duration]bool{1400 * time.Second: false, 1500 * time.Second: true} {
		_, bad := spoilHeard(hearingFault("practice-trouble/audio-limit"), transcript{duration: length})
		if (bad != nil) != refused {
			t.Errorf("%v: %+v", length, bad)
		}
		if refused && bad.message != "audio duration 1500 seconds is longer than 1400 seconds which is the maximum for this model" {
			t.Error(bad.message)
		}
		if _, bad := spoilHeard(hearingFault(TranscriptionModel), transcript{duration: length}); bad != nil {
			t.Error("the healthy model refuses it")
		}
	}
}

func TestAModelMayEndEarlyWithoutAnError(t *testing.T) {
	long := transcript{segments: []segment{{text: strings.Repeat(" word", 1500)}, {text: strings.Repeat(" more", 1500)}, {text: " end"}}}
	short, bad := spoilHeard(hearingFault("practice-trouble/audio-ends"), long)
	if bad != nil || len(pieces(short.segments[0].text+short.segments[1].text)) != 2000 || len(short.segments) != 2 {
		t.Errorf("%d segments, %+v", len(short.segments), bad)
	}
	if whole, _ := spoilHeard(hearingFault(TranscriptionModel), long); len(whole.segments) != 3 || long.segments[1].text != strings.Repeat(" more", 1500) {
		t.Error("another transcript was changed")
	}
	for format, refused := range map[string]bool{"json": false, "text": false, "srt": true, "verbose_json": true} {
		ends, _ := findFault(audioEnds)
		if bad := refusesFormat(ends, format); (bad != nil) != refused {
			t.Errorf("%s: %+v", format, bad)
		}
	}
}
