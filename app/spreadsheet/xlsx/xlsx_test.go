package xlsx_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"parlando/app/spreadsheet"
	"parlando/media/subprocess/helpertest"
)

func TestMain(m *testing.M) { os.Exit(helpertest.Run(m)) }

// written returns sheets as the helper program writes them.
func written(t *testing.T, sheets ...spreadsheet.Sheet) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := spreadsheet.WriteXLSX(t.Context(), &file, sheets...); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// open reads a file with excelize.
func open(t *testing.T, file []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// receipts is a sheet with something of everything, and what a spreadsheet shows of it.
func receipts() (s spreadsheet.Sheet, shown [][]string) {
	s = spreadsheet.Sheet{Name: "Receipts", Head: []string{"Shop", "Number", "Total", "Day", "Page"}, Rows: spreadsheet.Read([][]string{
		{"=HYPERLINK(\"https://example.org\",\"x\")", "007", "1,234.50", "2026-11-28", "https://example.org/?a=1&b=2"},
		{"@SUM(A1)", "4111111111111111", "-7.00", "2026-11-28 14:05", "see <b>"},
		{" two\nlines ", "12", "0.50", "1789-07-14", "_x0041_"},
		{"a\x00b\rc", "", "", "", "\"quoted\"; & 'so'"},
		{"שלום 😀 日本", "+1+1", "3%", "28/11/2026", "-1"},
	}, "en-US")}
	s.Rows = append(s.Rows, []spreadsheet.Cell{
		spreadsheet.Link("its page", "https://example.org"), spreadsheet.Number(0.1), spreadsheet.Clock(61*time.Minute+1234*time.Millisecond, ""),
		spreadsheet.Time(time.Date(2026, time.November, 28, 23, 59, 59, 0, time.UTC)), spreadsheet.Text("1"),
	})
	return s, [][]string{
		s.Head,
		{"=HYPERLINK(\"https://example.org\",\"x\")", "007", "1,234.50", "2026-11-28", "https://example.org/?a=1&b=2"},
		{"@SUM(A1)", "4111111111111111", "-7.00", "2026-11-28 14:05", "see <b>"},
		{" two\nlines ", "12", "0.50", "1789-07-14", "_x0041_"},
		{"ab\nc", "", "", "", "\"quoted\"; & 'so'"},
		{"שלום 😀 日本", "+1+1", "3%", "28/11/2026", "-1"},
		{"its page", "0.1", "1:01:01.234", "2026-11-28 23:59:59", "1"},
	}
}

func TestCellsAreWhatTheyAre(t *testing.T) {
	sheet, shown := receipts()
	f := open(t, written(t, sheet))
	if got := f.GetSheetList(); !slices.Equal(got, []string{"Receipts"}) {
		t.Errorf("the sheets are %q", got)
	}
	got, err := f.GetRows("Receipts")
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range shown {
		for c, want := range row {
			text := ""
			if r < len(got) && c < len(got[r]) {
				text = got[r][c]
			}
			if text != want {
				t.Errorf("row %d, column %d is %q, want %q", r, c, text, want)
			}
			name, _ := excelize.CoordinatesToCellName(c+1, r+1)
			if formula, err := f.GetCellFormula("Receipts", name); err != nil || formula != "" {
				t.Errorf("%s is the formula %q, %v", name, formula, err)
			}
		}
	}
	for name, want := range map[string]excelize.CellType{
		"A2": excelize.CellTypeInlineString, "B2": excelize.CellTypeInlineString, "B3": excelize.CellTypeInlineString, "D4": excelize.CellTypeInlineString,
		"B4": excelize.CellTypeNumber, "C2": excelize.CellTypeNumber, "C6": excelize.CellTypeNumber, "D2": excelize.CellTypeNumber, "D3": excelize.CellTypeNumber,
		"E6": excelize.CellTypeNumber,
	} {
		got, err := f.GetCellType("Receipts", name)
		if got == excelize.CellTypeUnset { // a cell without a type is a number
			got = excelize.CellTypeNumber
		}
		if err != nil || got != want {
			t.Errorf("%s is of type %v, want %v, %v", name, got, want, err)
		}
	}
	for name, want := range map[string]string{"C2": "1234.5", "C3": "-7", "C6": "0.03", "D2": "46354", "D3": "46354.5868055556"} {
		if got, err := f.GetCellValue("Receipts", name, excelize.Options{RawCellValue: true}); err != nil || got != want {
			t.Errorf("%s holds %q, want %q, %v", name, got, want, err)
		}
	}
	if ok, link, err := f.GetCellHyperLink("Receipts", "E2"); err != nil || !ok || link != "https://example.org/?a=1&b=2" {
		t.Errorf("the link is %q, %v", link, err)
	}
}

// Text stays text when its cell is edited, the header is bold and stays in view, and what is longer
// than its column is broken into lines.
func TestTheSheetIsMadeToBeRead(t *testing.T) {
	sheet, _ := receipts()
	f := open(t, written(t, sheet))
	style := func(cell string) *excelize.Style {
		id, err := f.GetCellStyle("Receipts", cell)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := style("A1"); s.Font == nil || !s.Font.Bold {
		t.Errorf("the header is %+v", s.Font)
	}
	if s := style("A2"); s.NumFmt != 49 && (s.CustomNumFmt == nil || *s.CustomNumFmt != "@") || !s.Alignment.WrapText {
		t.Errorf("text is %+v, %+v", s, s.Alignment)
	}
	if s := style("E2"); s.Font == nil || s.Font.Underline != "single" {
		t.Errorf("the link is %+v", s.Font)
	}
	// The default font is that of a cell without a style.
	if name, err := f.GetDefaultFont(); err != nil || style("A1").Font.Family != name || style("E2").Font.Family != name {
		t.Errorf("the fonts are %q and %q, not %q, %v", style("A1").Font.Family, style("E2").Font.Family, name, err)
	}
	for row, want := range map[int]float64{2: 15, 4: 30} {
		if h, err := f.GetRowHeight("Receipts", row); err != nil || h != want {
			t.Errorf("row %d is %v high, want %v, %v", row, h, want, err)
		}
	}
	if p, err := f.GetPanes("Receipts"); err != nil || !p.Freeze || p.YSplit != 1 || p.XSplit != 0 {
		t.Errorf("the panes are %+v, %v", p, err)
	}
	if w, err := f.GetColWidth("Receipts", "E"); err != nil || w != 30 {
		t.Errorf("column E is %v wide, %v", w, err)
	}
}

func TestSeveralSheetsAndOneFromTheRight(t *testing.T) {
	f := open(t, written(t,
		spreadsheet.Sheet{Name: "A", Head: []string{"x"}, Rows: [][]spreadsheet.Cell{{spreadsheet.Number(0.1)}}},
		spreadsheet.Sheet{Name: "A", Head: []string{"שם"}, Rows: [][]spreadsheet.Cell{{spreadsheet.Clock(1500*time.Millisecond, "0:01.5")}}},
		spreadsheet.Sheet{Name: "Empty"}))
	if got := f.GetSheetList(); !slices.Equal(got, []string{"A", "A (2)", "Empty"}) {
		t.Errorf("the sheets are %q", got)
	}
	for name, want := range map[string]bool{"A": false, "A (2)": true} {
		view, err := f.GetSheetView(name, 0)
		if err != nil || (view.RightToLeft != nil && *view.RightToLeft) != want {
			t.Errorf("%s: %+v, %v", name, view, err)
		}
	}
	if got, err := f.GetCellValue("A (2)", "A2"); err != nil || got != "0:00:01.500" {
		t.Errorf("the time is %q, %v", got, err)
	}
	if got, err := f.GetCellValue("A", "A2"); err != nil || got != "0.1" {
		t.Errorf("the number is %q, %v", got, err)
	}
}

func TestATableThatIsTooLargeIsRefused(t *testing.T) {
	long := spreadsheet.Sheet{Head: []string{"x"}, Rows: [][]spreadsheet.Cell{{spreadsheet.Text(strings.Repeat("ä", 32768))}}}
	var file bytes.Buffer
	if err := spreadsheet.WriteXLSX(t.Context(), &file, long); !errors.Is(err, spreadsheet.ErrTooLarge) || file.Len() > 0 {
		t.Errorf("%v, %d bytes", err, file.Len())
	}
	long.Rows[0][0] = spreadsheet.Text(strings.Repeat("ä", 32767))
	if got, err := open(t, written(t, long)).GetCellValue("Table", "A2"); err != nil || got != long.Rows[0][0].Text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	rows := spreadsheet.Sheet{Head: []string{"x"}, Rows: make([][]spreadsheet.Cell, 1<<20)}
	if err := spreadsheet.WriteXLSX(t.Context(), &file, rows); !errors.Is(err, spreadsheet.ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

// Whatever goes wrong, no half file and no temporary one is left.
func TestNothingIsLeftOfAFileThatFails(t *testing.T) {
	folder, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	sheet, _ := receipts()
	empty := func() {
		t.Helper()
		for _, dir := range []string{folder, temporary} {
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("%s has %v, %v", dir, left, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := spreadsheet.Save(ctx, folder, "Receipts", spreadsheet.XLSX, "", sheet); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	empty()
	// A row that JSON cannot hold is not left out.
	endless := sheet
	endless.Rows = append(slices.Clone(sheet.Rows), []spreadsheet.Cell{spreadsheet.Number(math.Inf(1))})
	if _, err := spreadsheet.Save(t.Context(), folder, "Receipts", spreadsheet.XLSX, "", endless); err == nil {
		t.Error("no error")
	}
	empty()
	helper, err := helpertest.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(helper, helper+".away"); err != nil {
		t.Fatal(err)
	}
	_, err = spreadsheet.Save(t.Context(), folder, "Receipts", spreadsheet.XLSX, "", sheet)
	if !errors.Is(err, spreadsheet.ErrUnavailable) || !errors.Is(err, fs.ErrNotExist) || slices.Contains(spreadsheet.Formats(), spreadsheet.XLSX) {
		t.Errorf("%v, %v", err, spreadsheet.Formats())
	}
	empty()
	// A program that ends in the middle.
	if err := os.WriteFile(helper, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := spreadsheet.Save(t.Context(), folder, "Receipts", spreadsheet.XLSX, "", sheet); err == nil {
		t.Error("no error")
	}
	empty()
	if err := os.Rename(helper+".away", helper); err != nil {
		t.Fatal(err)
	}
	path, err := spreadsheet.Save(t.Context(), folder, "Receipts", spreadsheet.XLSX, "", sheet)
	if err != nil || filepath.Base(path) != "Receipts.xlsx" {
		t.Errorf("%s, %v", path, err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("temporary files: %v, %v", left, err)
	}
}

// LibreOffice opens the file and shows the same.
func TestLibreOfficeShowsTheSame(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed")
	}
	sheet, shown := receipts()
	folder := t.TempDir()
	file := filepath.Join(folder, "receipts.xlsx")
	if err := os.WriteFile(file, written(t, sheet), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	// 44: comma, 34: quotation mark, 76: UTF-8, 1: from the first row, no column formats, 1033:
	// English (US), quote no text, cells as shown.
	const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true"
	said, err := exec.CommandContext(ctx, office, "-env:UserInstallation=file://"+filepath.ToSlash(folder)+"/profile", "--headless", "--convert-to", filter, "--outdir", folder, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	data, err := os.ReadFile(filepath.Join(folder, "receipts.csv"))
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(rows, shown, slices.Equal) {
		t.Errorf("LibreOffice shows\n%q, want\n%q", rows, shown)
	}
}

// BenchmarkLargeSheet writes the costs of a month with 50,000 requests.
func BenchmarkLargeSheet(b *testing.B) {
	s := spreadsheet.Sheet{Head: make([]string, 20)}
	for range 50_000 {
		row := make([]spreadsheet.Cell, 20)
		for i := range row {
			row[i] = spreadsheet.Number(float64(i) / 7)
			if i < 5 {
				row[i] = spreadsheet.Text("practice-writer")
			}
		}
		s.Rows = append(s.Rows, row)
	}
	for b.Loop() {
		var file bytes.Buffer
		if err := spreadsheet.WriteXLSX(b.Context(), &file, s); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(file.Len())/1e6, "MB/file")
	}
}
