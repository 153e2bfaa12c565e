package secrets_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"parlando/app/secrets"
)

func TestAKeyDoesNotLetItselfBePrinted(t *testing.T) {
	const secret = "sk-very-secret"
	key := secrets.NewKey(secret)
	type holder struct {
		Open   secrets.Key
		hidden secrets.Key
		deep   struct{ p *secrets.Key }
	}
	h := holder{Open: key, hidden: key}
	h.deep.p = &key
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%10s"} {
		for _, v := range []any{key, &key, h, &h, []secrets.Key{key}, map[string]secrets.Key{"k": key}, fmt.Errorf("no: %v", key)} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
	}
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("a", "key", key, "in", h, "at", &h)
	}
	for _, v := range []any{key, h, &h, map[string]any{"k": key}} {
		if err := json.NewEncoder(&out).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := xml.NewEncoder(&out).Encode(h); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{secret, fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret)} {
		if strings.Contains(out.String(), form) {
			t.Errorf("it was printed:\n%s", out.String())
		}
	}
	if key.Reveal() != secret || key.Empty() || !secrets.NewKey("").Empty() {
		t.Error("the key itself is wrong")
	}
}
