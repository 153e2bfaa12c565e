package archive

const (
	// maxEntries is the maximum number of files in all zips and folders together.
	maxEntries = 200_000
	// maxDirectoryBytes limits the list of entries of one zip. An entry takes at least 47 bytes
	// there and several hundred in memory.
	maxDirectoryBytes = 24 << 20
	// maxEntryBytes is the maximum decompressed size of one file. The largest conversations.json
	// that was reported had 1.7 GB.
	maxEntryBytes = 8 << 30
	// maxTotalBytes is the maximum decompressed size of all files together.
	maxTotalBytes = 256 << 30
	// maxRatio is the maximum compression ratio of a file larger than smallEntry; only malicious
	// files exceed it.
	maxRatio   = 200
	smallEntry = 1 << 20
	// maxFolderDepth is the maximum number of folders within each other.
	maxFolderDepth = 32
	// maxIndexBytes is the maximum size of a file that lists the names of others.
	maxIndexBytes = 16 << 20

	// MaxObjectBytes is the maximum size of one conversation as JSON.
	MaxObjectBytes = 64 << 20
	// maxNesting is the maximum number of JSON values within each other.
	maxNesting = 1000
	// maxKeys is the number of keys by which objects are compared.
	maxKeys = 1000
	// maxRecoveryBytes limits the bytes of a file that are read again to find the next whole object
	// after a damaged one.
	maxRecoveryBytes = 64 << 20
	// maxTitleBytes is the size of the beginning of an object in which its title is searched.
	maxTitleBytes = 64 << 10
)
