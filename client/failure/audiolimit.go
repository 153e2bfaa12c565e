package failure

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlando/client/lazyregexp"
)

const (
	// minAudioLimit and maxAudioLimit bound the durations that AudioLimit returns: no model has a
	// lower limit, and a recording that meets a higher one needs no splitting.
	minAudioLimit = 5 * time.Second
	maxAudioLimit = 24 * time.Hour
)

var (
	// audioWords are lower-case words of an error about the length of a recording.
	audioWords = []string{"audio", "duration", "recording", "clip", "sound"}
	// isLonger matches OpenAI's wording. It is the only pattern for errors with a 5xx status, where
	// "took longer than" and "exceeded 60 seconds" are about timeouts.
	isLonger = lazyregexp.New(`\bis longer than` + audioNumber)
	// audioLimits match the maximum length of a recording.
	audioLimits = []func() *regexp.Regexp{
		isLonger,
		lazyregexp.New(`\bexceed(?:s|ed|ing)?\b` + audioNumber),
		lazyregexp.New(`\b(?:max|maximum|limit|limited to|at most|up to|no more than|no longer than|must be (?:less|shorter) than)\b` + audioNumber),
		lazyregexp.New(`\bbetween [\d.]+ ?[a-z]* and` + audioNumber),
	}
	thousands = lazyregexp.New(`(\d),(\d{3})\b`)
)

// audioNumber matches a number and its unit after a few words without one.
const audioNumber = `[^\d;]{0,60}?(\d+(?:\.\d+)?)[ -]?(s|secs?|seconds?|mins?|minutes?|hours?)\b`

// AudioLimit returns the maximum duration of a recording that the model accepts, if err says that a
// recording was too long.
func AudioLimit(err error) (limit time.Duration, ok bool) {
	var e *Error
	if !errors.As(err, &e) {
		return 0, false
	}
	text := thousands().ReplaceAllString(strings.ToLower(e.Detail), "$1$2")
	if !slices.ContainsFunc(audioWords, func(w string) bool { return strings.Contains(text, w) }) {
		return 0, false
	}
	patterns := audioLimits
	switch e.Kind {
	case BadRequest, UnsupportedParam, TooLong, TooLarge:
	case Server: // a gateway may pass on the error of the service behind it
		patterns = audioLimits[:1]
	default:
		return 0, false
	}
	for _, told := range patterns {
		for _, found := range told().FindAllStringSubmatch(text, -1) {
			n, err := strconv.ParseFloat(found[1], 64)
			unit := time.Second
			switch found[2][0] {
			case 'm':
				unit = time.Minute
			case 'h':
				unit = time.Hour
			}
			// The error may also contain the length of the recording; the limit is the smaller one.
			length := time.Duration(n * float64(unit))
			if err == nil && length >= minAudioLimit && length <= maxAudioLimit && (!ok || length < limit) {
				limit, ok = length, true
			}
		}
	}
	return limit, ok
}
