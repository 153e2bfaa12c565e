package connections

import (
	"testing"

	"parlando/client"
)

func TestOnlyAddressesInThisNetworkWithoutASchemeAreTriedWithoutEncryption(t *testing.T) {
	for input, want := range map[string]string{
		"192.168.1.9:8080":          "http://192.168.1.9:8080/v1",
		"10.0.0.7":                  "http://10.0.0.7/v1",
		"nas.local:11434":           "http://nas.local:11434/v1",
		"nas:11434":                 "http://nas:11434/v1",
		"[fd00::7]:8080":            "http://[fd00::7]:8080/v1",
		"https://192.168.1.9:8080/": "",
		"http://192.168.1.9:8080/":  "",
		"api.example.org":           "",
		"8.8.8.8":                   "",
		"127.0.0.1:4031":            "", // is http already
	} {
		address, err := client.ParseAddress(input)
		if err != nil {
			t.Errorf("%s: %v", input, err)
			continue
		}
		if got, _ := plainOf(input, address); got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}
