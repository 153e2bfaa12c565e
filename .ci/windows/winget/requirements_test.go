package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"
)

// object has the requirements for the fields of an object in a manifest, by name, as the
// documentation of winget 1.6 states them. It has only the fields that we write.
type object map[string]field

// field has the requirements for a field.
type field struct {
	required bool
	// min and max bound the characters of a text.
	min, max int
	// pattern matches the whole text; "" matches any.
	pattern string
	// list means that there are several of it, none twice.
	list bool
	// fields are those of an object, nil for a text.
	fields object
}

const (
	webAddress = `(?i:https?)://.+`
	locale     = `[a-zA-Z]{2,3}(-[a-zA-Z]{1,8})*`
	// name is a part of a package's identifier.
	name = `[^.\s\\/:*?"<>|\x01-\x1f]{1,32}`
)

// requirements are those of the manifests by their types.
var requirements = map[string]object{
	"version": manifest("version", object{"DefaultLocale": {required: true, min: 2, max: 20, pattern: locale}}),
	"installer": manifest("installer", object{
		"InstallerType":     {required: true, max: 20, pattern: "msix|msi|appx|exe|zip|inno|nullsoft|wix|burn|pwa|portable"},
		"Scope":             {max: 20, pattern: "user|machine"},
		"UpgradeBehavior":   {max: 20, pattern: "install|uninstallPrevious"},
		"MinimumOSVersion":  {max: 23, pattern: `\d{1,5}(\.\d{1,5}){0,3}`},
		"InstallModes":      {max: 20, pattern: "interactive|silent|silentWithProgress", list: true},
		"InstallerSwitches": {fields: object{"Custom": {min: 1, max: 2048}}},
		"ProductCode":       {min: 1, max: 255},
		"Installers": {required: true, list: true, fields: object{
			"Architecture":    {required: true, max: 20, pattern: "x86|x64|arm|arm64|neutral"},
			"InstallerUrl":    {required: true, max: 2048, pattern: webAddress},
			"InstallerSha256": {required: true, max: 64, pattern: "[A-Fa-f0-9]{64}"},
		}},
	}),
	"defaultLocale": manifest("defaultLocale", described(true)),
	"locale":        manifest("locale", described(false)),
}

// manifest adds to an object what each manifest has.
func manifest(kind string, o object) object {
	o["PackageIdentifier"] = field{required: true, max: 128, pattern: name + `(\.` + name + `){1,7}`}
	o["PackageVersion"] = field{required: true, max: 128, pattern: `[^\\/:*?"<>|\x01-\x1f]+`}
	o["ManifestType"] = field{required: true, max: 20, pattern: kind}
	o["ManifestVersion"] = field{required: true, max: 20, pattern: `1\.6\.0`}
	return o
}

// described is the description in a language; in the others it may lack what the default has.
func described(isDefault bool) object {
	o := object{
		"PackageLocale":    {required: true, min: 2, max: 20, pattern: locale},
		"Publisher":        {required: isDefault, min: 2, max: 256},
		"PackageName":      {required: isDefault, min: 2, max: 256},
		"License":          {required: isDefault, min: 3, max: 512},
		"ShortDescription": {required: isDefault, min: 3, max: 256},
		"Description":      {min: 3, max: 10_000},
		"PackageUrl":       {max: 2048, pattern: webAddress},
		"ReleaseNotesUrl":  {max: 2048, pattern: webAddress},
	}
	if isDefault {
		o["Moniker"] = field{min: 1, max: 40}
	}
	return o
}

// problems returns what is wrong with an object of a manifest.
func problems(m map[string]any, o object) (found []string) {
	names := maps.Clone(m)
	for name := range o {
		names[name] = nil
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		value, exists := m[name]
		f, known := o[name]
		switch {
		case !known:
			found = append(found, name+" is unknown")
		case exists:
			found = append(found, f.problems(name, value)...)
		case f.required:
			found = append(found, name+" is missing")
		}
	}
	return found
}

func (f field) problems(name string, value any) (found []string) {
	if f.list {
		items, ok := value.([]any)
		switch {
		case !ok:
			return []string{name + " is not a list"}
		case len(items) == 0:
			return []string{name + " is empty"}
		}
		f.list = false
		seen := map[string]bool{}
		for _, item := range items {
			found = append(found, f.problems(name, item)...)
			if text := fmt.Sprintf("%q", item); seen[text] {
				found = append(found, name+": "+text+" twice")
			} else {
				seen[text] = true
			}
		}
		return found
	}
	if f.fields != nil {
		m, ok := value.(map[string]any)
		if !ok {
			return []string{name + " is not an object"}
		}
		return problems(m, f.fields)
	}
	text, ok := value.(string)
	n := utf8.RuneCountInString(text)
	switch {
	case !ok:
		return []string{fmt.Sprintf("%s is of type %T", name, value)}
	case n < f.min, n > f.max:
		return []string{fmt.Sprintf("%s has %d characters", name, n)}
	case f.pattern != "" && !regexp.MustCompile("^(?:"+f.pattern+")$").MatchString(text):
		return []string{fmt.Sprintf("%s: %q", name, text)}
	}
	return nil
}
