package failure

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestOnlyAKeyThatIsNoWordIsSecret(t *testing.T) {
	for key, want := range map[string]bool{
		"ollama": false, "test": false, "lm-studio": false, "EMPTY": false, "sk-12345": false, "": false,
		"sk-no-key-required": false, "not-needed-for-local-servers": false,
		"xxxx-xxxx-xxxx-xxxx": false, "0000000000000000": false,
		"sk-very-secret-42": true, "3f9a1c7e5b2d8f4a6c0e9b7d5f3a1c8e": true, "sk-abcdefghijklmnopqrstuvwx": true,
		"550e8400-e29b-41d4-a716-446655440000": true, "QwErTyUiOpAsDfGhJkLz": true,
	} {
		if got := IsSecret(key); got != want {
			t.Errorf("%q: %v", key, got)
		}
	}
}

func TestAWordThatIsUsedAsAKeyStaysReadableInAnError(t *testing.T) {
	const text = "ollama: model not found, try pulling it"
	if got := MaskKeys(text, "ollama", "EMPTY"); got != text {
		t.Error(got)
	}
}

// TestNoFormOfTheKeyIsLeftInAnError goes through the forms in which services repeat a key.
func TestNoFormOfTheKeyIsLeftInAnError(t *testing.T) {
	for _, key := range []string{"sk-proj-Zk3_x9QvT7-LmW2pR8sYc4NbJd6HgF1aE5uKo0iXzSq", "3f9a1c7e5b2d8f4a6c0e9b7d5f3a1c8e", "Zk3x9Qv/T7Lm+W2pR8sYc4NbJd6HgF1aE5=="} {
		var escaped strings.Builder
		for _, r := range key {
			fmt.Fprintf(&escaped, `\u%04x`, r)
		}
		forms := map[string]string{
			"plain": key, "bearer": "Bearer " + key, "escaped for JSON": escaped.String(), "upper case": strings.ToUpper(key),
		}
		for _, separator := range []string{" ", "-", " - ", "\n", `\n`, `\t`, "\u00a0", "\u200b", "–", ".", ", ", "%20", `\u0020`, "* ", "_"} {
			forms["spelled with "+separator] = strings.Join(strings.Split(key, ""), separator)
		}
		var inAddress strings.Builder
		for _, b := range []byte(key) {
			fmt.Fprintf(&inAddress, "%%%02X", b)
		}
		forms["percent-encoded"] = inAddress.String()
		for name, form := range forms {
			got := MaskKeys("It is "+form+", which is wrong", key)
			left := strings.ReplaceAll(strings.ReplaceAll(got, "Bearer ", ""), mask, "")
			if !strings.Contains(got, mask) || letters(left) != "itiswhichiswrong" {
				t.Errorf("%s, %s: %q", key, name, got)
			}
		}
	}
}

func letters(text string) (all string) {
	for _, l := range lettersOf(text) {
		all += string(l.r)
	}
	return all
}

func TestAMessageWithoutTheKeyIsLeftAlone(t *testing.T) {
	for _, text := range slices.Concat(notKeys, words) {
		if got := MaskKeys(text, "sk-proj-Zk3_x9QvT7-LmW2pR8sYc4NbJd6HgF1aE5uKo0iXzSq", "3f9a1c7e5b2d8f4a6c0e9b7d5f3a1c8e"); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestATextInPiecesIsMaskedLikeAWholeOne cuts texts with keys, and with what begins like one, at
// random places.
func TestATextInPiecesIsMaskedLikeAWholeOne(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	keys := []string{"sk-abAab4abAabsk-ab5", "aab/aab+aab7aab/aabC", "sk-abAab4abAabXXXXXX"}
	k := NewKeyMask(append(keys, "test", "ollama")...)
	parts := append(slices.Clone(k.forms), "sk-abAab4", "a", "aab", "sk-", "s", "ollama test", "ü€", "aab%2F", `aab\`, `\`, `aab\/aab\+aab7aab\/aabC`, `sk\-abAab4abAabsk\-ab5`)
	var expressions []string
	for _, form := range k.forms {
		expressions = append(expressions, regexp.MustCompile(`\\?[^0-9A-Za-z\\]`).ReplaceAllStringFunc(regexp.QuoteMeta(form), func(s string) string { return `\\?` + s }))
	}
	whole := regexp.MustCompile(strings.Join(expressions, "|"))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(8) {
			part := parts[random.IntN(len(parts))]
			b.WriteString(part[:random.IntN(len(part)+1)])
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		want := whole.ReplaceAllString(text, mask)
		if got := k.Text(text); got != want {
			t.Fatalf("%q became %q, not %q", text, got, want)
		}
		got, kept := "", ""
		for rest := text; rest != ""; {
			n := 1 + random.IntN(len(rest))
			var out string
			if out, kept = k.Next(kept + rest[:n]); len(kept) > 0 && !slices.ContainsFunc(k.forms, func(form string) bool {
				kept := strings.TrimSuffix(strings.NewReplacer(`\/`, "/", `\-`, "-", `\+`, "+", `\%`, "%").Replace(kept), `\`)
				return len(kept) < len(form) && strings.HasPrefix(form, kept)
			}) {
				t.Fatalf("%q holds %q back, with which no key begins", text, kept)
			}
			got, rest = got+out, rest[n:]
		}
		if got += kept; got != want {
			t.Fatalf("%q became %q in parts, not %q", text, got, want)
		}
	}
}

func TestAKeyEscapedInJSONIsMasked(t *testing.T) {
	const key = `sk-proj-Zk3/x9QvT7-LmW2pR8sY`
	for text, want := range map[string]string{
		`{"query":"my \u0073k-proj-Zk3\/x9QvT7-LmW2pR8sY\n","n":1.50}`: `{"query":"my •••\n","n":1.50}`,
		`{"query":"sk-proj-Zk3/x9QvT7-LmW2pR8sY"}`:                     `{"query":"•••"}`,
		`{"a\\":"\u003cb\u003e", "c": "\"`:                             `{"a\\":"\u003cb\u003e", "c": "\"`,
		`{"a":"\u00`:                                                   `{"a":"\u00`,
	} {
		if got := NewKeyMask(key).JSON(text); got != want {
			t.Errorf("%s became %s", text, got)
		}
	}
	var none *KeyMask
	if none.Text("a") != "a" || none.JSON(`"\u0061"`) != `"\u0061"` {
		t.Error("without a key something changes")
	}
}
