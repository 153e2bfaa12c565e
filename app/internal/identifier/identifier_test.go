package identifier

import (
	"strings"
	"testing"
)

func TestAnIdentifierIsPortable(t *testing.T) {
	for name, want := range map[string]string{
		"Stock in the storeroom": "stock_in_the_storeroom", "  Ask my wife! ": "ask_my_wife", "Größe (cm)": "grosse_cm", "Père Noël's": "pere_noels",
		"3 days": "tool_3_days", "Ответ жены": "", "倉庫": "", "?!": "", "": "", strings.Repeat("long ", 40): strings.TrimSuffix(strings.Repeat("long_", 13), "_")[:64],
	} {
		if got := From(name, "tool"); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	taken := map[string]bool{"stock": true, "stock_2": true, strings.Repeat("x", 64): true}
	for id, want := range map[string]string{"stock": "stock_3", "free": "free", strings.Repeat("x", 64): strings.Repeat("x", 62) + "_2"} {
		if got := Unique(id, func(id string) bool { return taken[id] }); got != want {
			t.Errorf("%q becomes %q, want %q", id, got, want)
		}
	}
}
