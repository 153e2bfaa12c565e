package screenreader

import (
	"parlando/views/format"
	"parlando/views/i18n"
)

// Describer is implemented by controls without a matching Fyne role, or with a value to be read.
type Describer interface {
	// AccessibilityDescription returns everything a screen reader says: name, kind and value.
	AccessibilityDescription() string
}

// DescribeSlider describes a slider; value may be empty.
func DescribeSlider(name, value string) string {
	if value == "" {
		return i18n.Text("{{.Name}}, slider, not set", named(name))
	}
	return i18n.Text("{{.Name}}, slider, {{.Value}}", valued(name, value))
}

// DescribeNumber describes a numeric slider; nil means no value.
func DescribeNumber(name string, value *float64) string {
	if value == nil {
		return DescribeSlider(name, "")
	}
	return DescribeSlider(name, format.Exact(*value))
}

// DescribeSwitch describes a switch.
func DescribeSwitch(name string, on bool) string {
	if on {
		return i18n.Text("{{.Name}}, switch, on", named(name))
	}
	return i18n.Text("{{.Name}}, switch, off", named(name))
}

// DescribeCheck describes a check box.
func DescribeCheck(name string, on bool) string {
	if on {
		return i18n.Text("{{.Name}}, check box, checked", named(name))
	}
	return i18n.Text("{{.Name}}, check box, not checked", named(name))
}

// DescribeField describes a text field. A secret text is not included.
func DescribeField(name, text string, secret bool) string {
	switch {
	case text == "":
		return i18n.Text("{{.Name}}, text field, empty", named(name))
	case secret:
		return i18n.Text("{{.Name}}, password field", named(name))
	}
	return i18n.Text("{{.Name}}, text field, {{.Value}}", valued(name, text))
}

// DescribeList describes a list and its focused row, "" for none.
func DescribeList(name, row string) string {
	if row == "" {
		return i18n.Text("{{.Name}}, list", named(name))
	}
	return i18n.Text("{{.Name}}, list, {{.Value}}", valued(name, row))
}

// DescribeChoice describes one option of several.
func DescribeChoice(name string, chosen bool) string {
	if chosen {
		return i18n.Text("{{.Name}}, selected", named(name))
	}
	return name
}

func named(name string) map[string]any { return map[string]any{"Name": name} }

func valued(name, value string) map[string]any { return map[string]any{"Name": name, "Value": value} }
