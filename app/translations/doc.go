// Package translations translates the lines of a transcript into another language with a chat
// model. Translations are stored beside the text, which is never changed.
//
// Lines are sent in numbered batches. Each received line is stored in the transcript before the
// next batch is sent, even if the answer was cut off or canceled, because the user has paid for the
// line. A missing line is requested again, at most twice; then it is reported as missing. A
// translation that was stopped by the user or the end of the program continues with the
// untranslated lines.
package translations
