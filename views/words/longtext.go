package words

import (
	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
)

// BeginningShown returns the sentence below a message of which only the beginning was read.
func BeginningShown() string {
	said := map[string]any{"Size": format.Size(chat.MaxReplyBytes)}
	return i18n.Text("This message is very long. Only the first {{.Size}} are shown and sent to the model. Copy or save it to get all of it.", said)
}
