package chatgpt

import "parlando/app/imports/exportjson"

// conversation is a conversation in the export. Unknown members are ignored.
type conversation struct {
	ID             string          `json:"id"`
	ConversationID string          `json:"conversation_id"`
	Title          string          `json:"title"`
	Created        exportjson.Time `json:"create_time"`
	Updated        exportjson.Time `json:"update_time"`
	Mapping        map[string]node `json:"mapping"`
	CurrentNode    string          `json:"current_node"`
	Archived       bool            `json:"is_archived"`
	Starred        bool            `json:"is_starred"`
	Model          string          `json:"default_model_slug"`
	Gizmo          string          `json:"gizmo_id"`
	Template       string          `json:"conversation_template_id"`
}

// node is a place in the tree; the root has no message.
type node struct {
	Message  *message `json:"message"`
	Parent   string   `json:"parent"`
	Children []string `json:"children"`
}

type message struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
		// Name is that of the tool.
		Name string `json:"name"`
	} `json:"author"`
	Created exportjson.Time `json:"create_time"`
	Content content         `json:"content"`
	// Recipient is "all", "" or the tool that is called.
	Recipient string   `json:"recipient"`
	Channel   string   `json:"channel"`
	Metadata  metadata `json:"metadata"`
}

// content has the members of all types of content.
type content struct {
	Type string `json:"content_type"`
	// Elements are strings and objects; read makes Parts of them.
	Elements []any         `json:"parts"`
	Parts    []contentPart `json:"-"`
	Text     string        `json:"text"`
	Language string        `json:"language"`
	Thoughts []thought     `json:"thoughts"`
	Content  string        `json:"content"`
	Result   string        `json:"result"`
	Summary  string        `json:"summary"`
	Snippet  string        `json:"snippet"`
	Title    string        `json:"title"`
	URL      string        `json:"url"`
	Name     string        `json:"name"`
	Output   string        `json:"output_str"`
	State    page          `json:"state"`
	Metadata struct {
		Title string `json:"display_title"`
		URL   string `json:"display_url"`
	} `json:"metadata"`
	Screenshot   any    `json:"screenshot"`
	Profile      string `json:"user_profile"`
	Instructions string `json:"user_instructions"`
	Memory       string `json:"model_set_context"`
}

type thought struct {
	Summary string `json:"summary"`
	Content string `json:"content"`
}

// contentPart is an element of the parts of a content: a string, which becomes Text, or an object.
type contentPart struct {
	Type, Text, Pointer, Format string
	Sound                       *contentPart
	// Video reports a film or pictures of one.
	Video bool
}

// partOf reads an element and leaves out what it does not expect.
func partOf(element any) (p contentPart) {
	if text, ok := element.(string); ok {
		return contentPart{Text: text}
	}
	o, _ := element.(map[string]any)
	p.Type, _ = o["content_type"].(string)
	p.Text, _ = o["text"].(string)
	p.Pointer, _ = o["asset_pointer"].(string)
	p.Format, _ = o["format"].(string)
	if sound, ok := o["audio_asset_pointer"].(map[string]any); ok && p.Type == realTime {
		inner := partOf(sound)
		p.Sound = &inner
	}
	frames, _ := o["frames_asset_pointers"].([]any)
	video, _ := o["video_container_asset_pointer"].(string)
	p.Video = len(frames) > 0 || video != ""
	return p
}

// realTime is the type of a part with what the user said and showed in a voice chat.
const realTime = "real_time_user_audio_video_asset_pointer"

type metadata struct {
	Hidden      bool `json:"is_visually_hidden_from_conversation"`
	UserSystem  bool `json:"is_user_system_message"`
	UserContext struct {
		AboutUser  string `json:"about_user_message"`
		AboutModel string `json:"about_model_message"`
	} `json:"user_context_message_data"`
	Model       string       `json:"model_slug"`
	Attachments []attachment `json:"attachments"`
	References  []reference  `json:"content_references"`
	Citations   []citation   `json:"citations"`
	// Cited are the pages of Citations, in an older form.
	Cited struct {
		Pages []page `json:"metadata_list"`
	} `json:"_cite_metadata"`
	Seconds       float64 `json:"finished_duration_sec"`
	FinishDetails struct {
		Type string `json:"type"`
	} `json:"finish_details"`
	Aggregate struct {
		Messages []struct {
			Image string `json:"image_url"`
		} `json:"messages"`
	} `json:"aggregate_result"`
}

type attachment struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	MIME string `json:"mime_type"`
}

// reference explains a mark in the text.
type reference struct {
	Type     string `json:"type"`
	Matched  string `json:"matched_text"`
	Alt      string `json:"alt"`
	Name     string `json:"name"`
	Title    string `json:"title"`
	URL      string `json:"url"`
	Items    []page `json:"items"`
	Fallback []page `json:"fallback_items"`
	Sources  []page `json:"sources"`
}

// page is a web page, with others that say the same.
type page struct {
	Title      string `json:"title"`
	URL        string `json:"url"`
	Supporting []page `json:"supporting_websites"`
}

// citation is the older form of a reference.
type citation struct {
	Start    int `json:"start_ix"`
	Metadata struct {
		Title string `json:"title"`
		Name  string `json:"name"`
		URL   string `json:"url"`
		Extra struct {
			// Message is the number in the mark, such as 12 in 【12†source】.
			Message *int `json:"cited_message_idx"`
		} `json:"extra"`
	} `json:"metadata"`
}
