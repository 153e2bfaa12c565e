// Command winget writes the manifests with which winget, the package manager of Windows, finds an
// installer that is published with a release at PARLANDO_HOMEPAGE:
//
//	go run ./.ci/windows/winget build/windows/parlando-0.1.0-windows-amd64-setup.exe
//
// They are written to the folder winget beside the installer, to be submitted to winget-pkgs.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// schema is the version of the format.
const schema = "1.6.0"

// about describes the program in a language: in a line, and in a few sentences.
type about struct{ locale, line, sentences string }

// abouts are the languages of the window, the default first.
var abouts = []about{
	{
		"en-US", "Chat with AI, show it pictures, dictate and listen",
		"A quick native window to chat with AI models behind any service that speaks the OpenAI interface, or with programs on this computer. Your chats are saved on your computer.",
	},
	{
		"de-DE", "Mit KI chatten, Bilder zeigen, diktieren und zuhören",
		"Ein schnelles Programm zum Chatten mit KI-Modellen jedes Dienstes mit OpenAI-Schnittstelle oder mit Programmen auf diesem Computer. Deine Chats werden auf deinem Computer gespeichert.",
	},
	{
		"ja-JP", "AIとのチャット、画像の送信、音声入力、読み上げ",
		"OpenAIのインターフェースに対応したサービスや、このパソコン上のプログラムのAIモデルとチャットできる、軽快なアプリです。チャットはパソコンに保存されます。",
	},
}

// release is an installer that is published.
type release struct{ version, address, sha256 string }

func main() {
	if len(os.Args) != 2 {
		fatal(errors.New("usage: winget INSTALLER"))
	}
	homepage := os.Getenv("PARLANDO_HOMEPAGE")
	if homepage == "" {
		fatal(errors.New("PARLANDO_HOMEPAGE is where the installer will be published"))
	}
	if err := write(os.Args[1], homepage); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "winget:", err)
	os.Exit(1)
}

var installerName = regexp.MustCompile(`^parlando-(\d+\.\d+\.\d+)-windows-amd64-setup\.exe$`)

// write writes the manifests of an installer.
func write(installer, homepage string) error {
	name := filepath.Base(installer)
	found := installerName.FindStringSubmatch(name)
	if found == nil {
		return fmt.Errorf("%s does not name a version", name)
	}
	f, err := os.Open(installer)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	r := release{
		version: found[1], address: homepage + "/releases/download/v" + found[1] + "/" + name,
		sha256: strings.ToUpper(hex.EncodeToString(sum.Sum(nil))),
	}
	folder := filepath.Join(filepath.Dir(installer), "winget")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for name, m := range r.manifests(homepage) {
		text, err := yaml.Marshal(m)
		if err != nil {
			return err
		}
		head := fmt.Sprintf("# yaml-language-server: $schema=https://aka.ms/winget-manifest.%s.%s.schema.json\n\n", m["ManifestType"], schema)
		if err := os.WriteFile(filepath.Join(folder, name), append([]byte(head), text...), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// manifests returns the manifests by the names of their files.
func (r release) manifests(homepage string) map[string]map[string]any {
	const id = "Parlando.Parlando"
	all := map[string]map[string]any{}
	add := func(file, kind string, m map[string]any) {
		m["PackageIdentifier"], m["PackageVersion"], m["ManifestType"], m["ManifestVersion"] = id, r.version, kind, schema
		all[id+file+".yaml"] = m
	}
	add("", "version", map[string]any{"DefaultLocale": abouts[0].locale})
	add(".installer", "installer", map[string]any{
		"InstallerType": "nullsoft", "Scope": "user", "UpgradeBehavior": "install", "MinimumOSVersion": "10.0.0.0",
		"InstallModes": []any{"interactive", "silent", "silentWithProgress"},
		// With it the installer notes that winget updates Parlando (installer.nsi).
		"InstallerSwitches": map[string]any{"Custom": "/WINGET"},
		"ProductCode":       "Parlando",
		"Installers":        []any{map[string]any{"Architecture": "x64", "InstallerUrl": r.address, "InstallerSha256": r.sha256}},
	})
	for i, a := range abouts {
		m := map[string]any{
			"PackageLocale": a.locale, "Publisher": "The Parlando authors", "PackageName": "Parlando", "PackageUrl": homepage,
			"License": "MIT", "ShortDescription": a.line, "Description": a.sentences, "ReleaseNotesUrl": homepage + "/releases/tag/v" + r.version,
		}
		kind := "locale"
		if i == 0 {
			kind, m["Moniker"] = "defaultLocale", "parlando"
		}
		add(".locale."+a.locale, kind, m)
	}
	return all
}
