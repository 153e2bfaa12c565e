package failure

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// The values of a Refusal of a chat's response_format, each of which calls for a different next
// attempt. A Refusal with AnyValue has no value and means that the model does not support
// response_format at all.
const (
	// RefusedFormatSchema means that the model does not support json_schema, regardless of the
	// schema.
	RefusedFormatSchema = "json_schema"
	// RefusedFormatObject means that the model does not support json_object.
	RefusedFormatObject = "json_object"
	// RefusedFormatStrict means that the service supports json_schema, but neither strict nor
	// additionalProperties.
	RefusedFormatStrict = "json_schema.strict"
	// RefusedFormatName means that the service requires the bare schema, not wrapped in an object
	// with its name (FormatSchema without a name).
	RefusedFormatName = "json_schema.name"
	// RefusedFormatBare means that the service requires the schema wrapped in an object with its
	// name (FormatSchema with a name).
	RefusedFormatBare = "json_schema.wrapper"
	// RefusedSchema means that the service considers this schema invalid or too large. The Refusal
	// has ThisRequestOnly set, since another schema may be accepted.
	RefusedSchema = "json_schema.schema"
)

// formatStatuses lists the statuses of refusals of a response_format; 0 is an error inside a 200
// response.
var formatStatuses = []int{0, 400, 404, 405, 415, 422, 500, 501, 502}

// Lower-case phrases about a response_format. The place in the request, if the error names it,
// precedes a colon: "response_format.json_schema.name: Field required".
const (
	formatWords = `response[_ ]formats?|response[_ ]mime[_ ]type|response_(?:json_)?schema|json[_ ](?:schema|object|mode)|structured[_ ]outputs?|` +
		`output_config|output_format|grammar`
	unknownWords = `unknown|unexpected|unrecogni[sz]ed|unsupported|extra inputs|not permitted|not allowed|cannot find field`
	absentWords  = unknownWords + `|not support|n't support|no support|support structured|unavailable|not available|not enabled|enabled only|disabled`
	refusedWords = absentWords + `|only supports?|must be|should be|supported values|expected one of|invalid value`
)

var (
	aboutFormat  = lazyregexp.New(formatWords + `|schema|\bstrict\b|additional_?properties`)
	namesFormat  = lazyregexp.New(formatWords)
	namesKind    = lazyregexp.New("response[_ ]format['`\"]?[ ./]type|of type|output_config|json[_ ](?:schema|object|mode)|structured[_ ]output|response formats?\\b")
	saysRefused  = lazyregexp.New(refusedWords)
	saysAbsent   = lazyregexp.New(absentWords)
	noParameter  = lazyregexp.New(`does not support parameters`)
	wordMissing  = lazyregexp.New(`contain the word .?json`)
	placeOfTool  = lazyregexp.New(`function_?declarations|tools[\[.]\d|for function `)
	wantsWrapper = lazyregexp.New("(?:missing|require)[^\n]{0,40}json_schema\\.(?:name|schema)\\b|json_schema\\.(?:name|schema)\\b[^\n]{0,20}(?:missing|required)|" +
		"missing field .?(?:name|schema)\\b|\\bschema_? is required|json_schema\\.(?:type|properties|required|additionalproperties)\\b")
	saysUnknown  = lazyregexp.New(unknownWords)
	wrapperField = lazyregexp.New("json_schema\\.(?:name|schema)\\b|['`\"](?:name|schema)(?:['`\":]|\\b[.:])|(?:unknown|unexpected|unrecogni[sz]ed) (?:field|key|keyword|property|member):? (?:name|schema)\\b")
	noRootType   = lazyregexp.New(`got .{0,2}type: .{0,3}(?:none|null)|(?:root|top-?level)[^\n]{0,60}\btype\b|must have a 'properties' field`)
	noStrict     = lazyregexp.New(`(?:` + unknownWords + `|not support|n't support)[^\n]{0,60}(?:\bstrict\b|additional_?properties)|` +
		`(?:\bstrict(?: mode)?\b|additional_?properties)[^\n.]{0,20}(?:` + unknownWords + `|not support|n't support|not available)`)
	onlyStrict    = lazyregexp.New(`\bstrict['"` + "`" + `]?(?:: (?:field required|input should be true)| must be true)`)
	invalidSchema = lazyregexp.New(`invalid (?:json )?schema|invalid_json_schema|not a valid [\w -]{0,30}schema|schema (?:is )?(?:invalid|not valid|too )|` +
		`unsupported json schema|unrecognized schema|schema conversion|too many states|grammar|proto field|cannot find field|` +
		`schema[^\n.]{0,30} features|too (?:complex|deep|many propert)|could not (?:understand|translate)`)
	unclearSchema = lazyregexp.New(`compiled grammar|parse grammar`)
)

// Lower-case phrases about two fields that exclude each other.
var (
	notTogether  = lazyregexp.New(`\btogether\b|combin|\bboth\b|mutually exclusive|at the same time|simultaneous|instead of populating`)
	namesTool    = lazyregexp.New(toolWords)
	toolsBeside  = lazyregexp.New(besidePattern(toolWords))
	streamBeside = lazyregexp.New(besidePattern(`\bstream(?:ing|ed)?\b`) + `|(?:` + formatWords + `)[^.\n]{0,20}support stream`)
)

// besidePattern returns a pattern for messages about a format together with other, in any order.
func besidePattern(other string) string {
	const beside = `[^.\n]{0,60}\b(?:with|when|while|alongside|beside|if)\b[^.\n]{0,40}`
	return `(?:` + formatWords + `)` + beside + `(?:` + other + `)|(?:` + other + `)` + beside + `(?:` + formatWords + `)`
}

// sentFormat is the response_format of a chat request.
type sentFormat struct {
	kind                string
	bare, strict, typed bool // typed: the schema declares its type
	tools               bool // the request also had tools
}

// schemaRefusals lists the refusals of a json_schema; the first that fits applies. An entry without
// a value means that the error may be about a tool's schema instead.
var schemaRefusals = []struct {
	value string
	fits  func(sent *sentFormat, text string) bool
}{
	{RefusedFormatBare, func(sent *sentFormat, text string) bool {
		return sent.bare && wantsWrapper().MatchString(text)
	}},
	{RefusedFormatName, func(sent *sentFormat, text string) bool {
		return !sent.bare && (saysUnknown().MatchString(text) && wrapperField().MatchString(text) || sent.typed && noRootType().MatchString(text))
	}},
	{RefusedFormatStrict, func(sent *sentFormat, text string) bool {
		return sent.strict && noStrict().MatchString(text)
	}},
	{"", func(sent *sentFormat, text string) bool {
		return sent.tools && unclearSchema().MatchString(text) && !strings.Contains(text, "output_config")
	}},
	{RefusedSchema, func(_ *sentFormat, text string) bool {
		return invalidSchema().MatchString(text) || onlyStrict().MatchString(text) || noStrict().MatchString(text)
	}},
}

// chatFormat returns the response_format of a chat request, nil if none was sent. In requests for
// speech or transcripts the field is a string and is ignored.
func (f ErrorBody) chatFormat() *sentFormat {
	field := f.sentField(fieldname.ResponseFormat)
	if field == nil {
		return nil
	}
	var sent struct {
		Type   string
		Schema struct {
			Name   *string
			Strict bool
			Schema struct{ Type string }
		} `json:"json_schema"`
	}
	if json.Unmarshal(field.Value, &sent) != nil {
		return nil
	}
	return &sentFormat{
		kind: sent.Type, tools: f.sentField(fieldname.Tools) != nil, bare: sent.Schema.Name == nil, typed: sent.Schema.Schema.Type != "",
		strict: sent.Schema.Strict || strings.Contains(string(field.Value), `"additionalProperties"`),
	}
}

// formatText returns the complete text of the error in lower case, "" if it cannot be about a
// response_format.
func (f ErrorBody) formatText() string {
	if !slices.Contains(formatStatuses, f.meant()) {
		return ""
	}
	text := strings.ToLower(f.param) + "\n" + f.text()
	if wordMissing().MatchString(text) || placeOfTool().MatchString(text) || !aboutFormat().MatchString(text) {
		return ""
	}
	return text
}

// formatConflict returns the refusal of tools or streaming if they cannot be combined with the
// response_format, nil for any other error. It never refuses the response_format itself.
func (f ErrorBody) formatConflict() *Refusal {
	text := f.formatText()
	if text == "" || f.chatFormat() == nil {
		return nil
	}
	r := &Refusal{ConflictsWith: fieldname.ResponseFormat, ThisRequestOnly: true}
	switch refuses := saysRefused().MatchString(text) || notTogether().MatchString(text) || strings.Contains(text, "cannot"); {
	case !refuses || !namesFormat().MatchString(text):
		return nil
	case f.sentField(fieldname.Tools) != nil && namesTool().MatchString(text) && (notTogether().MatchString(text) || toolsBeside().MatchString(text)):
		r.Field, r.Value = fieldname.Tools, f.sentField(fieldname.Tools).text()
	case f.sentField(fieldname.Tools) != nil && strings.Contains(text, `"grammar" can be specified, but not both`):
		// llama.cpp derives a grammar from the tools, and allows only one grammar.
		r.Field, r.Value = fieldname.Tools, f.sentField(fieldname.Tools).text()
	case f.sentField(fieldname.Stream) != nil && streamBeside().MatchString(text):
		r.Field, r.Value, r.AnyValue = fieldname.Stream, "true", true
	default:
		return nil
	}
	r.Reason = f.Message
	return r
}

// formatRefusal returns the refusal of a chat's response_format, nil for any other error.
func (f ErrorBody) formatRefusal() *Refusal {
	text, sent := f.formatText(), f.chatFormat()
	if text == "" || sent == nil || f.formatConflict() != nil {
		return nil
	}
	r := &Refusal{Field: fieldname.ResponseFormat, Reason: f.Message}
	for _, refusal := range schemaRefusals {
		if sent.kind == "json_schema" && refusal.fits(sent, text) {
			if r.Value, r.ThisRequestOnly = refusal.value, refusal.value == RefusedSchema; r.Value == "" {
				return nil
			}
			return r
		}
	}
	switch {
	case !saysRefused().MatchString(text) || !namesFormat().MatchString(text):
		return nil
	case !noParameter().MatchString(text) && namesKind().MatchString(text):
		r.Value = sent.kind
	default:
		first := f.refusedField("")
		if !saysAbsent().MatchString(text) || first != nil && first.Name != fieldname.ResponseFormat {
			return nil // the error is about another field
		}
		r.AnyValue = true
	}
	return r
}
