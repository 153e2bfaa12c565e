package documents

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"time"
)

// The most that a hostile file may cost that is attached to a message.
const (
	// hostileTime is promised for an idle processor. The most expensive file, a slide shown over
	// and over, takes 170 ms of it. A busy machine counts more, so the test fails only at slack
	// times as much.
	hostileTime   = 200 * time.Millisecond
	slack         = 3
	hostileMemory = 64 << 20
)

// A hostile file costs little, and gives a reason or what can be read of it.
func TestHostileFilesCostLittle(t *testing.T) {
	const most = 2 << 20
	sheetParts := func(rows, strings string) []string {
		return []string{
			"[Content_Types].xml", "<Types/>", "xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="/worksheet" Target="sheet.xml"/><Relationship Id="c" Type="/sharedStrings" Target="strings.xml"/></Relationships>`,
			"xl/sheet.xml", rows, "xl/strings.xml", strings,
		}
	}
	laughs := `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "` + strings.Repeat("&a;", 10) + `"><!ENTITY c "` + strings.Repeat("&b;", 10) + `">]>`
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, `<sheet name="s%d" r:id="a"/>`, i)
	}
	noise := func(n int) string { // what cannot be packed
		var b strings.Builder
		x := uint32(1)
		for b.Len() < n {
			x = x*1664525 + 1013904223
			fmt.Fprintf(&b, "%08x", x)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		data   func() string
		reason Reason
	}{
		"shared strings of 1 GB": {func() string {
			return bombed(t, "xl/strings.xml", "<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>", 1024,
				sheetParts("<worksheet><row><c t='s'><v>0</v></c></row></worksheet>", "")...)
		}, NoText},
		"a document of 1 GB": {func() string {
			return bombed(t, "word/document.xml", "<w:p><w:r><w:t>aaaaaaaa</w:t></w:r></w:p>", 1024,
				"[Content_Types].xml", "<Types/>")
		}, TooLarge},
		"a worksheet of 1 GB": {func() string {
			return bombed(t, "xl/sheet.xml", "<row><c><v>123456</v></c></row>", 1024, sheetParts("", "")[:6]...)
		}, ""},
		"a text of OpenDocument of 1 GB": {func() string {
			return bombed(t, "content.xml", "<text:p>aaaaaaaa</text:p>", 1024, "mimetype",
				"application/vnd.oasis.opendocument.text")
		}, TooLarge},
		"a part longer than the zip says": {func() string { return lying(t) }, Damaged},
		"10,000 worksheets": {func() string {
			parts := sheetParts("<worksheet><sheetData>"+strings.Repeat("<row><c><v>1</v></c></row>", 3000)+"</sheetData></worksheet>", "")
			parts[3] = `<workbook xmlns:r="r"><sheets>` + many.String() + `</sheets></workbook>`
			return zipped(t, parts...)
		}, ""},
		"laughs in shared strings": {func() string {
			return zipped(t,
				sheetParts("<worksheet><row><c t='s'><v>0</v></c></row></worksheet>",
					laughs+"<sst><si><t>&c;</t></si></sst>")...)
		}, NoText},
		"laughs in a worksheet": {func() string {
			return zipped(t, sheetParts(laughs+"<worksheet><row><c t='str'><v>&c;</v></c></row></worksheet>", "")...)
		}, Damaged},
		"laughs in OpenDocument": {func() string {
			return zipped(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
				laughs+"<a><p>&c;</p></a>")
		}, Damaged},
		"a cell at the last place": {func() string {
			return zipped(t, sheetParts(`<worksheet><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></worksheet>`, "")...)
		}, ""},
		"a row of a million cells": {func() string {
			return zipped(t, sheetParts("<worksheet><row>"+strings.Repeat("<c><v>1</v></c>", 1_000_000)+"</row></worksheet>", "")...)
		}, ""},
		"number formats without end": {func() string {
			var codes, styles strings.Builder
			for i := range 2000 {
				fmt.Fprintf(&codes, `<numFmt numFmtId="%d" formatCode="# ?&quot;%s&quot;/???"/>`, i+200, strings.Repeat("0", i%100))
				fmt.Fprintf(&styles, `<xf numFmtId="%d"/>`, i+200)
			}
			parts := sheetParts("<worksheet>"+strings.Repeat("<row>"+strings.Repeat(`<c s="1"><v>0.61803398875</v></c>`, 60)+"</row>", 2000)+"</worksheet>", "")
			parts[5] = `<R><Relationship Id="a" Type="/worksheet" Target="sheet.xml"/><Relationship Id="c" Type="/styles" Target="styles.xml"/></R>`
			return zipped(t, append(parts, "xl/styles.xml", "<styleSheet><numFmts>"+codes.String()+"</numFmts><cellXfs>"+styles.String()+"</cellXfs></styleSheet>")...)
		}, ""},
		"one formula shown over and over": {func() string {
			return asOpenDocument(t, "text", "<office:text><text:p>"+strings.Repeat(`<draw:object xlink:href="o"/>`, 20_000)+"</text:p></office:text>", "o/content.xml", "<math><mi>a</mi></math>")
		}, ""},
		"hidden columns and merged cells without end": {func() string {
			return asSheet(t, strings.Repeat(`<col min="1" max="16384" hidden="1"/>`, 50_000)+"<sheetData>"+strings.Repeat(`<row hidden="1"><c><v>1</v></c></row>`, 50_000)+"</sheetData>"+strings.Repeat(`<mergeCell ref="A1:B1"/>`, 50_000))
		}, ""},
		"an email of emails in emails": {func() string {
			var b strings.Builder
			for i := range 3000 {
				fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
			}
			return asEmail("", "")[:40] + "\r\nMIME-Version: 1.0\r\nSubject: x\r\n" + b.String()
		}, TooLarge},
		"an email of empty parts": {func() string {
			return asEmail("Content-Type: multipart/mixed; boundary=b\n", strings.Repeat("--b\n\nx\n", 100_000))
		}, TooLarge},
		"an email of one header": {func() string { return asEmail("X: "+strings.Repeat("x", 20<<20), "") }, Damaged},
		"an email of header fields": {func() string {
			return asEmail("Content-Type: multipart/mixed; boundary=b\n", "--b\n"+strings.Repeat("X: y\n", 2<<20)+"\nwords\n--b--")
		}, ""},
		"an email of base64": {func() string {
			return asEmail("Content-Transfer-Encoding: base64\n", strings.Repeat("YWFhYWFhYWFhYWFh", 1<<20))
		}, TooLarge},
		"a large attachment": {func() string {
			return asEmail("Content-Type: multipart/mixed; boundary=b\n", "--b\n\nwords\n--b\nContent-Type: image/png\n\n"+strings.Repeat("YWFhYWFhYWFhYWFh\n", 1<<20)+"--b--")
		}, ""},
		"a flat document of one picture": {func() string {
			return "<office:document" + odfSpaces + "><office:body><text:p>a<office:binary-data>" + strings.Repeat("YWFh", 4<<20) + "</office:binary-data></text:p></office:body></office:document>"
		}, ""},
		"a book of sections in sections": {func() string { return "<FictionBook><body>" + strings.Repeat("<section><p>a</p>", 100_000) }, Damaged},
		"a book of notes": {func() string {
			return "<FictionBook><body>" + strings.Repeat(`<p>a<a type="note" href="#n">1</a></p>`, 20_000) + `</body><body name="notes">` + strings.Repeat(`<section id="n"><p>words</p></section>`, 20_000) + "</body></FictionBook>"
		}, ""},
		"a cell that is repeated": {func() string {
			return asOpenDocument(t, "spreadsheet", `<office:spreadsheet><table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000000000"><text:p>`+strings.Repeat("words ", 5000)+`</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`)
		}, ""},
		"one slide shown over and over": {func() string {
			return zipped(t, "[Content_Types].xml", "<Types/>", "ppt/presentation.xml", `<p xmlns:r="r">`+strings.Repeat(`<sldId r:id="a"/>`, 40_000)+`</p>`,
				"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="/slide" Target="a.xml"/></R>`, "ppt/a.xml", "<sld><sp><p><r><t>"+noise(50_000)+"</t></r></p></sp></sld>")
		}, TooLarge},
		"one chapter read over and over": {func() string { return bookOfOneChapter(t) }, TooLarge},
		"RTF of groups in groups": {
			func() string { return `{\rtf1 ` + strings.Repeat("{", 1_000_000) }, Damaged,
		},
		"RTF of tables": {
			func() string { return `{\rtf1 ` + strings.Repeat(`\trowd\intbl a\cell\row`, 50_000) },
			"",
		},
		"RTF of powers": {
			func() string { return `{\rtf1 a` + strings.Repeat(`{\super b}`, 100_000) + "}" }, "",
		},
		"RTF that says it is long": {
			func() string { return `{\rtf1 {\pict\bin2000000000 ` + strings.Repeat("a", 1000) },
			Damaged,
		},
		"a list of parts": {func() string { return manyParts(40_000, 30) }, Unsupported},
		"a page of tables in tables": {
			func() string { return "<html>" + strings.Repeat("<table><tr><td>a", 60_000) }, "",
		},
		"the largest table": {func() string {
			return "<html><table>" + strings.Repeat("<tr>"+strings.Repeat("<td>a", 36), maxTableRows+100)
		}, ""},
		"a cell of many paragraphs": {
			func() string { return "<html><table><tr><td>a<td>b<tr><td>" + strings.Repeat("<p>a", 200_000) }, "",
		},
		"rows without cells": {
			func() string { return "<html><table><tr><td>a<td>b" + strings.Repeat("<tr>", 400_000) }, "",
		},
		"cells without rows":    {func() string { return "<html><table>" + strings.Repeat("<td>a", 200_000) }, ""},
		"a table of one column": {func() string { return "<html><table>" + strings.Repeat("<tr><td>a", 150_000) }, ""},
		"tables of one wide row": {func() string {
			return "<html>" + strings.Repeat("<table><tr>"+strings.Repeat("<td>a", 64)+strings.Repeat("<tr><td>a", 4000)+"</table>", 40)
		}, TooLarge},
		"a page of powers": {func() string { return "<html><p>a" + strings.Repeat("<sup>b", 200_000) }, ""},
		"a formula in formulas": {
			func() string { return "<html>" + strings.Repeat("<math><msup>", 80_000) + "a" },
			NoText,
		},
		"a formula without end": {func() string { return "<html><math>" + strings.Repeat("<mfrac><mi>a</mi><mi>b</mi></mfrac>", 30_000) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(c.data())
			var err error
			var doc Document
			best := time.Hour
			used := peak(t, func() {
				for range 3 {
					began := spent()
					doc, err = ReadBytes(t.Context(), "file", data, Options{MaxText: most, Source: true})
					if best = min(best, spent()-began); best <= hostileTime {
						return
					}
				}
			})
			gradeHostile(t, doc, err, c.reason, most)
			if best > slack*hostileTime {
				t.Errorf("it took %v", best)
			}
			if used > hostileMemory {
				t.Errorf("%d MB were in use", used>>20)
			}
			t.Logf("%v, %d MB", best, used>>20)
		})
	}
}

// bombed is a zip with these parts and one that unfolds to so many megabytes of pieces.
func bombed(t *testing.T, name, repeated string, megabytes int, pairs ...string) string {
	t.Helper()
	block := []byte(strings.Repeat(repeated, 1<<20/len(repeated)+1)[:1<<20])
	var packed bytes.Buffer
	f, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.Write(block)
	_ = f.Flush() // it ends at a byte, and refers to nothing before it
	one := bytes.Clone(packed.Bytes())
	packed.Reset()
	f.Reset(&packed)
	_ = f.Close()
	end := bytes.Clone(packed.Bytes())
	body := append(bytes.Repeat(one, megabytes), end...)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, pairs[i+1])
	}
	w, err := z.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Deflate, CompressedSize64: uint64(len(body)),
		UncompressedSize64: uint64(megabytes) << 20, CRC32: crc32.ChecksumIEEE(block),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(body)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lying is a document of Word whose text is much longer than the zip says.
func lying(t *testing.T) string {
	data := bombed(t, "word/document.xml", "<w:p><w:r><w:t>aaaaaaaa</w:t></w:r></w:p>", 64,
		"[Content_Types].xml", "<Types/>")
	size := []byte{0, 0, 0, 4} // 64 MB, little endian
	return string(bytes.ReplaceAll([]byte(data), size, []byte{0, 0, 8, 0}))
}
