// Package speechexports is the owner of the sound files made of long texts: made part by part, in
// order, one request at a time; kept in the library to be heard and saved again.
//
// What was paid for is never asked for again: each part is on disk before the next one is asked
// for, and whatever ends the making (a failure, Cancel, the end of the program, a kill) keeps it.
// Resume asks for what is missing only. The one part whose request was under way at that moment is
// asked for again, and a service may charge for it twice: Problem.MayHaveArrived tells. Nothing
// goes on by itself at the next start.
//
// A speech export is a folder of its own, <data>/narrations/<id>: narration.json tells its state,
// parts.jsonl what is spoken, 00001.mp3 and so on are the parts, which go once sound.mp3 is whole.
// A text of any length costs memory while it is cut into parts, and none later.
package speechexports
