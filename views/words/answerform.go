package words

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/answers"
	"parley/app/chat"
)

// AnswerForm returns the icon and the name of a form in which a model answers; nil is text.
func AnswerForm(f *chat.AnswerForm) (icon, name string) {
	if f == nil {
		return "type", lang.L("Text")
	}
	data := map[string]any{"Name": Short(f.Name, 60)}
	switch {
	case f.Kind == chat.AnswerTable && f.Name != "":
		return "table", lang.L("Table: {{.Name}}", data)
	case f.Kind == chat.AnswerTable:
		return "table", lang.L("Table")
	case f.Name != "":
		return "braces", lang.L("JSON: {{.Name}}", data)
	}
	return "braces", lang.L("JSON")
}

// AnswerChip returns AnswerForm as it stands above a message; no name for text.
func AnswerChip(f *chat.AnswerForm) (icon, name string) {
	if f == nil {
		return "", ""
	}
	icon, name = AnswerForm(f)
	if f.Once {
		name = lang.L("{{.Form}} · for this message", map[string]any{"Form": name})
	}
	return icon, name
}

// ColumnKind returns the name of a kind of column.
func ColumnKind(k chat.ColumnKind) string {
	switch k {
	case chat.ColumnNumber:
		return lang.L("Number")
	case chat.ColumnYesNo:
		return lang.L("Yes or no")
	case chat.ColumnDate:
		return lang.L("Date")
	case chat.ColumnAmount:
		return lang.L("Amount of money")
	case chat.ColumnOption:
		return lang.L("One of a list")
	}
	return lang.L("Text")
}

// AnswerFormError says why a form cannot be used.
func AnswerFormError(err error) string {
	switch {
	case errors.Is(err, answers.ErrNoColumns):
		return lang.L("Name at least one column.")
	case errors.Is(err, answers.ErrTooManyColumns):
		return lang.L("A table has {{.N}} columns at most.", map[string]any{"N": Count(chat.ColumnsMost)})
	case errors.Is(err, answers.ErrUnnamedColumn):
		return lang.L("Each column needs a name.")
	case errors.Is(err, answers.ErrDoubledColumn):
		return lang.L("Two columns have the same name.")
	case errors.Is(err, answers.ErrNoOptions):
		return lang.L("A column that is one of a list needs the words of the list.")
	}
	return lang.L("This is no JSON Schema that can be used: {{.Reason}}", map[string]any{"Reason": Short(err.Error(), 300)})
}
