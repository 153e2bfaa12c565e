// Package words turns kinds and numbers into what a user reads: sentences, sizes, dates. Every
// word of the program goes through Fyne's lang with the English sentence as its key, so that
// translating is adding a file to assets/translations.
package words
