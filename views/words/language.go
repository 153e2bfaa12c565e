package words

import (
	"slices"
	"strings"

	"parlando/views/format"
	"parlando/views/i18n"
)

// SpokenLanguage is a language that services transcribe.
type SpokenLanguage struct {
	// Code is the ISO 639-1 code of the language, Name its display name.
	Code, Name string
}

// SpokenLanguages returns the selectable languages, sorted by name.
func SpokenLanguages() []SpokenLanguage {
	all := []SpokenLanguage{
		{"af", i18n.Text("Afrikaans")},
		{"sq", i18n.Text("Albanian")},
		{"am", i18n.Text("Amharic")},
		{"ar", i18n.Text("Arabic")},
		{"hy", i18n.Text("Armenian")},
		{"az", i18n.Text("Azerbaijani")},
		{"eu", i18n.Text("Basque")},
		{"be", i18n.Text("Belarusian")},
		{"bn", i18n.Text("Bengali")},
		{"bs", i18n.Text("Bosnian")},
		{"bg", i18n.Text("Bulgarian")},
		{"my", i18n.Text("Burmese")},
		{"ca", i18n.Text("Catalan")},
		{"zh", i18n.Text("Chinese")},
		{"hr", i18n.Text("Croatian")},
		{"cs", i18n.Text("Czech")},
		{"da", i18n.Text("Danish")},
		{"nl", i18n.Text("Dutch")},
		{"en", i18n.Text("English")},
		{"et", i18n.Text("Estonian")},
		{"fi", i18n.Text("Finnish")},
		{"fr", i18n.Text("French")},
		{"gl", i18n.Text("Galician")},
		{"ka", i18n.Text("Georgian")},
		{"de", i18n.Text("German")},
		{"el", i18n.Text("Greek")},
		{"gu", i18n.Text("Gujarati")},
		{"he", i18n.Text("Hebrew")},
		{"hi", i18n.Text("Hindi")},
		{"hu", i18n.Text("Hungarian")},
		{"is", i18n.Text("Icelandic")},
		{"id", i18n.Text("Indonesian")},
		{"it", i18n.Text("Italian")},
		{"ja", i18n.Text("Japanese")},
		{"kn", i18n.Text("Kannada")},
		{"kk", i18n.Text("Kazakh")},
		{"km", i18n.Text("Khmer")},
		{"ko", i18n.Text("Korean")},
		{"lo", i18n.Text("Lao")},
		{"lv", i18n.Text("Latvian")},
		{"lt", i18n.Text("Lithuanian")},
		{"lb", i18n.Text("Luxembourgish")},
		{"mk", i18n.Text("Macedonian")},
		{"ms", i18n.Text("Malay")},
		{"ml", i18n.Text("Malayalam")},
		{"mt", i18n.Text("Maltese")},
		{"mi", i18n.Text("Māori")},
		{"mr", i18n.Text("Marathi")},
		{"mn", i18n.Text("Mongolian")},
		{"ne", i18n.Text("Nepali")},
		{"no", i18n.Text("Norwegian")},
		{"nn", i18n.Text("Norwegian Nynorsk")},
		{"ps", i18n.Text("Pashto")},
		{"fa", i18n.Text("Persian")},
		{"pl", i18n.Text("Polish")},
		{"pt", i18n.Text("Portuguese")},
		{"pa", i18n.Text("Punjabi")},
		{"ro", i18n.Text("Romanian")},
		{"ru", i18n.Text("Russian")},
		{"sr", i18n.Text("Serbian")},
		{"sd", i18n.Text("Sindhi")},
		{"si", i18n.Text("Sinhala")},
		{"sk", i18n.Text("Slovak")},
		{"sl", i18n.Text("Slovenian")},
		{"so", i18n.Text("Somali")},
		{"es", i18n.Text("Spanish")},
		{"sw", i18n.Text("Swahili")},
		{"sv", i18n.Text("Swedish")},
		{"tl", i18n.Text("Tagalog")},
		{"tg", i18n.Text("Tajik")},
		{"ta", i18n.Text("Tamil")},
		{"tt", i18n.Text("Tatar")},
		{"te", i18n.Text("Telugu")},
		{"th", i18n.Text("Thai")},
		{"tr", i18n.Text("Turkish")},
		{"uk", i18n.Text("Ukrainian")},
		{"ur", i18n.Text("Urdu")},
		{"uz", i18n.Text("Uzbek")},
		{"vi", i18n.Text("Vietnamese")},
		{"cy", i18n.Text("Welsh")},
		{"yo", i18n.Text("Yoruba")},
	}
	format.Sort(all, func(l SpokenLanguage) string { return l.Name })
	return all
}

// SoundLanguages returns the selectable languages of audio. The first one has no code and stands
// for automatic detection.
func SoundLanguages() []SpokenLanguage {
	return append([]SpokenLanguage{{Name: SoundLanguage("")}}, SpokenLanguages()...)
}

// SoundLanguage returns the display name of the selected audio language; "" is automatic.
func SoundLanguage(code string) string {
	if code == "" {
		return i18n.Text("Detect automatically")
	}
	return Language(code)
}

// Language returns the display name of a language, given its code ("pt", "pt-BR") or a service's
// English name ("portuguese"). An unknown word is returned unchanged.
func Language(word string) string {
	word = strings.TrimSpace(word)
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(word), "_", "-"), "-")
	if code == "nb" { // services call Bokmål "Norwegian"
		code = "no"
	}
	for _, l := range SpokenLanguages() {
		if l.Code == code {
			return l.Name
		}
	}
	if word == "" {
		return ""
	}
	return i18n.Text(capitalized(strings.ToLower(word)))
}

// LanguageNotHeard returns the sentence for a transcript in another language than the chosen one,
// which the model ignored or refused; "" if the language is right or unknown.
func LanguageNotHeard(chosen, heard string) string {
	says := map[string]any{"Chosen": Language(chosen), "Heard": Language(heard)}
	known := slices.ContainsFunc(SpokenLanguages(), func(l SpokenLanguage) bool { return l.Name == says["Heard"] })
	switch {
	case chosen == "", says["Chosen"] == says["Heard"]:
		return ""
	case heard == "":
		return i18n.Text("This model doesn't accept {{.Chosen}}, so it detected the language itself.", says)
	case known:
		return i18n.Text("You chose {{.Chosen}}, but the service heard {{.Heard}}.", says)
	}
	return ""
}

// SpeakerName returns the default name of a speaker; number counts from 1.
func SpeakerName(number int) string {
	return i18n.Text("Speaker {{.N}}", map[string]any{"N": format.Number(number)})
}
