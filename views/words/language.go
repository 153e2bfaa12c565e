package words

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"
)

// SpokenLanguage is a language that services write down.
type SpokenLanguage struct {
	// Code is its two letters in ISO 639-1, Name what people call it.
	Code, Name string
}

// SpokenLanguages are those that can be chosen, by their names.
func SpokenLanguages() []SpokenLanguage {
	all := []SpokenLanguage{
		{"af", lang.L("Afrikaans")},
		{"sq", lang.L("Albanian")},
		{"am", lang.L("Amharic")},
		{"ar", lang.L("Arabic")},
		{"hy", lang.L("Armenian")},
		{"az", lang.L("Azerbaijani")},
		{"eu", lang.L("Basque")},
		{"be", lang.L("Belarusian")},
		{"bn", lang.L("Bengali")},
		{"bs", lang.L("Bosnian")},
		{"bg", lang.L("Bulgarian")},
		{"my", lang.L("Burmese")},
		{"ca", lang.L("Catalan")},
		{"zh", lang.L("Chinese")},
		{"hr", lang.L("Croatian")},
		{"cs", lang.L("Czech")},
		{"da", lang.L("Danish")},
		{"nl", lang.L("Dutch")},
		{"en", lang.L("English")},
		{"et", lang.L("Estonian")},
		{"fi", lang.L("Finnish")},
		{"fr", lang.L("French")},
		{"gl", lang.L("Galician")},
		{"ka", lang.L("Georgian")},
		{"de", lang.L("German")},
		{"el", lang.L("Greek")},
		{"gu", lang.L("Gujarati")},
		{"he", lang.L("Hebrew")},
		{"hi", lang.L("Hindi")},
		{"hu", lang.L("Hungarian")},
		{"is", lang.L("Icelandic")},
		{"id", lang.L("Indonesian")},
		{"it", lang.L("Italian")},
		{"ja", lang.L("Japanese")},
		{"kn", lang.L("Kannada")},
		{"kk", lang.L("Kazakh")},
		{"km", lang.L("Khmer")},
		{"ko", lang.L("Korean")},
		{"lo", lang.L("Lao")},
		{"lv", lang.L("Latvian")},
		{"lt", lang.L("Lithuanian")},
		{"lb", lang.L("Luxembourgish")},
		{"mk", lang.L("Macedonian")},
		{"ms", lang.L("Malay")},
		{"ml", lang.L("Malayalam")},
		{"mt", lang.L("Maltese")},
		{"mi", lang.L("Māori")},
		{"mr", lang.L("Marathi")},
		{"mn", lang.L("Mongolian")},
		{"ne", lang.L("Nepali")},
		{"no", lang.L("Norwegian")},
		{"ps", lang.L("Pashto")},
		{"fa", lang.L("Persian")},
		{"pl", lang.L("Polish")},
		{"pt", lang.L("Portuguese")},
		{"pa", lang.L("Punjabi")},
		{"ro", lang.L("Romanian")},
		{"ru", lang.L("Russian")},
		{"sr", lang.L("Serbian")},
		{"sd", lang.L("Sindhi")},
		{"si", lang.L("Sinhala")},
		{"sk", lang.L("Slovak")},
		{"sl", lang.L("Slovenian")},
		{"so", lang.L("Somali")},
		{"es", lang.L("Spanish")},
		{"sw", lang.L("Swahili")},
		{"sv", lang.L("Swedish")},
		{"tl", lang.L("Tagalog")},
		{"tg", lang.L("Tajik")},
		{"ta", lang.L("Tamil")},
		{"tt", lang.L("Tatar")},
		{"te", lang.L("Telugu")},
		{"th", lang.L("Thai")},
		{"tr", lang.L("Turkish")},
		{"uk", lang.L("Ukrainian")},
		{"ur", lang.L("Urdu")},
		{"uz", lang.L("Uzbek")},
		{"vi", lang.L("Vietnamese")},
		{"cy", lang.L("Welsh")},
		{"yo", lang.L("Yoruba")},
	}
	slices.SortFunc(all, func(a, b SpokenLanguage) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Language is what people call a language, by its letters ("pt", "pt-BR") or a service's English word for it ("portuguese"). One that is not known is said as it is
// given, and "" stays "".
func Language(word string) string {
	word = strings.TrimSpace(word)
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(word), "_", "-"), "-")
	for _, l := range SpokenLanguages() {
		if l.Code == code {
			return l.Name
		}
	}
	if word == "" {
		return ""
	}
	return lang.L(capitalized(strings.ToLower(word)))
}
