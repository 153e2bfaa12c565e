package chat_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"parlando/app/chat"
)

// TestEachKindOfPartHasItsAnswers fails when a kind is declared without a row in the table.
func TestEachKindOfPartHasItsAnswers(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "partkind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared []chat.PartKind
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "PartKind" {
				word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				declared = append(declared, chat.PartKind(word))
			}
		}
		return true
	})
	slices.Sort(declared)
	if got := chat.PartKinds(); !slices.Equal(got, declared) {
		t.Errorf("the table has %v, declared are %v", got, declared)
	}
}

func TestAKindOfALaterVersionIsPassedOver(t *testing.T) {
	t.Parallel()
	p := chat.Part{Kind: "hologram", Text: "words", Name: "name"}
	if k := p.Kind; k.IsSent() || k.IsAttached() || k.IsCounted() || k.IsPicture() || k.IsSpoken() {
		t.Errorf("an unknown kind has traits")
	}
	if found, written := p.TextFor(p.Kind.Searched()), p.TextFor(p.Kind.Exported()); found != "" || written != "" {
		t.Errorf("an unknown kind is found by %q and exported as %q", found, written)
	}
}
