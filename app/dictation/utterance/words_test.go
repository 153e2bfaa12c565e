package utterance

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatIsMeantReplacesWhatWasHeard(t *testing.T) {
	for name, c := range map[string]struct {
		list     []string
		in, want string
	}{
		"words":                     {[]string{"jay son -> JSON"}, "Send it as jay son, please.", "Send it as JSON, please."},
		"in any case":               {[]string{"jay son -> JSON"}, "Jay Son is text. JAY SON!", "JSON is text. JSON!"},
		"with a hyphen":             {[]string{"jay son -> JSON"}, "the jay-son file", "the JSON file"},
		"a common word":             {[]string{"bill -> Bill"}, "Ask bill about it.", "Ask Bill about it."},
		"whole words alone":         {[]string{"bill -> Bill"}, "A billion bills waybill.", "A billion bills waybill."},
		"a genitive":                {[]string{"cube control -> kubectl", "O'Brian -> O'Brien"}, "cube control's manual by o’brian", "kubectl's manual by O'Brien"},
		"where a sentence begins":   {[]string{"gonna -> going to"}, "Gonna leave. I'm gonna.", "Going to leave. I'm going to."},
		"the longest":               {[]string{"new york -> NYC", "new york times -> NYT"}, "The New York Times of New York", "The NYT of NYC"},
		"signs":                     {[]string{"c plus plus -> C++", "C++ -> Cpp"}, "c plus plus and C++ and C", "C++ and Cpp and C"},
		"once":                      {[]string{"a -> b", "b -> c"}, "a b", "b c"},
		"other arrows":              {[]string{"grey → gray", "colour => color"}, "grey colour", "gray color"}, //nolint:misspell // of the user
		"a script without spaces":   {[]string{"東京都 -> 東京"}, "私は東京都に住む", "私は東京に住む"},
		"accents":                   {[]string{"müller -> Mueller"}, "Herr MÜLLER und Frau Muller", "Herr Mueller und Frau Muller"},
		"names change nothing":      {[]string{"Kubernetes", "Rose"}, "kubernetes and a rose", "kubernetes and a rose"},
		"nothing on the list":       {nil, "one\ntwo", "one\ntwo"},
		"what says nothing":         {[]string{"", "# note", "# x -> z", "->", "x ->", "-> y"}, "x y note", "x y note"},
		"bytes that are no letters": {[]string{"a -> b"}, "a \xff", "b \xff"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := replace(c.in, c.list); got != c.want {
				t.Errorf("%q became %q, not %q", c.in, got, c.want)
			}
		})
	}
}

func TestNamesAreGivenToAModel(t *testing.T) {
	list := []string{" Kubernetes ", "jay son -> JSON", "", "# work", "Ana Costa"}
	if got := ParseNames(list); !slices.Equal(got, []string{"Kubernetes", "Ana Costa"}) {
		t.Errorf("%q", got)
	}
	for range 100 {
		list = append(list, strings.Repeat("x", 50))
	}
	if got := strings.Join(ParseNames(list), ", "); len(got) > maxNames || !strings.HasSuffix(got, "x") {
		t.Errorf("%d bytes", len(got))
	}
}
