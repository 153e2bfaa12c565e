package words

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/assets"
)

// Load gives Fyne the translations that are built into the program. It is called once, before the first word.
func Load() {
	if err := lang.AddTranslationsFS(assets.Translations, "translations"); err != nil {
		// English is in the code, so the program stays readable.
		fyne.LogError("Translations were not read", err)
	}
}
