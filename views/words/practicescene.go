package words

import "parlando/views/i18n"

// PracticeScene returns the title and the description of a scene of the practice service
// (docs/gateway.md 10.8).
func PracticeScene(id string) (title, about string) {
	switch id {
	case "special-speech":
		return i18n.Text("Unusual speech models"), i18n.Text("More models for speech and transcription: without times, with speakers, with languages to choose from, only for WAV files. One ends in ten days, one ended yesterday.")
	case "names-only":
		return i18n.Text("Only model names"), i18n.Text("A service that doesn't say what its models are for. Parlando guesses it from their names.")
	case "literal":
		return i18n.Text("Nothing but the basics"), i18n.Text("A service without a list of models, as strict as services can be.")
	case "no-speech":
		return i18n.Text("Speech models removed"), i18n.Text("The everyday service after it has removed its models for speech and transcription.")
	}
	return i18n.Text("Everyday service"), i18n.Text("A service that says what each of its models can do.")
}
