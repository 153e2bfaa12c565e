package wire

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

func TestUnquoteIsWhatJSONSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"a", "é", "😀", `\n`, `\"`, `\\`, `\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`, `\t`, `\b\f\r`, "\x01", `\q`, `\u12`, `"`}
	for range 20000 {
		raw := `"`
		for range r.IntN(6) {
			raw += parts[r.IntN(len(parts))]
		}
		raw += `"`
		var want string
		err := json.Unmarshal([]byte(raw), &want)
		got, rest, ok := Unquote([]byte(raw))
		ok = ok && len(rest) == 0
		if ok != (err == nil) || ok && got != want {
			t.Fatalf("unquote(%s) = %q, %v, want %q, %v", raw, got, ok, want, err)
		}
	}
}

func TestMendJoinsHalvesAndLosesNothing(t *testing.T) {
	whole := "Grüße 😀 日本 \U0001F468\u200d👩 end"
	for i := range len(whole) + 1 {
		first, half := JoinUTF8("", whole[:i])
		second, left := JoinUTF8(half, whole[i:])
		if first+second != whole || left != "" {
			t.Fatalf("cut at %d: %q + %q, left %q", i, first, second, left)
		}
	}
	for broken, want := range map[string]string{"\xff": "\uFFFD", "a\xc3(": "a\uFFFD(", "\xed\xb0\x80": "\uFFFD", "\xed\xa0\x80x": "\uFFFDx"} {
		if got, left := JoinUTF8("", broken); got != want || left != "" {
			t.Errorf("mend(%q) = %q, %q, want %q", broken, got, left, want)
		}
	}
}
