package archive_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/imports/archive"
)

// write writes a file of a test and returns its path.
func write(t testing.TB, name, content string) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// open opens what the user dropped.
func open(t testing.TB, paths ...string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), archive.Temp{Folder: t.TempDir()}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// read returns all objects of a file and all errors.
func read(t testing.TB, f *archive.File) (objects []archive.Object, errs []error) {
	t.Helper()
	for o, err := range f.Objects(t.Context()) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		o.Data = slices.Clone(o.Data)
		objects = append(objects, o)
	}
	return objects, errs
}

// readText returns the objects and errors of a text.
func readText(t testing.TB, content string) (objects []archive.Object, errs []error) {
	t.Helper()
	files := open(t, write(t, "conversations.txt", content)).Files()
	if len(files) != 1 {
		t.Fatalf("%d files have JSON", len(files))
	}
	return read(t, files[0])
}

func TestObjectsOfEachShapeAreRead(t *testing.T) {
	t.Parallel()
	const one, two = `{"title":"One","mapping":{"a":{"x":[1,2.5e+3,null,{}]}}}`, `{ "title": "T\"}w\\o", "mapping": {} }`
	for name, c := range map[string]struct {
		content, member string
		shape           archive.Shape
	}{
		"array":            {"[" + one + "," + two + "]", "", archive.Array},
		"array with space": {"\ufeff\n[\n  " + one + " ,\n\t" + two + "\n]\n", "", archive.Array},
		"missing comma":    {"[" + one + two + "]", "", archive.Array},
		"other elements":   {`[1,"x",` + one + `,[{"a":1}],null,` + two + "]", "", archive.Array},
		"two arrays":       {"[" + one + "][" + two + "]", "", archive.Array},
		"member":           {`{"version":{"a":[{}]},"conversations":[` + one + "," + two + `],"n":1}`, "conversations", archive.Member},
		"inner member":     {`{"folders":[],"data":{"x":1,"chats":[` + one + "," + two + `]},"n":1}`, "data.chats", archive.Member},
		"lines":            {one + "\n" + two + "\n", "", archive.Lines},
	} {
		got, errs := readText(t, c.content)
		if len(errs) > 0 || len(got) != 2 {
			t.Errorf("%s: %d objects, %v", name, len(got), errs)
			continue
		}
		for i, want := range []string{one, two} {
			o := got[i]
			if string(o.Data) != want || o.Shape != c.shape || o.Member != c.member || o.Index != i || !json.Valid(o.Data) {
				t.Errorf("%s: object %d is %+v: %s", name, i, o, o.Data)
			}
			if want := strings.Index(c.content, want) + len(want); int(o.End) != want && c.shape != archive.Lines {
				t.Errorf("%s: object %d ends at %d, not %d", name, i, o.End, want)
			}
		}
	}
}

func TestASingleObjectIsReadWhole(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		`{}`, "{\n  \"title\": \"x\",\n  \"messages\": [{\"role\": \"user\"}]\n}\n",
		`{"conversations":[],"a":1}`, `{"conversations":["a",["b"]],"chats":{"c":1}}`, `{"data":{"a":1},"b":"{"}`,
	} {
		got, errs := readText(t, content)
		if len(errs) > 0 || len(got) != 1 || got[0].Shape != archive.Single || string(got[0].Data) != strings.TrimSpace(content) {
			t.Errorf("%s is read as %+v, %v", content, got, errs)
		}
	}
}

// conversation returns a conversation as JSON, with citations whose keys are similar.
func conversation(n int, indent string) string {
	c := fmt.Sprintf(`{"title":"Chat %d","create_time":1,"mapping":{"a":{"message":{"items":[{"title":"page","url":"u"},{"title":"page"}]}}},"id":"%d"}`, n, n)
	if indent == "" {
		return c
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent(indent, indent)
	if err := e.Encode(json.RawMessage(c)); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func TestOneDamagedObjectIsRefusedByItself(t *testing.T) {
	t.Parallel()
	damages := map[string]func(string) string{
		"no bracket at the end": func(s string) string { return strings.TrimSuffix(s, "}") },
		"bracket too many":      func(s string) string { return s + "}" },
		"a quotation mark":      func(s string) string { return strings.Replace(s, `"id"`, `"id`, 1) },
		"another one":           func(s string) string { return strings.Replace(s, `"a"`, `a"`, 1) },
		"the end of a title":    func(s string) string { return strings.Replace(s, `",`, ",", 1) },
		"a line in a string":    func(s string) string { return strings.Replace(s, "page", "pa\nge", 1) },
		"no colon":              func(s string) string { return strings.Replace(s, `"mapping":`, `"mapping"`, 1) },
		"binary":                func(s string) string { return s[:50] + "\x00\x01\x02" + s[60:] },
		"too deep":              func(s string) string { return strings.Replace(s, `"u"`, strings.Repeat("[", 5000), 1) },
	}
	for name, damage := range damages {
		for _, indent := range []string{"", "  "} {
			for _, at := range []int{0, 2, 4} {
				var all []string
				for n := range 5 {
					c := conversation(n, indent)
					if n == at {
						c = damage(c)
					}
					all = append(all, c)
				}
				got, errs := readText(t, "["+strings.Join(all, ",")+"]")
				var failure *archive.ObjectError
				if len(got) != 4 || len(errs) != 1 || !errors.As(errs[0], &failure) {
					if name == "bracket too many" && len(got) == 5 { // every conversation is whole
						continue
					}
					t.Errorf("%s at %d, indent %q: %d objects, %v", name, at, indent, len(got), errs)
					continue
				}
				if want := fmt.Sprintf("Chat %d", at); failure.Title != want && name != "bracket too many" && name != "the end of a title" || failure.Index != at {
					t.Errorf("%s at %d: the error is of %d, %q", name, at, failure.Index, failure.Title)
				}
				for _, o := range got {
					if !strings.Contains(string(o.Data), `"Chat `) || !json.Valid(o.Data) {
						t.Errorf("%s at %d: an object is %s", name, at, o.Data)
					}
				}
			}
		}
	}
}

func TestEachOfTwoDamagedObjectsIsNamed(t *testing.T) {
	t.Parallel()
	damaged := func(n int) string { return strings.Replace(conversation(n, ""), `"message":`, `"message"`, 1) }
	got, errs := readText(t, "["+strings.Join([]string{conversation(0, ""), damaged(1), damaged(2), conversation(3, ""), damaged(4)}, ",")+"]")
	var titles []string
	for _, err := range errs {
		if failure, ok := errors.AsType[*archive.ObjectError](err); ok {
			titles = append(titles, failure.Title)
		}
	}
	if len(got) != 2 || !slices.Equal(titles, []string{"Chat 1", "Chat 2", "Chat 4"}) {
		t.Errorf("%d objects, %v", len(got), errs)
	}
}

func TestOneDamagedLineIsRefusedByItself(t *testing.T) {
	t.Parallel()
	got, errs := readText(t, `{"role":"user"}`+"\n"+`{"role":"assi`+"\n"+`{"role":"user","n":{}}`+"\n"+"rubbish\n"+`{"role":"tool"}`)
	if len(got) != 3 || len(errs) == 0 || got[2].Shape != archive.Lines {
		t.Errorf("%d objects, %v", len(got), errs)
	}
}

func TestATruncatedFileGivesWhatCameBefore(t *testing.T) {
	t.Parallel()
	whole := "[" + strings.Join([]string{conversation(0, ""), conversation(1, ""), conversation(2, "")}, ",") + "]"
	second := strings.Index(whole, `{"title":"Chat 2"`)
	for n := second; n < len(whole); n++ {
		got, errs := readText(t, whole[:n])
		want := 2
		if n == len(whole)-1 {
			want = 3
		}
		if len(got) != want || len(errs) != 1 || !errors.Is(errs[0], archive.ErrTruncated) {
			t.Errorf("of %d bytes: %d objects, %v", n, len(got), errs)
		}
	}
}

func TestAnObjectThatIsTooLargeIsPassed(t *testing.T) {
	t.Parallel()
	p := filepath.Join(t.TempDir(), "large.json")
	f, err := os.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(f, `[%s,{"title":"Large","mapping":[`, conversation(0, ""))
	block := strings.Repeat(`{"message":"0123456789"},`, 1<<20/25)
	for range archive.MaxObjectBytes>>20 + 2 {
		fmt.Fprint(f, block)
	}
	fmt.Fprintf(f, `null]},%s]`, conversation(2, ""))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, errs := read(t, open(t, p).Files()[0])
	failure, _ := errors.AsType[*archive.ObjectError](errors.Join(errs...))
	if len(got) != 2 || len(errs) != 1 || !errors.Is(errs[0], archive.ErrTooLarge) || failure.Title != "Large" || failure.Index != 1 {
		t.Errorf("%d objects, %v", len(got), errs)
	}
}

func TestRubbishEnds(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"[", "{", "[}", "{]", "[[[[", `{"a"`, `{"a":`, `[{"a":1`, `{"conversations":[{"a":`, `[{"a":1}]x`, "[\x00", `[{"a":"\`,
		strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), "[" + strings.Repeat(`{"title":`, 1<<18), `[{"title":1},` + strings.Repeat(`{"title":`, 1<<14),
	} {
		if _, errs := readText(t, content); len(errs) == 0 {
			t.Errorf("%.40q has no error", content)
		}
	}
}

func TestReadingStops(t *testing.T) {
	t.Parallel()
	f := open(t, write(t, "a.json", "["+strings.Repeat(conversation(1, "")+",", 10_000)+"{}]")).Files()[0]
	n := 0
	for range f.Objects(t.Context()) {
		if n++; n == 3 {
			break
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range f.Objects(ctx) {
		cancel()
		last = err
	}
	if n != 3 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d objects; the last error is %v", n, last)
	}
	if _, err := f.Whole(ctx, 1<<30); !errors.Is(err, context.Canceled) {
		t.Errorf("reading all of it: %v", err)
	}
	if _, err := f.Whole(t.Context(), 1000); !errors.Is(err, archive.ErrTooLarge) {
		t.Errorf("reading too much: %v", err)
	}
	if b, err := f.Whole(t.Context(), f.Size); err != nil || int64(len(b)) != f.Size {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func FuzzObjects(f *testing.F) {
	f.Add("[" + conversation(1, "") + "," + conversation(2, "  ") + "]")
	f.Add(`{"conversations":[{"a":1}]}`)
	f.Add("{\"role\":\"user\"}\n{\"role\":\"assi\n{}")
	f.Fuzz(func(t *testing.T, content string) {
		if len(content) == 0 || content[0] != '[' && content[0] != '{' {
			t.Skip()
		}
		got, errs := readText(t, content)
		if json.Valid([]byte(content)) && len(errs) > 0 {
			t.Fatalf("%v of valid JSON", errs)
		}
		for i, o := range got {
			if len(o.Data) < 2 || o.Data[0] != '{' || o.Data[len(o.Data)-1] != '}' || i > 0 && o.Index <= got[i-1].Index {
				t.Fatalf("%+v: %s", o, o.Data)
			}
		}
	})
}

func BenchmarkObjects(b *testing.B) {
	message := `{"message":{"content":{"parts":["` + strings.Repeat(`An oak lives for \"centuries\".\n`, 30) + `"]}}}`
	content := "[" + strings.Repeat(`{"title":"a","mapping":[`+strings.Repeat(message+",", 50)+"null]},", 200) + "{}]"
	f := open(b, write(b, "a.json", content)).Files()[0]
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range f.Objects(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
