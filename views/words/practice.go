package words

import (
	"parlando/views/format"
	"parlando/views/i18n"
)

// PracticeText is practice.Options.Text for the language of the window.
func PracticeText(sentence string, values map[string]any) string {
	if len(values) == 0 {
		return i18n.Text(sentence)
	}
	return i18n.Text(sentence, withNumbers(values))
}

// withNumbers writes the numbers among values.
func withNumbers(values map[string]any) map[string]any {
	shown := map[string]any{}
	for name, value := range values {
		switch v := value.(type) {
		case int:
			shown[name] = format.Number(v)
		case float64:
			shown[name] = format.Decimal(v, 1)
		default:
			shown[name] = v
		}
	}
	return shown
}

// PracticePlural is practice.Options.Plural for the language of the window. The singular is in the
// file of translations.
func PracticePlural(_, sentence string, n int, values map[string]any) string {
	return i18n.Plural(sentence, n, withNumbers(values))
}
