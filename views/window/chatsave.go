package window

import (
	"net/url"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/chatexport"
	"parley/views/widgets"
)

// chatFormatWords is what a format is called.
func chatFormatWords(f chatexport.Format) string {
	switch f {
	case chatexport.Word:
		return lang.L("Word (.docx)")
	case chatexport.HTML:
		return lang.L("Web page (.html)")
	case chatexport.Markdown:
		return lang.L("Markdown (.md)")
	case chatexport.Text:
		return lang.L("Plain text (.txt)")
	}
	return f.Ext()
}

// askSaveChat asks for the name, the folder, the type and what is written of a chat, or of one message of it. What stands there already is
// never replaced: the new file gets a free name.
func (v *Window) askSaveChat(id, message chat.ID) {
	format := v.chatFormat
	title, what := lang.L("Save the chat"), lang.L("Chat")
	if message != "" {
		title, what = lang.L("Save the reply"), lang.L("Reply")
	}
	choice := choiceOf(v, lang.L("File type"), chatexport.Formats(), chatFormatWords, &format)
	names := widgets.NewCheck(lang.L("With who wrote what"))
	names.Set(message == "")
	v.askNameAndFolder(title, v.titleOf(id), what, []fyne.CanvasObject{choice, names}, func(name, folder string) {
		v.chatFormat = format
		v.withMessages(id, message, func(ms []chat.Message) {
			c := chatexport.Chat{Title: name, Messages: v.exported(ms, names.On())}
			if message != "" { // a reply has headings of its own
				c.Title = ""
			}
			v.thread.Go(func() func() {
				path, err := chatexport.Save(v.ctx, folder, name, format, c, v.core.History.ReadBlob)
				return func() {
					if err != nil {
						v.couldNotKeep(err)
						return
					}
					v.saidSaved(path)
				}
			})
		})
	})
}

// titleOf is what a chat is called.
func (v *Window) titleOf(id chat.ID) string {
	if v.open.ID == id && v.open.Title != "" {
		return v.open.Title
	}
	return lang.L("Chat")
}

// print opens a chat, or one message of it, as a web page in the program that this computer has for those, which can print it. The page is
// deleted when Parley quits.
func (v *Window) print(id, message chat.ID) {
	v.withMessages(id, message, func(ms []chat.Message) {
		title := v.titleOf(id)
		c := chatexport.Chat{Title: title, Messages: v.exported(ms, message == "")}
		v.thread.Go(func() func() {
			folder, err := v.makeOutside()
			var path string
			if err == nil {
				path, err = chatexport.Save(v.ctx, folder, title+" "+time.Now().Format("2006-01-02"), chatexport.HTML, c, v.core.History.ReadBlob)
			}
			return func() {
				if err == nil {
					err = v.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
				}
				if err != nil {
					v.core.Log.Error("Nothing was opened to print", "error", err)
					v.toasts.Say(lang.L("No other program could be opened for it."), "", nil)
					return
				}
				v.toasts.Say(lang.L("It opens in your browser. Print it there."), "", nil)
			}
		})
	})
}
