// Package monthlylimit asks the user before a request once the monthly limit of its connection is
// reached, in the same words wherever the request was asked for.
package monthlylimit

import (
	"parlando/app/chat"
	"parlando/app/limits"
	"parlando/app/settings"
	"parlando/views/shell"
	"parlando/views/words"
)

// Limits provides the monthly limits (package limits).
type Limits interface {
	Status(connection chat.ID) (limits.Status, bool)
	Pass(connection chat.ID)
}

// Asker asks over a window.
type Asker struct {
	Host     shell.Host
	Limits   Limits
	Settings *settings.Store
	// ChangeLimit opens the form of the monthly limit of a connection.
	ChangeLimit func(connection chat.ID)
}

// Ready calls then at once, or if the monthly limit of the connection is reached after the user has
// allowed it. once is the name of the button that allows this request only. isFree, which may be
// nil, reports that no request is needed; it is called at the limit only.
func (a *Asker) Ready(connection chat.ID, once string, isFree func() bool, then func()) {
	c, _ := a.Settings.Get().Find(connection)
	q, must := NewQuestion(a.Limits, connection, words.ConnectionName(c), then)
	if !must || isFree != nil && isFree() {
		then()
		return
	}
	q.OnceName, q.Change = once, func() { a.ChangeLimit(connection) }
	q.Show(a.Host)
}
