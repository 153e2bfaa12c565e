package failure

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// madeUp are forty keys that nobody has. The star marks where the secret begins, where a name
// stands before it.
var madeUp = []string{
	"sk-abc12345",
	"sk-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7",
	"sk-proj-Zk3_x9QvT7-LmW2pR8sYc4NbJd6HgF1aE5uKo0iXzSq",
	"sk-svcacct-9fK2mQ7xV4bN1cT8wZ3rY6pL5sD0gH",
	"sk-ant-api03-Qm9x7Vb2Kc5Tz8Wn1Rp4Ly6Js3Df0Gh_aEuIoXqSvBnMk-AA",
	"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",
	"sk-0f1e2d3c4b5a69788796a5b4c3d2e1f0",
	"sk-lf-1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809",
	"sk-abcdefghijklmnopqrstuvwx",
	"sk-a1***********************z9",
	"sk-1234567890abcdef.part-two",
	"gsk_Xy7Kp2Qw9Rt4Mn6Vb1Zc3Lf8Hd5Js0Ga",
	"xai-T3vN8qLp1ZkW6rYc9MbX2sJd5HfG7aE4uKo0",
	"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",
	"pplx-1b3d5f7a9c2e4b6d8f0a1c3e5b7d9f2a4c6e8b0d",
	"nvapi-Hs7_kQ2xVm9Lp4Rt6Wz1Yc8Nb3Jd5Gf0Ae-IuOo",
	"csk-8r4t6y2u9i3o5p7a1s0d4f6g8h2j",
	"r8_Vq4Zm7Kx2Tn9Wp1Ls6Rb3Yc8Jd5Gf0HaE",
	"fw_3ZQm8Kx2Vn7Tp4Ws9Lr",
	"tgp_v1_Nq8Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0",
	"sk_4f8a2c6e0b9d7f5a3c1e8b6d4f2a0c9e7b5d3f1a8c6e4b2d",
	"jina_7d5f3a1c9e8b6d4f2a0cKx3Vm7Tz2Wp",
	"sk_live_" + "51Hx7KqVm9Lp4Rt6Wz1Yc8Nb3Jd5Gf0Ae",
	"ghp_x9K2mQ7vV4bN1cT8wZ3rY6pL5sD0gHaEuIoX",
	"github_pat_11ABCDEFG0k2mQ7xV4bN1c_T8wZ3rY6pL5sD0gHaEuIoXqSvBnMk",
	"glpat-Kx3Vm7Tz2Wp9Ls4Rb6Yc",
	"xoxb-" + "123456789012-987654321098-AbCdEfGhIjKlMnOpQrStUvWx",
	"AIzaSyD7kQ2xVm9Lp4Rt6Wz1Yc8Nb3Jd5Gf0AeI",
	"ya29.a0AfH6SMBx7KqVm9Lp4Rt6Wz1Yc8Nb",
	"AKIA" + "Q7XV4BN1CT8WZ3RY",
	"SG.x7KqVm9Lp4Rt6Wz1Yc8Nb3.Jd5Gf0AeIuOoXqSvBnMkZl2Hs7kQ2xVm9Lp4Rt6",
	"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
	"0f1e2d3c4b5a69788796a5b4c3d2e1f0.Kx3Vm7Tz2Wp9Ls4R",
	"Bearer *kQ2xVm9Lp4Rt6Wz1",
	"bearer *abcdefghijklmnopqrstuvwxyz",
	"Authorization: Basic *dXNlcjpwYXNzd29yZDE=",
	"X-Api-Key: *f3a91c7e5b2d8f4a",
	"api_key=*Lp4Rt6Wz1Yc8Nb3J",
	"Incorrect API key provided: *9fK2****************sD0g",
	"https://*user:hunter-seven@gateway.example/v1",
}

// notKeys stand in many errors and logs and must not be masked.
var notKeys = []string{
	"550e8400-e29b-41d4-a716-446655440000",
	"0190b6a8-7c3e-7b1a-9f2d-3c4e5f607182",
	"2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
	"4764b11 media/bounded: hold the limit",
	"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"d41d8cd98f00b204e9800998ecf8427e.png",
	"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	"req_011CSHoEeqs5C35K2UUqFy7R", "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
	"gen-1751234567-kQ2xVm9Lp4Rt6Wz1", "msg_01XFDUDYJgAACzvnptvVoYEL",
	"resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b", "call_Rt6Wz1Yc8Nb3Jd5Gf0AeIuOo",
	"org-kQ2xVm9Lp4Rt6Wz1Yc8Nb3J", "file-9Lp4Rt6Wz1Yc8Nb3Jd5Gf0", "x-request-id: 7f3c9b1e8d5a4f2c",
	"cf-ray: 8f2c1a7e9b3d5f60-FRA", "Request id: 20240607123456789012345abcdef",
	"Donaudampfschifffahrtsgesellschaftskapitän",
	"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
	"Authorization: Zugriffsberechtigungsnachweis fehlt",
	"Das Risk-Management2024-Verfahren, Desk-Research2025-Ergebnisse",
	"Bearer authentication is required", "Bearer token expired",
	"Missing bearer or basic authentication in header",
	`{"error":{"message":"Invalid API key","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`,
	"You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)",
	"api_key: must be provided", "password: required", "max_tokens: 40960000", "Unexpected token: 123456789", `"cache_key":"a81bc81b-dead-4e5d-abff-90865d1e13b1"`,
	"The model `gpt-4o-mini-2024-07-18` does not exist", "locale sk-SK", "sk-learn",
	"hf_hub_download failed: connection refused", "http://127.0.0.1:8080/v1/models?key=none",
	"dial tcp [2001:db8:85a3::8a2e:370:7334]:443: i/o timeout", "/home/ada/Music/Moby Dick (2).mp3",
	"https://gateway.example:8443/v1/audio?page=1&code=invalid_grant",
	"2026-11-22T10:27:30.123456789+01:00",
}

func TestFortyMadeUpKeysAreMasked(t *testing.T) {
	if len(madeUp) != 40 {
		t.Errorf("%d keys", len(madeUp))
	}
	for _, marked := range madeUp {
		name, secret, named := strings.Cut(marked, "*")
		if !named || strings.HasPrefix(marked, "sk-") {
			name, secret = "", marked
		}
		key := name + secret
		inJSON, err := json.Marshal(map[string]string{"message": "It was\n" + key + "\nwhich is wrong"})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			key, "refused: " + key + ".", "(" + key + ")", `{"error":"` + key + `"}`, string(inJSON), "a,\t" + key + "\r\nb", "<b>" + key + "</b>",
			key + " " + key, "‘" + key + "’", "\x1b[31m" + key + "\x1b[0m",
		} {
			got := MaskKeys(text)
			for _, part := range strings.FieldsFunc(secret,
				func(r rune) bool { return strings.ContainsRune("@*:", r) }) {
				if len(part) > 3 && !strings.Contains(part, "gateway.example") && strings.Contains(got, part) {
					t.Errorf("%q became %q", text, got)
					break
				}
			}
			if !strings.Contains(got, mask) || !strings.Contains(got, name) {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
	if key := madeUp[1]; strings.Contains(MaskKeys("GET /v1?a=%3D"+url.QueryEscape(key)+"&b=1"), key) {
		t.Error("not masked in an address")
	}
	const pem = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nQyNTUxOQAAACBx\n-----END OPENSSH PRIVATE KEY-----"
	if got := MaskKeys(pem); strings.Contains(got, "b3Blb") || strings.Contains(got, "QyNTU") ||
		!strings.HasSuffix(got, "-----END OPENSSH PRIVATE KEY-----") {
		t.Errorf("%q", got)
	}
}

// todaysKeys are made up in the shapes that services have begun to use: Gemini's keys since 2026
// (AQ.), Bedrock, Vercel, Fireworks, Pinecone, LangSmith, Hugging Face, Google's client secrets,
// Baidu, Alibaba, Tencent, and a token of five parts.
var todaysKeys = []string{
	"AQ.Ab8RN6Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8uKoXqSvBnMk",
	"ABSKQmVkcm9ja0FQSUtleS1" + "reDNWbTdUejJXcDlMczRSYjZZYzFKZDVHZjBIYUU4dUtvWHFTdkJuTWs9",
	"bedrock-api-key-Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8u",
	"vck_Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8u",
	"fpk_Kx3Vm7Tz2Wp9Ls4Rb6Yc",
	"pcsk_4Abcd_Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8uKoXqSvBnMkZl2Hs7kQ2xVm9Lp4Rt6",
	"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",
	"api_org_Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8uKo",
	"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",
	"bce-v3/ALTAK-Kx3Vm7Tz2Wp9Ls4Rb6Yc1/0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
	"LTAI5tKx3Vm7Tz2Wp9Ls4Rb6",
	"AKIDKx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8u",
	"dapi0f1e2d3c4b5a69788796a5b4c3d2e1f0-2",
	"eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4Q0JDIn0..Kx3Vm7Tz2Wp9Ls4R.Kx3Vm7Tz2Wp9Ls4Rb6Yc1Jd5Gf0HaE8u.Kx3Vm7Tz2Wp9Ls4Rb6Yc1J",
	"sk-ant-oat01-Qm9x7Vb2Kc5Tz8Wn1Rp4Ly6Js3Df0Gh_aEuIoXqSvBnMk-AA",
	"xai-token-T3vN8qLp1ZkW6rYc9MbX2sJd5HfG7aE4uKo0",
}

// words are ordinary words and names that begin like a key.
var words = []string{
	"sk-learn-contrib-package", "sk-management-guidelines-for-teams", "sk-SK-Wordlist-Slovensky",
	"xai-explainable-artificial-intelligence", "xai-grok-4-fast-reasoning", "pplx-embedding-context-models",
	"hf_hub_download_utilities", "npm_config_cache_directory", "fw_update_instructions_list", "dapisomethinglongwordhere",
	"bedrock-api-key-rotation-guidelines", "vck_something_longer_words", "ABSKETCH", "AQ.", "LTAI", "the risk-management-office",
	"api_org_settings_and_members", "jina_embeddings_v3_configuration",
}

func TestKeysOfTodaysServicesAreMaskedAndWordsAreNot(t *testing.T) {
	for _, key := range todaysKeys {
		for _, text := range []string{
			key, "refused: " + key + ".", `{"error":"` + key + `"}`, "a,\t" + key + "\r\nb", "key=" + key, `\n` + key,
		} {
			got := MaskKeys(text)
			for _, part := range strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune("-_./", r) }) {
				if len(part) > 9 && strings.Contains(got, part) {
					t.Errorf("%q became %q", text, got)
					break
				}
			}
		}
	}
	for _, word := range words {
		for _, text := range []string{word, "the " + word + ", that is", `{"id":"` + word + `"}`} {
			if got := MaskKeys(text); got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

func TestWhatIsNoKeyIsNotMasked(t *testing.T) {
	for _, text := range notKeys {
		for _, text := range []string{text, `{"detail":"` + text + `"}`, "Error: " + text + ", sorry"} {
			if got := MaskKeys(text); got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

func TestPicturesInBase64AreNotMasked(t *testing.T) {
	picture := make([]byte, 60_000)
	source := rand.New(rand.NewPCG(1, 2))
	for i := range picture {
		picture[i] = byte(source.Uint32())
	}
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding} {
		text := `{"url":"data:image/png;base64,` + encoding.EncodeToString(picture) + `"}`
		if got := MaskKeys(text); got != text {
			t.Errorf("%d bytes became %d", len(text), len(got))
		}
	}
}

func TestTheKeyInUseIsMaskedInEveryForm(t *testing.T) {
	const key = "a/b c+d"
	for _, text := range []string{"a/b c+d", "a%2Fb+c%2Bd", "a%2Fb%20c+d", `a\/b c+d`} {
		if got := MaskKeys("x "+text+" y", key, "", "no"); got != "x "+mask+" y" {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := MaskKeys("a no is no key", "no"); got != "a no is no key" {
		t.Error(got)
	}
}

func FuzzMaskKeys(f *testing.F) {
	for _, text := range slices.Concat(madeUp, todaysKeys, notKeys, words) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := MaskKeys(text)
		if strings.Count(once, mask) < strings.Count(text, mask) {
			t.Errorf("%q became %q", text, once)
		}
	})
}
