package desktop

// Notification is a message that the desktop shows beside all windows.
type Notification struct {
	// Subject names what the notification is about. A later one of the same subject replaces it.
	Subject string
	// Title and Body are plain text. Not every desktop shows the body.
	Title, Body string
	// Action labels what a click on the notification does. Most desktops do not show the label.
	Action string
}
