package chat

import (
	"reflect"
	"testing"

	"parlando/app/internal/fieldtest"
)

func TestTwoDraftsBecomeOneWithoutLosingAnything(t *testing.T) {
	picture := Part{Kind: PartImage, Name: "sea.png", Blob: &Blob{SHA256: "00"}}
	for name, c := range map[string]struct{ a, b, want Draft }{
		"nothing and words":  {Draft{}, Draft{Text: "b"}, Draft{Text: "b"}},
		"words and nothing":  {Draft{Text: "a"}, Draft{}, Draft{Text: "a"}},
		"words and words":    {Draft{Text: "a"}, Draft{Text: "b"}, Draft{Text: "a\n\nb"}},
		"a picture, words":   {Draft{Parts: []Part{picture}}, Draft{Text: "b"}, Draft{Text: "b", Parts: []Part{picture}}},
		"pictures":           {Draft{Parts: []Part{picture}}, Draft{Parts: []Part{picture}}, Draft{Parts: []Part{picture, picture}}},
		"an edit and words":  {Draft{Text: "a", Edits: "1"}, Draft{Text: "b"}, Draft{Text: "a\n\nb", Edits: "1"}},
		"words and an edit":  {Draft{Text: "a"}, Draft{Text: "b", Edits: "1"}, Draft{Text: "a\n\nb", Edits: "1"}},
		"the edit of nobody": {Draft{Edits: "1"}, Draft{}, Draft{Edits: "1"}},
	} {
		got := c.a.Append(c.b)
		if got.Text != c.want.Text || got.Edits != c.want.Edits || len(got.Parts) != len(c.want.Parts) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// A field of a draft that Append forgets would be lost when an unsent message comes back.
func TestEveryFieldOfADraftIsAppended(t *testing.T) {
	for name, one := range fieldtest.Each(fieldtest.Full[Draft]()) {
		if one.Empty() {
			t.Errorf("with %s it is empty", name)
		}
		if got := (Draft{Text: "b"}).Append(one); reflect.DeepEqual(got, Draft{Text: "b"}) {
			t.Errorf("%s is lost", name)
		}
		if got := one.Append(Draft{Text: "b"}); reflect.DeepEqual(got, Draft{Text: "b"}) {
			t.Errorf("%s is lost before others", name)
		}
	}
}

func TestAConversationHasEveryFieldOfItsTarget(t *testing.T) {
	if got, want := fieldtest.Full[Conversation]().Target(), fieldtest.Full[Target](); !reflect.DeepEqual(got, want) {
		t.Errorf("it is\n%+v, want\n%+v", got, want)
	}
}
