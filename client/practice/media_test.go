package practice_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http/httptest"
	"strings"
	"testing"

	"parlando/client/practice"
)

// canvas is a small picture.
func canvas() *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.White, color.Black, color.NRGBA{200, 0, 0, 255}})
	for i := range img.Pix {
		img.Pix[i] = uint8(i % 3)
	}
	return img
}

func encoded(t *testing.T, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func data(label string, raw []byte) string {
	return "data:" + label + ";base64," + base64.StdEncoding.EncodeToString(raw)
}

// pngChunk is a chunk of a PNG.
func pngChunk(name string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, name...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func TestPicturesAreToldByTheirBytes(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	still := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, canvas()) })
	jpg := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, canvas(), nil) })
	oneFrame := encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, canvas(), nil) })
	twoFrames := encoded(t, func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{canvas(), canvas()}, Delay: []int{10, 10}})
	})
	moving := bytes.Join([][]byte{still[:33], pngChunk("acTL", make([]byte, 8)), still[33:]}, nil)
	webp, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	movingWebp := append([]byte("RIFF\x2a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00"), webp[12:]...)
	huge := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", []byte{0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0})...)
	pdf := []byte("%PDF-1.4\n1 0 obj <</Type /Pages /Count 2>> endobj 2 0 obj <</Type/Page>> endobj 3 0 obj <</Type /Page /Parent 1 0 R>> endobj")
	for name, c := range map[string]struct {
		url, model string
		says       string // of the refusal, or of the reply
		status     int
	}{
		"png":                {data("image/png", still), practice.VisionModel, "PNG", 200},
		"jpeg":               {data("image/jpeg", jpg), practice.VisionModel, "JPEG", 200},
		"gif":                {data("image/gif", oneFrame), practice.VisionModel, "GIF", 200},
		"webp":               {data("image/webp", webp), practice.VisionModel, "WEBP", 200},
		"wrong label":        {data("image/png", jpg), practice.VisionModel, "JPEG", 200},
		"capitals":           {strings.Replace(data("image/png", still), "data:", "DATA:", 1), practice.VisionModel, "PNG", 200},
		"by address":         {"https://pictures.example/cat.png", practice.VisionModel, "doesn't load pictures", 200},
		"pdf":                {data("application/pdf", pdf), practice.VisionModel, "2 pages", 200},
		"pdf called picture": {data("image/png", pdf), practice.VisionModel, "PDF", 200},
		"moving gif":         {data("image/gif", twoFrames), practice.VisionModel, "animated", 400},
		"moving png":         {data("image/png", moving), practice.VisionModel, "animated", 400},
		"moving webp":        {data("image/webp", movingWebp), practice.VisionModel, "animated", 400},
		"too many pixels":    {data("image/png", huge), practice.VisionModel, "40 million pixels", 400},
		"no picture":         {data("image/png", []byte("<html>")), practice.VisionModel, "PNG, JPEG, WebP and GIF", 400},
		"half a picture":     {data("image/png", still[:len(still)/2]), practice.VisionModel, "damaged", 400},
		"empty":              {"data:image/png;base64,", practice.VisionModel, "empty", 400},
		"no base64":          {"data:image/png,abc", practice.VisionModel, "base64", 400},
		"damaged base64":     {"data:image/png;base64,iVBO*w0KGgo=", practice.VisionModel, "at character 5 of 12", 400},
		"another scheme":     {"ftp://pictures.example/cat.png", practice.VisionModel, "http(s)", 400},
		"a file":             {"file:///etc/passwd", practice.VisionModel, "http(s)", 400},
		"no host":            {"https:///cat.png", practice.VisionModel, "no host", 400},
		"too large":          {data("image/png", append(still, make([]byte, 20<<20)...)), practice.VisionModel, "larger than 20 MB", 400},
		"no eyes":            {data("image/png", still), practice.WriterModel, "does not support image input", 400},
		"pdf and no eyes":    {data("application/pdf", pdf), practice.ToolModel, "does not support image input", 400},
	} {
		body := fmt.Sprintf(`{"model":%q,"messages":[{"role":"user","content":[{"type":"text","text":"Look"},{"type":"image_url","image_url":{"url":"%s"}}]}]}`, c.model, c.url)
		status, fault, text, _ := askForReply(t, server, body)
		message, _ := fault["message"].(string)
		if status != c.status || !strings.Contains(message+text, c.says) || status == 400 && fault["param"] != "messages[0].content[1].image_url.url" {
			t.Errorf("%s: %d %.300v %.300s", name, status, fault, text)
		}
	}
	// A PDF may come as a file too, to a model that takes files.
	file := func(model string, raw []byte) (int, map[string]any, string) {
		status, fault, text, _ := askForReply(t, server, fmt.Sprintf(`{"model":%q,"messages":[{"role":"user","content":[{"type":"file","file":{"filename":"a.pdf","file_data":%q}}]}]}`, model, data("application/pdf", raw)))
		return status, fault, text
	}
	if status, fault, text := file(practice.VisionModel, pdf); status != 200 || !strings.Contains(text, "2 pages") {
		t.Errorf("as a file: %d %v %s", status, fault, text)
	}
	for model, raw := range map[string][]byte{practice.VisionModel: still, practice.SlowModel: pdf} {
		if status, fault, _ := file(model, raw); status != 400 || fault["param"] != "messages[0].content[0].file.file_data" {
			t.Errorf("%s took a file: %d %v", model, status, fault)
		}
	}
}

// docs/gateway.md 10: 85 for a look, 85 and 170 for each square of 512 for a good look, 255 for a
// page.
func TestPicturesCostTokens(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	cost := func(part string) int {
		all := chunks(t, server, `{"model":"practice-eyes","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":[`+part+`]}]}`)
		return all[len(all)-1].Usage.Prompt - 3
	}
	wide := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, image.NewGray(image.Rect(0, 0, 1000, 400))) })
	for _, c := range []struct {
		part string
		want int
	}{
		{fmt.Sprintf(`{"type":"image_url","image_url":{"url":%q,"detail":"low"}}`, data("image/png", wide)), 85},
		{fmt.Sprintf(`{"type":"image_url","image_url":{"url":%q}}`, data("image/png", wide)), 85 + 2*170},
		{fmt.Sprintf(`{"type":"image_url","image_url":{"url":%q}}`, data("application/pdf", []byte("%PDF-1.7"))), 255},
		{`{"type":"image_url","image_url":{"url":"https://example.org/a.png","detail":"high"}}`, 85 + 170},
		{`{"type":"text","text":"two tokens"}`, 2},
	} {
		if got := cost(c.part); got != c.want {
			t.Errorf("%.100s costs %d, want %d", c.part, got, c.want)
		}
	}
}
