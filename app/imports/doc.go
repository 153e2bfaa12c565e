// Package imports owns the import of chats from other programs: it reads what the user dropped,
// shows what is in it before anything is written, writes the chosen chats in the background, and
// takes a whole import back.
//
// An import is all or nothing: package history hides its rows until the last one is written. Each
// chat of an export is imported, here already, deleted here, empty or refused with a reason; see
// Report. Nothing is fetched, and no address is opened.
package imports
