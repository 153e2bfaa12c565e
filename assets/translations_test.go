package assets

import (
	"os"
	"path/filepath"
	"testing"
)

// The program has every file that translators write, and not the one that they copy.
func TestTheProgramHasEveryLanguage(t *testing.T) {
	files, err := filepath.Glob("translations/*.json")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		_, err := Translations.Open(file)
		if built, wanted := !os.IsNotExist(err), file != "translations/en.json"; built != wanted {
			t.Errorf("%s is built into the program: %v, wanted %v", file, built, wanted)
		}
	}
}
