package spreadsheet

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTextIsNoFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "a": "a", "a=b": "a=b", "=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		"＝1": "'＝1", "-": "'-", "-a": "'-a", "-2+3+cmd|' /C calc'!A0": "'-2+3+cmd|' /C calc'!A0", "-7,15": "-7,15", "-7.15": "-7.15", "+7": "+7",
		"-1 234,50": "-1 234,50", "-1\u00a0234,50": "-1\u00a0234,50", "-5 %": "-5 %", "-5%": "-5%", "-1'234.50": "-1'234.50", "-1,2,3": "-1,2,3", "-7,15 €": "'-7,15 €", "−7": "−7",
		"+1(A1)": "'+1(A1)", "-1\n=2": "'-1\n=2", "-1;=2": "'-1;=2",
	} {
		if got := csvText(cell); got != want {
			t.Errorf("%q is written as %q, want %q", cell, got, want)
		}
	}
}

func TestSeparatorIsNotTheDecimalSign(t *testing.T) {
	for locale, want := range map[string]rune{
		"": ',', "en": ',', "en-US": ',', "en_GB.UTF-8": ',', "de": ';', "de-DE": ';', "de_AT": ';', "DE": ';', "de-CH": ',', "fr": ';', "fr-FR": ';', "fr_CH": ',', "es": ';', "es-ES": ';',
		"es-MX": ',', "es_MX.UTF-8": ',', "de_CH.UTF-8": ',', "pt-BR": ';', "it": ';', "pl": ';', "ru": ';', "ja": ',', "zh-CN": ',', "ko": ',', "hi": ',', "ar": ',', "he": ',', "tr": ';', "C": ',', "C.UTF-8": ',',
	} {
		if got := Separator(locale); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}

// Another program reads the same cells.
func TestPythonReadsTheSame(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	rows := [][]string{
		{"Shop", "Total"}, {"a;b", "c,d"}, {`"quoted"`, "two\nlines"}, {"", " "}, {"=1+1", "-7,15"}, {"'", `\`}, {"שלום", "😀"}, {"tab\tin", "a\r\nb"}, {"#", "|"}, {`""`, `"`},
	}
	for _, separator := range []rune{',', ';'} {
		var file bytes.Buffer
		sheet := Sheet{Head: rows[0]}
		for _, row := range rows[1:] {
			sheet.Rows = append(sheet.Rows, []Cell{Text(row[0]), Text(row[1])})
		}
		if err := writeCSV(&file, map[rune]string{',': "en", ';': "de"}[separator], sheet); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		const script = `import csv,io,json,sys
text=sys.stdin.buffer.read().decode("utf-8-sig")
print(json.dumps(list(csv.reader(io.StringIO(text,newline=""),delimiter=sys.argv[1]))))`
		command := exec.CommandContext(ctx, python, "-c", script, string(separator))
		command.Stdin = &file
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		if err := json.Unmarshal(out, &got); err != nil || len(got) != len(rows) {
			t.Fatalf("%v: %s", err, out)
		}
		for i, row := range rows {
			for j := range row {
				row := slices.Clone(row)
				if want := strings.ReplaceAll(csvText(row[j]), "\r\n", "\n"); strings.ReplaceAll(got[i][j], "\r\n", "\n") != want {
					t.Errorf("row %d has %q, want %q", i, got[i][j], want)
				}
			}
		}
	}
}
