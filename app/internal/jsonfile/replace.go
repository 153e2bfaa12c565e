package jsonfile

// Replace replaces the file at path by data atomically, for documents that are not JSON.
func Replace(path string, data []byte) error { return replace(path, data) }
