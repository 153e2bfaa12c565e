package words

import (
	"parlando/app/connections"
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

// ConnectionPlace describes the target of a connection in one line.
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

// ConnectionProblem returns the current problem of a connection as a sentence; "" if none is known.
func ConnectionProblem(a connections.Abilities) string {
	if a.Problem == nil || a.Problem.At.Before(a.Success) {
		return ""
	}
	return TextForProblem(*a.Problem).Title
}
