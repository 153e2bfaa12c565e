// Package translations is the owner of translations that are being made: the lines of a transcript,
// put into another language by a chat model, into the second column. The text itself is never
// touched.
//
// Lines go out in batches, numbered, and come back with their numbers. Each line that came is on
// disk, in the transcript, before the next batch is asked for: also of an answer that was cut off
// or canceled, since that is paid for. A line that did not come back is asked for again, twice at
// most; then it is told. A translation that was stopped, or that the end of the program stopped,
// goes on with the lines that have none.
package translations
