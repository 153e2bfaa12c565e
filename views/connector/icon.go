package connector

import "parlando/app/settings"

// KindIcon returns the icon of a kind of connection.
func KindIcon(k settings.ConnectionKind) string {
	switch k {
	case settings.Practice:
		return "flask-conical"
	case settings.Local:
		return "laptop"
	case settings.Service:
	}
	return "key"
}
