package connections_test

import (
	"strings"
	"testing"

	"parlando/app/connections"
)

const (
	v1 = "https://api.example.org/v1"
	k1 = "sk-proj-aB3dE6gH9jK2mN5pQ8sT"
)

// pastes are texts as they stand in manuals, consoles and files, with the address and the key that
// are in them.
var pastes = map[string]struct{ text, address, key string }{
	"curl of a manual": {`curl https://api.example.org/v1/chat/completions \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer ` + k1 + `" \
  -d '{
    "model": "gpt-4o",
    "messages": [{"role": "user", "content": "Hello!"}]
  }'`, v1, k1},
	"curl with a variable":    {"curl https://api.example.org/v1/models -H \"Authorization: Bearer $OPENAI_API_KEY\"", v1, ""},
	"curl with ${}":           {"curl https://api.example.org/v1/models -H \"Authorization: Bearer ${KEY}\"", v1, ""},
	"curl with <>":            {"curl https://api.example.org/v1/models -H 'Authorization: Bearer <YOUR_API_KEY>'", v1, ""},
	"curl with dots":          {"curl https://api.example.org/v1/models -H 'Authorization: Bearer sk-...'", v1, ""},
	"curl with xs":            {"curl https://api.example.org/v1/models -H 'Authorization: Bearer sk-xxxxxxxxxxxxxxxx'", v1, ""},
	"curl with your key":      {"curl https://api.example.org/v1/models -H 'Authorization: Bearer YOUR-API-KEY-1234'", v1, ""},
	"curl, a prompt before":   {"$ curl -sS -X POST --url 'https://api.example.org/v1/chat/completions' --header 'authorization: bearer " + k1 + "'", v1, k1},
	"curl, = and no spaces":   {"curl --url=https://api.example.org/v1/models --header='Authorization: Bearer " + k1 + "'", v1, k1},
	"curl, -H joined":         {"curl -s -H'api-key: 0123456789abcdef0123456789abcdef' https://res.openai.example.org/openai/v1/models", "https://res.openai.example.org/openai/v1", "0123456789abcdef0123456789abcdef"},
	"curl, x-api-key":         {"curl -H \"x-api-key: " + k1 + "\" https://api.example.org/v1/models", v1, k1},
	"curl, $''":               {"curl $'https://api.example.org/v1/chat/completions' -H $'Authorization: Bearer " + k1 + "' --data-raw $'{\"content\":\"It\\'s https://other.example\"}'", v1, k1},
	"curl, Windows":           {"curl.exe \"https://api.example.org/v1/chat/completions\" ^\r\n  -H \"Authorization: Bearer " + k1 + "\" ^\r\n  -d \"{\\\"model\\\":\\\"m\\\"}\"\r\n", v1, k1},
	"curl, Chrome on Windows": {"curl ^\"https://api.example.org/v1/models^\" ^\n  -H ^\"authorization: Bearer " + k1 + "^\" ^\n  --compressed", v1, k1},
	"curl, PowerShell":        {"curl.exe https://api.example.org/v1/models `\n  -H \"Authorization: Bearer " + k1 + "\"", v1, k1},
	"curl, an address in the body first": {`curl -d '{"image_url":"https://pictures.example/cat.png"}' -e https://ref.example -x http://proxy.example:3128 \
  -H "Authorization: Bearer ` + k1 + `" https://api.example.org/v1/chat/completions`, v1, k1},
	"curl to this computer":   {"curl localhost:8080/v1/models", "http://localhost:8080/v1", ""},
	"curl, without scheme":    {"curl api.example.org/v1/models -H 'Authorization: Bearer " + k1 + "'", v1, k1},
	"curl, bearer option":     {"curl --oauth2-bearer " + k1 + " https://api.example.org/v1/models", v1, k1},
	"curl, quotes of a page":  {"curl “https://api.example.org/v1/models” -H “Authorization: Bearer " + k1 + "”", v1, k1},
	"curl, environment first": {"export API_KEY=" + k1 + "\ncurl https://api.example.org/v1/models -H \"Authorization: Bearer $API_KEY\"", v1, k1},
	"curl, both first":        {"BASE=https://api.example.org/v1\nKEY='" + k1 + "'\ncurl $BASE/models -H \"Authorization: Bearer $KEY\"", v1, k1},
	"curl, a key in the query": {
		"curl 'https://generative.example.org/v1beta/openai/models?key=AIzaSyA1b2C3d4E5f6G7h8I9'", "https://generative.example.org/v1beta/openai", "AIzaSyA1b2C3d4E5f6G7h8I9",
	},
	"curl, basic login":       {"curl -u ana:geheim12 https://api.example.org/v1/models -H 'Authorization: Basic YW5hOmdlaGVpbTEy'", v1, ""},
	"wget":                    {"wget -qO- --header=\"Authorization: Bearer " + k1 + "\" https://api.example.org/v1/models", v1, k1},
	"httpie":                  {"http GET https://api.example.org/v1/models Authorization:\"Bearer " + k1 + "\"", v1, k1},
	"environment, one line":   {"export OPENAI_API_KEY=" + k1 + " OPENAI_BASE_URL=https://api.example.org/v1", v1, k1},
	"environment, two lines":  {"export OPENAI_API_KEY=\"" + k1 + "\"\nexport OPENAI_API_BASE=\"https://api.example.org/v1/\"\n", v1, k1},
	"environment, key alone":  {"OPENAI_API_KEY=" + k1, "", k1},
	"environment, PowerShell": {"$env:OPENAI_API_KEY=\"" + k1 + "\"\r\n$env:OPENAI_BASE_URL = 'https://api.example.org/v1'", v1, k1},
	"environment, cmd":        {"set OPENAI_API_KEY=" + k1 + "\r\nset OPENAI_BASE_URL=https://api.example.org/v1", v1, k1},
	"environment, setx":       {"setx OPENAI_API_KEY \"" + k1 + "\"\r\nsetx OPENAI_BASE_URL \"https://api.example.org/v1\"", v1, k1},
	"environment, fish":       {"set -gx OPENAI_API_KEY " + k1 + "\nset -gx OPENAI_BASE_URL https://api.example.org/v1", v1, k1},
	"environment, .NET":       {"[Environment]::SetEnvironmentVariable(\"OPENAI_API_KEY\", \"" + k1 + "\", \"User\")", "", k1},
	".env of a whole program": {
		"# Settings\nDATABASE_URL=postgres://app:pw1234567@db.example/app\nSTRIPE_SECRET_KEY=sk_live_51H8abcdefghijk\nHTTP_PROXY=http://proxy.example:3128\nMAX_TOKENS=4096\n" +
			"JWT_SECRET_KEY=0123456789abcdef\nOPENAI_BASE_URL=https://api.example.org/v1 # the gateway\nOPENAI_API_KEY=" + k1 + "\nSENTRY_URL=https://sentry.example/1",
		v1, k1,
	},
	".env of two services": {
		"ALPHA_API_KEY=alpha-0123456789\nBETA_API_KEY=beta-0123456789\nBETA_BASE_URL=https://beta.example/v1", "https://beta.example/v1", "beta-0123456789",
	},
	".env with a placeholder": {"OPENAI_API_KEY=your-key-here-123\nOPENAI_BASE_URL=https://api.example.org/v1", v1, ""},
	"Python": {"from openai import OpenAI\n\nclient = OpenAI(\n    base_url=\"https://api.example.org/v1\",\n    api_key=\"" + k1 + "\",\n)\n" +
		"client.chat.completions.create(model=\"m\", messages=[], max_tokens=100)", v1, k1},
	"Python, environment":         {"client = OpenAI(api_key=os.environ[\"OPENAI_API_KEY\"], base_url='https://api.example.org/v1')", v1, ""},
	"Python, of a local program":  {"client = OpenAI(base_url='http://localhost:11434/v1/', api_key='ollama')", "http://localhost:11434/v1", ""},
	"Python, nothing is needed":   {"openai.api_base = \"http://localhost:1234/v1\"\nopenai.api_key = \"not-needed\"", "http://localhost:1234/v1", ""},
	"Python, requests":            {"requests.post(\"https://api.example.org/v1/chat/completions\", headers={\"Authorization\": f\"Bearer " + k1 + "\"})", v1, k1},
	"JavaScript":                  {"const client = new OpenAI({ apiKey: '" + k1 + "', baseURL: `https://api.example.org/v1` });", v1, k1},
	"JavaScript, environment":     {"const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY, baseURL: 'https://api.example.org/v1' });", v1, ""},
	"JavaScript, copied as fetch": {"fetch(\"https://api.example.org/v1/models\", {\n  \"headers\": {\n    \"authorization\": \"Bearer " + k1 + "\"\n  },\n  \"method\": \"GET\"\n});", v1, k1},
	"JSON":                        {`{"baseUrl": "https:\/\/api.example.org\/v1", "apiKey": "` + k1 + `", "model": "m", "maxTokens": 1000}`, v1, k1},
	"JSON, a piece":               {`  "api_base": "https://api.example.org/v1",` + "\n" + `  "api_key": "` + k1 + `",`, v1, k1},
	"YAML":                        {"model_list:\n  - model_name: m\n    litellm_params:\n      api_base: https://api.example.org/v1\n      api_key: " + k1 + "\n", v1, k1},
	"YAML, environment":           {"api_base: https://api.example.org/v1\napi_key: os.environ/OPENAI_API_KEY", v1, ""},
	"TOML":                        {"[provider]\nbase_url = \"https://api.example.org/v1\"\napi_key = \"" + k1 + "\"", v1, k1},
	"C#":                          {"var options = new Options { Endpoint = new Uri(\"https://api.example.org/v1\") };\nvar key = new ApiKeyCredential(\"" + k1 + "\");", v1, k1},
	"Go":                          {"config := openai.DefaultConfig(\"" + k1 + "\")\nconfig.BaseURL = \"https://api.example.org/v1\"", v1, k1},
	"PowerShell, Invoke":          {"Invoke-RestMethod -Uri \"https://api.example.org/v1/models\" -Headers @{ \"Authorization\" = \"Bearer " + k1 + "\" }", v1, k1},
	"as it goes over the wire":    {"POST /v1/chat/completions HTTP/1.1\r\nHost: api.example.org\r\nAuthorization: Bearer " + k1 + "\r\n\r\n{}", v1, k1},
	"two lines":                   {"https://api.example.org/v1\n" + k1, v1, k1},
	"words around":                {"Base URL: https://api.example.org/v1, API key: " + k1 + ". Do not share it!", v1, k1},
	"a page beside a key":         {"OPENAI_API_KEY='" + k1 + "' # get yours at https://platform.example/keys", "", k1},
	"a proxy":                     {"export HTTPS_PROXY=http://proxy.example:3128", "", ""},
	"a path of Ollama":            {"curl http://192.168.1.20:11434/api/tags", "http://192.168.1.20:11434/v1", ""},
	"a host of Ollama":            {"OLLAMA_HOST=192.168.1.20:11434", "http://192.168.1.20:11434/v1", ""},
	"docker":                      {"docker run -e OPENAI_API_KEY=" + k1 + " -e OPENAI_API_BASE_URL=http://host.docker.internal:8080/v1 image", "http://host.docker.internal:8080/v1", k1},
	"an address without version":  {"https://llm.example.org\n" + k1, "https://llm.example.org/v1", k1},
	"a page and then curl":        {"See https://docs.example.org/start. Then: curl https://api.example.org/v1/models", v1, ""},
	"a placeholder in the path":   {"curl https://gateway.example/v1/{account_id}/openai -H 'Authorization: Bearer " + k1 + "'", "", k1},
	"a key alone":                 {k1, "", k1},
	"an example address":          {"OPENAI_BASE_URL=https://your-resource.openai.example/v1\nOPENAI_API_KEY=" + k1, "", k1},
	"a name and a password in it": {"OPENAI_BASE_URL=https://ana:geheim@api.example.org/v1", "", ""},
	"an address alone":            {v1, "", ""},
	"a host alone":                {"api.example.org", "", ""},
	"nothing":                     {"  \n ", "", ""},
	"a sentence":                  {"Please write a poem about a lighthouse, and mind the key: it is C major.", "", ""},
	"a program":                   {"for key in keys: print(key, token=tokens[key])", "", ""},
}

func TestAddressAndKeyAreFoundInWhatIsPasted(t *testing.T) {
	if len(pastes) < 40 {
		t.Errorf("only %d pastes", len(pastes))
	}
	for name, c := range pastes {
		got, ok := connections.ParsePasted(c.text)
		if got.Address != c.address || got.Key.Reveal() != c.key || ok != (c.address != "" || c.key != "") {
			t.Errorf("%s: %q, %q, %v; want %q, %q", name, got.Address, got.Key.Reveal(), ok, c.address, c.key)
		}
		if strings.Contains(strings.TrimSpace(got.Address), "geheim") {
			t.Errorf("%s: a password is in the address", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range pastes {
		f.Add(c.text)
	}
	f.Add("curl $'\\x")
	f.Add("curl \"\\")
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := connections.ParsePasted(text)
		if ok != (got.Address != "" || !got.Key.Empty()) {
			t.Errorf("%v: %+v", ok, got)
		}
		if got.Address != "" {
			// What is found is an address that Connect takes, and reads as the same.
			if d, err := connections.Describe(got.Address); err != nil || d.Address != got.Address {
				t.Errorf("%q: %+v, %v", got.Address, d, err)
			}
		}
		if key := got.Key.Reveal(); strings.ContainsAny(key, " \n\"'$<>{}") {
			t.Errorf("%q is no key", key)
		}
	})
}
