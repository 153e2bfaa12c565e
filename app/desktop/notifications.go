package desktop

// Notification is a desktop notification.
type Notification struct {
	// Subject identifies the topic. A later notification with the same subject replaces this one.
	Subject string
	// Title and Body are plain text. Not every desktop shows the body.
	Title, Body string
	// Action labels the click action. Most desktops do not show the label.
	Action string
}
