package format

import "parlando/views/i18n"

// Size writes a number of bytes: "0.6 MB".
func Size(bytes int64) string {
	switch {
	case bytes < 1000:
		return i18n.Plural("{{.N}} bytes", int(bytes))
	case bytes < 100_000:
		return i18n.Text("{{.N}} KB", map[string]any{"N": (bytes + 500) / 1000})
	case bytes >= 1_000_000_000:
		return i18n.Text("{{.N}} GB", map[string]any{"N": Decimal(float64(bytes)/1e9, 1)})
	}
	return i18n.Text("{{.N}} MB", map[string]any{"N": Decimal(float64(bytes)/1e6, 1)})
}
