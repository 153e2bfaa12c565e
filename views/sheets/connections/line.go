package connections

import (
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/connector"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets/list"
)

// connectionLine is the content of a row in the list of connections.
type connectionLine struct {
	ID   chat.ID
	Kind settings.ConnectionKind
	// Name is the displayed name, Where the destination.
	Name, Where string
	// Current means that new chats use the connection.
	Current bool
	// Problem is a sentence, "" for none.
	Problem string
}

// row returns the row in the list.
func (n connectionLine) row() list.Row {
	r := list.Row{Title: n.Name, Detail: n.Where, Caution: n.Problem, Leading: list.Button{Icon: connector.KindIcon(n.Kind), Color: theme.ColorMuted, Side: theme.IconSize}}
	if n.Current {
		r.Tag = i18n.Text("Used for new chats")
	} else {
		r.Buttons = append(r.Buttons, list.Button{ID: useID, Name: i18n.Text("Use"), Hint: i18n.Text("Use {{.Name}} for new chats", map[string]any{"Name": n.Name})})
	}
	more := list.Button{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More about {{.Name}}", map[string]any{"Name": n.Name}), Side: 32}
	r.Buttons = append(r.Buttons, more)
	return r
}
