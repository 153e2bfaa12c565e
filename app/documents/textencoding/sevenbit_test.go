package textencoding

import (
	"strings"
	"testing"
)

func TestTextOfSevenBitsIsRead(t *testing.T) {
	for data, want := range map[string]string{
		"~{;aRi~}":                                    "会议",
		"~{VPND~} and ~~ more\n~{;aRi~}\n":            "中文 and ~ more\n会议\n",
		"Sch+APY-ne Gr+APwA3w-e aus K+APY-ln, 1 +- 1": "Schöne Grüße aus Köln, 1 + 1",
		"Hi Mom +Jjo-! +ZeVnLIqe,ok":                  "Hi Mom ☺! 日本語,ok",
		"+BB8EQAQ4BDIENQRC":                           "Привет",
		"+2D3eAA- gr+APwA3w-e":                        "😀 grüße",
	} {
		guesses := Detect([]byte(data))
		if len(guesses) != 1 {
			t.Errorf("%q: %v", data, guesses)
			continue
		}
		if got, err := guesses[0].Encoding.Decode([]byte(data)); got != want || err != nil {
			t.Errorf("%q is read as %s: %q, %v", data, guesses[0].Encoding, got, err)
		}
	}
}

func TestPlainTextOfSevenBitsStays(t *testing.T) {
	for _, data := range []string{
		"1 + 1 = 2", "C++ and Java", "+49 30 123456-0", "+4930123456", "a+b-c", "x+=y-", "cp ~{a,b}", "~{foobar~}", "~{sample}", "%{~ if x ~}", "~~{;a~~}", "a+abc-d",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA+AAA-", "diff --git a/x b/x\n+++ b/x\n+AAA-\n+added line\n-removed", "q=a+bcd+efg-h", "+ABCDEFGH-",
	} {
		if guesses := Detect([]byte(data)); len(guesses) != 1 || guesses[0].Encoding != UTF8 {
			t.Errorf("%q: %v", data, guesses)
		}
	}
	random := "0123456789+/-~{}abcdefghijABCDEFGHIJ \n"
	for seed := range 3000 {
		var b strings.Builder
		for i, x := 0, uint32(seed); i < 60; i++ {
			x = x*1664525 + 1013904223
			b.WriteByte(random[int(x>>16)%len(random)])
		}
		if guesses := Detect([]byte(b.String())); len(guesses) != 1 || guesses[0].Encoding != UTF8 {
			t.Errorf("%q: %v", b.String(), guesses)
		}
	}
}
