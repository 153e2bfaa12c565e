package drafts

import (
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/fieldtest"
)

func TestDraftsDifferInEveryField(t *testing.T) {
	fieldtest.Compared(t, same)
	if !same(chat.Draft{}, chat.Draft{Parts: []chat.Part{}}) {
		t.Error("no parts are not the same as an empty list")
	}
}
