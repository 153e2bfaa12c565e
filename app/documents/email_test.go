package documents

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asEmail is an email with these further fields and this body.
func asEmail(fields, body string) string {
	return strings.ReplaceAll("Received: from a.example\n\tby b.example; Sat, 28 Nov 2026 09:00:00 +0100\n"+
		"From: =?UTF-8?B?SsO2cmc=?= <joerg@example.org>\nTo: Eve <eve@example.org>\nSubject: =?iso-8859-1?Q?Gr=FC=DFe_aus?= Rom\n"+
		"Date: Sat, 28 Nov 2026 09:00:00 +0100\nMIME-Version: 1.0\n"+fields+"\n"+body, "\n", "\r\n")
}

func TestEmail(t *testing.T) {
	const fields = "From: Jörg \\<joerg@example.org>  \nTo: Eve \\<eve@example.org>  \nDate: Sat, 28 Nov 2026 09:00:00 +0100  \nSubject: Grüße aus Rom\n"
	packed := base64.StdEncoding.EncodeToString([]byte("Schöne Grüße"))
	for name, c := range map[string]struct{ fields, body, want string }{
		"plain":                {"", "Hello\nyou # 1.\n\n\n> said\n", "\nHello  \nyou # 1.\n\n\\> said\n"},
		"without a kind":       {"Content-Type: nonsense;;\n", "Hello", "\nHello\n"},
		"quoted-printable":     {"Content-Type: text/plain; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: Quoted-Printable\n", "Sch=F6ne Gr=FC=\n=DFe", "\nSchöne Grüße\n"},
		"a rare character set": {"Content-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n", "7 =A4", "\n7 €\n"},
		"base64":               {"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n", packed[:8] + "\n" + packed[8:] + "\n", "\nSchöne Grüße\n"},
		"no character set":     {"Content-Type: text/plain\nContent-Transfer-Encoding: 8bit\n", "Sch\xf6ne Gr\xfc\xdfe aus K\xf6ln, bis n\xe4chste Woche. \xdcber alles andere sp\xe4ter.", "\nSchöne Grüße aus Köln, bis nächste Woche. Über alles andere später.\n"},
		"HTML alone":           {"Content-Type: text/html; charset=utf-8\n", "<h1>Hi</h1><p>x <b>y</b>", "\n# Hi\n\nx y\n"},
		"alternatives": {
			"Content-Type: multipart/alternative; boundary=b\n", "preamble\n--b\nContent-Type: text/plain; charset=utf-8\n\nplain\n--b\nContent-Type: text/html\n\n<p>page\n--b--\n",
			"\nplain\n",
		},
		"alternatives without plain text": {
			"Content-Type: multipart/alternative; boundary=b\n", "--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: text/html\n\n<p>page\n--b--\n",
			"\npage\n",
		},
		"attachments": {
			"Content-Type: multipart/mixed; boundary=\"b b\"\n",
			"--b b\nContent-Type: multipart/related; boundary=c\n\n--c\nContent-Type: text/html\n\n<p>page<img src=\"cid:1\">\n--c\nContent-Type: image/png; name=logo.png\nContent-ID: <1>\n\nxxx\n--c--\n" +
				"--b b\nContent-Type: application/pdf; name=\"=?UTF-8?Q?B=C3=BCro.pdf?=\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment\n\nxxx\n" +
				"--b b\nContent-Type: text/plain\nContent-Disposition: attachment; filename*=UTF-8''caf%C3%A9.txt\n\nnot read\n--b b\nContent-Type: message/rfc822\n\nFrom: a@b.c\n\nx\n" +
				"--b b\nContent-Type: text/plain\n\nfooter\n--b b--\n",
			"\npage\n\nfooter\n\n(Attachments that are not read: Büro.pdf, café.txt, a forwarded email.)\n",
		},
		"cut off": {
			"Content-Type: multipart/mixed; boundary=b\n", "--b\nContent-Type: text/plain\n\nbefore\n--b\nContent-Type: text/plain\n\nthe last",
			"\nbefore\n\nthe last\n\n(The email is damaged and could not be read whole.)\n",
		},
		"no text after all": {"Content-Type: text/plain; charset=utf-8; name=x.bin\nContent-Transfer-Encoding: base64\n", "AAECAwQFBgcICQAAAAECAw==", "\n(Attachments that are not read: x.bin.)\n"},
		"no text, damaged":  {"Content-Type: text/plain; charset=utf-8; name=x.bin\nContent-Transfer-Encoding: base64\n", "AAECAwQFBgcICQAAAAEC!!", "\n(The email is damaged and could not be read whole.)\n\n(Attachments that are not read: x.bin.)\n"},
		"damaged base64":    {"Content-Transfer-Encoding: base64\n", packed[:8] + "!!", "\nSchön\n\n(The email is damaged and could not be read whole.)\n"},
	} {
		doc := mustRead(t, "a.eml", asEmail(c.fields, c.body))
		if d := cmp.Diff(fields+c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if doc.Title != "Grüße aus Rom" {
			t.Errorf("%s is called %q", name, doc.Title)
		}
	}
}

// The header of a forwarded email may be longer than what is looked at first.
func TestEmailWithALongHeader(t *testing.T) {
	doc := mustRead(t, "a", "Received: x\n"+strings.Repeat("ARC-Seal: i=1; a=rsa-sha256; t=1;\n\tcv=none; d=example.org;\n", 200)+"From: a@example.org\nSubject: x\n\nwords")
	if want := "From: a@example.org  \nSubject: x\n\nwords\n"; doc.Text != want {
		t.Errorf("%q", doc.Text)
	}
}

// A page that a browser saved with its pictures has the form of an email.
func TestSavedPage(t *testing.T) {
	doc := mustRead(t, "a.mhtml", strings.ReplaceAll(`From: <Saved by Blink>
Snapshot-Content-Location: https://example.org/
Subject: =?utf-8?Q?A=20page?=
Date: Sat, 28 Nov 2026 09:00:00 -0000
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--x----"


------MultipartBoundary--x----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://example.org/

<!DOCTYPE html><html><head><meta http-equiv=3D"Content-Type" content=3D"text/html; charset=3DUTF-8"><title>Page</title></head><body><h1>H=C3=
=A9</h1><ol start=3D"3"><li>x</li></ol></body></html>
------MultipartBoundary--x----
Content-Type: text/css
Content-Transfer-Encoding: quoted-printable

body { }
------MultipartBoundary--x----
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://example.org/x.png

iVBORw0KGgo=
------MultipartBoundary--x------
`, "\n", "\r\n"))
	if d := cmp.Diff("# Hé\n\n3. x\n", doc.Text); d != "" {
		t.Error(d)
	}
	if doc.Title != "A page" {
		t.Errorf("called %q", doc.Title)
	}
}

func TestATextLikeAnEmailIsAText(t *testing.T) {
	for _, text := range []string{
		"From: me\nTo: you\nSubject: notes\n\nwords\n", "Subject: x\nMessage-ID: 1\n", "To: a\nFrom: b\nMIME-Version: is a field\nand a line without one\n\nwords\n",
		"We send From: To: Subject: and Message-ID: in a line.\n\nwords",
	} {
		if doc := mustRead(t, "a.txt", text); doc.Text != text || doc.Markdown {
			t.Errorf("%q became %q", text, doc.Text)
		}
	}
}
