// Command compare makes documents and texts with other programs, reads them with Parley, and prints
// tables of the results: documents that pandoc and LibreOffice make of one text and one table, and
// texts that iconv makes in other encodings. With -words it reads existing files, and lists the
// words of their XML that the text lacks. Only developers run it:
//
//	go run ./app/documents/compare            # needs pandoc, soffice, iconv; what is not installed is said
//	go run ./app/documents/compare -keep dir  # and keeps the files
//	go run ./app/documents/compare -words a.docx b.xlsx
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"parley/app/documents"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	keep := flag.String("keep", "", "folder for the files that are made; none keeps nothing")
	words := flag.Bool("words", false, "read the files that are named instead")
	flag.Parse()
	var err error
	if *words {
		err = compareWords(ctx, flag.Args())
	} else {
		err = compare(ctx, *keep)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		stop()
		os.Exit(1)
	}
}

func compare(ctx context.Context, dir string) (err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "parley-compare-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := compareDocuments(ctx, dir); err != nil {
		return err
	}
	return compareEncodings(ctx, dir)
}

// run runs a program in dir with what it reads, and gives what it writes.
func run(ctx context.Context, dir string, in []byte, args ...string) ([]byte, error) {
	path, err := exec.LookPath(args[0])
	if err != nil {
		return nil, fmt.Errorf("%s: not installed", args[0])
	}
	cmd := exec.CommandContext(ctx, path, args[1:]...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(in))
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w: %s", args[0], err, strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}

const (
	// article is Markdown as pandoc reads it.
	article = `# A title

A paragraph with *soft*, **strong**, ` + "`code`" + `, [a link](https://example.org) and a note.[^1] Ten is 10^6^, water H~2~O, and Grüße aus Ärö.

## Lists

1. first
2. second
   - inner one
   - inner two
3. third

- bullet
- another

## A table

| Name | Price |
|------|------:|
| Tea  | 1.50  |
| Milk | 2     |

> A quotation of somebody.

` + "```\nlisting one\n  indented two\n```" + `

Half is $\frac{1}{2}$, and term
:   explained here

Last words.

[^1]: The note says this.
`
	// sheet is a table of values that a spreadsheet shows in ways of its own.
	sheet = "Name,Day,Amount,Share\n\"Smith, Ann\",2024-02-29,1234.5,12.5%\n" +
		"\"Two\nlines\",1999-12-31,-7,100%\nÄrö,,0.1,\n"
)

// compareDocuments makes documents of article and sheet.
func compareDocuments(ctx context.Context, dir string) error {
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "article.md"), []byte(article), 0o600),
		os.WriteFile(filepath.Join(dir, "sheet.csv"), []byte(sheet), 0o600)); err != nil {
		return err
	}
	fmt.Println("| document | made by | words missing | words added | headings | items | rows of tables |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, name := range []string{
		"article.docx", "article.odt", "article.epub", "article.html", "article.rtf",
		"article.pptx",
	} {
		judge(ctx, dir, name, article, "pandoc", "-s", "article.md", "-o", name)
	}
	for _, c := range [][3]string{
		{"article.docx", "odt", "again.odt"},
		{"article.odt", "docx", "again.docx"},
		{"article.odt", "rtf", "again.rtf"},
		{"article.docx", "html", "again.html"},
		{"article.odt", "fodt", "again.fodt"},
		{"article.docx", "docx:Office Open XML Text", "strict.docx"},
		{"article.pptx", "odp", "again.odp"},
	} {
		convert(ctx, dir, article, c[0], c[1], c[2])
	}
	for _, c := range [][3]string{
		{"sheet.csv", "xlsx", "sheet.xlsx"},
		{"sheet.csv", "ods", "sheet.ods"},
		{"sheet.xlsx", "ods", "again.ods"},
		{"sheet.ods", "xlsx", "again.xlsx"},
	} {
		convert(ctx, dir, sheet, c[0], c[1], c[2])
	}
	fmt.Println()
	return nil
}

// convert makes a document of another one by LibreOffice, which names it after that one.
func convert(ctx context.Context, dir, like, from, to, name string) {
	ending, _, _ := strings.Cut(to, ":")
	filter := ""
	if filepath.Ext(from) == ".csv" {
		filter = "CSV:44,34,76" // comma, quote, UTF-8
	}
	judge(ctx, dir, name, like, "sh", "-c", `mkdir -p out && `+
		`soffice --headless ${5:+--infilter="$5"} --convert-to "$1" --outdir out "$2" >&2 && `+
		`mv "out/$3" "$4"`,
		"sh", to, from, strings.TrimSuffix(from, filepath.Ext(from))+"."+ending, name, filter)
}

// judge makes a document and prints its row.
func judge(ctx context.Context, dir, name, like string, command ...string) {
	made := strings.ReplaceAll(strings.Join(command, " "), "|", "\\|")
	if command[0] == "sh" {
		made = "soffice --convert-to " + command[4] + " " + command[5]
	}
	if _, err := run(ctx, dir, nil, command...); err != nil {
		fmt.Printf("| %s | %s | (%v) | | | | |\n", name, made, err)
		return
	}
	doc, err := documents.Read(ctx, filepath.Join(dir, name), documents.Options{})
	if err != nil {
		fmt.Printf("| %s | %s | no: %v | | | | |\n", name, made, err)
		return
	}
	headings, items, rows := 0, 0, 0
	for line := range strings.Lines(doc.Text) {
		line = strings.TrimSpace(line)
		first, _, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, "#"):
			headings++
		case strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---"):
			rows++
		case first == "-" || strings.HasSuffix(first, ".") && strings.Trim(first, "0123456789.") == "":
			items++
		}
	}
	want, got := wordsOf(like), wordsOf(doc.Text)
	fmt.Printf("| %s | %s | %s | %s | %d | %d | %d |\n", name, made, some(without(want, got)),
		some(without(got, want)), headings, items, rows)
}

// wordsOf are the words and numbers of a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// without are those of words that others lack, each once for each time that it is missing.
func without(words, others []string) (missing []string) {
	there := map[string]int{}
	for _, w := range others {
		there[w]++
	}
	for _, w := range words {
		if there[w]--; there[w] < 0 {
			missing = append(missing, w)
		}
	}
	return missing
}

// some gives the first of words.
func some(words []string) string {
	const most = 15
	if len(words) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:most], " "), len(words)-most)
	}
	return strings.Join(words, " ")
}

// texts are in languages, with the encodings that iconv is to write them in.
var texts = []struct{ language, text, encodings string }{
	{
		"German",
		"Größere Übungen für müde Mäuse: außen kühl, innen schön warm – und wie heißt das süße Mädchen?",
		"ISO-8859-1 ISO-8859-15 CP1252 CP850 CP437 MACINTOSH UTF-16 UTF-16LE UTF-16BE UTF-32",
	},
	{
		"French",
		"Où est passé l’été ? Les élèves ont mangé à la crêperie du château, près de la forêt où naît la rivière.",
		"CP1252 CP850 MACINTOSH UTF-16LE",
	},
	{
		"Polish",
		"Zażółć gęślą jaźń. W Szczebrzeszynie chrząszcz brzmi w trzcinie, a ludzie idą łąką aż do źródła.",
		"ISO-8859-2 CP1250 CP852 UTF-16LE",
	},
	{
		"Czech",
		"Příliš žluťoučký kůň úpěl ďábelské ódy, a děti se dívaly z okna na řeku a na vysoké hory.",
		"ISO-8859-2 CP1250 CP852",
	},
	{
		"Russian",
		"Съешь же ещё этих мягких французских булок, да выпей чаю. Сегодня хорошая погода, и мы пойдём гулять.",
		"CP1251 KOI8-R ISO-8859-5 CP866 MAC-CYRILLIC UTF-16LE UTF-16BE",
	},
	{
		"Ukrainian",
		"Їхав козак на війну, сказав: прощай, дівчино, прощай, миленька, я їду в чужу сторононьку, де є ґрунт.",
		"CP1251 KOI8-U",
	},
	{
		"Greek",
		"Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Η θάλασσα είναι γαλάζια και ο ουρανός χωρίς σύννεφα σήμερα.",
		"ISO-8859-7 CP1253 UTF-16LE",
	},
	{
		"Turkish",
		"Pijamalı hasta yağız şoföre çabucak güvendi. Çocuklar bahçede ağacın altında oynuyor, güneş ışıl ışıl.",
		"ISO-8859-9 CP1254",
	},
	{
		"Hebrew",
		"דג סקרן שט בים מאוכזב ולפתע מצא חברה. היום מזג האוויר יפה ואנחנו הולכים לטייל בפארק.",
		"CP1255 ISO-8859-8 UTF-16LE",
	},
	{
		"Arabic",
		"نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق. اليوم الطقس جميل جدا.",
		"CP1256 ISO-8859-6 UTF-16LE",
	},
	{
		"Japanese", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。",
		"SHIFT_JIS CP932 EUC-JP ISO-2022-JP UTF-16LE UTF-16BE",
	},
	{"Chinese", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。今天天气很好。", "GB18030 GBK GB2312 UTF-16LE HZ"},
	{"Chinese", "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。今天天氣很好。", "BIG5 BIG5-HKSCS EUC-TW UTF-16BE"},
	{"Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 오늘은 날씨가 아주 좋습니다.", "EUC-KR CP949 JOHAB ISO-2022-KR"},
	{"Thai", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน จงฝ่าฟันพัฒนาวิชาการ", "TIS-620 CP874"},
	{
		"Vietnamese",
		"Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
		"CP1258 TCVN UTF-16LE",
	},
	{
		"Lithuanian",
		"Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą. Šiandien žmonės eina į mišką.",
		"ISO-8859-13 CP1257",
	},
}

// compareEncodings reads each text in its encodings.
func compareEncodings(ctx context.Context, dir string) error {
	fmt.Print("| text | encoding | Parley reads |\n|---|---|---|\n")
	for _, t := range texts {
		for encoding := range strings.FieldsSeq(t.encodings) {
			fmt.Printf("| %s | %s | %s |\n", t.language, encoding, readEncoded(ctx, dir, t.text+"\n", encoding))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

func readEncoded(ctx context.Context, dir, text, encoding string) string {
	data, err := run(ctx, dir, []byte(text), "iconv", "-f", "UTF-8", "-t", encoding+"//TRANSLIT")
	if err != nil {
		return "(" + err.Error() + ")"
	}
	back, err := run(ctx, dir, data, "iconv", "-f", encoding, "-t", "UTF-8")
	if err != nil {
		return "(" + err.Error() + ")"
	}
	doc, err := documents.ReadBytes(ctx, "text.txt", data, documents.Options{})
	var unclear *documents.UnclearError
	switch want := strings.TrimPrefix(string(back), "\ufeff"); {
	case errors.As(err, &unclear):
		return "asks the user"
	case err != nil:
		return "no: " + err.Error()
	case slices.Equal(wordsOf(doc.Text), wordsOf(want)):
		return "the same"
	default:
		return "something else: " + strings.TrimSpace(doc.Text[:min(len(doc.Text), 60)])
	}
}
