package speechexports

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlando/app/catalog"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/client/failure"
	"parlando/client/fieldname"
	"parlando/media/audio"
)

// fallback is the format every service supports, the default of GATEWAY.md 2.7.
const fallback = string(audio.MP3)

// Obstacle is the reason why a file of some type cannot be made.
type Obstacle string

// The obstacles.
const (
	NoEncoder Obstacle = "no_encoder" // the voice of this computer cannot be encoded in it
	NotListed Obstacle = "not_listed" // the service lists other formats
	Refused   Obstacle = "refused"    // the service refused the format or sent another
)

// FileType is a format of a speech export with any known obstacle.
type FileType struct {
	// Format is one of Formats.
	Format string
	// Obstacle is the reason why a voice cannot be exported in the format, "" if none is known.
	Obstacle Obstacle
	// Reason is the service's message with the refusal, "" if there was none.
	Reason string
}

// FileType returns chosen, or MP3 if there is an obstacle to chosen for a voice. It reads memory
// only.
func (n *Store) FileType(v speech.Voice, chosen string) string {
	for _, t := range n.FileTypes(v) {
		if t.Format == chosen && t.Obstacle != "" {
			return Formats()[0]
		}
	}
	return chosen
}

// FileTypes returns all Formats with their obstacles for a voice. It reads memory only.
func (n *Store) FileTypes(v speech.Voice) []FileType {
	all := make([]FileType, 0, len(Formats()))
	for _, f := range Formats() {
		all = append(all, FileType{Format: f})
	}
	if v.Local {
		for i, t := range all {
			if !slices.Contains(audio.EncodableFormats(), audio.Format(t.Format)) {
				all[i].Obstacle = NoEncoder
			}
		}
		return all
	}
	if n.o.Catalog == nil {
		return all
	}
	v = n.complete(v)
	model, _ := n.o.Catalog.Model(v.Connection, v.Model)
	refusals := n.o.Catalog.Refusals(v.Connection, v.Model)
	for i := range all {
		t := &all[i]
		switch r := refusalOf(refusals, t.Format); {
		case r != nil:
			t.Obstacle, t.Reason = Refused, r.Reason
		case t.Format != fallback && len(model.Formats) > 0 && !slices.Contains(model.Formats, t.Format):
			t.Obstacle = NotListed
		}
	}
	return all
}

// complete fills in the connection and model of a service's voice.
func (n *Store) complete(v speech.Voice) speech.Voice {
	if connection, _ := n.o.Services.Resolve(v.Connection); connection != "" {
		v.Connection = connection
	}
	if v.Model == "" && n.o.Model != nil {
		v.Model = n.o.Model(v.Connection)
	}
	v.Model = cmp.Or(v.Model, "tts-1")
	return v
}

// refusalOf returns the refusal of a format, nil if there is none. MP3 is always possible: a
// request without a format returns it, and any other format can be converted to it.
func refusalOf(all []catalog.Refusal, format string) *catalog.Refusal {
	for i, r := range all {
		if r.Field == fieldname.ResponseFormat && r.Covers(format) && (format != fallback || !r.AnyValue && len(r.Allowed) == 0) {
			return &all[i]
		}
	}
	return nil
}

// explain turns a refusal of the format into a problem that names it, with the service's message.
// Other errors are returned unchanged.
func (n *Store) explain(err error, format string) error {
	var e *failure.Error
	if !errors.As(err, &e) || e.Refusal == nil || e.Refusal.Field != fieldname.ResponseFormat {
		return err
	}
	p := problem.From(err, "", n.o.Now())
	p.Kind, p.Format = problem.BadRequest, format
	if e.Refusal.Reason != "" {
		p.Detail = e.Refusal.Reason
	}
	return p
}

// fits returns an error if a file of the given format cannot be made from the given sound. Lossless
// sound can become any format that has an encoder, and any sound can become MP3 as the last resort.
// Other conversions of lossy sound are refused: they would not have the quality of the format.
func fits(format, sound string) error {
	lossless := slices.Contains([]string{string(audio.WAV), string(audio.PCM), string(audio.FLAC)}, sound)
	encodable := slices.Contains(audio.EncodableFormats(), audio.Format(format))
	if sound == format || encodable && (lossless || format == fallback) {
		return nil
	}
	said := fmt.Sprintf("The service sent %s in place of %s.", strings.ToUpper(sound), strings.ToUpper(format))
	return problem.Problem{Kind: problem.BadRequest, Format: format, Detail: said}
}
