//go:build !windows && !darwin

package mediakeys

import (
	"cmp"
	"encoding/hex"
	"math"
	"time"

	"github.com/godbus/dbus/v5"

	"parlando/app/speech"
)

const (
	rootInterface   = "org.mpris.MediaPlayer2"
	playerInterface = "org.mpris.MediaPlayer2.Player"
	objectPath      = dbus.ObjectPath("/org/mpris/MediaPlayer2")

	minSpeed, maxSpeed = 0.5, 2
	lengthStep         = 10 * time.Second
)

// rootProperties returns the properties of the program.
func rootProperties(desktop string, canRaise bool) map[string]any {
	return map[string]any{
		"CanQuit":             false,
		"CanRaise":            canRaise,
		"HasTrackList":        false,
		"Identity":            "Parlando",
		"DesktopEntry":        desktop,
		"SupportedUriSchemes": []string{},
		"SupportedMimeTypes":  []string{},
	}
}

// playerProperties returns the properties of the player.
func playerProperties(s speech.Snapshot) map[string]any {
	some := s.Phase != speech.Idle
	return map[string]any{
		"PlaybackStatus": status(s.Phase),
		"Rate":           clamp(s.Speed, minSpeed, maxSpeed, 1),
		"MinimumRate":    float64(minSpeed),
		"MaximumRate":    float64(maxSpeed),
		"Metadata":       metadata(s),
		"Volume":         clamp(s.Volume, 0, 1, 0),
		"Position":       s.Place.Microseconds(),
		"CanGoNext":      some && s.Sentence < s.Sentences,
		"CanGoPrevious":  some && s.Sentences > 0,
		"CanPlay":        some,
		"CanPause":       some,
		"CanSeek":        some && s.Length > 0,
		"CanControl":     true,
	}
}

func status(p speech.Phase) string {
	switch p {
	case speech.Idle:
		return "Stopped"
	case speech.Paused, speech.Failed:
		return "Paused"
	}
	return "Playing"
}

func metadata(s speech.Snapshot) map[string]dbus.Variant {
	m := map[string]dbus.Variant{"mpris:trackid": dbus.MakeVariant(track(s.Source))}
	if s.Length > 0 {
		length := s.Length
		if s.Estimated {
			// The estimate changes with each part: report it in steps, not continually.
			length = max(length, s.Place).Truncate(lengthStep) + lengthStep
		}
		m["mpris:length"] = dbus.MakeVariant(length.Microseconds())
	}
	title := cmp.Or(s.Title, "Parlando")
	m["xesam:title"] = dbus.MakeVariant(title)
	if s.Voice.Voice != "" {
		m["xesam:artist"] = dbus.MakeVariant([]string{s.Voice.Voice})
	}
	return m
}

// track returns an object path for a source, which consists of letters, digits and "_" only.
func track(s speech.Source) dbus.ObjectPath {
	if s.Kind == "" {
		return "/org/mpris/MediaPlayer2/TrackList/NoTrack"
	}
	return dbus.ObjectPath("/parlando/track/_" + hex.EncodeToString([]byte(string(s.Kind)+" "+s.ID)))
}

// clamp limits v to its range; otherwise is returned for NaN and infinity, which D-Bus can
// transmit.
func clamp(v, least, most, otherwise float64) float64 {
	if math.IsNaN(v) || v <= 0 {
		v = otherwise
	}
	return min(max(v, least), most)
}
