package drafts

import (
	"reflect"
	"testing"

	"parlando/app/chat"
)

func TestDraftsDifferInEveryField(t *testing.T) {
	full := chat.Draft{Text: "a", Parts: []chat.Part{{Kind: chat.PartImage, Name: "sea.png"}}, Edits: "1"}
	if !same(full, full) || !same(chat.Draft{}, chat.Draft{Parts: []chat.Part{}}) {
		t.Error("a draft is not the same as itself")
	}
	for i := range reflect.TypeFor[chat.Draft]().NumField() {
		other := full
		if reflect.ValueOf(&other).Elem().Field(i).SetZero(); same(other, full) || same(full, other) {
			t.Errorf("without %s it is the same", reflect.TypeFor[chat.Draft]().Field(i).Name)
		}
	}
}
