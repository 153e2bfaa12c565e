package speechtext

// block is the spoken text of one block of the source.
type block struct {
	flow
	// start and end are offsets in the source; a block without words has a place, too.
	start, end int
	// firm is set when a blank line ends it.
	firm bool
	// open is the start of something that may still become a mark, -1 if there is nothing; see
	// Reader.
	open int
	// heading is set for one that is a heading.
	heading bool
}
