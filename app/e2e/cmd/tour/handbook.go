package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
)

// handbookSteps are the steps with the pictures of the README and of the help pages, in one
// language.
func handbookSteps(w handbookWords) []step {
	return []step{
		{"first-steps", all(w.fillLibrary, start, see("Welcome to Parlando"))},
		{"projects", all(
			click("Try it now"),
			see("Write a message…"),
			click("=New project"),
			pasteHere(w.project),
			key("Return"),
			see("Instructions"),
			moveTo(1240, 400),
		)},
		{"chat-and-pictures", all(newChatWith("practice-eyes"), attach, say(w.question), replied)},
		{"chat", all(
			showWholeReply,
			key("ctrl+shift+space"),
			see("=Stop reading"),
			pause(6*time.Second),
		)},
		{"files-and-pdf", all(
			key("ctrl+shift+s"),
			fillScreen,
			newChatWith("practice-eyes"),
			attach,
		)},
		{"tables", all(
			say(w.question),
			answered,
			newChatWith("practice-trouble/format-unfit"),
			click("Fill in a table"),
			click("=Column name"),
			pasteHere(w.columns),
			click("=Name of this table format"),
			pasteHere(w.table),
			click("=Use this table"),
			say(w.receipts),
			answered,
			see("Change columns…"),
		)},
		{"transcribe", all(
			key("Escape", "ctrl+shift+t"),
			writeDown("mariposas.mp3", w.speech+".mp3"),
			writeDown("pear-tree.mp3", w.meeting+".mp3"),
			click("00:12"),
			moveTo(1240, 20),
			see("=Pause"),
		)},
		{"read-aloud", all(click("=Pause"), key("Escape", "ctrl+t"), paste(w.chapter), click("=Listen"), see("=Stop reading"), pause(4*time.Second))},
		{"dictate", all(
			click("Stop reading"),
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
			speak(3*time.Second),
			gone("=Show"),
		)},
		{"tools", all(key("Escape"), newChatWith("practice-hands"), click("Tools"), see("Calculator"), gone("=Show"))},
		{"costs", all(key("Escape"), section("Costs"), click("Show costs…"), see("By model"))},
		{"your-data", all(key("Escape", "Escape"), section("Your data"), click("What is on this computer"), see("=Back up now"))},
	}
}

// handbook is the look with the pictures of the README and of the help pages in a language.
func handbook(language string, w handbookWords) look {
	return look{name: "handbook-" + language, theme: "light", width: 1280, height: 800, lang: w.lang, language: language, asked: true, steps: handbookSteps(w)}
}

// readmePictures are the steps whose whole window is shown in the README; of some, a part is.
var readmePictures = map[string]string{
	"chat":       "",
	"transcribe": "",
	"tables":     "1020x640+258+60",
	"costs":      "858x536+211+39",
}

// helpPicture is a part of the window after a step, as ImageMagick writes it.
type helpPicture struct{ step, part string }

// helpPictures are the pictures of the help pages, by page.
var helpPictures = map[string]helpPicture{
	"first-steps":       {"first-steps", "656x412+440+206"},
	"chat-and-pictures": {"chat", "740x386+400+60"},
	"files-and-pdf":     {"files-and-pdf", "740x222+400+245"},
	"transcribe":        {"transcribe", "720x360+548+60"},
	"read-aloud":        {"read-aloud", "740x230+400+60"},
	"dictate":           {"dictate", "740x178+400+245"},
	"voice-chat":        {"voice-chat", "660x340+440+440"},
	"tables":            {"tables", "740x410+400+60"},
	"tools":             {"tools", "668x380+312+146"},
	"projects":          {"projects", "740x420+400+190"},
	"costs":             {"costs", "850x410+215+47"},
	"your-data":         {"your-data", "850x360+215+47"},
}

// illustrate makes the pictures of the README and of the help in a language from those of its look.
func illustrate(ctx context.Context, from, docs, language string) error {
	write := func(name, part, to string, options ...string) error {
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		args := []string{filepath.Join(from, name+".png")}
		if part != "" {
			args = append(args, "-crop", part, "+repage")
		}
		args = append(args, options...)
		args = append(args, "-strip", "-define", "png:compression-level=9", to)
		if out, err := exec.CommandContext(ctx, "convert", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("convert: %w: %s", err, out)
		}
		return nil
	}
	for name, part := range readmePictures {
		if err := write(name, part, filepath.Join(docs, "pictures", language, name+".png"), "-colors", "256"); err != nil {
			return err
		}
	}
	for name, p := range helpPictures {
		// The program carries them: few colors keep it small.
		if err := write(p.step, p.part, filepath.Join(docs, "help", language, name+".png"), "+dither", "-colors", "16"); err != nil {
			return err
		}
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

// section opens a section of the settings from their list.
func section(name string) action { return all(key("ctrl+comma"), click("="+name)) }

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
	meeting:  "梨の木の相談",
	speech:   "メキシコの蝶",
	chapter: "終電は行ってしまい、ホームは静かだった。マルタはスーツケースに腰かけて笑った。" +
		"たった一分の差だった。一分というのは、ここに残るのにとてもいい理由だ、と彼女は思った。\n\n" +
		"向かいのカフェはまだ開いていた。誰かが椅子を積み上げながら、彼女が子どもの頃に覚えた歌を口ずさんでいた。",
}
