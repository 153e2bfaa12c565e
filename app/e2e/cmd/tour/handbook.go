package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/e2e"
	"parlando/app/history"
)

// handbookSteps are the steps with the pictures of the README and of the help pages, in one
// language. The pictures of the help have the names of its pages.
func handbookSteps(w handbookWords) []step {
	return []step{
		{"first-steps", all(w.fillLibrary, start, see("Welcome to Parlando"), moveAway)},
		{"projects", all(
			click("Try it now"),
			see("Write a message…"),
			withSidebar(click("=New project")),
			pasteHere(w.project),
			key("Return"),
			see("Instructions"),
			moveAway,
		)},
		{"chat-and-pictures", all(newChatWith("practice-eyes"), attach, say(w.question), replied, moveAway)},
		{"chat", all(
			showWholeReply,
			key("ctrl+shift+space"),
			see("=Stop reading"),
			pause(6*time.Second),
		)},
		{"transcribe", all(
			key("ctrl+shift+s", "Escape", "ctrl+shift+t"),
			writeDown("mariposas.mp3", w.speech+".mp3"),
			writeDown("pear-tree.mp3", w.meeting+".mp3"),
			click("00:12"),
			moveAway,
			see("=Pause"),
		)},
		{"read-aloud", all(click("=Pause"), key("Escape", "ctrl+t"), paste(w.chapter), click("=Listen"), see("=Stop reading"), whenNarrow(lower), pause(4*time.Second))},
		{"dictate", all(
			click("Stop reading"),
			fillScreen,
			newChatWith("practice-writer"),
			paste(w.dictated),
			key("ctrl+shift+d"),
			hearing("=Cancel"),
			speak(6*time.Second),
		)},
		{"voice-chat", all(
			key("Escape", "Return"),
			answered,
			newChatWith("practice-writer"),
			click("=Voice chat"),
			hearing("=End"),
			whenNarrow(lower),
			speak(3*time.Second),
			gone("=Show"),
		)},
		{"tools", all(key("Escape"), fillScreen, newChatWith("practice-hands"), click("Tools"), see("Calculator"), gone("=Show"))},
		{"costs", all(key("Escape"), section("Costs"), click("Show costs…"), see("By model"))},
		{"your-data", all(key("Escape", "Escape"), section("Your data"), click("What is on this computer"), see("=Back up now"))},
		{"tables", all(
			key("Escape", "Escape", "Escape"),
			fillScreen,
			newChatWith("practice-trouble/format-unfit"),
			whenNarrow(all(key("ctrl+m"), enter("practice-writer"))),
			click("Reply as a table"),
			click("=Column name"),
			pasteHere(w.columns),
			click("=Name of this table format"),
			pasteHere(w.table),
			click("=Use this table"),
			whenNarrow(paste("5 rows ")),
			pasteHere(w.receipts),
			key("Return"),
			answered,
			see("Change columns…"),
		)},
		{"files-and-pdf", all(
			key("Escape", "Escape", "Escape"),
			w.connectReader,
			newFile(w.contract, lease()),
			pasteFiles(w.contract),
			see(w.contract),
			say(w.notice),
			replied,
			moveAway,
		)},
	}
}

// lowHeight is the height of the window in pictures of the help that show the whole window.
const lowHeight = 350

// lower makes the window low, so that what is at its top and at its bottom stands close together.
func lower(ctx context.Context, t *tourist) error {
	return t.running.Resize(ctx, t.look.width, lowHeight)
}

// moveAway moves the pointer to where nothing reacts to it.
func moveAway(ctx context.Context, t *tourist) error {
	return t.running.MoveTo(ctx, t.look.width*2/3, 20)
}

// The pictures of the help are taken in a narrow window, so that the sheet of the help shows them
// in their own size. helpWidth and helpHeight are its size.
const helpWidth, helpHeight = 574, 900

// handbooks are the looks with the pictures of the README, and of the help in light and dark, in
// each language.
func handbooks() []look {
	var all []look
	for _, h := range []struct {
		language string
		words    handbookWords
	}{{"en", inEnglish}, {"de", inGerman}, {"ja", inJapanese}} {
		l := look{name: "readme-" + h.language, theme: "light", width: 1280, height: 800, lang: h.words.lang, language: h.language, asked: true, steps: handbookSteps(h.words)}
		all = append(all, l)
		l.width, l.height = helpWidth, helpHeight
		for _, l.theme = range []string{"light", "dark"} {
			l.name = "help-" + h.language + "-" + l.theme
			l.parts = helpParts(h.words)
			all = append(all, l)
		}
	}
	return all
}

// readmePictures are the steps whose whole window is shown in the README; of some, a part is.
var readmePictures = map[string]string{
	"chat":       "",
	"transcribe": "",
	"tables":     "1000x600+258+60",
	"costs":      "846x706+217+47",
}

// helpParts are the parts of the window in the pictures of the help, by page.
func helpParts(w handbookWords) map[string]crop {
	firstColumn, _, _ := strings.Cut(w.columns, ",")
	return map[string]crop{
		"first-steps":       {from: "Try it now", to: "AI on this computer"},
		"projects":          {from: w.project, to: "What the model should know or do in every chat of this project."},
		"chat-and-pictures": {most: 320},
		"files-and-pdf":     {most: 300},
		"dictate":           {to: "=Cancel"},
		"transcribe":        {from: w.meeting, most: 260},
		"read-aloud":        {},
		"voice-chat":        {},
		"tables":            {from: firstColumn, most: 230},
		"tools":             {from: "Date and time", most: 260, sheet: true},
		"costs":             {from: "Requests", to: "By model", sheet: true},
		"your-data":         {from: "Your chats", to: "=Choose a folder…", sheet: true},
	}
}

// illustrate makes the pictures of the README, or those of the help from its light and its dark
// look.
func (l look) illustrate(ctx context.Context, out, docs string) error {
	if l.parts == nil {
		for name, part := range readmePictures {
			args := []string{filepath.Join(out, l.name, name+".png")}
			if part != "" {
				args = append(args, "-crop", part, "+repage")
			}
			if err := convert(ctx, append(args, "-strip", "-define", "png:compression-level=9", filepath.Join(docs, "pictures", l.language, name+".png"))...); err != nil {
				return err
			}
		}
		return nil
	}
	if l.theme == "light" {
		return nil // the dark look follows
	}
	for page := range l.parts {
		// The program carries the pictures: few colors keep them small.
		size := 32
		if page == "chat-and-pictures" { // with a photo
			size = 80
		}
		var both [2]image.Image
		for i, theme := range []string{"light", "dark"} {
			var err error
			if both[i], err = readPNG(filepath.Join(out, "help-"+l.language+"-"+theme, "part-"+page+".png")); err != nil {
				return err
			}
		}
		shown, colors, err := twoPalettes(both[0], both[1], size)
		if err != nil {
			return fmt.Errorf("%s in %s: %w", page, l.language, err)
		}
		for folder, img := range map[string]image.Image{"": shown, "dark": colors} {
			png := filepath.Join(out, l.name, "packed-"+folder+page+".png")
			if err := e2e.WritePNG(png, img); err != nil {
				return err
			}
			if err := convert(ctx, png, "-define", "webp:lossless=true", "-quality", "100", "-define", "webp:method=6", "-strip",
				filepath.Join(docs, "help", l.language, folder, page+".webp")); err != nil {
				return err
			}
		}
	}
	return nil
}

// convert runs ImageMagick, whose last argument is the file that it writes.
func convert(ctx context.Context, args ...string) error {
	if err := os.MkdirAll(filepath.Dir(args[len(args)-1]), 0o755); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, "convert", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("convert: %w: %s", err, out)
	}
	return nil
}

// handbookWords has the texts of the handbook's user in one language.
type handbookWords struct {
	lang string
	// chats are the titles of earlier chats, newest first.
	chats    []string
	project  string
	question string
	dictated string
	columns  string
	table    string
	receipts string
	// contract is the file name of a contract, notice a question about it.
	contract string
	notice   string
	clause   string
	meeting  string
	speech   string
	chapter  string
}

var inEnglish = handbookWords{
	lang:     "en_US.UTF-8",
	chats:    []string{"Letter to the landlord", "Interview notes, summarized", "Trip to Lisbon in March", "Explain this phone bill", "Birthday speech for Ana", "Knee exercises"},
	project:  "Moving house",
	question: "How do I make the coffee in this photo at home?",
	dictated: "To all neighbors: ",
	columns:  "Shop, Date, Total",
	table:    "Receipts",
	receipts: "Put these receipts into a table",
	contract: "Lease.pdf",
	notice:   "How much notice do I have to give?",
	clause:   "**Three months**, to the end of a month. Lease.pdf says so on page 4, section 9:\n\n> Either side may end this lease in writing, with three months’ notice to the end of a month.",
	meeting:  "Talk about the pear tree",
	speech:   "Butterflies over Mexico",
	chapter:  chapter,
}

// fillLibrary adds earlier chats.
func (w handbookWords) fillLibrary(ctx context.Context, t *tourist) error {
	paths := core.PathsIn(t.library)
	if err := paths.Make(); err != nil {
		return err
	}
	h, err := history.Open(ctx, paths.Data, history.Options{})
	if err != nil {
		return err
	}
	defer h.Close()
	var list []history.ImportedConversation
	for i, title := range w.chats {
		at := time.Now().Add(-time.Duration(i*i*11+1) * time.Hour)
		c := chat.Conversation{ID: chat.NewID(), Title: title, Created: at, Updated: at}
		list = append(list, history.ImportedConversation{Conversation: c, Messages: []chat.Message{{
			ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Created: at,
			Parts: []chat.Part{{Kind: chat.PartText, Text: title}},
		}}})
	}
	return h.Import(ctx, list)
}

// section opens a section of the settings. Unlike openSection, it works in every
// language.
func section(name string) action {
	return all(key("ctrl+comma"), whenNarrow(click("Section")), click("="+name))
}

// say pastes a message, because a keyboard may lack its letters, and sends it.
func say(text string) action { return all(paste(text), key("Return")) }

// newChatWith begins a chat with the model that has this ID.
func newChatWith(model string) action { return all(key("ctrl+n", "ctrl+m"), enter(model)) }

var inGerman = handbookWords{
	lang:     "de_DE.UTF-8",
	chats:    []string{"Brief an die Vermieterin", "Notizen vom Interview, kurz", "Im März nach Lissabon", "Was steht in der Rechnung?", "Rede zum Geburtstag von Ana", "Übungen fürs Knie"},
	project:  "Umzug",
	question: "Wie mache ich den Kaffee auf diesem Foto zu Hause?",
	dictated: "An alle Nachbarn: ",
	columns:  "Geschäft, Datum, Summe",
	table:    "Belege",
	receipts: "Trag diese Belege in eine Tabelle ein",
	contract: "Mietvertrag.pdf",
	notice:   "Wie lang ist die Kündigungsfrist?",
	clause:   "**Drei Monate** zum Monatsende. Das steht in Mietvertrag.pdf auf Seite 4, § 9:\n\n> Jede Seite kann den Vertrag schriftlich mit einer Frist von drei Monaten zum Monatsende kündigen.",
	meeting:  "Gespräch über den Birnbaum",
	speech:   "Schmetterlinge über Mexiko",
	chapter: "Der letzte Zug war weg, und auf dem Bahnsteig war es still. Marta setzte sich auf ihren Koffer und lachte. " +
		"Sie hatte ihn um eine Minute verpasst, und eine Minute, dachte sie, ist ein sehr guter Grund zu bleiben.\n\n" +
		"Gegenüber hatte das Café noch offen. Jemand stapelte Stühle, zu einem Lied, das sie als Mädchen auswendig konnte.",
}

var inJapanese = handbookWords{
	lang:     "ja_JP.UTF-8",
	chats:    []string{"大家さんへの手紙", "インタビューの要約", "3月のリスボン旅行", "電話料金の明細", "アナの誕生日スピーチ", "膝の体操"},
	project:  "引っ越し",
	question: "この写真のコーヒーは家でどう淹れますか？",
	dictated: "ご近所の皆さまへ：",
	columns:  "店, 日付, 合計",
	table:    "レシート",
	receipts: "このレシートを表にまとめてください",
	contract: "賃貸契約書.pdf",
	notice:   "解約は何か月前に知らせますか？",
	clause:   "**3か月前**までです。賃貸契約書.pdfの4ページ、第9条にあります。\n\n> 契約を解約するときは、3か月前までに書面で相手に通知する。",
	meeting:  "梨の木の相談",
	speech:   "メキシコの蝶",
	chapter: "終電は行ってしまい、ホームは静かだった。マルタはスーツケースに腰かけて笑った。" +
		"たった一分の差だった。一分というのは、ここに残るのにとてもいい理由だ、と彼女は思った。\n\n" +
		"向かいのカフェはまだ開いていた。誰かが椅子を積み上げながら、彼女が子どもの頃に覚えた歌を口ずさんでいた。",
}
