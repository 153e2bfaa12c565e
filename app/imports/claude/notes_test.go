package claude_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/imports/claude"
	"parlando/app/imports/foreign"
)

func TestAProjectBecomesNotes(t *testing.T) {
	t.Parallel()
	got, err := claude.DecodeProject([]byte(`{"uuid": "p", "name": "Thesis", "description": "My work", "is_private": true,
		"prompt_template": "Be strict.", "created_at": "2026-01-02T03:04:05Z", "creator": {"uuid": "u", "full_name": "Ada"},
		"docs": [{"uuid": "d", "filename": "a.md", "content": "# A", "created_at": "2026-01-03T03:04:05Z"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	want := []foreign.Note{
		{Kind: foreign.ProjectInstructions, Project: "p", Title: "Thesis", Text: "Be strict.", Created: at},
		{Kind: foreign.ProjectDescription, Project: "p", Title: "Thesis", Text: "My work", Created: at},
		{Kind: foreign.ProjectFile, Project: "p", Title: "a.md", Text: "# A", Created: at.AddDate(0, 0, 1)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMemoriesBecomeNotes(t *testing.T) {
	t.Parallel()
	got, err := claude.DecodeMemories([]byte(`{"account_uuid": "u", "conversations_memory": "**Work** Ada teaches.",
		"project_memories": {"q": "Q", "p": "P", "empty": ""}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []foreign.Note{
		{Kind: foreign.Memory, Text: "**Work** Ada teaches."},
		{Kind: foreign.ProjectMemory, Project: "p", Text: "P"},
		{Kind: foreign.ProjectMemory, Project: "q", Text: "Q"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAManifestNamesItsDownloads(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		`{"files": [{"url": "https://x.example/a/conversations-000.zip?sig=1"}, {"url": "https://x.example/a/projects-000.zip?sig=2"},
			{"url": "https://x.example/a/users.zip#x"}], "expires_at": "2026-09-11"}`: {"conversations-000.zip", "projects-000.zip", "users.zip"},
		`{"downloads": {"memories": {"name": "memories.zip", "href": "https://x.example/d/8f2"}}}`: {"memories.zip"},
		`["https://x.example/a.zip", "https://x.example/a.zip"]`:                                   {"a.zip"},
	} {
		if got, ok := claude.Manifest([]byte(in)); !ok || !slices.Equal(got, want) {
			t.Errorf("%s names %q, %t", in, got, ok)
		}
	}
	for _, in := range []string{`{}`, `{"a": "b.zip"}`, `{"url": "https://x.example/a.json"}`, `{"uuid": "x", "chat_messages": []}`, `{`} {
		if got, ok := claude.Manifest([]byte(in)); ok {
			t.Errorf("%s is a manifest of %q", in, got)
		}
	}
}
