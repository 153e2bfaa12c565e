package failure

import (
	"slices"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

const (
	// maxAllowed is the number of values in Refusal.Allowed; services with 70 voices exist.
	maxAllowed = 200
	// maxAllowedValue is the longest value in Refusal.Allowed in characters.
	maxAllowedValue = 64
	// maxBeforeList is the number of bytes between the phrase that announces a list and the list.
	maxBeforeList = 60
)

// listing lists the fields whose refusals often name the accepted values.
var listing = []string{fieldname.Voice, fieldname.VoiceID, fieldname.ResponseFormat}

// namedFormats are the values of response_format for speech and transcripts.
var namedFormats = []string{"mp3", "opus", "aac", "flac", "wav", "pcm", "json", "text", "srt", "verbose_json", "vtt", "diarized_json"}

var (
	// announcesList matches the phrase before the accepted values.
	announcesList = lazyregexp.New(`(?i)\b(?:one of|(?:should|must) be|expected|choose|use|only|works?|working|supports?|supported|available|allowed|valid|accepted|permitted|possible)\b`)
	quotedValue   = lazyregexp.New("['\"`‘“]([^'\"`‘’“”\n]{1,64})['\"`’”]")
	betweenValues = lazyregexp.New(`\s*(?:,\s*(?:and|or)\s|,|;|\||\n|\s(?:and|or)\s)\s*`)
	// beforeBareList matches the words before a list without a colon, bracket or quotes.
	beforeBareList = lazyregexp.New(`(?i)^\s*(?:one of |from |the following )*`)
	wholeWord      = lazyregexp.New(`[A-Za-z0-9_]+`)
)

// allowed returns the values of the field that the message names as accepted, nil if it names none.
// A list that contains the refused value is ignored.
func (f ErrorBody) allowed(field Field) []string {
	if !slices.Contains(listing, field.Name) {
		return nil
	}
	for _, at := range announcesList().FindAllStringIndex(f.Message, 20) {
		phrase, rest := strings.ToLower(f.Message[at[0]:at[1]]), f.Message[at[1]:]
		var values []string
		if field.Name == fieldname.ResponseFormat {
			values = formatsIn(rest)
		} else {
			values = listIn(rest, phrase == "one of" || phrase == "use" || phrase == "choose")
		}
		if len(values) > 0 && !slices.Contains(values, field.text()) {
			return values
		}
	}
	return nil
}

// formatsIn returns the formats that the first sentence of a text names.
func formatsIn(text string) []string {
	var values []string
	for _, word := range wholeWord().FindAllString(strings.ToLower(firstSentence(text)), -1) {
		if slices.Contains(namedFormats, word) && !slices.Contains(values, word) {
			values = append(values, word)
		}
	}
	return values
}

// firstSentence returns a text up to the end of its first sentence.
func firstSentence(text string) string {
	for i, c := range text {
		if c == '.' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n') {
			return text[:i]
		}
	}
	return text
}

// listIn returns the values of the list at the beginning of a text, which may follow a few words. A
// list without a colon, bracket or quotes counts only if bare is set.
func listIn(text string, bare bool) []string {
	text = firstSentence(text)
	start := strings.IndexAny(text, ":[('\"`‘“,;")
	bracketed := false
	switch {
	case start > maxBeforeList, start < 0 && !bare:
		return nil
	case start < 0 || text[start] == ',':
		if !bare {
			return nil
		}
		text = beforeBareList().ReplaceAllString(text, "")
	case text[start] == ':', text[start] == '[', text[start] == '(':
		text = strings.TrimSpace(text[start:])
		for text != "" && strings.IndexByte(":[( \n-*", text[0]) >= 0 {
			bracketed = bracketed || text[0] == '[' || text[0] == '('
			text = text[1:]
		}
	case text[start] == ';':
		return nil
	default:
		text = text[start:]
	}
	if end := strings.IndexAny(text, "])}"); end >= 0 {
		text = text[:end]
	}
	var values []string
	if quoted := quotedValue().FindAllStringSubmatch(text, maxAllowed); quoted != nil {
		for _, q := range quoted {
			values = append(values, q[1])
		}
	} else if values = betweenValues().Split(text, maxAllowed+1); bracketed && len(values) == 1 {
		values = strings.Fields(text) // "[a b c]", as Go prints a slice
	}
	return cleanValues(values)
}

// cleanValues trims the values of a list, up to the first entry that cannot be a value.
func cleanValues(values []string) []string {
	var clean []string
	for _, v := range values {
		v, _, _ = strings.Cut(v, " (") // a note in parentheses
		v = strings.Trim(v, " \t\r\n*-.'\"`‘’“”")
		if v == "" || len([]rune(v)) > maxAllowedValue || len(strings.Fields(v)) > 3 || len(clean) == maxAllowed {
			break
		}
		if !slices.Contains(clean, v) {
			clean = append(clean, v)
		}
	}
	return clean
}

// Lower-case phrases about a voice, and about a field that the service does not know.
var (
	voiceRefused = lazyregexp.New(`not found|unknown|invalid|not (?:a )?(?:valid|supported|available|allowed|recogni[sz]ed)|unsupported|does not (?:exist|support)|doesn't exist|no such|must be|should be|not one of|unavailable`)
	fieldUnknown = lazyregexp.New(`extra[ _](?:inputs|fields|forbidden)|extra_forbidden|(?:unknown|unexpected|unrecogni[sz]ed|unsupported) (?:request )?(?:field|parameter|argument|keyword|key|name)|unknown_parameter|unsupported_parameter|cannot find field`)
)

// voiceRefusal returns the refusal of the voice of a request for speech, nil for any other error.
// AnyValue means that the service does not know the field, or requires voice_id instead of voice.
func (f ErrorBody) voiceRefusal() *Refusal {
	field := f.sentField(fieldname.Voice)
	if field == nil {
		if field = f.sentField(fieldname.VoiceID); field == nil {
			return nil
		}
	}
	status, text := f.meant(), strings.ToLower(f.param+"\n"+f.text())
	named := f.named() == field.Name || slices.Contains(f.fields, field.Name)
	if status == 401 || status == 402 || status == 403 || status == 429 || !strings.Contains(text, "voice") {
		return nil
	}
	if other := f.refusedField(""); !named && other != nil && other.Name != field.Name {
		return nil
	}
	r := f.refuse(*field)
	switch {
	case status >= 500 && r.Allowed == nil:
		return nil
	case field.Name == fieldname.Voice && strings.Contains(text, fieldname.VoiceID),
		fieldUnknown().MatchString(text) && (named || findName(f.Message, field.Name) >= 0):
		r.AnyValue, r.Allowed = true, nil
	case len(r.Allowed) > 0:
		if !slices.ContainsFunc(r.Allowed, func(v string) bool { return !slices.Contains(namedFormats, strings.ToLower(v)) }) {
			return nil // the error lists the formats of the voice, not voices
		}
	case !voiceRefused().MatchString(text) || !named && !namesValue(f.Message, r.Value):
		return nil
	}
	return r
}

// refusesSpeech matches a lower-case message that the model does not speak.
var refusesSpeech = lazyregexp.New(`model\b[^.]{0,80}\bnot (?:a|an) (?:text-to-speech|speech|tts|audio)|` +
	`\bn(?:ot|'t) support (?:text-to-speech|text to speech|speech|tts|audio|/?v1/audio/speech)|` +
	`not supported (?:in|by|for|on|with) (?:the )?(?:/?v1/audio/speech|audio/speech|text-to-speech|speech|tts)|` +
	`model\b[^.]{0,80}\bis not (?:supported|available)\b`)

// notForSpeech reports whether the service refused a request for speech because of its model.
func (f ErrorBody) notForSpeech() bool {
	speech := f.sentField(fieldname.Voice) != nil || f.sentField(fieldname.VoiceID) != nil
	return speech && slices.Contains([]int{0, 400, 404, 422, 500, 501, 503}, f.meant()) && f.refusedField("") == nil &&
		refusesSpeech().MatchString(strings.ToLower(f.Message))
}

// soundFormatRefusal returns the refusal of the format of speech by a message that names the value,
// but not the field: "mp3 is not supported for this model. Use wav or pcm."
func (f ErrorBody) soundFormatRefusal() *Refusal {
	field := f.sentField(fieldname.ResponseFormat)
	if field == nil || f.sentField(fieldname.Voice) == nil && f.sentField(fieldname.VoiceID) == nil || !slices.Contains([]int{0, 400, 404, 415, 422, 500}, f.meant()) {
		return nil
	}
	r := f.refuse(*field)
	if len(r.Allowed) == 0 || !namesValue(f.Message, r.Value) && !strings.Contains(strings.ToLower(f.Message), "format") {
		return nil
	}
	return r
}
