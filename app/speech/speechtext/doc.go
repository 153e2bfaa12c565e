// Package speechtext makes of a text what is read aloud: markdown becomes sentences, and sentences
// become parts that fit into a request for speech. Tables are read row by row with their headings.
// Code, pictures, formulas and bare addresses are announced in a few words; marks, emoji and tags
// are left out. Thinking is a part of its own in a message (chat.PartReasoning): hand over the text
// alone.
//
// Everything here is a pure function of the text: no network, no disk, no sound, no window.
//
// Offsets are bytes in the source, so that the sentence that is heard can be marked in the message.
package speechtext
