package widgets_test

import (
	"testing"
	"testing/fstest"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

func TestADropdownIsNamedAsTheLanguageWrites(t *testing.T) {
	files := fstest.MapFS{"translations/ja.json": {Data: []byte(`{"{{.Name}}: {{.Text}}": "{{.Name}}：{{.Text}}"}`)}}
	t.Cleanup(func() { i18n.LoadFrom(files, "en", "") })
	i18n.LoadFrom(files, "ja", "")
	d := widgets.NewDropdown("声", func() {})
	d.Set("Nova")
	if got := d.AccessibilityLabel(); got != "声：Nova" {
		t.Error(got)
	}
}
