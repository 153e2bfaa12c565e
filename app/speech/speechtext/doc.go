// Package speechtext converts a text to spoken text. It splits Markdown into sentences, and
// sentences into parts that fit into a request for speech. Tables are read row by row with their
// headings. Code, pictures, formulas and bare addresses are announced in a few words; markup, emoji
// and tags are left out. Reasoning is a separate part of a message (chat.PartReasoning): pass the
// text only.
//
// Everything here is a pure function of the text: no network, disk, sound or window.
//
// Offsets are bytes in the source, so that the sentence being heard can be highlighted in the
// message.
package speechtext
