package failure

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Lower-case phrases about models without tools. Those about tool_choice, parallel calls, and tools
// together with streaming or a response format do not match.
var (
	noTools = lazyregexp.New(`(?:not support(?:ed)?|n't support|unsupported|not available|not enabled|no support for|cannot use|can't use)(?: with| by| for)?(?: the| any| this)? ` +
		toolWords + `|` + toolWords + `(?: is| are)? ?(?:not|n't|un)(?: be)? ?(?:support|available|enabled|allowed)|` +
		`no (?:endpoints?|providers?) (?:found )?(?:that|which) support ` + toolWords + `|requires --enable-auto-tool-choice`)
	toolsAndMore = lazyregexp.New(`tool[_ ]choice|parallel|response_format|json mode|stream`)
	schemaWords  = lazyregexp.New(`schema|parameters|function_?declarations|function name|tool name|tools[\[.]\d`)
	// toolPlace matches the index of a tool in the request. Gemini's services put all functions
	// into one tool.
	toolPlace = lazyregexp.New(`function_?declarations\[(\d+)\]|tools\[(\d+)\](?:$|\.(?:function|custom|name|parameters|input_schema)\b)|tools\.(\d+)\.`)
)

const toolWords = "(?:tools?|tool[- _]?(?:use|calls?|calling)|functions?|function[- _]?calls?|function[- _]?calling)\\b"

// refusesTools reports whether the model does not support tools at all.
func (f ErrorBody) refusesTools() bool {
	if f.status == 401 || f.status == 402 || f.status == 403 || f.status == 429 || f.sentField(fieldname.Tools) == nil {
		return false
	}
	text := strings.ToLower(f.Message)
	if strings.Contains(text, "--enable-auto-tool-choice") {
		return true
	}
	return noTools().MatchString(text) && !toolsAndMore().MatchString(text)
}

// refusedTool returns the name of the first tool that the service refuses because of its name or
// parameters; "" if there is none.
func (f ErrorBody) refusedTool() string {
	sent := f.sentField(fieldname.Tools)
	if sent == nil || !slices.Contains([]int{0, 400, 422}, f.status) || !schemaWords().MatchString(strings.ToLower(f.Message+" "+f.Code+" "+f.param)) {
		return ""
	}
	var tools []struct{ Function struct{ Name string } }
	if json.Unmarshal(sent.Value, &tools) != nil {
		return ""
	}
	for _, place := range toolPlace().FindAllStringSubmatch(f.param+"\n"+f.Message, -1) {
		at, err := strconv.Atoi(place[1] + place[2] + place[3])
		if err == nil && at < len(tools) {
			return tools[at].Function.Name
		}
	}
	for _, quoted := range quotedWord().FindAllStringSubmatch(f.Message, -1) {
		if slices.ContainsFunc(tools, func(t struct{ Function struct{ Name string } }) bool { return t.Function.Name == quoted[1] }) {
			return quoted[1]
		}
	}
	if len(tools) == 1 && strings.Contains(f.Message, "tools.function") {
		return tools[0].Function.Name
	}
	return ""
}

var quotedWord = lazyregexp.New("['\"`“‘]([A-Za-z0-9_-]{1,64})['\"`”’]")

// toolRefusal returns the refusal of all tools, or of a single tool with its name as Value; nil for
// any other error.
func (f ErrorBody) toolRefusal() *Refusal {
	r := &Refusal{Field: fieldname.Tools, Reason: f.Message}
	if f.refusesTools() {
		r.AnyValue = true
		return r
	}
	if r.Value = f.refusedTool(); r.Value != "" {
		return r
	}
	return nil
}
