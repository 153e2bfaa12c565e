package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
)

func TestASoundThatCannotBeReadIsNamedAndHasAWayOut(t *testing.T) {
	test.NewTempApp(t)
	for _, format := range []string{"AMR", "Windows Media Audio", "Apple Lossless (ALAC)", ""} {
		p := problem.Problem{Kind: problem.NotSound, Format: format}
		for _, said := range []ProblemText{TextForTranscriptionProblem(p), TextForReadingProblem(p)} {
			if !strings.Contains(said.Title, format) || said.Title == TextForKind("nobody knows").Title || !strings.HasPrefix(said.Safe, "Save or export it as MP3, M4A or WAV and ") || said.Button != "" {
				t.Errorf("%q: %+v", format, said)
			}
		}
	}
	if w := TextForTranscriptionProblem(problem.Problem{Kind: problem.NotSound, Format: "AMR"}); w.Title != "Parlando can't read AMR." {
		t.Errorf("%+v", w)
	}
	for format, want := range map[string]string{
		"AMR": "VLC and Audacity", "DS2 (dictation machine)": "came with the dictation machine", "Audible (AAX)": "only the program of the shop",
		"music protected against copying": "only the program of the shop",
	} {
		if w := TextForTranscriptionProblem(problem.Problem{Kind: problem.NotSound, Format: format}); !strings.Contains(w.Safe, want) {
			t.Errorf("%s: %q", format, w.Safe)
		}
	}
	for _, k := range []problem.Kind{problem.SoundMissing, problem.SoundDamaged} {
		if w := TextForReadingProblem(problem.Problem{Kind: k}); w.Title == TextForKind("nobody knows").Title || w.Safe == "" {
			t.Errorf("%s: %+v", k, w)
		}
	}
}

// problemKinds reads the constants from the source, so that a new kind cannot be forgotten here.
func problemKinds(t *testing.T) (kinds []problem.Kind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../app/problem/problem.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		value, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := value.Type.(*ast.Ident); ok && name.Name == "Kind" {
			text, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, problem.Kind(text))
		}
		return true
	})
	if len(kinds) < 60 {
		t.Fatalf("only %d kinds", len(kinds))
	}
	return kinds
}

// What is said of a transcript, a dictation and reading aloud is about them, not about a chat.
func TestProblemsOfSoundDoNotSpeakOfChats(t *testing.T) {
	test.NewTempApp(t)
	for _, kind := range problemKinds(t) {
		p := problem.Problem{Kind: kind}
		for of, said := range map[string][]ProblemText{
			"a transcript": {TextForTranscription(kind), TextForTranscriptionProblem(p)},
			"a dictation":  {TextForDictation(kind, false), TextForDictation(kind, true)},
			"a reading":    {TextForReading(kind), TextForReadingProblem(p)},
		} {
			said = append(said, ProblemText{Title: TitleForConnection(p)})
			for _, one := range said {
				if text := one.Title + " " + one.Safe; strings.Contains(strings.ToLower(text), "chat") || strings.Contains(text, "essage") {
					t.Errorf("%s: %s is told as %q", of, kind, text)
				}
			}
		}
	}
	for of, said := range map[string][2]ProblemText{
		"The service doesn't transcribe with this model.": {TextForTranscription(problem.NoSuchModel), TextForDictation(problem.NoSuchModel, true)},
		"The service doesn't read aloud with this model.": {TextForReading(problem.NoSuchModel), TextForReadingProblem(problem.Problem{Kind: problem.NoSuchModel})},
	} {
		if said[0].Title != of || said[1].Title != of {
			t.Errorf("%+v, want %q", said, of)
		}
	}
}
