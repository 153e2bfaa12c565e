package words

import (
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/i18n"
)

// ConnectionName returns the display name of a connection.
func ConnectionName(c connections.Connection) string {
	if c.Kind == settings.Practice && !c.Named {
		return i18n.Text("Practice")
	}
	return c.Name
}

// ChatConnectionName returns the display name of the connection of a chat, also of a removed one;
// "" if it is unknown.
func ChatConnectionName(c connections.ChatConnection) string {
	if c.Gone {
		return c.Name
	}
	return ConnectionName(c.Connection)
}

// ConnectionPlace describes in one line where the requests of a connection go.
func ConnectionPlace(c connections.Connection) string {
	if c.Kind == settings.Practice {
		return i18n.Text("Built into Parlando. Nothing leaves this computer.")
	}
	host := c.Address
	if d, err := connections.Describe(c.Address); err == nil {
		host = d.Host
	}
	if c.Kind == settings.Local {
		return i18n.Text("{{.Host}} · on this computer, without a key", map[string]any{"Host": host})
	}
	if c.NoKey {
		return i18n.Text("{{.Host}} · without a key", map[string]any{"Host": host})
	}
	return host
}

// TitleForConnection returns the sentence for a problem of a connection, whether in a chat, during
// a transcription or while reading aloud.
func TitleForConnection(p problem.Problem) string {
	switch p.Kind {
	case problem.NoSuchModel:
		return i18n.Text("The service doesn't offer this model.")
	case problem.TooLong:
		return i18n.Text("A request was too long for the model.")
	case problem.TooLarge:
		return i18n.Text("A request was too large for the service.")
	case problem.ConnectionGone:
		return i18n.Text("This connection was removed.")
	}
	return TextForProblem(p).Title
}

// ConnectionProblem returns a sentence about a connection's current problem; "" if none is known.
func ConnectionProblem(a connections.Abilities) string {
	if a.Problem == nil || a.Problem.At.Before(a.Success) {
		return ""
	}
	return TitleForConnection(*a.Problem)
}
