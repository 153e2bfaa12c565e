package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// written returns the manifests that write makes of an installer with the content "setup", by the
// names of their files.
func written(t *testing.T) map[string]map[string]any {
	t.Helper()
	folder := t.TempDir()
	installer := filepath.Join(folder, "parlando-1.2.3-windows-amd64-setup.exe")
	if err := os.WriteFile(installer, []byte("setup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(installer, "https://example.org/parlando"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "winget", "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := yaml.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = m
	}
	return all
}

func TestTheManifestsNameTheInstaller(t *testing.T) {
	all := written(t)
	for name, kind := range map[string]string{
		"": "version", ".installer": "installer", ".locale.en-US": "defaultLocale", ".locale.de-DE": "locale", ".locale.ja-JP": "locale",
	} {
		m := all["Parlando.Parlando"+name+".yaml"]
		if m["PackageVersion"] != "1.2.3" || m["ManifestType"] != kind {
			t.Errorf("%q: %v", name, m)
		}
	}
	if len(all) != 5 {
		t.Errorf("%d manifests", len(all))
	}
	got := fmt.Sprint(all["Parlando.Parlando.installer.yaml"]["Installers"])
	const want = "[map[Architecture:x64 InstallerSha256:8FB6D5F37E8055CE720BD0B1D56587F88C0071F285966BA17E72B2B12672AA73 " +
		"InstallerUrl:https://example.org/parlando/releases/download/v1.2.3/parlando-1.2.3-windows-amd64-setup.exe]]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTheManifestsAreAsWingetRequires(t *testing.T) {
	all := written(t)
	for name, m := range all {
		for _, p := range problems(m, requirements[fmt.Sprint(m["ManifestType"])]) {
			t.Errorf("%s: %s", name, p)
		}
	}
	locale := fmt.Sprint(all["Parlando.Parlando.yaml"]["DefaultLocale"])
	if all["Parlando.Parlando.locale."+locale+".yaml"]["ManifestType"] != "defaultLocale" {
		t.Errorf("no manifest describes Parlando in the default locale %s", locale)
	}
}

func TestWrongManifestsAreFound(t *testing.T) {
	for _, c := range []struct {
		manifest, field string
		value           any
		want            string
	}{
		{"", "PackageVersion", "1/2", `PackageVersion: "1/2"`},
		{"", "DefaultLocale", nil, "DefaultLocale is missing"},
		{"", "ManifestVersion", "1.5.0", `ManifestVersion: "1.5.0"`},
		{"", "Publisher", "Ada", "Publisher is unknown"},
		{".installer", "PackageIdentifier", "Parlando", `PackageIdentifier: "Parlando"`},
		{".installer", "InstallerType", "nsis", `InstallerType: "nsis"`},
		{".installer", "MinimumOSVersion", 10, "MinimumOSVersion is of type int"},
		{".installer", "InstallModes", []any{"silent", "silent"}, `InstallModes: "silent" twice`},
		{".installer", "InstallModes", "silent", "InstallModes is not a list"},
		{".installer", "InstallerSwitches", map[string]any{"Custom": strings.Repeat("é", 2049)}, "Custom has 2049 characters"},
		{".installer", "Installers", []any{}, "Installers is empty"},
		{".installer", "Installers", []any{map[string]any{"Architecture": "amd64"}}, `Architecture: "amd64"; InstallerSha256 is missing; InstallerUrl is missing`},
		{".locale.en-US", "License", "", "License has 0 characters"},
		{".locale.de-DE", "ShortDescription", strings.Repeat("a", 257), "ShortDescription has 257 characters"},
		{".locale.ja-JP", "PackageUrl", "example.org", `PackageUrl: "example.org"`},
		{".locale.ja-JP", "Moniker", "parlando", "Moniker is unknown"},
	} {
		m := written(t)["Parlando.Parlando"+c.manifest+".yaml"]
		m[c.field] = c.value
		if c.value == nil {
			delete(m, c.field)
		}
		if got := strings.Join(problems(m, requirements[fmt.Sprint(m["ManifestType"])]), "; "); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.manifest, c.field, got, c.want)
		}
	}
}

// PARLANDO_WINGET_SCHEMAS is a folder with the schemas of winget 1.6.0, as they are in
// schemas/JSON/manifests/v1.6.0 of microsoft/winget-cli. The requirements above are a part of them.
func TestTheManifestsAreOfTheirSchemas(t *testing.T) {
	folder := os.Getenv("PARLANDO_WINGET_SCHEMAS")
	if folder == "" {
		t.Skip("PARLANDO_WINGET_SCHEMAS is not set")
	}
	for name, m := range written(t) {
		s, err := jsonschema.NewCompiler().Compile(filepath.Join(folder, fmt.Sprintf("manifest.%s.%s.json", m["ManifestType"], schema)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		m["PackageVersion"] = "1/2"
		if s.Validate(m) == nil {
			t.Errorf("%s: the schema accepts a wrong version", name)
		}
	}
}

func TestAnInstallerWithoutAVersionIsRefused(t *testing.T) {
	if err := write("setup.exe", "https://example.org"); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("got %v", err)
	}
}
