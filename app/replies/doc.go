// Package replies owns the replies in flight: it stores a question before the request is sent,
// reads the response, writes it to disk at most half a second behind the screen, and hands the
// finished reply to package history. An error becomes part of the reply; no text is lost.
//
// All methods of Replies are safe for concurrent use. Snapshot, Active and Stop only read memory;
// the others write to disk and must not run on the window's thread.
//
// # A turn
//
// A turn is one message of the user and all requests until the model has answered in text. It has
// three parts:
//
//   - turnPlan lists the choices for the turn: connection, model, parameters, tools. prepare
//     (prepare.go) chooses them before the turn starts; afterwards it never changes, so every
//     goroutine may read it.
//   - requestLoop sends the requests, reads the responses and runs the tools. It belongs to one
//     goroutine.
//   - turnState has the replies as received so far and ends them, by the response, Stop or Close.
//     Each reply is a state machine without a lock (reply.go). One lock guards them all. Its
//     methods only read and change memory, and mark changes for the window after they have released
//     the lock.
//
// A second goroutine, turnWriter, takes from turnState what is not on disk yet and writes it.
//
// Each thing that the user can ask for has a file: send.go, tryagain.go, continue.go, stop.go,
// missing.go (further replies), cells.go (cells of a table). start.go starts the goroutines of a
// turn, and nextturn.go begins the next turn when one has ended. What a request contains is decided
// in requestcontent.go (the whole, and its order), background.go (instructions, memories and files
// before the chat), wiremessages.go (each message), wiretoolcalls.go (a reply with tool calls),
// formatladder.go (the form of an answer), toolsoffered.go and acceptedinputs.go (pictures and
// documents, and what a model refuses of them).
//
// Two limits are constants beside the code that observes them: how often tools are called
// (toolrounds.go), and after what silence a reply counts as quiet (turnstate.go).
//
// # What happens in which order
//
//  1. reserve (reservations.go) gives the conversation to the turn. Until leave, no other turn can
//     start there: reserve queues a message that is sent meanwhile.
//  2. One transaction stores the question, the empty replies and the draft without the message. If
//     it fails, the message is a draft again and nothing was sent.
//  3. start begins both goroutines. Only now can a request be sent, so no request is sent for a
//     question that is not stored.
//  4. The loop changes turnState with each chunk; the writer appends the new text to the file
//     within half a second. Before a tool runs, the loop waits until the writer has stored that it
//     starts: after a crash it is not run again unasked.
//  5. The turn ends exactly once: by its response, by Stop, or by Close, whichever is first. What
//     arrives later is ignored.
//  6. The writer stores the end. If it is stored, the reply leaves the set of live replies: from
//     then on history is asked for it. If not, it stays in memory and the writer tries again until
//     Close.
//  7. After the first attempt, leave frees the conversation or gives it to the next queued message.
//     It first waits for messages that are just being queued, so none is left behind.
//
// No lock of this package is held while it calls another owner: History, Queue, Catalog, Tools.
package replies
