package transcript

import "parley/app/transcripts"

// Line is one line of a transcript.
type Line = transcripts.Line
