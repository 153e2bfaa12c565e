package practice

import (
	"strings"
	"testing"
)

func TestTheWriterTakesNoFileForTheWordsOfTheUser(t *testing.T) {
	const file = "This is the file \"notes.txt\". It is quoted between <file> and </file>.\n\n<file name=\"notes.txt\">\nWe move in March.\n</file>"
	asked := question{messages: []message{{role: "user", text: file + "\n\n" + file + "\n\nWhat is the rent?"}}}
	if got := write(asked, 0); !strings.HasPrefix(got, "## What is the rent?\n\nYou wrote **4 words**.") || strings.Contains(got, "<file") {
		t.Errorf("the reply is:\n%s", got)
	}
	alone := question{messages: []message{{role: "user", text: file}}}
	if got := write(alone, 0); !strings.Contains(got, "notes.txt") {
		t.Errorf("the reply to a file alone is:\n%s", got)
	}
}
