package connections

import "time"

// KnownService is a service with an OpenAI-compatible API that users know by its name.
type KnownService struct {
	Name string
	// Address is the base address, as Description.Address.
	Address string
	// KeysPage is the web page for getting a key, AccountPage the one for usage and billing. They
	// are opened only by a click and never fetched.
	KeysPage, AccountPage string
	// LeastBilled is the shortest audio that a transcription request is billed for, 0 if unknown.
	LeastBilled time.Duration
	// formerHost is another host name of the API; "" for none.
	formerHost string
}

// knownServices lists services with their documented addresses.
var knownServices = []KnownService{
	{
		Name: "OpenAI", Address: "https://api.openai.com/v1",
		KeysPage: "https://platform.openai.com/api-keys", AccountPage: "https://platform.openai.com/usage",
	},
	{
		Name: "Anthropic", Address: "https://api.anthropic.com/v1",
		KeysPage: "https://platform.claude.com/settings/keys", AccountPage: "https://console.anthropic.com/settings/usage",
	},
	{
		Name: "Google Gemini", Address: "https://generativelanguage.googleapis.com/v1beta/openai",
		KeysPage: "https://aistudio.google.com/app/apikey", AccountPage: "https://aistudio.google.com/usage",
	},
	{
		Name: "Mistral", Address: "https://api.mistral.ai/v1",
		KeysPage: "https://console.mistral.ai/api-keys", AccountPage: "https://admin.mistral.ai/organization/usage",
	},
	{
		Name: "OpenRouter", Address: "https://openrouter.ai/api/v1",
		KeysPage: "https://openrouter.ai/keys", AccountPage: "https://openrouter.ai/activity",
	},
	{
		Name: "Groq", Address: "https://api.groq.com/openai/v1",
		KeysPage: "https://console.groq.com/keys", AccountPage: "https://console.groq.com/dashboard/usage",
		LeastBilled: 10 * time.Second,
	},
	{
		Name: "DeepSeek", Address: "https://api.deepseek.com/v1",
		KeysPage: "https://platform.deepseek.com/api_keys", AccountPage: "https://platform.deepseek.com/usage",
	},
	{
		Name: "Together AI", Address: "https://api.together.ai/v1", formerHost: "api.together.xyz",
		KeysPage: "https://api.together.ai/settings/api-keys", AccountPage: "https://api.together.ai/settings/billing",
	},
	{
		Name: "xAI", Address: "https://api.x.ai/v1",
		KeysPage: "https://console.x.ai/team/default/api-keys", AccountPage: "https://console.x.ai/",
	},
}

// KnownServices returns the services that the window offers by name, the best known first.
func KnownServices() []KnownService { return knownServices }

// KnownServiceAt returns the known service at an address by its host; ok is false if there is none.
func KnownServiceAt(address string) (s KnownService, ok bool) {
	host := hostname(address)
	for _, s := range knownServices {
		if host != "" && (host == hostname(s.Address) || host == s.formerHost) {
			return s, true
		}
	}
	return KnownService{}, false
}
