// Package transcripts owns the transcripts and the queue that makes them: imported or recorded
// audio files become lines of text with times, stored in the library's database and found by the
// same search as conversations.
//
// Nothing that was paid for is requested twice: each finished part is on disk before the next is
// requested (package transcriber). A response that the disk refuses stays in memory until Retry,
// Flush or Close has stored it (Transcript.Unsaved). The queue resumes at the next start, except a
// job whose request had been sent completely when the program ended: it is Paused with
// problem.Interrupted, because the service may charge for that part again. An audio file is linked,
// never changed, and copied only at the user's request. Every change of a line is on disk when its
// call returns, and can be undone while the program runs. See docs/transcribing.md.
package transcripts
