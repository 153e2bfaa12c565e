package jsonfile

// Replace puts data in the place of the file at path in one step that a crash cannot cut in half,
// for documents that are no JSON.
func Replace(path string, data []byte) error { return replace(path, data) }
