package updates

import (
	"reflect"
	"testing"
)

func TestTheChangesOfLaterVersionsAreRead(t *testing.T) {
	const list = "# Changes\n\nOne line for each change.\n\n## Unreleased\n\n- Not out yet.\n\n" +
		"## 0.9.1\n\n- Mends a crash.\n\n" +
		"## 0.10.0 (2027-01-05)\r\n\r\n- Pictures are\r\n  sharper.\r\n- Says \"hello\".\r\n\r\nThank\x1b you.\r\n\n" +
		"## 0.9.0\n\n- Old.\n"
	got := later(parse(list), "0.9.0")
	want := []Version{
		{Number: "0.10.0", Changes: []string{"Pictures are sharper.", `Says "hello".`, "Thank  you."}},
		{Number: "0.9.1", Changes: []string{"Mends a crash."}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := later(parse(list), "0.10.0"); got != nil {
		t.Errorf("the newest has later versions: %q", got)
	}
}

func TestOnlyNumbersAreVersions(t *testing.T) {
	for _, heading := range []string{"1.2", "1.2.3.4", "v1.2.3", "1.2.-3", "1.2.x", "", "1.2.99999999999"} {
		if got := parse("## " + heading + "\n- a\n"); got != nil {
			t.Errorf("%q is taken for a version: %q", heading, got)
		}
	}
}
