package rows_test

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/views/conversation/rows"
)

func TestALanguageIsCalledAsPeopleCallIt(t *testing.T) {
	test.NewTempApp(t)
	for word, want := range map[string]string{
		"": "Code", "py": "Python", "Python": "Python", "python3": "Python", "js": "JavaScript", "typescript": "TypeScript",
		"bash": "Shell", "cpp": "C++", "csharp": "C#", "json": "JSON", "html": "HTML", "css": "CSS", "sql": "SQL", "xml": "XML",
		"yaml": "YAML", "toml": "TOML", "php": "PHP", "csv": "CSV", "txt": "Text", "md": "Markdown", "markdown": "Markdown",
		"go": "Go", "quokka": "Quokka", "émile": "Émile",
	} {
		if got := rows.LanguageLabel(word); got != want {
			t.Errorf("%q is called %q, want %q", word, got, want)
		}
	}
}
