package words_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/memories"
	"parlando/app/reason"
	"parlando/app/tools/calculator"
	"parlando/views/words"
)

// stored returns a result as it is read from the library.
func stored(t *testing.T, r chat.ToolResult) chat.ToolResult {
	t.Helper()
	r.Call = "1"
	back, ok := chat.Part{Kind: chat.PartToolResult, Text: r.Line()}.ToolResult()
	if !ok {
		t.Fatalf("%s is not read", r.Line())
	}
	return back
}

// expressions are the errors of the calculator: an expression, and what the window says.
var expressions = map[string]string{
	"":                        " failed: The expression is empty.",
	strings.Repeat("9", 1001): " failed: An expression can have at most 1,000 characters.",
	"1 +":                     " failed at character 4: A number is missing at the end.",
	"* 3":                     " failed at character 1: A number is missing before “*”.",
	"1 / 0":                   " failed at character 3: A number can't be divided by zero.",
	"0^0":                     " failed at character 2: Zero can't be raised to the power of zero or less.",
	"(1 + 2":                  " failed at character 1: This “(” isn't closed.",
	"1 + 2)":                  " failed at character 6: This “)” closes nothing.",
	"2(3)":                    " failed at character 2: An operator is missing, such as “*”.",
	"1 250":                   " failed at character 3: Two numbers stand side by side. Write numbers without spaces, as 1250.",
	"1, 2":                    " failed at character 2: A comma separates nothing here. Write decimals with a point.",
	"1,25":                    " failed at character 1: “1,25” can be read in two ways. Write decimals with a point, as 1.25, and thousands without a comma, as 1250.",
	"1.2.3":                   " failed at character 1: “1.2.3” has more than one point. Write numbers as 1250.5 or 1,250.50.",
	"$5 + 3":                  " failed at character 1: Leave out the currency sign.",
	"\u202e":                  " failed at character 1: “[U+202E]” has no meaning here.",
	"foo(3)":                  " failed at character 1: The calculator doesn't know “foo”.",
	"1; 2":                    " failed at character 2: The calculator doesn't know “;”.",
	"sqrt 3":                  " failed at character 6: “(” is missing after sqrt.",
	"sqrt(1, 2)":              " failed at character 1: sqrt takes 1 number.",
	"root(3)":                 " failed at character 1: root takes 2 numbers.",
	"root(2, 1.5)":            " failed at character 1: The second number must be a whole number.",
	"root(2, 0)":              " failed at character 1: The second number of a root must be between 1 and 1,000.",
	"sqrt(-1)":                " failed at character 1: A negative number has no such root.",
	"(-8)^(1/3)":              " failed at character 5: A negative number can only be raised to a whole number. For its cube root, write cbrt(x).",
	"10 % 3":                  " failed at character 6: An operator is missing. For a percentage, write “17 % of 240”; for a remainder, “10 mod 3”.",
	"5 %%":                    " failed at character 4: There is one “%” too many.",
	"12 in km":                " failed: The unit before “in” is missing or unknown: 12",
	"12 kg in km":             " failed: kg can't be converted into km.",
	"10^10^10":                " failed at character 3: An exponent must be between -10,000 and 10,000.",
	"10^1001":                 " failed at character 3: The result has more than 1,000 digits.",
	"10^-900 * 10^-900":       " failed at character 9: The result is too close to zero.",
	"round(1, 99999)":         " failed at character 1: A number can be rounded to at most 1,000 places.",
	strings.Repeat("(", 101):  " failed at character 101: The expression is nested more than 100 levels deep.",
}

// reasons are the other errors with codes.
var reasons = []struct {
	reason *reason.Reason
	want   string
}{
	{reason.New("no_value", ""), "This has no value."},
	{reason.New("number_too_long", "%d", 1000), "The number has more than 1,000 digits."},
	{reason.New("no_number", "%s", "x"), "“x” isn't a number."},
	{reason.New("unknown_argument", "%s %s %s", "calculator", "color", "expression"), "The model gave it a value that it doesn't know: color"},
	{reason.New("argument_range", "%s %d %d", "months", -120_000, 120_000), "The value “months” must be between -120,000 and 120,000."},
	{reason.New("arguments_not_read", ""), "The model gave it values that don't fit."},
	{reason.New("arguments_do_not_fit", ""), "The model gave it values that don't fit."},
	{reason.New("arguments_not_checked", ""), "The model gave it values that don't fit."},
	{reason.New("definition_unusable", ""), "Its definition can't be used."},
	{reason.New("long_zone", ""), "The name of the time zone is too long."},
	{reason.New("no_zone", "%s", "Mars"), "There is no time zone “Mars”."},
	{reason.New("no_date", "%s", "tomorrow"), "“tomorrow” isn't a date from the year 1 to 9999."},
	{reason.New("outside_years", ""), "The result lies outside the years 1 to 9999."},
	{reason.New("temporary_chat", ""), "Nothing is remembered of a temporary chat."},
	{reason.New("memory_empty", ""), "There was no sentence to remember."},
	{reason.New("memory_too_long", "%d", memories.MaxRunes), "A sentence can have at most 200 characters."},
	{reason.New("memories_full", "%d", 100), "The list is full: it has 100 sentences. Remove one first."},
	{reason.New("memory_not_stored", ""), "The sentence couldn't be saved. Nothing was remembered."},
	{reason.New("search_length", "%d", 500), "A search must have 1 to 500 characters."},
	{reason.New("no_search", ""), "There is nothing to search here."},
	{reason.New("search_failed", ""), "The search failed. Nothing was found or sent."},
	{reason.New("not_allowed", ""), "You haven't allowed it."},
	{reason.New("call_changed", ""), "It isn't what you allowed."},
	{reason.New("tool_crashed", ""), "It ended unexpectedly."},
}

// Every code in the program has a sentence, and this test has an example of it.
func TestEveryErrorOfAToolHasASentence(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	check := func(err error, want string) {
		t.Helper()
		var r *reason.Reason
		if !errors.As(err, &r) {
			t.Errorf("the error %v has no code", err)
			return
		}
		shown[r.Code] = true
		result := stored(t, chat.ToolResult{State: chat.ToolFailed, Text: err.Error(), Reason: r})
		if line, failed := words.ToolLine(chat.ToolCall{Name: "mine", Arguments: "{}"}, result, true); line != "mine"+want || !failed {
			t.Errorf("%s: the line is %q, want %q", r.Code, line, "mine"+want)
		}
	}
	for expression, want := range expressions {
		_, err := calculator.Evaluate(t.Context(), expression)
		check(err, want)
	}
	for _, r := range reasons {
		check(r.reason, " failed: "+r.want)
	}
	codes := codesIn(t, "../../app")
	for _, code := range codes {
		if !shown[code] {
			t.Errorf("the error %q has no example here", code)
		}
	}
	if len(codes) < 50 {
		t.Errorf("only %d codes found: does the test still look in the right place?", len(codes))
	}
}

// A chat of a later version may have codes that this one does not know.
func TestAnErrorWithAnUnknownCodeIsShownAsTheModelGotIt(t *testing.T) {
	t.Parallel()
	result := stored(t, chat.ToolResult{State: chat.ToolFailed, Text: "No such thing.", Reason: reason.New("later", "")})
	if line, _ := words.ToolLine(chat.ToolCall{Name: "mine"}, result, true); line != "mine failed: No such thing." {
		t.Errorf("the line is %q", line)
	}
	var odd reason.Reason
	if err := json.Unmarshal([]byte(`{"code":"argument_range","values":[{"a":1}]}`), &odd); err != nil {
		t.Fatal(err)
	}
	if got := words.Reason(odd); got != "The value “0” must be between 0 and 0." {
		t.Errorf("damaged values: %q", got)
	}
}

// codesIn returns the codes of all errors that the code in a folder makes.
func codesIn(t *testing.T, dir string) (codes []string) {
	t.Helper()
	// the functions that make errors, with the position of the code in their arguments
	makers := map[string]int{"New": 0, "plain": 0, "problem": 1}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok && x.Name == "reason" {
					name = f.Sel.Name
				}
			}
			at, makes := makers[name]
			if !makes || at >= len(call.Args) {
				return true
			}
			if l, ok := call.Args[at].(*ast.BasicLit); ok && l.Kind == token.STRING && len(call.Args) > at+1 {
				if code, err := strconv.Unquote(l.Value); err == nil {
					codes = append(codes, code)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return codes
}
