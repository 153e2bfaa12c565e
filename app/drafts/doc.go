// Package drafts is the owner of all unsent content: the text and attachments in each message box,
// the current edit and those that were canceled, the draft shelved for an edit, messages being
// sent, messages queued behind a reply, and what was typed in forms and neither used nor discarded.
//
// Content added to a draft while a message box shows it (a dictation after it, a rejected message
// before it) is also added, at the same position, to text typed before the box has displayed it.
// Text typed in a box whose content has been replaced is appended to the current draft. So texts
// are never compared and never dropped.
//
// The disk is at most half a second behind, plus the duration of a write. Failed writes are retried
// until they succeed; Flush returns an error if something is still not written. A stored draft that
// cannot be read is never overwritten: new content is stored separately and merged once Read
// succeeds.
package drafts
