// Package costs shows what a month cost: by connection, by day, and in a table by purpose, chat or
// day.
package costs
