package cards_test

import (
	"testing"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

func TestEachAttachmentHasAName(t *testing.T) {
	for _, kind := range chat.PartKinds() {
		name := cards.AttachmentName(chat.Part{Kind: kind, Text: "https://example.org/picture.png"})
		if (name != "") != kind.IsAttached() {
			t.Errorf("%s is called %q, is attached: %t", kind, name, kind.IsAttached())
		}
	}
}
