// Package utterance records what the user says and has it transcribed: what a dictation and a
// conversation by voice share.
//
// Nothing that was said is lost: what is heard is a recording on disk (package recordings) before
// it is anything else, it stays there whatever fails, and it is transcribed again from the same
// file. Where nobody speaks nothing is sent: services invent text from silence.
package utterance
