// Package seam joins the transcripts of parts of a recording that overlap a little (media/cut) into
// one text, with the times of the whole recording and each word of the overlap once.
//
// It knows texts and times only.
package seam
