package screenreader

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
)

// Describer is implemented by controls without a matching Fyne role, or with a value to be read.
type Describer interface {
	// AccessibilityDescription returns everything a screen reader says: name, kind and value.
	AccessibilityDescription() string
}

// FocusDescriber is implemented by a control of which the keyboard goes through the parts.
type FocusDescriber interface {
	// FocusDescription returns what is said about the part that has the focus, with its role.
	FocusDescription() string
}

// FocusStepper is a FocusDescriber that counts the keys that went to a part of it. What a key goes
// to is said even if it is the same as before: the last paragraph of a text again, for example.
type FocusStepper interface {
	FocusDescriber
	FocusSteps() int
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
	case secret && text == "":
		return i18n.Text("{{.Name}}, password field, empty", named(name))
	case secret:
		return i18n.Text("{{.Name}}, password field", named(name))
	case text == "":
		return i18n.Text("{{.Name}}, text field, empty", named(name))
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

// NameOf returns everything a screen reader says about an object, including why it is disabled.
func NameOf(o fyne.CanvasObject) (name string) {
	switch o := o.(type) {
	case Describer:
		name = o.AccessibilityDescription()
	case *widget.Button: // in Fyne's own dialogs
		if name = o.Text; name == "" {
			name = iconButtonName(o.Icon)
		}
	case fyne.Accessible:
		name = o.AccessibilityLabel()
	case *widget.Entry: // in Fyne's own dialogs
		name = o.PlaceHolder
	}
	d, ok := o.(interface {
		Disabled() bool
		ToolTip() string
	})
	if ok && d.Disabled() && d.ToolTip() != "" {
		return i18n.Text("{{.Name}}, unavailable: {{.Reason}}", map[string]any{"Name": name, "Reason": d.ToolTip()})
	}
	return name
}

// iconButtonName returns the name of a button of Fyne's file dialog that has only an icon, "" for
// an unknown icon: Fyne names such a button after the file of the icon.
func iconButtonName(icon fyne.Resource) string {
	if icon == nil {
		return ""
	}
	return map[string]string{
		fynetheme.FolderNewIcon().Name(): i18n.Text("New folder"),
		fynetheme.GridIcon().Name():      i18n.Text("Show as icons"),
		fynetheme.ListIcon().Name():      i18n.Text("Show as a list"),
		fynetheme.SettingsIcon().Name():  i18n.Text("Options"),
	}[icon.Name()]
}

// NameAndRole returns what is said about an object to users without a screen reader, which would
// add the role of a button itself.
func NameAndRole(o fyne.CanvasObject) string {
	if d, ok := o.(FocusDescriber); ok {
		return d.FocusDescription()
	}
	name := NameOf(o)
	if a, ok := o.(fyne.Accessible); ok && name != "" && a.AccessibilityRole() == fyne.AccessibleRoleButton {
		return DescribeButton(name)
	}
	return name
}

// DescribeButton describes a button.
func DescribeButton(name string) string {
	return i18n.Text("{{.Name}}, button", named(strings.TrimRight(name, ".。")))
}

// DescribeMenu describes a menu by what it is for, "" if that is not known.
func DescribeMenu(name string) string {
	if name == "" {
		return i18n.Text("Menu")
	}
	return i18n.Text("{{.Name}}, menu", named(strings.TrimRight(name, ".。…")))
}

func named(name string) map[string]any { return map[string]any{"Name": name} }

func valued(name, value string) map[string]any { return map[string]any{"Name": name, "Value": value} }
