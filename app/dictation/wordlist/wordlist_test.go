package wordlist

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTheListRepairsWhatWasHeard(t *testing.T) {
	for name, c := range map[string]struct {
		list     []string
		in, want string
	}{
		"a rule":                           {[]string{"jay son -> JSON"}, "Send it as jay son, please.", "Send it as JSON, please."},
		"a rule in capitals":               {[]string{"jay son -> JSON"}, "Jay Son is text. JAY SON!", "JSON is text. JSON!"},
		"a rule with a hyphen":             {[]string{"jay son -> JSON"}, "the jay-son file", "the JSON file"},
		"a rule for a common word":         {[]string{"bill -> Bill"}, "Ask bill about it.", "Ask Bill about it."},
		"a rule only for whole words":      {[]string{"bill -> Bill"}, "A billion bills.", "A billion bills."},
		"a rule keeps the genitive":        {[]string{"cube control -> kubectl"}, "cube control's manual", "kubectl's manual"},
		"a rule at a sentence's beginning": {[]string{"gonna -> going to"}, "Gonna leave.", "Going to leave."},
		"the longest rule":                 {[]string{"new york -> NYC", "new york times -> NYT"}, "The New York Times of New York", "The NYT of NYC"},
		"a rule with signs":                {[]string{"c plus plus -> C++", "C++ -> Cpp"}, "c plus plus and C++ and C", "C++ and Cpp and C"},
		"a rule is used once":              {[]string{"a -> b", "b -> c"}, "a b", "b c"},
		"a rule of another arrow":          {[]string{"grey → gray", "colour => color"}, "grey colour", "gray color"}, //nolint:misspell // of the user
		"a rule without spaces":            {[]string{"東京都 -> 東京"}, "私は東京都に住む", "私は東京に住む"},
		"a rule with accents":              {[]string{"müller -> Mueller"}, "Herr Müller und Frau Muller", "Herr Mueller und Frau Muller"},

		"a name's capitals":             {[]string{"Kubernetes", "iPhone"}, "kubernetes on an iphone", "Kubernetes on an iPhone"},
		"a name's accents":              {[]string{"José Peixoto"}, "I met Jose Peixoto.", "I met José Peixoto."},
		"a misspelled name":             {[]string{"Kubernetes"}, "We run Cubernetes here, on cubernetis.", "We run Kubernetes here, on Kubernetes."},
		"a name in two words":           {[]string{"Kubernetes"}, "We run kuber netes.", "We run Kubernetes."},
		"a name in one word":            {[]string{"Anna-Maria Wexler"}, "It was Annamaria Wechsler, no: AnnamariaWexler.", "It was Annamaria Wechsler, no: Anna-Maria Wexler."},
		"a name that sounds so":         {[]string{"Siobhan Meyrick"}, "Tell Siobhan Mairick.", "Tell Siobhan Meyrick."},
		"a genitive of a name":          {[]string{"Wexler"}, "Weksler's plan", "Wexler's plan"},
		"beside another word of a name": {[]string{"Ana Costa"}, "Then Anna Costa came.", "Then Ana Costa came."},
		"the same words as no name":     {[]string{"New Order"}, "A new order came. New order!", "A new order came. New order!"},
		"a Greek name":                  {[]string{"Παπαδόπουλος"}, "Ο κύριος Παπαδοπουλος", "Ο κύριος Παπαδόπουλος"},
		"a Russian name":                {[]string{"Кузьминский"}, "Это Кузминский.", "Это Кузьминский."},

		"a common word is left":           {[]string{"Mark", "Rose", "Formann"}, "mark my words: the rose and the foreman rose", "mark my words: the rose and the foreman rose"},
		"a common word of another tongue": {[]string{"Hause", "Garton"}, "Das Haus mit Garten", "Das Haus mit Garten"},
		"a common name is left":           {[]string{"Jon"}, "John said so.", "John said so."},
		"an ending is left":               {[]string{"Parlando"}, "two Parlandos", "two Parlandos"},
		"a short word is left":            {[]string{"Ximo"}, "a xima or zimo", "a xima or zimo"},
		"two that are as close":           {[]string{"Wexlar", "Wexlor"}, "Wexler", "Wexler"},
		"one that is closer":              {[]string{"Wexlar", "Wexlender"}, "I met Wexlir", "I met Wexlar"},
		"names of the list are left":      {[]string{"Wexler", "Wexlar"}, "Wexler and Wexlar", "Wexler and Wexlar"},
		"another line":                    {[]string{"Ana Costa"}, "ana\ncosta", "ana\ncosta"},

		"nothing on the list": {nil, "Cubernetes", "Cubernetes"},
		"what says nothing":   {[]string{"", "# note", "->", "x ->", "-> y", "!!!", "!! -> y"}, "x y !! note", "x y !! note"},
		"bytes that are none": {[]string{"a -> b"}, "a \xff", "a \xff"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Parse(c.list).Repair(c.in); got != c.want {
				t.Errorf("%q became %q, not %q", c.in, got, c.want)
			}
		})
	}
}

// What a person reads in everyday text stays what it is, whatever names are on the list.
func TestOrdinaryTextIsLeftAlone(t *testing.T) {
	l := Parse([]string{
		"Kubernetes", "Wexler", "Siobhan", "Grafana", "Terraform", "Ansible", "Björnsdóttir", "Nguyễn", "Marten", "Berner", "Weber", "Hofmann", "Sommer", "Lange",
	})
	for _, s := range []string{
		"The quick brown fox jumps over the lazy dog, and the summer was long.",
		"Im Sommer war der Garten lang und die Bären wanderten weiter; das Wetter blieb warm.",
		"La maison était grande et le marteau tombait par terre, forme après forme.",
		"A casa era grande e a terra formava uma linha; o vento vinha do norte.",
		"Я взял книгу и пошёл домой, потому что было поздно.",
	} {
		if got := l.Repair(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestTheCommonWordsAreKnown(t *testing.T) {
	got := common(map[string]bool{"the": true, "summer": true, "haus": true, "ärzte": true, "maison": true, "книгу": true, "kubernetes": true, "xqzt": true})
	for _, w := range []string{"the", "summer", "haus", "maison", "книгу"} {
		if !got[w] {
			t.Errorf("%q is not known", w)
		}
	}
	if got["kubernetes"] || got["xqzt"] {
		t.Errorf("%v", got)
	}
}

func TestALongListIsHeldWithinBounds(t *testing.T) {
	var lines []string
	for i := range 3 * maxEntries {
		lines = append(lines, strings.Repeat("x", 5+i%7)+string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676%26)))
	}
	lines = append(lines, strings.Repeat("y", 10_000))
	l := Parse(lines)
	if n := len(l.names) + len(l.arrows); n > maxEntries {
		t.Errorf("%d entries", n)
	}
}

func FuzzRepair(f *testing.F) {
	f.Add("Kubernetes\njay son -> JSON\nAna Costa", "Cubernetes, jay-son and Anna Costa's friend.")
	f.Add("東京 -> 京\nO'Brien", "東京 o'brien O’Brien's")
	f.Add("a -> ", "aaa a \xff")
	f.Fuzz(func(t *testing.T, list, s string) {
		l := Parse(strings.Split(list, "\n"))
		got := l.repair(s, func(map[string]bool) map[string]bool { return nil })
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q with %q is no text any more: %q", s, list, got)
		}
		if l.Empty() && got != s {
			t.Errorf("an empty list changed %q", s)
		}
		if !utf8.ValidString(s) && got != s {
			t.Errorf("what is no text was changed: %q", s)
		}
		// What stands between words is never touched by names.
		if len(l.arrows) == 0 && strings.Count(got, "\n") < strings.Count(s, "\n") {
			t.Errorf("a line was lost from %q: %q", s, got)
		}
	})
}

func BenchmarkRepair(b *testing.B) {
	var lines []string
	for i := range 300 {
		lines = append(lines, "Name"+strings.Repeat(string(rune('a'+i%26)), 1+i/26))
	}
	l := Parse(append(lines, "Kubernetes", "jay son -> JSON"))
	s := strings.Repeat("We run Cubernetes here and send jay son to everybody in the office. ", 30)
	for b.Loop() {
		l.Repair(s)
	}
}
