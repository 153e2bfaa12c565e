package clipboard

import (
	"strings"
	"testing"
)

func TestHTMLForWindowsSaysWhereItStands(t *testing.T) {
	const html = "<p>Grüße, 日本</p>"
	got := windowsHTML(html)
	var at [4]int
	for i, name := range []string{"StartHTML:", "EndHTML:", "StartFragment:", "EndFragment:"} {
		_, rest, ok := strings.Cut(got, name)
		if !ok {
			t.Fatalf("no %s in %q", name, got)
		}
		for _, digit := range rest[:10] {
			at[i] = at[i]*10 + int(digit-'0')
		}
	}
	if got[at[2]:at[3]] != html || !strings.HasPrefix(got[at[0]:at[1]], "<html>") || !strings.HasSuffix(got[:at[1]], "</html>") || at[1] != len(got) {
		t.Errorf("%v in %q", at, got)
	}
}

func TestNothingInATextIsAPartOfTheProgramForMacOS(t *testing.T) {
	got := macScript("\" & quit\n«»", "<b>é</b>")
	if strings.Contains(got, "quit") || strings.Count(got, "\n") != 1 || !strings.Contains(got, "«data HTML3C623EC3A93C2F623E»") {
		t.Errorf("%s", got)
	}
}
