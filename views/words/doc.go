// Package words turns kinds and numbers into user-facing text: sentences, sizes, dates. All text
// goes through views/i18n with the English sentence as its key, so a translation only needs a file
// in assets/translations.
package words
