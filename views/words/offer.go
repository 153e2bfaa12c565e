package words

import (
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
)

// ModelOffer returns the sentence about a chosen model that ends soon or is no longer offered, ""
// for any other model. name is the display name of the model, instead that of Offer.Instead.
func ModelOffer(o catalog.Offer, name, instead string, now time.Time) string {
	data := map[string]any{"Model": name, "Other": instead}
	switch {
	case o.Gone && o.Unknown && instead != "":
		return i18n.Text("The service doesn't offer {{.Model}}. Continue with {{.Other}}?", data)
	case o.Gone && o.Unknown:
		return i18n.Text("The service doesn't offer {{.Model}}. Choose another model.", data)
	case o.Gone && instead != "":
		return i18n.Text("{{.Model}} is no longer offered. Continue with {{.Other}}?", data)
	case o.Gone:
		return i18n.Text("{{.Model}} is no longer offered. Choose another model.", data)
	case !o.Ends.IsZero():
		data["Day"] = format.DayOfYear(o.Ends)
		if hasEnded(o.Ends, now) {
			return i18n.Text("{{.Model}} was due to end on {{.Day}}. Choose another.", data)
		}
		return i18n.Text("{{.Model}} ends on {{.Day}}. Choose another before then.", data)
	}
	return ""
}

// ModelQuestion has the texts about a chosen model that ends soon or is gone.
type ModelQuestion struct {
	catalog.Offer
	// Text is the sentence of ModelOffer. If Gone is set, Use and Keep are the labels of the
	// buttons that answer the question; Use is "" if no other model is known.
	Text, Use, Keep string
}

// AskAboutModel returns the question about the model that was chosen for a purpose of a connection.
func AskAboutModel(c *catalog.Catalog, connection chat.ID, model string, purpose catalog.Purpose, now time.Time) ModelQuestion {
	q := ModelQuestion{Offer: c.Offer(connection, model, purpose)}
	chosen, _ := c.Model(connection, model)
	instead, _ := c.Model(connection, q.Instead)
	q.Text = ModelOffer(q.Offer, chosen.Name, instead.Name, now)
	if q.Gone {
		q.Keep = i18n.Text("Keep {{.Model}}", map[string]any{"Model": ShortName(chosen.Name, MaxNameOnButton)})
	}
	if q.Gone && q.Instead != "" {
		q.Use = i18n.Text("Use {{.Model}}", map[string]any{"Model": ShortName(instead.Name, MaxNameOnButton)})
	}
	return q
}

// ModelHint returns the hint that a menu shows beside a model of catalog.Models or
// catalog.ModelsFor, "" for none.
func ModelHint(m catalog.Model, now time.Time) string {
	switch {
	case m.Refused:
		return i18n.Text("Refused by the service")
	case m.Gone:
		return i18n.Text("No longer offered")
	case !m.Ends.IsZero() && hasEnded(m.Ends, now):
		return i18n.Text("Was due to end on {{.Day}}", map[string]any{"Day": format.DayOfYear(m.Ends)})
	case !m.Ends.IsZero() && m.Ends.Before(now.Add(catalog.NoticeBeforeEnd)):
		return i18n.Text("Ends on {{.Day}}", map[string]any{"Day": format.DayOfYear(m.Ends)})
	case m.Guessed:
		return i18n.Text("Guessed from its name")
	}
	return ""
}

// hasEnded reports whether the last day of a model is over, in UTC.
func hasEnded(lastDay, now time.Time) bool { return lastDay.Before(now.Add(-24 * time.Hour)) }
