// Package transcripts is the owner of the transcripts and of the queue that makes them: sound files
// that were dropped or recorded become lines of text with times, in the library's database, found
// by the same search as conversations.
//
// What was paid for is never asked for again: each part that is done is on disk before the next one
// is asked for (package transcriber). An answer that the disk refuses stays in memory until Retry,
// Flush or Close has stored it (Transcript.Unsaved). What waits goes on by itself at the next
// start, but a job whose whole request had left when the program ended does not: it is Paused with
// problem.Interrupted, as the service may charge for that part again. A sound file is linked, never
// changed, and copied only if the user says so. Every change of a line is on disk when its call
// returns, and can be undone while the program runs. docs/transcribing.md tells the rules.
package transcripts
