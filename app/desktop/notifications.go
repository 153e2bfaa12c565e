package desktop

// Notification is a desktop notification.
type Notification struct {
	// Subject identifies the topic. A later notification with the same subject replaces it.
	Subject string
	// Title and Body are plain text. Not every desktop shows the body.
	Title, Body string
	// Action is the label of the action that a click triggers. Most desktops do not show it.
	Action string
}
