package documents

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"strings"
	"testing"
)

const plainPDF = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Outlines <</Type/Outlines/Count 7>>>>\nendobj\n" +
	"2 0 obj\n<< /Type /Pages /Resources << /Font << >> >> /Kids [3 0 R 4 0 R]\n /Count 3 >>\nendobj\n" +
	"4 0 obj\n<</Type/Pages/Parent 2 0 R/Kids[5 0 R 6 0 R]/Count 2>>\nendobj\nxref\n0 1\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"

// packedPDF keeps its page tree in a stream of objects.
func packedPDF(t testing.TB, objects string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(objects)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return fmt.Sprintf("%%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 2/First 10/Length %d/Filter/FlateDecode>>\nstream\r\n%s\nendstream\nendobj\nstartxref\n9\n%%%%EOF\n", b.Len(), b.String())
}

func TestThePagesOfAPDF(t *testing.T) {
	for name, c := range map[string]struct {
		pdf  string
		want PDFFacts
		ok   bool
	}{
		"plain":                 {plainPDF, PDFFacts{Pages: 3}, true},
		"with something before": {"\xef\xbb\xbf\r\n" + plainPDF, PDFFacts{Pages: 3}, true},
		"behind other bytes":    {strings.Repeat("\xff", 1000) + plainPDF, PDFFacts{Pages: 3}, true},
		"far behind others":     {strings.Repeat("\xff", 1100) + plainPDF, PDFFacts{}, false},
		"mentioned":             {"A file begins with %PDF-1.4, then comes startxref.", PDFFacts{}, false},
		"packed":                {packedPDF(t, "2 0 3 50 <</Type/Pages/Kids[3 0 R]/Count 12>> <</Type/Page/Parent 2 0 R>>"), PDFFacts{Pages: 12}, true},
		"a later version":       {plainPDF + "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\nstartxref\n5\n%%EOF\n", PDFFacts{Pages: 1}, true},
		"counted elsewhere":     {strings.Replace(plainPDF, "/Count 3 ", "/Count 9 0 R ", 1), PDFFacts{}, true},
		"too many to be true":   {strings.Replace(plainPDF, "/Count 3 ", "/Count 999999999 ", 1), PDFFacts{}, true},
		"locked":                {strings.Replace(plainPDF, "trailer <<", "trailer <</Encrypt 9 0 R", 1), PDFFacts{Pages: 3, Protected: true}, true},
		"about locking":         {strings.Replace(plainPDF, "<</Type/Catalog", "<</Title(/Encrypt it)/Type/Catalog", 1), PDFFacts{Pages: 3}, true},
		"no pages":              {"%PDF-1.4\nstartxref", PDFFacts{}, true},
		"cut off":               {plainPDF[:200], PDFFacts{}, false},
		"no PDF":                {"hello startxref", PDFFacts{}, false},
		"a bomb":                {packedPDF(t, strings.Repeat(" ", 64<<20)), PDFFacts{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := ReadPDFFacts([]byte(c.pdf)); got != c.want || ok != c.ok {
				t.Errorf("%+v, %v; want %+v, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func TestSearchingForPagesEnds(t *testing.T) {
	deep := "%PDF-1.4\nstartxref" + strings.Repeat("/Count 1 ", 1<<20)
	if got, ok := ReadPDFFacts([]byte(deep)); got.Pages != 0 || !ok {
		t.Errorf("%+v, %v", got, ok)
	}
}

func FuzzFacts(f *testing.F) {
	f.Add([]byte(plainPDF))
	f.Add([]byte(packedPDF(f, "<</Type/Pages/Kids[3 0 R]/Count 12>>")))
	files, _ := os.ReadDir("testdata")
	for _, file := range files {
		if strings.HasSuffix(file.Name(), ".pdf") {
			data, err := os.ReadFile("testdata/" + file.Name())
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if facts, ok := ReadPDFFacts(data); facts.Pages < 0 || facts.Pages > maxPages || !ok && facts != (PDFFacts{}) {
			t.Errorf("%+v, %v", facts, ok)
		}
	})
}
