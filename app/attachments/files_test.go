package attachments_test

import (
	"errors"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/media/subprocess/helpertest"
)

func TestMain(m *testing.M) { os.Exit(helpertest.Run(m)) }

const pdf = "%PDF-1.4\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\nstartxref\n0\n%%EOF\n"

func TestADocumentIsKeptAsItIs(t *testing.T) {
	s := &shelf{}
	part, info, err := attachments.New(s).Add(t.Context(), "/tmp/Rent.PDF", []byte(pdf))
	if err != nil || part.Kind != chat.PartFile || part.Name != "Rent.PDF" || part.Pages != 1 || part.Blob.MIME != "application/pdf" ||
		part.Blob.Size != int64(len(pdf)) || info.Note != "" || string(s.blobs[part.SentBlob().SHA256]) != pdf {
		t.Errorf("%+v, %+v, %v", part, info, err)
	}
	locked := strings.Replace(pdf, "startxref", "trailer <</Encrypt 9 0 R>> startxref", 1)
	if _, info, err := attachments.New(s).Add(t.Context(), "a.pdf", []byte(locked)); err != nil || info.Note != attachments.ProtectedDocument {
		t.Errorf("locked: %+v, %v", info, err)
	}
}

func TestTheOriginalIsKeptBesideAPictureAndSentOnlyIfAsked(t *testing.T) {
	s := &shelf{}
	data := square(t, 2100, color.White)
	part, _, err := attachments.New(s).Add(t.Context(), "a.png", data)
	if err != nil || part.Original == nil || part.AsIs || part.SentBlob() != part.Blob {
		t.Fatalf("%+v, %v", part, err)
	}
	if o := part.Original; string(s.blobs[o.SHA256]) != string(data) || o.MIME != "image/png" || o.Width != 2100 {
		t.Errorf("%+v", o)
	}
	part.AsIs = true
	if original := part.SentBlob(); original != part.Original || original.Size != int64(len(data)) || original.Width != 2100 {
		t.Errorf("%+v", original)
	}
	part.Original = nil
	if part.SentBlob() != part.Blob {
		t.Errorf("without an original: %+v", part)
	}
	// No service takes these as they are.
	turned, err := os.ReadFile(filepath.Join("testdata", "turned.avif"))
	if err != nil {
		t.Fatal(err)
	}
	if part, _, err := attachments.New(s).Add(t.Context(), "a.avif", turned); err != nil || part.Original != nil || part.Kind != chat.PartImage {
		t.Errorf("AVIF: %+v, %v", part, err)
	}
}

func TestAnAddressIsOneThatAServiceCanFetch(t *testing.T) {
	for _, good := range []string{"https://example.org/a.png", " HTTP://example.org:8080/a?b=c#d\n", "http://[2001:db8::1]/a", "https://bücher.example/ä.png"} {
		part, err := attachments.Address(good)
		if err != nil || part.Kind != chat.PartRemoteImage || part.Text != strings.TrimSpace(good) {
			t.Errorf("%q: %+v, %v", good, part, err)
		}
	}
	for _, bad := range []string{
		"", "sea.png", "//example.org/a.png", "file:///etc/passwd", "data:image/png;base64,AAAA", "javascript:alert(1)", "https:a.png", "https://",
		"https://me:secret@example.org/a.png", "https://example.org/a b.png", "https://example.org/\u202egnp.exe", "https://example.org/\x00",
		"https://example.org/" + strings.Repeat("a", 9000),
	} {
		if part, err := attachments.Address(bad); !errors.Is(err, attachments.ErrNoAddress) {
			t.Errorf("%.40q: %+v, %v", bad, part, err)
		}
	}
}

func TestTheTextOfADocument(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed")
	}
	data, err := os.ReadFile(filepath.Join("..", "documents", "testdata", "alice.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	a := attachments.New(&shelf{})
	part, _, err := a.Add(t.Context(), "alice.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	text, err := a.TextOf(t.Context(), part)
	if err != nil || text.Kind != chat.PartPasted || text.Name != "alice.pdf" || !strings.Contains(text.Text, "Alice") {
		t.Errorf("%.80q, %v", text.Text, err)
	}
	part, _, err = a.Add(t.Context(), "a.pdf", []byte(pdf))
	if err != nil {
		t.Fatal(err)
	}
	var failed *documents.Error
	if _, err := a.TextOf(t.Context(), part); !errors.As(err, &failed) {
		t.Errorf("of an empty document: %v", err)
	}
}
