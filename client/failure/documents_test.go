package failure

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestARefusedDocumentIsToldFromAPicture holds what real services say, in their own words:
// GATEWAY.md 4.1.3 sends a PDF as image_url, so some of them know it as a file and some as a
// picture.
func TestARefusedDocumentIsToldFromAPicture(t *testing.T) {
	for _, c := range []struct {
		status  int
		message string
		want    Kind
	}{
		{400, "PDF is not accepted by this model", NoDocument},
		// QwenLM/qwen-code#1888
		{400, "Invalid value: file. Supported values are: 'text','image_url','video_url' and 'video'.", NoDocument},
		// zotero-AI-Butler#316
		{422, "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `file`, expected `text` at line 1 column 1034", NoDocument},
		// langchain-ai/openwiki#63
		{500, "NotImplementedError: Unknown part type: file", NoDocument},
		// vllm-project/vllm#57774
		{400, "Unsupported chat content part type: 'file'. Supported types: text, image_url", NoDocument},
		// boto/boto3#4335
		{400, "messages.0.content.1: Input tag 'document' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use', 'tool_result'", NoDocument},
		// google-gemini/deprecated-generative-ai-js#201
		{400, "Unsupported MIME type: application/pdf", NoDocument},
		// anomalyco/opencode#34840
		{400, "model does not support pdf input", NoDocument},
		{400, "Invalid 'messages[0].content[1].image_url.url': it is a PDF document, and this model takes none. Try practice-eyes.", NoDocument},

		{400, "The PDF specified was not valid.", BadRequest},
		{400, "messages.0.content.1.source.bytes: The document source bytes could not be parsed as the specified format.", BadRequest},
		{413, "The PDF is larger than this model supports", TooLarge},
		{400, "prompt is too long: the document has 210000 tokens, the context length is 200000", TooLong},
		{400, "This model does not support image input", NoVision},
		{400, "Invalid image data", BadPicture},
		{401, "PDF is not accepted by this key", Auth},
	} {
		quoted, err := json.Marshal(c.message)
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range []string{`{"error":{"message":` + string(quoted) + `,"type":"invalid_request_error"}}`, `{"detail":` + string(quoted) + `}`} {
			asked := func(q Request) Kind {
				return q.NewStatusError(&http.Response{StatusCode: c.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}).Kind
			}
			if got := asked(Request{HasImages: true}); got != c.want {
				t.Errorf("%d %s: %s, want %s", c.status, body, got, c.want)
			}
			if got := asked(Request{}); got == NoDocument {
				t.Errorf("%s: a document that was not sent is refused", body)
			}
		}
	}
}
