package words

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parlando/app/answers"
	"parlando/app/chat"
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

// AskedInWords says that the form of an answer was described in words alone, and what the service said of it; "" if it was not.
func AskedInWords(leftOut []chat.Field) string {
	for _, f := range leftOut {
		var refused chat.RefusedForm
		if f.Name != "response_format" || json.Unmarshal(f.Value, &refused) != nil {
			continue
		}
		sentence := lang.L("The form was described in words: the service does not take it otherwise.")
		if refused.Reason != "" {
			sentence += " " + lang.L("It says: {{.Reason}}", map[string]any{"Reason": Short(refused.Reason, 200)})
		}
		return sentence
	}
	return ""
}

// Lines says how many lines a text has.
func Lines(n int) string {
	return lang.L("{{.N}} lines", map[string]any{"N": Count(n)})
}

// Rows says how many rows a table has.
func Rows(n int) string {
	if n == 1 {
		return lang.L("1 row")
	}
	return lang.L("{{.N}} rows", map[string]any{"N": Count(n)})
}

// CutAfterRows says after how many rows a table was cut.
func CutAfterRows(n int) string {
	if n == 1 {
		return lang.L("Cut after 1 row")
	}
	return lang.L("Cut after {{.N}} rows", map[string]any{"N": Count(n)})
}

// CellsUnfit says how many cells do not fit their columns.
func CellsUnfit(n int) string {
	if n == 1 {
		return lang.L("1 cell does not fit")
	}
	return lang.L("{{.N}} cells do not fit", map[string]any{"N": Count(n)})
}

// CellFault says why a cell does not fit.
func CellFault(r answers.Reason) string {
	switch r {
	case answers.NotANumber:
		return lang.L("This is not a number.")
	case answers.NotADate:
		return lang.L("There is no such date.")
	case answers.NotAnAmount:
		return lang.L("This is not an amount of money.")
	case answers.NotYesOrNo:
		return lang.L("This is neither yes nor no.")
	case answers.NotAnOption:
		return lang.L("This is not a word of the list.")
	}
	return ""
}

// JSONProblem says what is wrong with an answer in JSON, "" if nothing is.
func JSONProblem(err error) string {
	if err == nil {
		return ""
	}
	return lang.L("This is not the JSON that was asked for: {{.Reason}}", map[string]any{"Reason": Short(err.Error(), 300)})
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

// LikelyKind guesses the kind of a column by its name.
func LikelyKind(name string) chat.ColumnKind {
	name = strings.ToLower(name)
	says := func(list string) bool {
		return slices.ContainsFunc(strings.Split(list, ","), func(w string) bool { return slices.Contains(strings.Fields(name), strings.TrimSpace(w)) })
	}
	switch {
	case says(lang.L("date, day, due, deadline")):
		return chat.ColumnDate
	case says(lang.L("amount, price, cost, total, sum")):
		return chat.ColumnAmount
	case says(lang.L("number, quantity, count, age, pages")):
		return chat.ColumnNumber
	}
	return chat.ColumnText
}

// AnswerFormError says why a form cannot be used.
func AnswerFormError(err error) string {
	switch {
	case errors.Is(err, answers.ErrNoColumns):
		return lang.L("Name at least one column.")
	case errors.Is(err, answers.ErrTooManyColumns):
		return lang.L("A table has {{.N}} columns at most.", map[string]any{"N": Count(chat.ColumnsMost)})
	case errors.Is(err, answers.ErrColumnName):
		return lang.L("Each column needs a name.")
	case errors.Is(err, answers.ErrColumnTwice):
		return lang.L("Two columns have the same name.")
	case errors.Is(err, answers.ErrNoOptions):
		return lang.L("A column that is one of a list needs the words of the list.")
	}
	return lang.L("This is no JSON Schema that can be used: {{.Reason}}", map[string]any{"Reason": Short(err.Error(), 300)})
}
