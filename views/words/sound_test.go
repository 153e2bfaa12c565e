package words

import (
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
	for _, k := range []problem.Kind{problem.SoundMissing, problem.SoundDamaged} {
		if w := TextForReadingProblem(problem.Problem{Kind: k}); w.Title == TextForKind("nobody knows").Title || w.Safe == "" {
			t.Errorf("%s: %+v", k, w)
		}
	}
}
