// Package wire parses the responses of services, from bytes up to JSON values: lines, the values in
// an event stream or in other formats sent instead, and JSON that is damaged or has unexpected
// types. It does not interpret the values, except for whether one reports an error.
package wire
