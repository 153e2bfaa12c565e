package words

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
)

// AnswerForm returns the icon and the name of an answer form; nil is plain text.
func AnswerForm(f *chat.AnswerForm) (icon, name string) {
	if f == nil {
		return "type", i18n.Text("Text")
	}
	data := map[string]any{"Name": ShortName(f.Name, 60)}
	switch {
	case f.Kind == chat.AnswerTable && f.Name != "":
		return "table", i18n.Text("Table: {{.Name}}", data)
	case f.Kind == chat.AnswerTable:
		return "table", i18n.Text("Table")
	case f.Name != "":
		return "braces", i18n.Text("JSON: {{.Name}}", data)
	}
	return "braces", i18n.Text("JSON")
}

// AnswerChip is like AnswerForm for the chip above a message; plain text has no name and no chip.
func AnswerChip(f *chat.AnswerForm) (icon, name string) {
	if f == nil {
		return "", ""
	}
	icon, name = AnswerForm(f)
	if f.Once {
		name = i18n.Text("{{.Form}} · for this message", map[string]any{"Form": name})
	}
	return icon, name
}

// AskedInWords returns a sentence that the answer form was requested only in the prompt, with the
// service's reason; "" if it was requested as a parameter.
func AskedInWords(leftOut []chat.RequestField) string {
	for _, f := range leftOut {
		var refused chat.RefusedForm
		if f.Name != chat.FieldResponseFormat || json.Unmarshal(f.Value, &refused) != nil {
			continue
		}
		sentence := i18n.Text("The service doesn't support this format directly, so it was described to the model in words. Check the result.")
		if refused.Reason != "" {
			sentence = format.Sentences(sentence, i18n.Text("The service says: {{.Reason}}", map[string]any{"Reason": ShortName(refused.Reason, 200)}))
		}
		return sentence
	}
	return ""
}

// LineCount returns the number of lines of a text as a phrase.
func LineCount(n int) string {
	return i18n.Plural("{{.N}} lines", n)
}

// RowCount returns the number of rows of a table as a phrase.
func RowCount(n int) string {
	return i18n.Plural("{{.N}} rows", n)
}

// TruncatedAfterRows returns a sentence that a table was truncated after n rows.
func TruncatedAfterRows(n int) string {
	return i18n.Plural("Ended early, after {{.N}} rows", n)
}

// MisfitCells returns a phrase with the number of cells that do not fit their columns.
func MisfitCells(n int) string {
	return i18n.Plural("{{.N}} cells need checking", n)
}

// CellProblem returns the reason why a cell does not fit its column.
func CellProblem(r answers.Reason) string {
	switch r {
	case answers.NotANumber:
		return i18n.Text("This isn't a number.")
	case answers.NotADate:
		return i18n.Text("This date doesn't exist.")
	case answers.NotAnAmount:
		return i18n.Text("This isn't an amount of money.")
	case answers.NotYesOrNo:
		return i18n.Text("This isn't yes or no.")
	case answers.NotAnOption:
		return i18n.Text("This isn't one of the options.")
	}
	return ""
}

// JSONProblem returns a sentence about the problem of a reply in JSON, "" for none.
func JSONProblem(err error) string {
	if err == nil {
		return ""
	}
	return i18n.Text("The reply isn't in the JSON format you asked for: {{.Reason}}", map[string]any{"Reason": ShortName(err.Error(), 300)})
}

// ColumnKind returns the display name of a kind of column.
func ColumnKind(k chat.ColumnKind) string {
	switch k {
	case chat.ColumnNumber:
		return i18n.Text("Number")
	case chat.ColumnYesNo:
		return i18n.Text("Yes or no")
	case chat.ColumnDate:
		return i18n.Text("Date")
	case chat.ColumnAmount:
		return i18n.Text("Amount of money")
	case chat.ColumnOption:
		return i18n.Text("Choice from a list")
	}
	return i18n.Text("Text")
}

// GuessColumnKind guesses the kind of a column from its name.
func GuessColumnKind(name string) chat.ColumnKind {
	name = strings.ToLower(name)
	says := func(list string) bool {
		return slices.ContainsFunc(format.Items(list), func(w string) bool {
			// no spaces between words
			return slices.Contains(strings.Fields(name), w) || w[0] >= utf8.RuneSelf && strings.Contains(name, w)
		})
	}
	switch {
	case says(i18n.Text("date, day, due, deadline")):
		return chat.ColumnDate
	case says(i18n.Text("amount, price, cost, total, sum")):
		return chat.ColumnAmount
	case says(i18n.Text("number, quantity, count, age, pages")):
		return chat.ColumnNumber
	}
	return chat.ColumnText
}

// AnswerFormError returns the reason why an answer form cannot be used.
func AnswerFormError(err error) string {
	switch {
	case errors.Is(err, answers.ErrNoColumns):
		return i18n.Text("Add at least one column.")
	case errors.Is(err, answers.ErrTooManyColumns):
		return i18n.Plural("A table can have up to {{.N}} columns.", chat.MaxColumns)
	case errors.Is(err, answers.ErrColumnName):
		return i18n.Text("Enter a name for each column.")
	case errors.Is(err, answers.ErrColumnTwice):
		return i18n.Text("Two columns have the same name.")
	case errors.Is(err, answers.ErrNoOptions):
		return i18n.Text("Enter the options for each “Choice from a list” column.")
	}
	return i18n.Text("This isn't a JSON Schema that can be used: {{.Reason}}", map[string]any{"Reason": ShortName(err.Error(), 300)})
}
