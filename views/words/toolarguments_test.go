package words_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/views/words"
)

func argumentsOf(source string, most int) []words.ToolArgument {
	return words.ToolArguments(chat.ToolCall{Name: "mine", Arguments: source}, most)
}

// The user decides by the card: it shows each value as the model wrote it (earendil-works/pi #8943,
// unslothai/unsloth #10023, modelcontextprotocol/go-sdk #1201).
func TestArgumentsAreShownAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`{"id":9007199254740993}`:                           "id=9007199254740993",
		`{"id":2512292042121000001}`:                        "id=2512292042121000001",
		`{"id":1000000000000000000000,"x":1e400,"y":-0.10}`: "id=1000000000000000000000 x=1e400 y=-0.10",
		`{"ids":[9007199254740993, {"n":18446744073709551615}],"o":{"b":1,"a":9007199254740993}}`: `ids=[9007199254740993,{"n":18446744073709551615}] o={"b":1,"a":9007199254740993}`,
		`{"amount":1,"to":"Ann","amount":1000}`:                                                   "amount=1 amount=1000 to=Ann",
		`{"o":{"amount":1,"amount":1000}}`:                                                        `o={"amount":1,"amount":1000}`,
		`{"o":{"html":"<b> & \u00e9 \u003c \"q\" \\ \n"}}`:                                        `o={"html":"<b> & é < \"q\" \\ \n"}`,
		`{"s":"\ud83d","o":["\udc00\ud83d\ude00"],"\ud800":1}`:                                    `[U+D800]=1 o=["[U+DC00]😀"] s=[U+D83D]`,
		`{"path":["\u002fetc\/hosts","\u202e"],"n":null,"b":true,"c":false,"o":[true]}`:           `b=Yes c=No n=null o=[true] path=["/etc/hosts","[U+202E]"]`,
		`{}`: "",
	} {
		var all []string
		for _, a := range argumentsOf(source, words.MaxWholeArgument) {
			all = append(all, a.Name+"="+a.Value)
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s is shown as %s, want %s", source, got, want)
		}
	}
	long := strings.Repeat("7", 300)
	for name, got := range map[string]string{
		"value":  argumentsOf(`{"n":`+long+`}`, words.MaxShortArgument)[0].Value,
		"nested": argumentsOf(`{"n":[`+long[2:]+`]}`, words.MaxShortArgument)[0].Value,
		"name":   argumentsOf(`{"`+long+`":1}`, words.MaxShortArgument)[0].Name,
	} {
		if !strings.HasSuffix(got, "7… (300 characters)") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := words.ToolJSON(chat.ToolCall{Arguments: strings.Repeat(" ", words.MaxWholeArgument) + `{"n":1`}); !strings.HasSuffix(got, "… (20,006 characters)") {
		t.Errorf("cut JSON ends with %q", got[len(got)-40:])
	}
}

// jsonWriter writes random JSON and how it is to be shown.
type jsonWriter struct{ *rand.Rand }

func (w jsonWriter) blank() string {
	return strings.Repeat(" ", w.IntN(2)) + strings.Repeat("\n", w.IntN(2))
}

// text returns a random string as JSON, as a nested value and as one of its own.
func (w jsonWriter) text() (source, nested, plain string) {
	for range w.IntN(7) {
		r := []rune("aZ0 é<&/\"\\\n\t字😀\u202e\u200b\u2066\ufffd\ud7ff")[w.IntN(19)]
		literal, escaped := string(r), fmt.Sprintf(`\u%04x`, r)
		switch marshaled, _ := json.Marshal(string(r)); {
		case w.IntN(12) == 0: // half a character
			source, nested, plain = source+`x\ud83dx`, nested+"x[U+D83D]x", plain+"x[U+D83D]x"
			continue
		case r < ' ' || r == '"' || r == '\\':
			escaped = string(marshaled[1 : len(marshaled)-1])
			source, nested, plain = source+escaped, nested+escaped, plain+literal
			continue
		case r == '😀':
			escaped = `\ud83d\uDE00`
		}
		if w.IntN(2) == 0 {
			escaped = literal
		}
		source += escaped
		if strings.ContainsRune("\u202e\u200b\u2066", r) {
			literal = fmt.Sprintf("[U+%04X]", r)
		}
		nested, plain = nested+literal, plain+literal
	}
	return source, nested, plain
}

func (w jsonWriter) number() string {
	n := strings.TrimLeft(fmt.Sprint(w.Uint64()), "0") + fmt.Sprint(w.Uint64())
	n = n[:1+w.IntN(20)]
	return []string{"", "-"}[w.IntN(2)] + n + []string{"", ".0", ".10", "e400", "E+21", "e-7"}[w.IntN(6)]
}

// value returns a random value as JSON, and as it is shown inside another and alone.
func (w jsonWriter) value(depth int) (source, nested, plain string) {
	switch kind := w.IntN(6); {
	case kind == 0:
		source, nested, plain = w.text()
		return `"` + source + `"`, `"` + nested + `"`, plain
	case kind < 3:
		n := w.number()
		return n, n, n
	case kind == 3 || depth == 0:
		i := w.IntN(3)
		word := []string{"true", "false", "null"}[i]
		return word, word, []string{"Yes", "No", "null"}[i]
	}
	open, end := "[", "]"
	if w.IntN(2) == 0 {
		open, end = "{", "}"
	}
	var sources, shown []string
	for range w.IntN(4) {
		one, nested, _ := w.value(depth - 1)
		if open == "{" {
			name, shownName, _ := w.text()
			one, nested = `"`+name+`"`+w.blank()+":"+w.blank()+one, `"`+shownName+`":`+nested
		}
		sources, shown = append(sources, w.blank()+one+w.blank()), append(shown, nested)
	}
	nested = open + strings.Join(shown, ",") + end
	return open + strings.Join(sources, ",") + end, nested, nested
}

func TestWhatIsShownOfRandomArgumentsIsWhatIsSent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		w := jsonWriter{rand.New(rand.NewPCG(seed, 61))}
		var sources []string
		want := []words.ToolArgument{}
		for range w.IntN(5) {
			name, _, shownName := w.text()
			source, _, shown := w.value(3)
			sources = append(sources, w.blank()+`"`+name+`"`+w.blank()+":"+source)
			want = append(want, words.ToolArgument{Name: shownName, Value: shown})
		}
		source := "{" + strings.Join(sources, ",") + w.blank() + "}"
		slices.SortStableFunc(want, func(a, b words.ToolArgument) int { return strings.Compare(a.Name, b.Name) })
		if got := argumentsOf(source, words.MaxWholeArgument); !slices.Equal(got, want) {
			t.Fatalf("%d: %s\nis shown as %q\nwant          %q", seed, source, got, want)
		}
	}
}
