package speechtext

// block is the spoken text of one block of the source.
type block struct {
	flow
	// start and end are offsets in the source, set even if the block has no text.
	start, end int
	// firm reports that a blank line ends the block.
	firm bool
	// open is the start of a character sequence that may still become markup, -1 if there is none;
	// see Reader.
	open int
	// heading reports that the block is a heading.
	heading bool
}
