package transcript

import "parlando/app/transcripts"

// Line is one line of a transcript.
type Line = transcripts.Line
