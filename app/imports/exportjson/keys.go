package exportjson

import "encoding/json"

// Keys returns the keys of the object that data begins with, in their order. data may end early.
// There are none if data begins with another value.
func Keys(data []byte) (keys []string) {
	depth := 0
	atKey := false
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '{', '[':
			if depth == 0 && data[at] == '[' {
				return nil
			}
			depth++
			atKey = depth == 1
		case '}', ']':
			if depth--; depth == 0 {
				return keys
			}
		case ',':
			atKey = depth == 1
		case '"':
			end := stringEnd(data, at)
			if depth == 0 || end == len(data) {
				return keys
			}
			var key string
			if atKey && json.Unmarshal(data[at:end+1], &key) == nil {
				keys = append(keys, key)
			}
			atKey = false
			at = end
		}
	}
	return keys
}
