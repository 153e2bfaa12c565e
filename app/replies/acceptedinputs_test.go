package replies_test

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/replies"
)

// stored puts bytes beside the library.
func (d *desk) stored(content, mime string) *chat.Blob {
	d.t.Helper()
	b, err := d.disk.PutBlob(d.t.Context(), "", []byte(content), mime, 2, 2)
	if err != nil {
		d.t.Fatal(err)
	}
	return &b
}

// sends sends a draft that is answered well, and returns what of its content are addresses.
func (d *desk) sends(draft chat.Draft) (reply chat.ID, addresses []string) {
	d.t.Helper()
	reply, _, err := d.replies.Send(d.t.Context(), d.drafts.TakeNew(d.conversation, draft), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	c := d.call()
	c.say("Nice.")
	c.done()
	messages := c.asked()["messages"].([]any)
	for _, p := range messages[len(messages)-1].(map[string]any)["content"].([]any) {
		if u, ok := p.(map[string]any)["image_url"].(map[string]any); ok {
			addresses = append(addresses, u["url"].(string))
		}
	}
	return reply, addresses
}

func address(mime, content string) string {
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString([]byte(content))
}

func TestOriginalsAndAddressesAreSentAsTheUserAsked(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		small, large := d.stored("small", "image/jpeg"), d.stored("large", "image/webp")
		reply, sent := d.sends(chat.Draft{Text: "Look", Parts: []chat.Part{
			{Kind: chat.PartImage, Blob: small, Original: large, AsIs: true},
			{Kind: chat.PartImage, Blob: small, Original: large},
			{Kind: chat.PartRemoteImage, Text: "https://example.org/sea.png"},
			{Kind: chat.PartRemoteImage, Text: "file:///etc/passwd"},
		}})
		same(t, "pictures", sent, []string{address("image/webp", "large"), address("image/jpeg", "small"), "https://example.org/sea.png"})
		m := d.ended(reply, chat.Done)
		asked, err := d.disk.Messages(t.Context(), []chat.ID{m.Parent})
		if err != nil || len(asked) != 1 {
			t.Fatal(asked, err)
		}
		if p := asked[0].Parts; p[0].Original == nil || p[1].Original != nil {
			t.Errorf("the original that was sent is kept, and that which was not is not: %+v", p)
		}
	})
}

func TestADocumentGoesOnlyToAModelThatIsKnownToTakeIt(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		c := d.learns()
		draft := chat.Draft{Parts: []chat.Part{{Kind: chat.PartFile, Name: "a.pdf", Blob: d.stored("%PDF-1.4", "application/pdf"), Pages: 2}}}
		_, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, draft), nil)
		if !errors.Is(err, replies.ErrCannotRead) || problem.From(err, "", time.Time{}).Kind != problem.CannotRead {
			t.Fatalf("not known to take it: %v", err)
		}
		if heads, err := d.disk.Thread(t.Context(), d.conversation); err != nil || len(heads) != 0 {
			t.Fatalf("something was stored: %v, %v", heads, err)
		}

		c.SetAcceptsPDF("connection-1", "asked-1", catalog.Yes)
		reply, sent := d.sends(draft)
		same(t, "documents", sent, []string{address("application/pdf", "%PDF-1.4")})
		d.ended(reply, chat.Done)

		// The user's word is taken back; the service's word counts, and it refuses.
		c.SetAcceptsPDF("connection-1", "asked-1", catalog.Unknown)
		if m, _ := c.Model("connection-1", "asked-1"); m.Reads != catalog.Yes {
			t.Errorf("after it has answered: %+v", m)
		}
		d.service.answer = func(*http.Request) *http.Response {
			return response(400, "application/json", text(`{"error":{"message":"This model does not support image input."}}`))
		}
		reply, _, err = d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, draft), nil)
		if err != nil {
			t.Fatal(err)
		}
		if m := d.ended(reply, chat.Failed); m.Request.Problem.Kind != problem.CannotRead || !strings.Contains(m.Request.Problem.Detail, "image input") {
			t.Errorf("trouble %+v", m.Request.Problem)
		}
		if m, _ := c.Model("connection-1", "asked-1"); m.Reads != catalog.No || m.Sees == catalog.No {
			t.Errorf("after the refusal: %+v", m)
		}
	})
}

func TestAModelThatAnsweredAboutAPictureIsKnownToSee(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		c := d.learns()
		// as after a refusal that meant something else
		c.LearnAcceptsPictures("connection-1", "asked-1", catalog.No)
		reply, _ := d.sends(chat.Draft{Parts: []chat.Part{{Kind: chat.PartImage, Blob: d.stored("png", "image/png")}}})
		d.ended(reply, chat.Done)
		if m, _ := c.Model("connection-1", "asked-1"); m.Sees != catalog.Yes {
			t.Errorf("%+v", m)
		}
	})
}
