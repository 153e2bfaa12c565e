package imports

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/imports/chatgpt/chatgpttest"
)

// hugePNG returns a small PNG of 20,000 x 20,000 pixels in two colors.
func hugePNG(t *testing.T) []byte {
	t.Helper()
	const side = 20_000
	var pixels bytes.Buffer
	z, err := zlib.NewWriterLevel(&pixels, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]byte, 1+side/8)
	for range side {
		if _, err := z.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	data := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		name    string
		content []byte
	}{{"IHDR", append(header, 1, 0, 0, 0, 0)}, {"IDAT", pixels.Bytes()}, {"IEND", nil}} {
		data = binary.BigEndian.AppendUint32(data, uint32(len(chunk.content)))
		body := append([]byte(chunk.name), chunk.content...)
		data = binary.BigEndian.AppendUint32(append(data, body...), crc32.ChecksumIEEE(body))
	}
	return data
}

const smallPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"

func TestFilesOfMessagesComeOverOrAreNamed(t *testing.T) {
	picture := pngOf(t)
	damagedOffice := zipOf(t, map[string][]byte{"mimetype": []byte("application/vnd.oasis.opendocument.text"), "content.xml": []byte("<a")})
	for _, c := range []struct {
		name    string
		content []byte // nil if the export lacks it
		kind    chat.PartKind
		stored  bool
		text    string
	}{
		{"leaf.png", picture, chat.PartImage, true, ""},
		{"missing.png", nil, chat.PartFile, false, ""},
		{"damaged.png", picture[:len(picture)/2], chat.PartFile, false, ""},
		{"page.png", []byte("<!DOCTYPE html><html><body><p>Not found</p></body></html>"), chat.PartPasted, false, "Not found"},
		{"empty.png", []byte{}, chat.PartFile, false, ""},
		{"huge.png", hugePNG(t), chat.PartFile, false, ""},
		{"paper.pdf", []byte(smallPDF), chat.PartFile, true, ""},
		{"damaged.pdf", []byte(smallPDF[:40]), chat.PartFile, false, ""},
		{"notes.txt", []byte("An oak.\n"), chat.PartPasted, false, "An oak."},
		{"damaged.odt", damagedOffice, chat.PartFile, false, ""},
		{"old.doc", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 600)...), chat.PartFile, false, ""},
		{"program.exe", []byte("MZ\x90\x00\x03\x00\x00\x00\xff\xff\x00\x00"), chat.PartFile, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			one := chatgpttest.New("a").User("1", "What is this?", chatgpttest.Metadata("attachments", []any{
				chatgpttest.Object{"id": "file_1", "name": c.name},
			})).Assistant("2", "A file.")
			files := map[string][]byte{"conversations.json": []byte("[" + string(one.JSON()) + "]")}
			if c.content != nil {
				files["file_1.dat"] = c.content
			}
			paths := writeFiles(t, files)
			e := d.reads(paths...)
			var r Report
			d.wantMemory("the import", func() { r = d.takes(e) })
			if missing := c.kind == chat.PartFile && !c.stored; (r.Missing == 1) != missing || r.Pictures+r.Documents+r.Missing != 1 {
				t.Errorf("the report is %+v", r)
			}
			heads, err := d.library.Thread(t.Context(), e.Chats[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			m, err := d.library.Message(t.Context(), heads[0].ID)
			if err != nil || len(m.Parts) != 2 {
				t.Fatalf("the message is %+v, %v", m, err)
			}
			for _, p := range m.Parts {
				if p.Kind != chat.PartText && (p.Kind != c.kind || p.Name != c.name || (p.Blob != nil) != c.stored || !strings.Contains(p.Text, c.text)) {
					t.Errorf("the part is %+v", p)
				}
			}
		})
	}
}
