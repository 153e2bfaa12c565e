// Package drafts owns all unsent content: the text and attachments in each message box, the current
// and the canceled edits, the draft shelved for an edit, messages being sent or queued, and text
// typed in forms.
//
// A dictation is added after a draft, a rejected message before it. If a message box shows the
// draft, the content is added at the same position to text typed before the box has displayed the
// change. Text typed in a box whose content was replaced is appended to the current draft. So texts
// are never compared and never dropped.
//
// The disk is at most half a second behind, plus the duration of a write. Failed writes are retried
// until they succeed; Flush returns an error if a change is still not on disk. A stored draft that
// cannot be read is never overwritten: new content is stored separately and merged once Read
// succeeds.
package drafts
