// Package gemini reads what Google's Takeout has of Gemini: single questions with their answers,
// newest first and without chats. It guesses the chats by the pauses.
package gemini
